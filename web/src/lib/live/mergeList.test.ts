import { expect, test } from 'vitest';
import { applyListDelta } from './mergeList';

const list = (...ids: string[]) => ids.map((id) => ({ id, turn: 0 }));

test('a delta updates in place, adds at one end and removes', () => {
  const before = list('a', 'b', 'c');
  const changed = [
    { id: 'b', turn: 1 },
    { id: 'd', turn: 0 },
  ];
  expect(applyListDelta(before, changed, ['a'], 'first')).toEqual([
    { id: 'd', turn: 0 },
    { id: 'b', turn: 1 },
    { id: 'c', turn: 0 },
  ]);
  expect(applyListDelta(before, changed, undefined, 'last').map(({ id }) => id)).toEqual([
    'a',
    'b',
    'c',
    'd',
  ]);
  expect(applyListDelta(before, [], [], 'last')).toEqual(before);
});
