import { beforeEach, expect, test, vi } from 'vitest';

const fakes = vi.hoisted(() => ({
  begin: vi.fn(),
  beginByLink: vi.fn(),
  beginRated: vi.fn(),
  position: vi.fn(),
  go: vi.fn(),
  rename: vi.fn(),
  me: { now: undefined as object | undefined },
}));
const RULES = [{ name: 'captures', value: 5, min: 1, max: 20 }];
vi.mock('../api/matches', () => ({
  begin: fakes.begin,
  seated: ({ match }: { match: string }) => `/play/${match}`,
}));
vi.mock('../api/me.svelte', () => ({ me: fakes.me }));
vi.mock('../api/people', () => ({ beginByLink: fakes.beginByLink, beginRated: fakes.beginRated }));
vi.mock('../api/rules', () => ({
  games: async () => [
    { id: 'line', sides: ['x', 'o'], rules: [] },
    { id: 'bagh', sides: ['goats', 'tigers'], rules: RULES },
  ],
  position: fakes.position,
}));
vi.mock('../api/server', () => ({ hasServer: true }));
vi.mock('../i18n/errorText', () => ({ errorText: (error: Error) => error.message }));
vi.mock('../i18n/i18n.svelte', () => ({ t: (text: string) => text }));
vi.mock('../shell/route.svelte', () => ({ go: fakes.go, rename: fakes.rename }));
vi.mock('./format', () => ({
  gameFamilies: (games: { id: string }[]) => games.map((game) => ({ game, variants: [] })),
}));

import { NewGameSession } from './newGame.svelte';

beforeEach(() => {
  vi.clearAllMocks();
  fakes.me.now = undefined;
  fakes.position.mockResolvedValue({ scene: { board: { look: 'squares' } } });
  for (const begin of [fakes.begin, fakes.beginByLink, fakes.beginRated])
    begin.mockResolvedValue({ match: 'm', seats: {} });
});

async function opened(wanted = '', query = ''): Promise<NewGameSession> {
  const session = new NewGameSession(wanted, new URLSearchParams(query));
  await session.load();
  await session.show();
  return session;
}

test('the first game is chosen, unless the address names another, with its rules', async () => {
  expect((await opened()).name).toBe('line');
  const bagh = await opened('bagh:captures=3');
  expect([bagh.name, bagh.side, bagh.rules]).toEqual(['bagh:captures=3', 'goats', { captures: 3 }]);
  bagh.choose('line');
  expect([bagh.name, bagh.side, bagh.rules]).toEqual(['line', 'x', {}]);
});

test('a rule outside its bounds is not shown', async () => {
  const session = await opened('bagh');
  fakes.position.mockClear();
  session.rules = { captures: 21 };
  await session.show();
  expect(fakes.position).not.toHaveBeenCalled();
});

test('a game against the engine is played on this device', async () => {
  const session = await opened('line', 'position=p&moves=a+b');
  [session.side, session.level, session.resigns] = ['o', 7, true];
  expect(session.turned).toBe(true);
  await session.begin();
  expect(fakes.begin).toHaveBeenCalledExactlyOnceWith(
    'line',
    { o: { kind: 'human' }, x: { kind: 'engine', level: 7, resigns: true } },
    { clock: undefined, start: 'p', moves: ['a', 'b'], place: 'here' },
  );
  expect(fakes.go).toHaveBeenCalledExactlyOnceWith('/play/m');
});

test('a game by link is created on the server, and one between engines needs none', async () => {
  const session = await opened('line');
  session.opponent = 'friend';
  await session.begin();
  expect(fakes.beginByLink.mock.calls[0]!.slice(0, 3)).toEqual(['line', 'x', 'o']);
  session.opponent = 'engines';
  await session.begin();
  expect(fakes.go).toHaveBeenLastCalledWith('/engines/line?one=3&two=3');
  expect(fakes.begin).not.toHaveBeenCalled();
});

test('only a named game with a clock from the start can be rated', async () => {
  fakes.me.now = { name: 'Asha' };
  const session = await opened('line');
  session.rated = true;
  expect(session.canBeRated).toBe(false);
  session.clock = { initial_ms: 1000, increment_ms: 0 };
  expect(session.canBeRated).toBe(true);
  await session.begin();
  expect(fakes.beginRated).toHaveBeenCalledExactlyOnceWith('line', 'x', 'o', 3, session.clock);
  const later = await opened('line', 'moves=a');
  later.clock = session.clock;
  expect(later.canBeRated).toBe(false);
});

test('a match from a page without a server is imported once; a broken one is explained', async () => {
  const put = JSON.stringify({ seats: { x: { kind: 'human' } } });
  const session = await opened('line', new URLSearchParams({ moves: 'a', put }).toString());
  await session.carry();
  expect(fakes.rename).toHaveBeenCalledExactlyOnceWith('/new/line?moves=a');
  expect(fakes.begin.mock.calls[0]!.slice(0, 2)).toEqual(['line', { x: { kind: 'human' } }]);
  const broken = await opened('line', 'put={');
  await broken.carry();
  expect([broken.complaint, broken.busy]).toEqual(['This cannot be read.', false]);
});

test('a refused game is explained and can be tried again', async () => {
  fakes.begin.mockRejectedValueOnce(new Error('Too many games.'));
  const session = await opened('line');
  await session.begin();
  expect([session.complaint, session.busy, fakes.go.mock.calls.length]).toEqual([
    'Too many games.',
    false,
    0,
  ]);
});
