// The WebAssembly module when it cannot be fetched, breaks, or has another version than the page.

import { version } from 'chautari/package.json';
import { beforeEach, expect, test, vi } from 'vitest';

/** Outcome of each fetch of the module, with the version it reports. */
let fetches: { status: number; version: string; cache?: RequestCache }[];
let workers: FakeWorker[];

class FakeWorker {
  onmessage: (event: { data: unknown }) => void = () => {};
  onerror: (event: { message: string }) => void = () => {};
  #says = '';
  constructor() {
    workers.push(this);
  }
  postMessage({ compiled, question }: { compiled?: { version: string }; question: string }): void {
    if (compiled) this.#says = compiled.version;
    const answer = JSON.parse(question).ask === 'version' ? { version: this.#says } : { answered: true };
    queueMicrotask(() => this.onmessage({ data: { done: JSON.stringify(answer) } }));
  }
  terminate(): void {}
}

beforeEach(() => {
  [fetches, workers] = [[], []];
  vi.resetModules();
  vi.stubGlobal('Worker', FakeWorker);
  let asked = 0;
  vi.stubGlobal('fetch', (_: string, { cache }: RequestInit) => {
    const now = fetches[Math.min(asked++, fetches.length - 1)]!;
    now.cache = cache!;
    return Promise.resolve({
      ok: now.status === 200,
      status: now.status,
      headers: { get: () => null },
      arrayBuffer: () => Promise.resolve(now),
    });
  });
  vi.spyOn(WebAssembly, 'compile').mockImplementation((bytes) =>
    Promise.resolve(bytes as unknown as WebAssembly.Module),
  );
});

const engine = () => import('./engine');

test('a failed fetch is retried by the next request', async () => {
  fetches = [
    { status: 503, version },
    { status: 200, version },
  ];
  const { ask, isReady } = await engine();
  await expect(ask({ ask: 'games' })).rejects.toThrow('503');
  expect(isReady()).toBe(false);
  expect(await ask({ ask: 'games' })).toEqual({ answered: true });
  expect(isReady()).toBe(true);
});

test('a worker that breaks is replaced', async () => {
  fetches = [{ status: 200, version }];
  const { ask } = await engine();
  await ask({ ask: 'games' });
  expect(workers).toHaveLength(1);
  workers[0]!.onerror({ message: 'out of memory' });
  expect(await ask({ ask: 'games' })).toEqual({ answered: true });
  expect(workers).toHaveLength(2);
});

test('a module of another version is fetched again, bypassing caches', async () => {
  fetches = [
    { status: 200, version: '0.0.1' },
    { status: 200, version },
  ];
  const { ask } = await engine();
  expect(await ask({ ask: 'games' })).toEqual({ answered: true });
  expect(fetches.map(({ cache }) => cache)).toEqual(['default', 'reload']);
});

test('a module of another version is refused', async () => {
  fetches = [{ status: 200, version: '0.0.1' }];
  const { ask } = await engine();
  const { Unfit } = await import('../api/errors');
  await expect(ask({ ask: 'games' })).rejects.toBeInstanceOf(Unfit);
});
