import { beforeEach, expect, test, vi } from 'vitest';

vi.stubGlobal('navigator', { language: 'en' });
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));

const stored = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
});

const { addWin, firstOpen, hasWon, nextGame, wins } = await import('./progress');

const baghchal = { id: 'baghchal', sides: ['goats', 'tigers'] as [string, string] };
const creeper = { id: 'creeper', sides: ['x', 'o'] as [string, string] };
const games = [baghchal, creeper];

beforeEach(() => stored.clear());

test('a newcomer begins with the easier side at level 1', () => {
  expect(firstOpen([], baghchal)).toEqual({ side: 'tigers', level: 1 });
  expect(firstOpen([], creeper)).toEqual({ side: 'x', level: 1 });
});

test('after a win come the other side, the next level and another game', () => {
  addWin('baghchal', 'tigers', 1);
  expect(nextGame(wins(), games, baghchal, 'tigers', 1)).toEqual({
    game: 'baghchal',
    side: 'goats',
    level: 1,
    change: 'side',
  });
  addWin('baghchal', 'goats', 1);
  expect(nextGame(wins(), games, baghchal, 'goats', 1)).toEqual({
    game: 'baghchal',
    side: 'tigers',
    level: 2,
    change: 'level',
  });
  addWin('baghchal', 'tigers', 2);
  expect(nextGame(wins(), games, baghchal, 'tigers', 2)).toEqual({
    game: 'creeper',
    side: 'x',
    level: 1,
    change: 'game',
  });
});

test('wins of a variant count for its family', () => {
  addWin('baghchal-compulsory', 'tigers', 3);
  expect(hasWon(wins(), 'baghchal', 'tigers')).toBe(true);
  expect(hasWon(wins(), 'baghchal', 'goats')).toBe(false);
});

test('unreadable wins count as none', () => {
  stored.set('chautari.wins', '{');
  expect(wins()).toEqual([]);
});
