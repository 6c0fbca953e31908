// Whether the page has a server. `chautari page` exports a page without one.

export const hasServer = globalThis.document?.documentElement.dataset.server !== 'none';

/** Base path of the page's files: the root of a server, or any folder of a web host. */
export const base = hasServer ? '/' : new URL('.', location.href).pathname;
