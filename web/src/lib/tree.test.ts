import { expect, test } from 'vitest';
import { depth, first, grow, last, path, root } from './tree';

test('playing a known move follows its line, a new one branches', () => {
  const start = root();
  const a = grow(start, 'a');
  const b = grow(a, 'b');
  expect(grow(start, 'a')).toBe(a);
  const c = grow(a, 'c');
  expect(a.children).toEqual([b, c]);
  expect(path(c)).toEqual(['a', 'c']);
  expect(depth(c)).toBe(2);
  expect(last(start)).toBe(b);
  expect(first(c)).toBe(start);
});

test('a move learns how people write it', () => {
  const start = root();
  const a = grow(start, 'm:e2e4');
  expect(grow(start, 'm:e2e4', 'e4')).toBe(a);
  expect(a.text).toBe('e4');
  expect(grow(start, 'm:e2e4').text).toBe('e4');
});
