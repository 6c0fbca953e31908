// Where in the page one is. Addresses are ordinary paths, so that they can be shared.

export interface Route {
  path: string[];
  query: URLSearchParams;
}

function read(): Route {
  const path = location.pathname.split('/').filter(Boolean).map(decodeURIComponent);
  return { path, query: new URLSearchParams(location.search) };
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

export function go(to: string): void {
  history.pushState(null, '', to);
  now = read();
  scrollTo(0, 0);
}

/** Puts another address in place of this one without going anywhere. */
export function rename(to: string): void {
  history.replaceState(null, '', to);
}

/** Follows links inside the page without loading it anew. */
export function followLinks(): void {
  addEventListener('popstate', () => (now = read()));
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a');
    if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const to = new URL(link.href, location.href);
    const elsewhere = to.origin !== location.origin || link.hasAttribute('download') || link.target === '_blank';
    if (elsewhere || /^\/(api|docs|openapi)/.test(to.pathname)) return;
    event.preventDefault();
    go(to.pathname + to.search + to.hash);
  });
}
