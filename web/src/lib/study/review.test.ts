import { expect, test, vi } from 'vitest';

vi.mock('../api/http', () => ({}));
vi.mock('../api/rules', () => ({ review: vi.fn() }));
vi.mock('../i18n/i18n.svelte', () => ({ t: String, number: String, title: String }));

import { accuracy, judge, losses, moments, ownMoves, type Standing } from './review';

const exact = (turn: string, kind: 'win' | 'loss' | 'draw', value = 0): Standing => ({
  turn,
  score: { kind, value },
  exact: true,
});

test('giving away a draw is a blunder, whichever side moves next', () => {
  const judged = judge([exact('goats', 'draw'), exact('tigers', 'win', 41), exact('goats', 'loss', 40)]);
  expect(judged.map(({ verdict }) => verdict)).toEqual(['blunder', 'fine']);
  expect(judged[0]).toMatchObject({ ply: 1, side: 'goats', cost: 0.5 });
});

test('a side with two decisions in a row is judged from its own point of view', () => {
  // White moves, then bans, so it is white's decision both times.
  const judged = judge([exact('white', 'win', 2), exact('white', 'win', 1), exact('black', 'draw')]);
  expect(judged.map(({ side, verdict }) => [side, verdict])).toEqual([
    ['white', 'fine'],
    ['white', 'blunder'],
  ]);
});

test('accuracy falls with the cost of moves', () => {
  const good = judge([exact('x', 'draw'), exact('o', 'draw'), exact('x', 'draw')]);
  expect([accuracy(good, 'x'), accuracy(good, 'o')]).toEqual([100, 100]);
  const bad = judge([exact('x', 'win', 3), exact('o', 'win', 3)]);
  expect(accuracy(bad, 'x')).toBe(0);
  expect(accuracy(bad, 'o')).toBeUndefined();
});

test('at most three moments, in order of play', () => {
  const guess = (turn: string, value: number): Standing => ({
    turn,
    score: { kind: 'guess', value },
    exact: false,
  });
  const line = [
    guess('x', 0),
    guess('o', 200),
    guess('x', 300),
    guess('o', 400),
    guess('x', 900),
    guess('o', -100),
    guess('x', 0),
  ];
  const found = moments(judge(line));
  expect(found.length).toBe(3);
  expect(found.map(({ ply }) => ply)).toEqual([...found.map(({ ply }) => ply)].sort((a, b) => a - b));
});

test('only the user’s own moves count, by phase of the game', () => {
  const standings = [
    exact('goats', 'draw'),
    exact('tigers', 'win', 9),
    exact('goats', 'draw'),
    exact('tigers', 'draw'),
  ];
  const own = { side: 'goats', address: '/review/baghchal?moves=a' };
  const moves = ownMoves('baghchal', [
    ['baghchal  a', standings, own],
    ['baghchal  b', standings],
    ['gomoku  a', standings, own],
  ]);
  expect(moves.map(({ ply, verdict, address }) => [ply, verdict, address])).toEqual([
    [1, 'blunder', own.address],
    [3, 'fine', own.address],
  ]);
  expect(losses(moves)).toEqual([{ from: 1, to: 20, moves: 2, cost: 0.25 }]);
});
