// Reconnecting of matches, and actions that were not answered.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const made = vi.hoisted(
  () =>
    [] as {
      onmessage?: (message: { data: string }) => void;
      onclose?: (parting: object) => void;
      close(): void;
    }[],
);
const post = vi.hoisted(() => vi.fn());
vi.mock('../api/api', () => ({
  Away: class extends Error {},
  Refused: class extends Error {},
  post,
  line: () => made[made.push({ close: () => {} }) - 1],
}));

import { signIn } from '../api/me.svelte';
import { LiveMatch } from './match.svelte';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  made.length = 0;
});
afterEach(() => void vi.useRealTimers());

/** The connection opens and breaks after this long. */
async function breaks(after: number): Promise<void> {
  made.at(-1)!.onmessage!({ data: JSON.stringify({ type: 'state', state: { id: 'a', version: 1 } }) });
  await vi.advanceTimersByTimeAsync(after);
  made.at(-1)!.onclose!({});
}

test('a connection that keeps breaking at once is reopened ever more rarely', async () => {
  const match = new LiveMatch('a', {});
  for (let lines = 1; lines < 10; lines++) {
    await breaks(0);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(made.length).toBe(lines + 1);
  }
  await breaks(0);
  await vi.advanceTimersByTimeAsync(5000);
  expect(made.length).toBe(10);
  // After a stable connection the delay is short again.
  await vi.advanceTimersByTimeAsync(10_000);
  await breaks(6000);
  await vi.advanceTimersByTimeAsync(600);
  expect(made.length).toBe(12);
  match.close();
});

test('an unsent move is sent after a reload, with the account’s key for a seat held by name', async () => {
  const store = new Map([
    [
      'chautari.sent.a',
      JSON.stringify({ command: 'c', version: 1, side: 'goats', action: { type: 'move', move: 'C3' } }),
    ],
  ]);
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => store.get(key),
    removeItem: (key: string) => store.delete(key),
  });
  vi.stubGlobal('localStorage', { setItem: () => {} });
  signIn({ person: 'p1', name: 'Asha', token: 'her-key' });
  const state = {
    id: 'a',
    version: 1,
    seats: {
      goats: { kind: 'person', id: 'p1', name: 'Asha' },
      tigers: { kind: 'person', id: 'p2', name: 'Bina' },
    },
  };
  post.mockResolvedValue({ state: { ...state, version: 2 } });
  const match = new LiveMatch('a', {});
  made.at(-1)!.onmessage!({ data: JSON.stringify({ type: 'state', state }) });
  await vi.advanceTimersByTimeAsync(0);
  expect(post).toHaveBeenCalledExactlyOnceWith(
    '/matches/a/actions',
    expect.objectContaining({ command: 'c' }),
    'her-key',
  );
  expect(match.waiting).toBeUndefined();
  expect(store.size).toBe(0);
  match.close();
});

test('an unsent action for a foreign seat is dropped', async () => {
  const store = new Map([
    [
      'chautari.sent.a',
      JSON.stringify({ command: 'c', version: 1, side: 'tigers', action: { type: 'resign' } }),
    ],
  ]);
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => store.get(key),
    removeItem: (key: string) => store.delete(key),
  });
  const match = new LiveMatch('a', {});
  post.mockClear();
  made.at(-1)!.onmessage!({
    data: JSON.stringify({
      type: 'state',
      state: { id: 'a', version: 1, seats: { goats: { kind: 'human' }, tigers: { kind: 'human' } } },
    }),
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(post).not.toHaveBeenCalled();
  expect(store.size).toBe(0);
  match.close();
});
