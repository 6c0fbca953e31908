// Scroll positions restored by Back.

import { beforeEach, expect, test, vi } from 'vitest';

const heard = new Map<string, (event: object) => void>();
let frames: (() => void)[];
let kept: { down: number };

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  [frames, kept] = [[], { down: 700 }];
  vi.stubGlobal('location', { pathname: '/', search: '', href: 'http://localhost/' });
  vi.stubGlobal('document', {
    documentElement: { dataset: {}, scrollHeight: 800 },
    addEventListener: () => {},
  });
  vi.stubGlobal('history', {
    get state() {
      return kept;
    },
    replaceState: (state: { down: number }) => (kept = state),
  });
  vi.stubGlobal('innerHeight', 800);
  vi.stubGlobal('scrollY', 0);
  vi.stubGlobal('addEventListener', (name: string, listener: (event: object) => void) =>
    heard.set(name, listener),
  );
  vi.stubGlobal('requestAnimationFrame', (look: () => void) => frames.push(look));
  vi.stubGlobal('scrollTo', (_: number, to: number) => {
    vi.stubGlobal('scrollY', to);
    heard.get('scroll')?.({});
  });
  return () => vi.useRealTimers();
});

test('the scroll position is restored once the page is tall enough', async () => {
  const { followLinks } = await import('./route.svelte');
  followLinks();
  heard.get('popstate')!({ state: kept });
  vi.advanceTimersByTime(1000);
  expect(kept.down).toBe(700);
  Object.assign(document.documentElement, { scrollHeight: 3000 });
  for (const look of frames) look();
  expect(scrollY).toBe(700);
  // Afterwards the user's scrolling counts.
  scrollTo(0, 900);
  vi.advanceTimersByTime(1000);
  expect(kept.down).toBe(900);
});

test('scrolling by the user cancels the restoration', async () => {
  const { followLinks } = await import('./route.svelte');
  followLinks();
  heard.get('wheel')!({});
  scrollTo(0, 30);
  vi.advanceTimersByTime(1000);
  expect(kept.down).toBe(30);
});
