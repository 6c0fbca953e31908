import { expect, test } from 'vitest';
import { choose, ofDay, read } from './puzzles';

const TEXT = `# a remark
1240 win,trap mC3,mA1B1,mD4 GGGXG/GGGGG/GXTGG/GTXXG/TGGXT g c0
900 hold mB1 TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g c0 - #
`;

test('a file of puzzles is read', () => {
  const [first, second, ...more] = read(TEXT);
  expect(more).toEqual([]);
  expect(first).toEqual({ number: 1, difficulty: 1240, themes: ['win', 'trap'], moves: ['mC3', 'mA1B1', 'mD4'], position: 'GGGXG/GGGGG/GXTGG/GTXXG/TGGXT g c0' });
  expect(second?.position).toBe('TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g c0 - #');
});

test('every puzzle has its day, the same as on the server', () => {
  const days = Array.from({ length: 500 }, (_, day) => ofDay(500, (20_000 + day) * 86_400_000));
  expect(new Set(days).size).toBe(500);
  expect(ofDay(2000, 20_774 * 86_400_000)).toBe(((20_774 % 2000) * 7919) % 2000);
  expect(ofDay(0)).toBe(-1);
});

test('what was seen does not come again while there is something else', () => {
  const all = read(TEXT);
  expect(choose(all, { seen: { 1: 'solved' } }, 1200)?.number).toBe(2);
  expect(choose(all, { seen: {} }, 1200, 'trap')?.number).toBe(1);
  expect(choose([], { seen: {} }, 1200)).toBeUndefined();
});
