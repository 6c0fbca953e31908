// Whether there is a server behind this page: `chautari page` writes one without.

export const hasServer = globalThis.document?.documentElement.dataset.server !== 'none';

/** Where the page's own files are: a server has them at its root, a web host wherever they were put. */
export const base = hasServer ? '/' : new URL('.', location.href).pathname;
