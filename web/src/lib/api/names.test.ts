import { expect, test } from 'vitest';
import { lengthOf } from './names';

test('a name’s length is that of the server', () => {
  const names: [string, number][] = [
    ['Asha', 4],
    ['  Asha \t\u3000 Rai ', 8],
    ['क्‍ष', 3],
    ['e\u0301', 1],
    ['ﬁ', 2],
    ['𝒜sha', 4],
    ['\u200dx\u200c', 1],
    [' ', 0],
  ];
  for (const [name, length] of names) expect(lengthOf(name), name).toBe(length);
});
