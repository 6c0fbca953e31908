import { expect, test } from 'vitest';
import type { Offer, Scene } from '../lib/api/types';
import { gestureText, targets, touch } from './gesture';

const labels = ['A1', 'B1', 'C1', 'A2', 'B2', 'C2'];
const scene = (pieces: [number, string][], turn = 'tigers') =>
  ({
    board: {
      points: labels.map((label, i) => ({ label, x: i % 3, y: Math.floor(i / 3), shape: 'crossing' })),
    },
    pieces: pieces.map(([at, side]) => ({ at, side, kind: 'piece', glyph: 'p' })),
    turn,
    marks: [],
  }) as unknown as Scene;

const offers: Offer[] = [
  { move: 'mA1B1', human: 'A1–B1', points: [0, 1] },
  { move: 'mA1A2', human: 'A1–A2', points: [0, 3] },
  { move: 'mA1C1(B1)', human: 'A1×C1', points: [0, 2] },
];
const board = scene([
  [0, 'tigers'],
  [4, 'tigers'],
  [5, 'goats'],
]);

test('a first touch shows the targets', () => {
  expect(touch(board, offers, [], 0)).toEqual({ kind: 'touched', points: [0] });
  expect([...targets(offers, [0])]).toEqual([1, 3, 2]);
});

test('the last touch plays', () => {
  expect(touch(board, offers, [0], 1)).toEqual({ kind: 'played', offers: [offers[0]] });
});

test('touching the same point again cancels the gesture', () => {
  expect(touch(board, offers, [0], 0)).toEqual({ kind: 'touched', points: [] });
});

test('a piece without legal moves can be tried to explain why', () => {
  expect(touch(board, offers, [], 4)).toEqual({ kind: 'touched', points: [4] });
  expect(touch(board, offers, [4], 5)).toEqual({ kind: 'refused', points: [4, 5] });
});

test('an enemy piece cannot be picked up', () => {
  expect(touch(board, offers, [], 5)).toEqual({ kind: 'refused', points: [5] });
});

test('moves that share a gesture are all returned', () => {
  const promotions = ['queen', 'rook'].map((label) => ({
    move: `m:a1b1${label[0]}`,
    human: `b1=${label[0]}`,
    points: [0, 1],
    label,
  }));
  expect(touch(board, promotions, [0], 1)).toEqual({ kind: 'played', offers: promotions });
});

test('touching another own piece selects it', () => {
  expect(touch(board, offers, [0], 4)).toEqual({ kind: 'touched', points: [4] });
});

test('a touched piece must move under the touch-move rule', () => {
  expect(touch(board, offers, [0], 4, 'must')).toEqual({ kind: 'held', points: [0] });
  expect(touch(board, offers, [0], 0, 'must')).toEqual({ kind: 'held', points: [0] });
  expect(touch(board, offers, [0], 1, 'must')).toEqual({ kind: 'played', offers: [offers[0]] });
  // A piece without legal moves may be put down.
  expect(touch(board, offers, [4], 0, 'must')).toEqual({ kind: 'touched', points: [0] });
});

test('an own piece is refused at once if another must move or the opponent’s pieces are chosen from', () => {
  const must = { ...board, marks: [{ kind: 'must', points: [0] }] } as Scene;
  expect(touch(must, offers, [], 4)).toEqual({ kind: 'refused', points: [4] });
  const bans = [{ move: 'b:c2c1', human: '✗C1', points: [5, 2] }];
  expect(touch(board, bans, [], 4)).toEqual({ kind: 'refused', points: [4] });
});

test('an illegal gesture is written as the names of its points', () => {
  expect(gestureText(board, offers, [4, 5])).toBe('B2C2');
  // With compulsory captures a plain step is illegal but can still be asked about.
  expect(gestureText(board, [offers[2]!], [4, 5])).toBe('B2C2');
  expect(gestureText(board, offers, [1])).toBeUndefined();
});
