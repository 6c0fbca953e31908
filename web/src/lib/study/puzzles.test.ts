import { beforeEach, expect, test, vi } from 'vitest';

const rate = vi.hoisted(() => vi.fn());
vi.mock('../offline/engine', () => ({ isBuiltIn: true, rate }));

import { attempt, choose, note, noteDay, ofDay, type Progress, progress, read, winsIn } from './puzzles';

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

test('a first attempt is rated by the module, a later one is not', async () => {
  rate.mockResolvedValue({ rating: 1200, deviation: 300, volatility: 0.06 });
  const seen: Progress[] = [];
  const [hard] = read(TEXT);
  await attempt('baghchal', hard!, true, ['mC3'], undefined, (now) => seen.push(now));
  await attempt('baghchal', hard!, false, [], undefined, (now) => seen.push(now));
  const own = expect.objectContaining({ rating: 1000, deviation: 350 });
  expect(rate).toHaveBeenCalledExactlyOnceWith(own, { rating: 1240, deviation: 200, volatility: 0.01 }, 1);
  expect(seen.map(({ rating }) => rating)).toEqual([1000, 1200, 1200]);
  expect(progress('baghchal')).toMatchObject({ rating: 1200, deviation: 300, streak: 1 });
});

test('without the module an attempt keeps the rating', async () => {
  rate.mockRejectedValue(new Error('no module'));
  const [hard] = read(TEXT);
  await attempt('baghchal', hard!, false, [], undefined, () => {});
  expect(progress('baghchal')).toMatchObject({ rating: 1000, seen: { 1: 'failed' } });
});

test('a first attempt is queued', () => {
  const [hard, easy] = read(TEXT);
  const solved = note('baghchal', hard!, true, ['mC3', 'mA1B1', 'mD4']);
  expect(note('baghchal', hard!, false, [])).toEqual(solved);
  const failed = note('baghchal', easy!, false, ['mC3']);
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
