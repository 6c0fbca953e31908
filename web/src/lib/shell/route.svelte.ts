// The router. Addresses are ordinary paths, so that they can be shared; on a static web host they are after
// the #.

import { base, hasServer } from '../api/server';

export interface Route {
  path: string[];
  query: URLSearchParams;
}

function read(): Route {
  const at = hasServer ? location : new URL(location.hash.slice(1) || '/', location.origin);
  const path = at.pathname.split('/').filter(Boolean).map(decodeURIComponent);
  return { path, query: new URLSearchParams(at.search) };
}

let now = $state.raw(read());
/** Number of navigations by Back or Forward. */
let returns = $state(0);

/** The current address without a fragment. */
const written = () => (hasServer ? location.pathname + location.search : location.hash);
/** The address of the page on display, which may have replaced it. */
let shown = written();

export const route = {
  get path() {
    return now.path;
  },
  get query() {
    return now.query;
  },
  get returns() {
    return returns;
  },
};

/** Returns the address of a page as shown in the address bar. */
export const address = (to: string): string => (hasServer ? to : `${base}#${to}`);

export function go(to: string): void {
  keepPlace();
  history.pushState(null, '', address(to));
  shown = written();
  now = read();
  goDown(0);
  toContent();
}

/** Moves the focus to the content, for keyboards and screen readers. */
function toContent(): void {
  document.getElementById('content')?.focus({ preventScroll: true });
}

/** Navigates and replaces the current history entry. */
export function replace(to: string): void {
  rename(to);
  now = read();
}

/** Replaces the address without navigating. */
export function rename(to: string): void {
  history.replaceState(history.state, '', address(to));
  shown = written();
}

/** Maximum time to wait until the page is tall enough to restore the scroll position. */
const LONGEST_MS = 3000;
/** Debounce of scroll positions, since browsers limit writes to the history. */
const STILL_MS = 400;

/** The scroll restoration in progress; cancelled when the user scrolls. */
let restoring: object | undefined;

/** Stores the scroll position in the history entry, except during restoration. */
function keepPlace(): void {
  if (!restoring) history.replaceState({ ...history.state, down: scrollY }, '');
}

/** Scrolls to a position once the page is tall enough. */
function goDown(to: number): void {
  const [mine, until] = [to ? {} : undefined, performance.now() + LONGEST_MS];
  restoring = mine;
  scrollTo(0, 0);
  const look = () => {
    if (mine !== restoring) return;
    const isLongEnough = document.documentElement.scrollHeight - innerHeight >= to - 1;
    if (isLongEnough) scrollTo(0, to);
    if (isLongEnough || performance.now() > until) restoring = undefined;
    else requestAnimationFrame(look);
  };
  if (mine) requestAnimationFrame(look);
}

/**
 * Restores scroll positions on Back. The browser's own restoration fails because the page loads in pieces.
 */
function followScrolling(): void {
  history.scrollRestoration = 'manual';
  goDown(history.state?.down ?? 0);
  let still: ReturnType<typeof setTimeout>;
  addEventListener('scroll', () => {
    clearTimeout(still);
    still = setTimeout(keepPlace, STILL_MS);
  });
  // Scrolling by the user cancels the restoration.
  for (const own of ['wheel', 'touchmove', 'keydown'] as const)
    addEventListener(own, () => (restoring = undefined), { passive: true });
}

/** Handles links inside the page without reloading it. */
export function followLinks(): void {
  addEventListener('popstate', ({ state }) => {
    // Pages read their address once, so another address needs another page, even with the same path.
    const isElsewhere = written() !== shown;
    if (isElsewhere) returns++;
    shown = written();
    now = read();
    goDown(state?.down ?? 0);
    if (isElsewhere) toContent();
  });
  followScrolling();
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a');
    if (
      !link ||
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey
    )
      return;
    const said = link.getAttribute('href') ?? '';
    // A link to a fragment: without a server its address would be taken for a page.
    const part = said.startsWith('#') && document.getElementById(said.slice(1));
    if (part) {
      event.preventDefault();
      return part.focus();
    }
    const to = new URL(
      !hasServer && said.startsWith(`${base}#/`) ? said.slice(base.length + 1) : link.href,
      location.href,
    );
    const elsewhere =
      to.origin !== location.origin || link.hasAttribute('download') || link.target === '_blank';
    if (elsewhere || /^\/(api|docs|openapi)/.test(to.pathname)) return;
    event.preventDefault();
    go(to.pathname + to.search + to.hash);
  });
  if (hasServer) return;
  // Links that are copied or opened in another window need the real address.
  for (const early of ['pointerdown', 'contextmenu', 'focusin'] as const) {
    document.addEventListener(early, (event) => {
      const link = (event.target as Element).closest?.('a');
      const to = link?.getAttribute('href');
      if (link && to?.startsWith('/') && !to.startsWith(`${base}#`)) link.href = address(to);
    });
  }
}
