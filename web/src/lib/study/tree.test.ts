import { expect, test } from 'vitest';
import { addMove, find, first, isNumbered, last, path, read, root, turnOf, write } from './tree';

test('playing a known move follows its line, a new one branches', () => {
  const start = root();
  const a = addMove(start, 'a');
  const b = addMove(a, 'b');
  expect(addMove(start, 'a')).toBe(a);
  const c = addMove(a, 'c');
  expect(a.children).toEqual([b, c]);
  expect(path(c)).toEqual(['a', 'c']);
  expect(turnOf(c)).toBe(2);
  expect(last(start)).toBe(b);
  expect(first(c)).toBe(start);
});

test('a known move gets its human notation', () => {
  const start = root();
  const a = addMove(start, 'm:e2e4');
  expect(addMove(start, 'm:e2e4', 'e4')).toBe(a);
  expect(a.text).toBe('e4');
  expect(addMove(start, 'm:e2e4').text).toBe('e4');
});

test('a ban has the number of the move after it and shows it for both', () => {
  const ban = addMove(root(), 'b:e2e4', '✗e4');
  const move = addMove(ban, 'm:d2d4', 'd4');
  const next = addMove(move, 'b:d7d5', '✗d5');
  const answer = addMove(next, 'm:g8f6', 'Nf6');
  // An alternative after the same ban has a number of its own.
  const other = addMove(next, 'm:e7e6', 'e6');
  const all = [ban, move, next, answer, other];
  expect(all.map(turnOf)).toEqual([1, 1, 2, 2, 2]);
  expect(all.map(isNumbered)).toEqual([true, false, true, false, true]);
});

test('a tree survives writing and parsing', () => {
  const start = root();
  const a = addMove(start, 'mB1');
  addMove(addMove(a, 'mA1C1(B1)'), 'mC3');
  addMove(addMove(a, 'mA1A2'), 'mD4');
  addMove(find(start, ['mB1', 'mA1A2']), 'mE4');
  addMove(start, 'mC1');
  const text = write(start);
  expect(text).toBe('mB1 (mC1) mA1C1(B1) (mA1A2 mD4 (mE4)) mC3');
  expect(write(read(text))).toBe(text);
  expect(path(find(read(text), ['mB1', 'mA1A2', 'mE4']))).toEqual(['mB1', 'mA1A2', 'mE4']);
  expect(write(read(''))).toBe('');
  // Unbalanced brackets are tolerated.
  expect(write(read('a) (b ) ((c'))).toContain('a');
});
