import { expect, test } from 'vitest';
import type { MoveValue, Offer } from '../lib/api/types';
import { valuesByTarget } from './MoveValues.svelte';

const offers: Offer[] = ['a', 'b', 'c', 'd'].map((move, at) => ({
  move,
  human: move,
  points: [0, at < 2 ? 1 : 2],
}));
const value = (move: string, winner: string | null, plies: number | null, holds?: number) =>
  ({ move, winner, plies, ...(holds !== undefined && { holds }) }) as MoveValue & { holds?: number };

/** The best value at each of the two target points of the four moves. */
const best = (...values: MoveValue[]) =>
  [1, 2].map((at) => valuesByTarget(values, offers, 'goats', [0]).get(at));

test('a point has the value of its best move: the fastest win or slowest loss', () => {
  const [one, two] = best(
    value('a', 'goats', 9),
    value('b', 'goats', 3),
    value('c', 'tigers', 4),
    value('d', 'tigers', 10),
  );
  expect([one, two]).toMatchObject([
    { kind: 'win', plies: 3 },
    { kind: 'loss', plies: 10 },
  ]);
});

test('the best draw has the fewest holding replies, and any draw beats a loss', () => {
  const [one, two] = best(
    value('a', null, null, 7),
    value('b', null, null, 2),
    value('c', 'tigers', 40),
    value('d', null, null, 12),
  );
  expect([one, two]).toMatchObject([
    { kind: 'draw', holds: 2 },
    { kind: 'draw', holds: 12 },
  ]);
});
