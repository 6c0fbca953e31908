import { expect, test } from 'vitest';
import type { Offer, Scene } from '../lib/types';
import { targets, touch, written } from './hand';

const labels = ['A1', 'B1', 'C1', 'A2', 'B2', 'C2'];
const scene = (pieces: [number, string][], turn = 'tigers') =>
  ({
    board: { points: labels.map((label, i) => ({ label, x: i % 3, y: Math.floor(i / 3), shape: 'crossing' })) },
    pieces: pieces.map(([at, side]) => ({ at, side, kind: 'piece', glyph: 'p' })),
    turn,
  }) as unknown as Scene;

const offers: Offer[] = [
  { move: 'mA1B1', points: [0, 1] },
  { move: 'mA1A2', points: [0, 3] },
  { move: 'mA1C1(B1)', points: [0, 2] },
];
const board = scene([[0, 'tigers'], [4, 'tigers'], [5, 'goats']]);

test('a first touch shows where one may go', () => {
  expect(touch(board, offers, [], 0)).toEqual({ kind: 'touched', points: [0] });
  expect([...targets(offers, [0])]).toEqual([1, 3, 2]);
});

test('the last touch plays', () => {
  expect(touch(board, offers, [0], 1)).toEqual({ kind: 'played', offers: [offers[0]] });
});

test('touching the same point again lets go', () => {
  expect(touch(board, offers, [0], 0)).toEqual({ kind: 'touched', points: [] });
});

test('a piece that cannot move can still be asked about', () => {
  expect(touch(board, offers, [], 4)).toEqual({ kind: 'touched', points: [4] });
  expect(touch(board, offers, [4], 5)).toEqual({ kind: 'refused', points: [4, 5] });
});

test('an enemy piece cannot be picked up', () => {
  expect(touch(board, offers, [], 5)).toEqual({ kind: 'refused', points: [5] });
});

test('moves that share a gesture are all played, to be told apart by their labels', () => {
  const promotions = ['queen', 'rook'].map((label) => ({ move: `m:a1b1${label[0]}`, points: [0, 1], label }));
  expect(touch(board, promotions, [0], 1)).toEqual({ kind: 'played', offers: promotions });
});

test('what was not offered is written as the offers are', () => {
  expect(written(board, offers, [4, 5])).toBe('mB2C2');
  const numbered = [{ move: '3', points: [3] }];
  expect(written(board, numbered, [5])).toBe('5');
  expect(written(board, offers, [1])).toBeUndefined();
});
