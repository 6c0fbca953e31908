import { expect, test } from 'vitest';
import { addLine, replyAfter } from './movePlan';

const owned = [false, true, false, true];

test('another reply to the same moves replaces the lines behind it', () => {
  let lines = addLine([], ['a', 'x', 'b', 'y'], owned);
  lines = addLine(lines, ['c', 'x'], owned);
  expect(lines).toEqual([
    ['a', 'x', 'b', 'y'],
    ['c', 'x'],
  ]);
  // Another expected move is a branch, another reply is a change of mind.
  lines = addLine(lines, ['a', 'x', 'd', 'z'], owned);
  expect(lines).toHaveLength(3);
  expect(addLine(lines, ['a', 'w'], owned)).toEqual([
    ['c', 'x'],
    ['a', 'w'],
  ]);
});

test('a longer line replaces its beginning, and a shorter one adds nothing', () => {
  const short = addLine([], ['a', 'x'], owned);
  const long = addLine(short, ['a', 'x', 'b', 'y'], owned);
  expect(long).toEqual([['a', 'x', 'b', 'y']]);
  expect(addLine(long, ['a', 'x'], owned)).toEqual(long);
});

test('the planned reply follows the moves', () => {
  const lines = [
    ['a', 'x', 'b', 'y'],
    ['c', 'z'],
  ];
  expect([replyAfter(lines, ['a']), replyAfter(lines, ['a', 'x', 'b']), replyAfter(lines, ['d'])]).toEqual([
    'x',
    'y',
    undefined,
  ]);
});
