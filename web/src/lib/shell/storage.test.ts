import { beforeEach, expect, test, vi } from 'vitest';
import { store, stored } from './storage';

let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map();
  const area = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
  vi.stubGlobal('localStorage', area);
  vi.stubGlobal('sessionStorage', area);
});

test('a stored value is read again', () => {
  store('seats', { goats: 'secret' });
  expect(stored('seats', {})).toEqual({ goats: 'secret' });
  store('seats', undefined);
  expect(stored('seats')).toBeUndefined();
});

test('a damaged value, or one of another kind, counts as missing', () => {
  for (const text of ['{"goats":', 'null', '3', '"text"', '[1]']) {
    kept.set('seats', text);
    expect(stored('seats', { none: 1 })).toEqual({ none: 1 });
  }
  kept.set('games', '{"length":1}');
  expect(stored<string[]>('games', [])).toEqual([]);
});

test('a browser without storage has no values', () => {
  vi.stubGlobal('localStorage', undefined);
  store('seats', {});
  expect(stored<string[]>('seats', [])).toEqual([]);
});
