import { expect, test } from 'vitest';
import type { Offer, Scene } from '../api/types';
import { isPartial, matchingOffer, touchPremove } from './premove';

const scene = { pieces: [{ at: 0 }, { at: 4 }] } as unknown as Scene;
const offers: Offer[] = [
  { move: 'a', human: 'a', points: [0, 1] },
  { move: 'b', human: 'b', points: [5] },
  { move: 'c', human: 'c', points: [4, 8], label: 'queen' },
  { move: 'd', human: 'd', points: [4, 8], label: 'rook' },
];

test('a piece needs a target, an empty point is a complete gesture', () => {
  expect(touchPremove(scene, [], 0)).toEqual([0]);
  expect(isPartial(scene, [0])).toBe(true);
  expect(touchPremove(scene, [0], 1)).toEqual([0, 1]);
  expect(touchPremove(scene, [], 5)).toEqual([5]);
  expect(isPartial(scene, [5])).toBe(false);
});

test('another touch replaces the premove, the same point cancels it', () => {
  expect(touchPremove(scene, [5], 6)).toEqual([6]);
  expect(touchPremove(scene, [0, 1], 4)).toEqual([4]);
  expect(touchPremove(scene, [0, 1], 1)).toEqual([]);
  expect(touchPremove(scene, [0], 0)).toEqual([]);
});

test('a premove is played only if it matches exactly one legal move', () => {
  expect(matchingOffer(offers, [0, 1])?.move).toBe('a');
  expect(matchingOffer(offers, [5])?.move).toBe('b');
  expect(matchingOffer(offers, [0])).toBeUndefined();
  expect(matchingOffer(offers, [4, 8])).toBeUndefined();
  expect(matchingOffer(offers, [0, 2])).toBeUndefined();
});
