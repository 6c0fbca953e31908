// Retries of a creation request whose response was lost.

import { beforeEach, expect, test, vi } from 'vitest';
import { Away, createBySoftserve, createOnce } from './api';
import { Refused } from './errors';
import { challenge } from './people';

/** Outcomes of the next requests; later ones succeed. */
let fates: (Response | 'lost')[];
let sent: { url: string; key: string }[];
/** The session storage. */
let kept: Map<string, string>;

beforeEach(() => {
  [fates, sent, kept] = [[], [], new Map()];
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
  vi.stubGlobal('fetch', (url: string, { headers }: { headers: Record<string, string> }) => {
    sent.push({ url, key: headers['idempotency-key']! });
    const fate = fates.shift() ?? Response.json({ made: sent.length });
    return fate === 'lost' ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(fate);
  });
});

const keys = () => sent.map(({ key }) => key);
const name = (name: string) => createOnce('/people', { name });
const refusal = (status: number) => Response.json({ error: { code: 'why', text: 'Why.' } }, { status });

test('a request without a response is retried with the same key', async () => {
  fates = [
    'lost',
    refusal(503),
    refusal(429),
    new Response('<h1>Bad Gateway</h1>', { status: 502 }),
    new Response('{"made": '),
  ];
  for (let asked = 0; asked < 5; asked++) await expect(name('Asha')).rejects.toThrow(Away);
  expect(await name('Asha')).toEqual({ made: 6 });
  expect(new Set(keys()).size).toBe(1);
  expect(keys()[0]).toMatch(/^[\x21-\x7e]{16,100}$/);
  // After a success the same request is a new one.
  await name('Asha');
  expect(keys().at(-1)).not.toBe(keys()[0]);
  expect(kept.size).toBe(0);
});

test('the key survives a reload', async () => {
  fates = ['lost'];
  await expect(name('Asha')).rejects.toThrow();
  vi.resetModules();
  await (await import('./api')).createOnce('/people', { name: 'Asha' });
  expect(new Set(keys()).size).toBe(1);
});

test('a request repeated minutes later has a new key', async () => {
  vi.useFakeTimers();
  fates = ['lost', 'lost'];
  await expect(name('Asha')).rejects.toThrow(Away);
  vi.advanceTimersByTime(60_000);
  await expect(name('Asha')).rejects.toThrow(Away);
  vi.advanceTimersByTime(3 * 60_000);
  await name('Asha');
  vi.useRealTimers();
  expect(keys()[1]).toBe(keys()[0]);
  expect(keys()[2]).not.toBe(keys()[0]);
});

test('stored keys are short and contain no secret', async () => {
  fates = ['lost'];
  await expect(createOnce('/studies', { secret: 'x'.repeat(250_000) }, 'token')).rejects.toThrow(Away);
  expect([...kept].join()).toMatch(/^chautari\.key\.[0-9a-z]+,\{"key":"[0-9a-f]{32}","at":\d+\}$/);
});

test('a full storage does not prevent the request', async () => {
  vi.spyOn(sessionStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('It is full.', 'QuotaExceededError');
  });
  expect(await name('Asha')).toEqual({ made: 1 });
});

test('refused, different and other users’ requests have keys of their own', async () => {
  fates = [refusal(409)];
  await expect(name('Asha')).rejects.toThrow(Refused);
  fates = ['lost', 'lost', 'lost', 'lost', 'lost'];
  const asked = [
    name('Asha'),
    name('Bina'),
    createOnce('/people', { name: 'Asha' }, 'somebody'),
    createOnce('/bots', { name: 'Asha' }),
    createBySoftserve('/people', { name: 'Asha' }),
  ];
  await Promise.allSettled(asked);
  expect(new Set(keys()).size).toBe(6);
  expect(sent.map(({ url }) => url)).toContain('/people');
});

test.each(['accepted', 'declined', 'withdrawn'])(
  'a challenge that is over when retried is sent again: %s',
  async (state) => {
    const terms = { game: 'baghchal', rated: false };
    fates = ['lost', Response.json({ id: 'one', state }), Response.json({ id: 'two', state: 'open' })];
    await expect(challenge({ person: 'Asha' }, terms)).rejects.toThrow(Away);
    expect((await challenge({ person: 'Asha' }, terms)).id).toBe('two');
    expect(keys()[1]).toBe(keys()[0]);
    expect(keys()[2]).not.toBe(keys()[0]);
  },
);
