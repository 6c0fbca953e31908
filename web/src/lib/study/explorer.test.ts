import { expect, test } from 'vitest';
import { type Known, sorted } from './explorer';

const move = (name: string, more: Partial<Known>): Known => ({
  offer: { move: name, human: name, points: [] },
  ...more,
});
const results = (games: number) => ({ games, wins: {}, draws: games });

test('most played moves come first, then the best, then the hardest to answer', () => {
  const all = [
    move('lost soon', { worth: { kind: 'loss', plies: 2 } }),
    move('lost late', { worth: { kind: 'loss', plies: 40 } }),
    move('easy draw', { worth: { kind: 'draw', plies: null }, holding: { of: 4, hold: 4 } }),
    move('hard draw', { worth: { kind: 'draw', plies: null }, holding: { of: 4, hold: 1 } }),
    move('won', { worth: { kind: 'win', plies: 3 } }),
    move('often', { people: results(3), programs: results(9), worth: { kind: 'loss', plies: 2 } }),
    move('seldom', { people: results(5), programs: results(0) }),
  ];
  expect(sorted(all).map(({ offer }) => offer.move)).toEqual([
    'often',
    'seldom',
    'won',
    'hard draw',
    'easy draw',
    'lost late',
    'lost soon',
  ]);
});
