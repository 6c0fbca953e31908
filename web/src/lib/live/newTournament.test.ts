import { beforeEach, expect, test, vi } from 'vitest';

const fakes = vi.hoisted(() => ({ cost: vi.fn(), create: vi.fn(), go: vi.fn() }));
const SWISS = { format: 'swiss', rules: { paired_by: 'rounds', sets_rounds: true } };
const ARENA = { format: 'arena', rules: { paired_by: 'arrival', sets_rounds: false } };
vi.mock('../api/rules', () => ({ games: async () => [{ id: 'line' }] }));
vi.mock('../api/me.svelte', () => ({ me: { now: { key: 'key' } } }));
vi.mock('../api/tournaments', () => ({
  formats: async () => [SWISS, ARENA],
  hasRounds: ({ paired_by }: { paired_by: string }) => paired_by === 'rounds',
  cost: fakes.cost,
  create: fakes.create,
  beginSeason: async (name: string) => ({ id: 's', name }),
  seasons: async () => [{ id: 'old', name: 'Old' }],
}));
vi.mock('../i18n/errorText', () => ({ errorText: (error: Error) => error.message }));
vi.mock('../play/format', () => ({ parsePlayerName: (line: string) => line.toLowerCase() }));
vi.mock('../shell/route.svelte', () => ({ go: fakes.go }));

import { entrant, NewTournament } from './newTournament.svelte';

beforeEach(() => {
  vi.clearAllMocks();
  fakes.cost.mockResolvedValue({ games: 8, allowed: true });
});

async function opened(): Promise<NewTournament> {
  const form = new NewTournament();
  await form.load();
  return form;
}

test('engines, random players and bots are told apart', () => {
  expect(['Level 3', 'Random', 'Deep Goat'].map(entrant)).toEqual([
    { kind: 'engine', level: 3 },
    { kind: 'random' },
    { kind: 'bot', name: 'deep goat' },
  ]);
});

test('a tournament in rounds has games per pairing, one without has a duration', async () => {
  const form = await opened();
  [form.name, form.rounds, form.nextRound] = [' Cup ', 5, 'after_break'];
  const rounds = form.plan('swiss', form.rules!);
  expect(rounds).toMatchObject({ name: 'Cup', game: 'line', rounds: 5, games_per_pair: 1, break_ms: 60_000 });
  expect(rounds).not.toHaveProperty('lasts_ms');
  form.format = 'arena';
  const arena = form.plan('arena', form.rules!);
  expect(arena).toMatchObject({ lasts_ms: 3_600_000, no_show_ms: 180_000 });
  for (const absent of ['rounds', 'games_per_pair', 'break_ms']) expect(arena).not.toHaveProperty(absent);
});

test('the cost counts engines, and only the last answer is shown', async () => {
  const form = await opened();
  form.house = 'Level 1\n\nDeep Goat\n';
  let answer: (size: object) => void = () => {};
  fakes.cost.mockReturnValueOnce(new Promise((done) => (answer = done)));
  const first = form.estimate();
  form.expected = 20;
  await form.estimate();
  expect(fakes.cost).toHaveBeenLastCalledWith({ format: 'swiss', players: 20, house: 1, games_per_pair: 1 });
  answer({ games: 1, allowed: true });
  await first;
  expect(form.size).toEqual({ games: 8, allowed: true });
  form.format = 'arena';
  await form.estimate();
  expect(form.size).toBeNull();
});

test('the host goes to their page, and a refusal is shown', async () => {
  const form = await opened();
  fakes.create.mockRejectedValueOnce(new Error('Too many.')).mockResolvedValue('cup');
  await form.create();
  expect([form.trouble, form.busy, fakes.go.mock.calls.length]).toEqual(['Too many.', false, 0]);
  await form.create();
  expect([form.trouble, form.busy]).toEqual(['', false]);
  expect(fakes.go).toHaveBeenCalledExactlyOnceWith('/tournament/cup/host');
});

test('a new season is chosen at once', async () => {
  const form = await opened();
  await form.loadSeasons('key');
  form.seasonName = ' Winter ';
  await form.beginSeason();
  expect(form.seasons.map(({ id }) => id)).toEqual(['old', 's']);
  expect([form.season, form.seasonName]).toEqual(['s', '']);
});
