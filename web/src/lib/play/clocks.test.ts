import { beforeAll, expect, test, vi } from 'vitest';

// Settings are read from browser APIs, which are missing here.
vi.stubGlobal('navigator', { language: 'en' });
vi.stubGlobal('localStorage', { getItem: () => null });
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));

let clocks: typeof import('./clocks');
beforeAll(async () => {
  clocks = await import('./clocks');
});

test('remaining time has a useful precision', () => {
  const left = [
    0,
    9_949,
    10_000,
    59_001,
    3_599_000,
    3_600_000,
    clocks.DAY - 1000,
    clocks.DAY,
    7 * clocks.DAY - 3_600_000,
    7 * clocks.DAY,
  ];
  expect(left.map(clocks.leftText)).toEqual([
    '0.0',
    '9.9',
    '0:10',
    '1:00',
    '59:59',
    '1:00:00',
    '23:59:59',
    '1 d 0 h',
    '6 d 23 h',
    '7 d 0 h',
  ]);
});

test('a clock has a short form for tiles', () => {
  expect(clocks.shortText({ initial_ms: 180_000, increment_ms: 2000 })).toBe('3+2');
  expect(clocks.shortText({ initial_ms: 30_000, increment_ms: 0 })).toBe('0.5+0');
  expect(clocks.shortText({ per_move_ms: clocks.DAY })).toBe('1 day');
});
