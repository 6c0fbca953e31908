import { beforeEach, expect, test, vi } from 'vitest';
import { choose, note, noteDay, ofDay, progress, read, winsIn } from './puzzles';

const TEXT = `# a remark
1240 win,trap mC3,mA1B1,mD4 GGGXG/GGGGG/GXTGG/GTXXG/TGGXT g c0
900 hold mB1 TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g c0 - #
`;

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

test('a file of puzzles is parsed', () => {
  const [first, second, ...more] = read(TEXT);
  expect(more).toEqual([]);
  expect(first).toEqual({
    number: 1,
    difficulty: 1240,
    deviation: 200,
    tries: 0,
    themes: ['win', 'trap'],
    moves: ['mC3', 'mA1B1', 'mD4'],
    position: 'GGGXG/GGGGG/GXTGG/GTXXG/TGGXT g c0',
  });
  expect(second?.position).toBe('TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g c0 - #');
});

test('every puzzle has its day, as on the server', () => {
  const days = Array.from({ length: 500 }, (_, day) => ofDay(500, (20_000 + day) * 86_400_000));
  expect(new Set(days).size).toBe(500);
  expect(ofDay(2000, 20_774 * 86_400_000)).toBe(((20_774 % 2000) * 7919) % 2000);
  expect(ofDay(0)).toBe(-1);
});

test('a seen puzzle is not repeated while there are others', () => {
  const all = read(TEXT);
  expect(choose(all, { seen: { 1: 'solved' } }, 1200)?.number).toBe(2);
  expect(choose(all, { seen: {} }, 1200, 'trap')?.number).toBe(1);
  expect(choose([], { seen: {} }, 1200)).toBeUndefined();
});

test('a first attempt changes the rating and is queued', () => {
  const [hard, easy] = read(TEXT);
  const solved = note('baghchal', hard!, true, ['mC3', 'mA1B1', 'mD4']);
  expect(solved.rating).toBeGreaterThan(1100);
  expect(solved.deviation).toBeLessThan(350);
  expect(note('baghchal', hard!, false, [])).toEqual(solved);
  const failed = note('baghchal', easy!, false, ['mC3']);
  expect(failed.rating).toBeLessThan(solved.rating);
  expect([failed.streak, failed.best]).toEqual([0, 1]);
  expect(failed.unsent).toEqual([
    { number: 1, moves: ['mC3', 'mA1B1', 'mD4'] },
    { number: 2, moves: ['mC3'] },
  ]);
  expect(progress('baghchal')).toEqual(failed);
});

test('consecutive days are counted', () => {
  const day = (number: number) => number * 86_400_000 + 5;
  expect(noteDay('baghchal', day(20_000)).days).toBe(1);
  expect(noteDay('baghchal', day(20_000)).days).toBe(1);
  expect(noteDay('baghchal', day(20_001)).days).toBe(2);
  expect(progress('baghchal', day(20_002)).days).toBe(2);
  expect(progress('baghchal', day(20_003)).days).toBe(0);
  expect(noteDay('baghchal', day(20_003)).days).toBe(1);
});

test('a win is counted in the solver’s turns, not decisions', () => {
  const ply = (side: string) => ({ side, move: '', human: '', action: '', position: '' });
  const won = { winner: 'white', reason: '', text: '' };
  const line = (sides: string, outcome: unknown = won) =>
    ({ history: [...sides].map((side) => ply(side === 'w' ? 'white' : 'black')), outcome }) as Parameters<
      typeof winsIn
    >[0];
  expect(winsIn(line('w'), 'white')).toBe(1);
  expect(winsIn(line('wbw'), 'white')).toBe(2);
  // A move and the ban after it, twice; then with a ban first.
  expect(winsIn(line('wwbbww'), 'white')).toBe(2);
  expect(winsIn(line('wbbww'), 'white')).toBe(2);
  expect(winsIn(line('wbw', null), 'white')).toBe(0);
});
