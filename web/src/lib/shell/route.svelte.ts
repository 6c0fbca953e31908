// Where in the page one is. Addresses are ordinary paths, so that they can be shared; a web host that only has
// files knows none of them, so there they stand behind the #.

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
/** How often one has come to another address by Back or Forward. */
let returns = $state(0);

/** The address itself, without what only leads to a part of a page. */
const written = () => (hasServer ? location.pathname + location.search : location.hash);
/** What it is by now: a page may have renamed it. */
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

/** What stands in the address bar for a place in the page. */
export const address = (to: string): string => (hasServer ? to : `${base}#${to}`);

export function go(to: string): void {
  keepPlace();
  history.pushState(null, '', address(to));
  shown = written();
  now = read();
  goDown(0);
  toContent();
}

/** Whoever uses the keyboard or listens goes on where the page begins, unless it says itself where. */
function toContent(): void {
  document.getElementById('content')?.focus({ preventScroll: true });
}

/** Goes on to where this place leads: Back does not come by here again. */
export function replace(to: string): void {
  rename(to);
  now = read();
}

/** Puts another address in place of this one without going anywhere. */
export function rename(to: string): void {
  history.replaceState(history.state, '', address(to));
  shown = written();
}

/** How long a page may take until it is as long as when it was left. */
const LONGEST_MS = 3000;
/** Browsers let nobody write into their history all the time. */
const STILL_MS = 400;

/** What goes down to where one was, until it is there or somebody scrolls themselves. */
let restoring: object | undefined;

/** How far down one is stands beside the address, for whoever comes back. On the way there it stays as it is. */
function keepPlace(): void {
  if (!restoring) history.replaceState({ ...history.state, down: scrollY }, '');
}

/** Scrolls to there, as soon as the page is long enough. */
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

/** Back leads to where one was on a page; it comes piece by piece, so that the browser alone does not find there. */
function followScrolling(): void {
  history.scrollRestoration = 'manual';
  goDown(history.state?.down ?? 0);
  let still: ReturnType<typeof setTimeout>;
  addEventListener('scroll', () => {
    clearTimeout(still);
    still = setTimeout(keepPlace, STILL_MS);
  });
  // Whoever scrolls themselves is not drawn away.
  for (const own of ['wheel', 'touchmove', 'keydown'] as const) addEventListener(own, () => (restoring = undefined), { passive: true });
}

/** Follows links inside the page without loading it anew. */
export function followLinks(): void {
  addEventListener('popstate', ({ state }) => {
    // A page reads its address once: under another one it is another page, even at the same path.
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
    if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const said = link.getAttribute('href') ?? '';
    // A part of the page is no other place: without a server its address would be one.
    const part = said.startsWith('#') && document.getElementById(said.slice(1));
    if (part) {
      event.preventDefault();
      return part.focus();
    }
    const to = new URL(!hasServer && said.startsWith(`${base}#/`) ? said.slice(base.length + 1) : link.href, location.href);
    const elsewhere = to.origin !== location.origin || link.hasAttribute('download') || link.target === '_blank';
    if (elsewhere || /^\/(api|docs|openapi)/.test(to.pathname)) return;
    event.preventDefault();
    go(to.pathname + to.search + to.hash);
  });
  if (hasServer) return;
  // What is opened in another window, or copied, must be an address there is.
  for (const early of ['pointerdown', 'contextmenu', 'focusin'] as const) {
    document.addEventListener(early, (event) => {
      const link = (event.target as Element).closest?.('a');
      const to = link?.getAttribute('href');
      if (link && to?.startsWith('/') && !to.startsWith(`${base}#`)) link.href = address(to);
    });
  }
}
