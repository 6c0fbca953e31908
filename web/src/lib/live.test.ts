// How soon a line that broke is made anew.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const made = vi.hoisted(() => [] as { onmessage?: (message: { data: string }) => void; onclose?: (parting: object) => void; close(): void }[]);
vi.mock('./api', () => ({
  Away: class extends Error {},
  Refused: class extends Error {},
  line: () => made[made.push({ close: () => {} }) - 1],
}));

import { LiveMatch } from './live.svelte';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  made.length = 0;
});
afterEach(() => void vi.useRealTimers());

/** The line opens, and breaks after so long. */
async function breaks(after: number): Promise<void> {
  made.at(-1)!.onmessage!({ data: JSON.stringify({ type: 'state', state: { id: 'a', version: 1 } }) });
  await vi.advanceTimersByTimeAsync(after);
  made.at(-1)!.onclose!({});
}

test('a line that opens and breaks at once, as of an engine that fails each time, is made ever more rarely', async () => {
  const match = new LiveMatch('a', {});
  for (let lines = 1; lines < 10; lines++) {
    await breaks(0);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(made.length).toBe(lines + 1);
  }
  await breaks(0);
  await vi.advanceTimersByTimeAsync(5000);
  expect(made.length).toBe(10);
  // One that has held is made anew soon.
  await vi.advanceTimersByTimeAsync(10_000);
  await breaks(6000);
  await vi.advanceTimersByTimeAsync(600);
  expect(made.length).toBe(12);
  match.close();
});
