import { beforeEach, expect, test, vi } from 'vitest';

const fakes = vi.hoisted(() => ({
  roster: vi.fn(),
  makeCards: vi.fn(),
  start: vi.fn(),
  repair: vi.fn(),
  get: vi.fn(),
}));
vi.mock('../api/tournaments', () => ({
  ...fakes,
  cards: () => [],
  begunHere: () => [],
  forgetCards: vi.fn(),
  hostKey: () => 'key',
  tournament: fakes.get,
}));
vi.mock('../api/rules', () => ({ gameOf: async () => ({ id: 'line' }) }));
vi.mock('../i18n/errorText', () => ({ errorText: (error: Error) => error.message }));
vi.mock('../i18n/i18n.svelte', () => ({ t: (text: string) => text }));

import { Refused } from '../api/errors';
import type { Tournament } from '../api/tournaments';
import { canUndo, openPairings, swap, TournamentHost } from './tournamentHost.svelte';

const meeting = (players: [string, string], reason: string | null = null, counts = true) => ({
  players,
  games: [{ reason, counts }],
});
const cup = (more: object = {}) =>
  ({
    id: 'cup',
    version: 1,
    game: 'line',
    state: 'running',
    rules: { can_change_pairings: true },
    rounds: [
      { meetings: [meeting(['Asha', 'Bina']), meeting(['Chitra', 'Deepa'], 'resigned')], free: ['Esha'] },
    ],
    ...more,
  }) as unknown as Tournament;

beforeEach(() => {
  vi.clearAllMocks();
  fakes.get.mockImplementation(async () => cup());
  fakes.roster.mockResolvedValue({ code: 'ABC', players: [] });
});

async function opened(): Promise<TournamentHost> {
  const host = new TournamentHost('cup');
  await host.cup.load();
  return host;
}

test('only boards without a result can be changed, and only while the tournament runs', () => {
  expect(openPairings(cup())).toEqual({ boards: [['Asha', 'Bina']], free: ['Esha'] });
  for (const fixed of [cup({ state: 'ended' }), cup({ rules: { can_change_pairings: false } }), undefined])
    expect(openPairings(fixed)).toEqual({ boards: [], free: [] });
});

test('a pairing can be undone until a game of it counts', () => {
  const after = (reason: string | null, counts: boolean) =>
    canUndo(cup({ rounds: [{ meetings: [meeting(['Asha', 'Bina'], reason, counts)], free: [] }] }));
  expect([after(null, true), after('bye', false), after('resigned', true)]).toEqual([true, true, false]);
});

test('two players swap their opponents or their bye', () => {
  const boards: [string, string][] = [
    ['Asha', 'Bina'],
    ['Chitra', 'Deepa'],
  ];
  expect(swap({ boards, free: ['Esha'] }, 'Asha', 'Deepa')).toEqual({
    meetings: [
      ['Deepa', 'Bina'],
      ['Chitra', 'Asha'],
    ],
    free: [],
  });
  expect(swap({ boards, free: ['Esha'] }, 'Bina', 'Esha')).toEqual({
    meetings: [['Asha', 'Esha']],
    free: ['Bina'],
  });
});

test('players who are not here are counted before a start without them', async () => {
  const host = await opened();
  const absent = { present: 1, players: 4 };
  fakes.start.mockRejectedValueOnce(new Refused(409, { code: 'not-here', text: 'Not here.' }, absent));
  await host.begin(false);
  expect([host.missing, host.cup.trouble]).toEqual([absent, '']);
  fakes.start.mockResolvedValueOnce(undefined);
  await host.begin(true);
  expect([host.missing, fakes.start.mock.lastCall]).toEqual([undefined, ['cup', true, 'key']]);
});

test('a refused name is shown, and the names stay to be corrected', async () => {
  const host = await opened();
  host.text = 'Asha\nAdmin';
  fakes.makeCards.mockRejectedValueOnce(new Refused(422, { code: 'name', text: 'Taken.', index: 1 }, {}));
  await host.enter();
  expect([host.unfit?.name, host.text, host.busy]).toEqual(['Admin', 'Asha\nAdmin', false]);
  fakes.makeCards.mockResolvedValueOnce([{ name: 'Asha' }]);
  await host.enter();
  expect([host.unfit, host.text, host.done, host.cards.length]).toEqual([
    undefined,
    '',
    'The cards are made.',
    1,
  ]);
});

test('a repaired pairing is sent as the changed boards only', async () => {
  const host = await opened();
  [host.one, host.other] = ['Asha', 'Esha'];
  await host.exchange();
  expect(fakes.repair).toHaveBeenCalledExactlyOnceWith('cup', [['Esha', 'Bina']], ['Asha'], 'key');
  expect([host.one, host.other, host.done]).toEqual(['', '', 'The round has been paired again.']);
});
