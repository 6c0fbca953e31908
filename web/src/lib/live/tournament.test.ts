// Reconnecting of tournaments while the server is unavailable.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const get = vi.hoisted(() => vi.fn());
vi.mock('../api/http', () => ({ get }));
vi.mock('../api/rules', () => ({ gameOf: async () => ({ id: 'baghchal' }) }));
vi.mock('../i18n/errorText', () => ({ errorText: String }));
vi.mock('../shell/route.svelte', () => ({}));
vi.mock('../i18n/i18n.svelte', () => ({ t: (text: string) => text }));

import { Refused } from '../api/errors';
import { LiveTournament } from './tournament.svelte';

class Stream {
  static readonly CLOSED = 2;
  static made: Stream[] = [];
  readyState = 1;
  onerror = () => {};
  #told = (_: { data: string }) => {};

  constructor() {
    Stream.made.push(this);
  }

  addEventListener(_: string, told: (event: { data: string }) => void): void {
    this.#told = told;
  }

  tells(now: object): void {
    this.#told({ data: JSON.stringify(now) });
  }

  /** Fails as a browser does on a response that is no event stream. */
  isRefused(): void {
    this.readyState = Stream.CLOSED;
    this.onerror();
  }

  close(): void {
    this.readyState = Stream.CLOSED;
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Stream);
  Stream.made = [];
  get.mockReset();
});
afterEach(() => void vi.useRealTimers());

test('a refused stream is reopened', async () => {
  get.mockResolvedValue({ id: 't', version: 1, state: 'running' });
  const cup = new LiveTournament('t');
  const leave = cup.follow();
  await vi.advanceTimersByTimeAsync(0);
  for (let tries = 1; tries < 8; tries++) {
    Stream.made.at(-1)!.isRefused();
    expect(cup.trouble).not.toBe('');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(Stream.made.length).toBe(tries + 1);
  }
  Stream.made.at(-1)!.tells({ id: 't', version: 2, state: 'running' });
  expect([cup.now?.version, cup.trouble]).toEqual([2, '']);
  Stream.made.at(-1)!.isRefused();
  leave();
  expect(vi.getTimerCount()).toBe(0);
});

test('a failed load is retried unless the tournament does not exist', async () => {
  get
    .mockRejectedValueOnce(new Error('502'))
    .mockRejectedValueOnce(new Error('503'))
    .mockResolvedValue({ id: 't', version: 1, state: 'running' });
  const leave = new LiveTournament('t').follow();
  await vi.advanceTimersByTimeAsync(1000);
  expect(Stream.made.length).toBe(1);
  leave();
  expect(Stream.made[0]!.readyState).toBe(Stream.CLOSED);

  get.mockReset().mockRejectedValue(new Refused(404, { code: 'missing', text: 'Missing.' }, {}));
  new LiveTournament('u').follow();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(get).toHaveBeenCalledOnce();
});
