import { expect, test } from 'vitest';
import type { Game } from '../api/types';
import { allowed, changes, named, values } from './rules';

const captures = { name: 'captures', about: 'how many captures win', value: 5, min: 1, max: 20 };
const goats = { name: 'goats', about: 'how many goats there are', value: 20, min: 10, max: 24 };
const game = { id: 'baghchal', rules: [captures, goats] } as Game;

test('an id contains only changed rules', () => {
  expect(named(game, { captures: 5, goats: 20 })).toBe('baghchal');
  expect(named(game, { captures: 3, goats: 20 })).toBe('baghchal:captures=3');
  expect(named(game, { captures: 3, goats: 12 })).toBe('baghchal:captures=3,goats=12');
});

test('an id is parsed as it is written', () => {
  expect(changes(game, 'baghchal')).toEqual([]);
  expect(changes(game, 'baghchal:captures=5')).toEqual([]);
  expect(changes(game, 'baghchal:goats=12')).toEqual([{ rule: goats, value: 12 }]);
  for (const name of ['baghchal', 'baghchal:captures=3', 'baghchal:captures=3,goats=12']) {
    expect(named(game, values(game, name))).toBe(name);
  }
});

test('only whole numbers in the bounds are allowed', () => {
  expect([1, 20].map((value) => allowed(captures, value))).toEqual([true, true]);
  expect([0, 21, 2.5, NaN, null, undefined].map((value) => allowed(captures, value))).toEqual(
    Array(6).fill(false),
  );
});
