// Where in the page one is. Addresses are ordinary paths, so that they can be shared; a web host that only has
// files knows none of them, so there they stand behind the #.

import { base, hasServer } from './server';

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

export const route = {
  get path() {
    return now.path;
  },
  get query() {
    return now.query;
  },
};

/** What stands in the address bar for a place in the page. */
export const address = (to: string): string => (hasServer ? to : `${base}#${to}`);

export function go(to: string): void {
  history.pushState(null, '', address(to));
  now = read();
  scrollTo(0, 0);
}

/** Puts another address in place of this one without going anywhere. */
export function rename(to: string): void {
  history.replaceState(null, '', address(to));
}

/** Follows links inside the page without loading it anew. */
export function followLinks(): void {
  addEventListener('popstate', () => (now = read()));
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a');
    if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const said = link.getAttribute('href') ?? '';
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
