// Keeps the page's own files, the games among them, so that it opens at once and can be played without a
// connection. Nothing about a match is kept here.
//
// `FILES` is written in front of this while building: all files of the page, and so another worker
// whenever one of them has changed.
const HOME = self.registration.scope;
const KEPT = FILES.map((file) => HOME + file);
/** Others may live at the same host, this page among them at another path. */
const OURS = `chautari-${HOME} `;
const SHELF = OURS + FILES.join(' ');

self.addEventListener('install', (event) => event.waitUntil(fill().then(() => self.skipWaiting())));
self.addEventListener('activate', (event) => event.waitUntil(clear().then(() => self.clients.claim())));

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin) return;
  // Their names change with their contents, so that a kept one is never wrong.
  if (url.href.startsWith(`${HOME}assets/`)) event.respondWith(keptFirst(event.request));
  else if (event.request.mode === 'navigate' || KEPT.includes(url.href)) event.respondWith(freshFirst(event.request));
});

async function fill() {
  const shelf = await caches.open(SHELF);
  await shelf.addAll(KEPT);
}

async function clear() {
  const others = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== SHELF);
  await Promise.all(others.map((name) => caches.delete(name)));
}

async function keptFirst(request) {
  return (await caches.match(request)) ?? fetch(request);
}

/** The newest where there is a connection, else what is kept. Every place of the page is its first file. */
async function freshFirst(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(request.mode === 'navigate' ? HOME : request);
    if (kept) return kept;
    throw error;
  }
}
