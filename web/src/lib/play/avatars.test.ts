import { expect, test } from 'vitest';
import { avatarOf } from './avatars';

test('a name always has the same avatar', () => {
  expect(avatarOf('Asha')).toEqual(avatarOf('asha'));
});

test('names spread over all animals and seats', () => {
  const all = Array.from({ length: 500 }, (_, i) => avatarOf(`player ${i}`));
  expect(new Set(all.map(({ animal }) => animal)).size).toBe(7);
  expect(new Set(all.map(({ seat }) => seat)).size).toBe(8);
});
