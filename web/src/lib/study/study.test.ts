import { expect, test } from 'vitest';
import { toSheet, toTree } from './study';
import { addMove, root, write } from './tree';

test('a tree survives conversion to a study', () => {
  const tree = root();
  tree.question = { task: 'Guard it.', otherwise: ' ' };
  const one = addMove(tree, 'mC3');
  one.comment = ' The middle. ';
  one.arrows = [[1, 2]];
  addMove(addMove(one, 'mA1A2'), 'mB1');
  addMove(tree, 'mB1').wrong = true;
  const sheet = toSheet('Goats', 'baghchal', undefined, tree);
  expect(sheet.nodes).toEqual([
    { question: { task: 'Guard it.' } },
    { parent: 0, move: 'mC3', comment: 'The middle.', arrows: [[1, 2]] },
    { parent: 1, move: 'mA1A2' },
    { parent: 2, move: 'mB1' },
    { parent: 0, move: 'mB1', wrong: true },
  ]);
  expect(write(toTree(sheet))).toBe(write(tree));
  expect(toSheet('Goats', 'baghchal', undefined, toTree(sheet))).toEqual(sheet);
});
