import { beforeAll, expect, test, vi } from 'vitest';

// Settings are read from browser APIs, which are missing here.
vi.stubGlobal('navigator', { language: 'en' });
vi.stubGlobal('localStorage', { getItem: () => null });
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));

let events: typeof import('./events');
beforeAll(async () => {
  events = await import('./events');
});

test('a win is 3 points, a draw 1, and equal players share a rank', () => {
  const table = events.standings({
    slow: { losses: 1, forfeit_losses: 2 },
    quick: { forfeit_wins: 2, wins: 1, ongoing: 1 },
    even: { draws: 3, wins: 2 },
    new: {},
  });
  expect(table.map(({ rank, player, points }) => `${rank} ${player} ${points}`)).toEqual([
    '1 even 9',
    '1 quick 9',
    '3 new 0',
    '3 slow 0',
  ]);
  expect(table[1]).toMatchObject({ wins: 3, losses: 0, ongoing: 1 });
  expect(table[3]).toMatchObject({ losses: 3 });
});

test('a dashboard link leads to the event’s page', () => {
  expect(events.placeOfDashboard('http://127.0.0.1:8080/dashboard/?event=7#a-b_c')).toBe('/event/7#a-b_c');
  expect(events.placeOfDashboard('http://127.0.0.1:8080/dashboard/?event=7&token=a-b_c')).toBe(
    '/event/7#a-b_c',
  );
  expect(events.placeOfDashboard('http://127.0.0.1:8080/dashboard/')).toBeUndefined();
  expect(events.placeOfDashboard('http://127.0.0.1:8080/dashboard/?event=7')).toBeUndefined();
});

test('player names are parsed as displayed', () => {
  expect(events.readPlayers(' Random mover \n\nLevel 3\nrandom\nchautari-2\nmy-bot-1')).toEqual([
    'random',
    'chautari-3',
    'random',
    'chautari-2',
    'my-bot-1',
  ]);
});
