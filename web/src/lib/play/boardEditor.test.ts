import { expect, test } from 'vitest';
import type { Scene } from '../api/types';
import { allowedPoints, placePiece, positionText, removePiece } from './boardEditor';

const point = (label: string, shape: string) => ({ x: 0, y: 0, label, shape });
const scene = {
  board: {
    points: [point('a1', 'pin'), point('b1', 'pin'), point('a1-b2', 'octagon'), point('b1-c2', 'base')],
    sides: [
      { name: 'x', tone: 'one', sign: 'pin', pieces: ['pin', 'octagon'] },
      { name: 'o', tone: 'two', sign: 'pin', pieces: ['pin', 'octagon'] },
    ],
  },
  pieces: [
    { at: 1, kind: 'pin', side: 'o', glyph: 'o' },
    { at: 3, kind: 'octagon', side: 'x', glyph: 'X' },
  ],
  tallies: [
    { label: 'pins', side: 'o', count: 1, of: 8, counted: 'on-board' },
    { label: 'pairs taken', side: 'x', count: 2, of: 5, counted: 'in-play' },
  ],
  turn: 'o',
} as unknown as Scene;

test('a position text lists pieces and counters', () => {
  expect(positionText(scene)).toBe('o, x octagon b1-c2, o pin b1, x pairs taken 2');
});

test('placing a piece replaces another, and removing works', () => {
  const pieces = placePiece(scene.pieces, { at: 1, kind: 'pin', side: 'x', glyph: 'x' });
  expect(pieces.map(({ at, side }) => `${at}${side}`)).toEqual(['3x', '1x']);
  expect(removePiece(pieces, 3)).toHaveLength(1);
});

test('pins go on pins, octagons beneath them, and bases stay', () => {
  expect(allowedPoints(scene, 'pin')).toEqual([0, 1]);
  expect(allowedPoints(scene, 'octagon')).toEqual([2]);
});
