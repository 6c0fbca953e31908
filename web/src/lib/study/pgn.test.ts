import { expect, test } from 'vitest';
import { insert, lines, readPgn, writePgn } from './pgn';
import { addMove, leaves, path, root, write } from './tree';

/** Tokens equal moves here; bans are in comments. */
const token = (move: string) => (move.startsWith('b:') ? `{banning: ${move.slice(2)}}` : move.slice(2));
const moved = (token: string) => (token.startsWith('{') ? `b:${token.slice(10, -1)}` : `m:${token}`);
const game = (moves: string[]) => `[Variant "Ban Chess"]\n[Result "*"]\n\n1. ${moves.map(token).join(' ')} *`;

test('a tree survives writing and parsing', () => {
  const start = root();
  start.comment = 'How it begins.';
  const main = addMove(addMove(addMove(addMove(start, 'b:e2e4'), 'm:d4'), 'b:g8f6'), 'm:e5');
  main.comment = 'Daring.';
  addMove(addMove(start.children[0]!, 'm:c4'), 'b:c7c5');
  addMove(addMove(start, 'b:d2d4'), 'm:e4').comment = 'As usual.';
  addMove(main.parent!, 'm:d5');
  const text = writePgn(
    start,
    leaves(start).map((leaf) => [leaf, game(path(leaf))]),
  );
  expect(text).toBe(
    '[Variant "Ban Chess"]\n[Result "*"]\n\n' +
      '{How it begins.} 1. {banning: e2e4} d4 (1. c4 {banning: c7c5}) (1. {banning: d2d4} e4 {As usual.}) ' +
      '1... {banning: g8f6} e5 {Daring.} (1... d5) *\n',
  );
  const read = readPgn(text);
  expect(read.tags).toContain('Ban Chess');
  const again = root();
  insert(
    again,
    read.start,
    lines(read.start).map((line) => [line, line.map(({ token }) => ({ move: moved(token), human: token }))]),
  );
  expect(write(again)).toBe(write(start));
  expect(again.comment).toBe('How it begins.');
  expect(again.children[0]!.children[0]!.children[0]!.children[0]!.comment).toBe('Daring.');
});

test('numbers, signs and comments are not moves', () => {
  const { start } = readPgn(
    '[Variant "Ban Chess"]\n\n1.{banning: e2e4}d4 $1 !? ; good\n1...{banning: g8f6} e5 1/2-1/2',
  );
  expect(lines(start).map((line) => line.map(({ token }) => token))).toEqual([
    ['{banning: e2e4}', 'd4', '{banning: g8f6}', 'e5'],
  ]);
  expect(lines(start)[0]![1]!.comment).toBe('good');
});
