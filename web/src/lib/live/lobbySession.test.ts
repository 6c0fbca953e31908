import { beforeEach, expect, test, vi } from 'vitest';

const fakes = vi.hoisted(() => ({
  accept: vi.fn(),
  challenge: vi.fn(),
  counter: vi.fn(),
  decline: vi.fn(),
  playNow: vi.fn(),
  withdraw: vi.fn(),
  begin: vi.fn(),
  go: vi.fn(),
  me: { now: undefined as object | undefined },
  lobby: { offered: [] as object[], offers: vi.fn() },
}));
vi.mock('../api/people', () => ({ ...fakes }));
vi.mock('../api/me.svelte', () => ({ me: fakes.me }));
vi.mock('../api/matches', () => ({
  begin: fakes.begin,
  seated: ({ match }: { match: string }) => `/play/${match}`,
}));
vi.mock('../api/rules', () => ({ games: async () => [{ id: 'line', sides: ['x', 'o'] }] }));
vi.mock('../i18n/errorText', () => ({ errorText: (error: Error) => error.message }));
vi.mock('../i18n/i18n.svelte', () => ({ t: (text: string, name = '') => text.replace('{0}', name) }));
vi.mock('../play/format', () => ({
  gameFamilies: (games: object[]) => games.map((game) => ({ game, variants: [] })),
}));
vi.mock('../shell/route.svelte', () => ({ go: fakes.go }));
vi.mock('./lobby.svelte', () => ({ lobby: fakes.lobby }));

import { Refused } from '../api/errors';
import { LobbySession } from './lobbySession.svelte';

const TERMS = { game: 'line', rated: false };

beforeEach(() => {
  vi.clearAllMocks();
  [fakes.me.now, fakes.lobby.offered] = [{ name: 'Asha' }, []];
});

async function opened(): Promise<LobbySession> {
  const session = new LobbySession();
  await session.load();
  session.terms = TERMS;
  return session;
}

test('playing without a name asks for one, and goes on after it', async () => {
  fakes.me.now = undefined;
  fakes.playNow.mockResolvedValue({ match: 'm' });
  const session = await opened();
  await session.play(TERMS);
  expect([session.asksName, fakes.playNow.mock.calls.length]).toEqual([true, 0]);
  fakes.me.now = { name: 'Asha' };
  session.named();
  await vi.waitFor(() => expect(fakes.go).toHaveBeenCalledExactlyOnceWith('/play/m'));
  expect(session.asksName).toBe(false);
});

test('without an opponent the offer waits in the lobby', async () => {
  fakes.playNow.mockResolvedValue({ invitation: { id: 'i' } });
  const session = await opened();
  await session.play(TERMS);
  expect(fakes.lobby.offers).toHaveBeenCalledExactlyOnceWith({ id: 'i' });
  expect(fakes.go).not.toHaveBeenCalled();
});

test('a name that no person has is taken for that of a bot', async () => {
  fakes.challenge
    .mockRejectedValueOnce(new Refused(404, { code: 'missing', text: 'Missing.' }, {}))
    .mockResolvedValueOnce({ id: 'i' });
  const session = await opened();
  session.opponent = ' Deep Goat ';
  await session.ask();
  expect(fakes.challenge.mock.calls).toEqual([
    [{ person: 'Deep Goat' }, TERMS],
    [{ bot: 'Deep Goat' }, TERMS],
  ]);
  expect([session.sent, session.opponent]).toEqual(['Deep Goat has been asked.', '']);
});

test('another refusal is shown and the name stays', async () => {
  fakes.challenge.mockRejectedValueOnce(new Error('They are away.'));
  const session = await opened();
  session.opponent = 'Bina';
  await session.ask();
  expect([session.complaint, session.opponent, session.busy]).toEqual(['They are away.', 'Bina', false]);
});

test('waiting is counted, and loses its patience', async () => {
  vi.useFakeTimers();
  const session = await opened();
  const stop = session.wait();
  await vi.advanceTimersByTimeAsync(3000);
  expect([session.waited, session.isPatient]).toEqual([3, true]);
  await vi.advanceTimersByTimeAsync(6000);
  expect([session.waited, session.isPatient]).toEqual([9, false]);
  stop();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

test('the engine takes the place of an opponent under the same terms', async () => {
  fakes.begin.mockResolvedValue({ match: 'm' });
  fakes.lobby.offered = [
    { id: 'i', game: 'line:a=1', side: 'o', clock: { per_move_ms: 1 } },
    { id: 'j', to: {} },
  ];
  const session = await opened();
  await session.playEngine();
  expect(fakes.withdraw.mock.calls).toEqual([['i']]);
  expect(fakes.begin).toHaveBeenCalledExactlyOnceWith(
    'line:a=1',
    { o: { kind: 'human' }, x: { kind: 'engine', level: 3 } },
    { clock: { per_move_ms: 1 } },
  );
});
