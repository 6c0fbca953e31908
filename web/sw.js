// Keeps the page's own files, so that it opens at once and without a connection. Nothing about a
// game is kept here: the server alone knows how a match stands.
//
// `FILES` is written in front of this while building: all files of the page, and so another worker
// whenever one of them has changed.
const SHELF = `chautari-${FILES.join(' ')}`;

self.addEventListener('install', (event) => event.waitUntil(fill().then(() => self.skipWaiting())));
self.addEventListener('activate', (event) => event.waitUntil(clear().then(() => self.clients.claim())));

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin) return;
  // Their names change with their contents, so that a kept one is never wrong.
  if (url.pathname.startsWith('/assets/')) event.respondWith(keptFirst(event.request));
  else if (event.request.mode === 'navigate' || FILES.includes(url.pathname)) event.respondWith(freshFirst(event.request));
});

async function fill() {
  const shelf = await caches.open(SHELF);
  await shelf.addAll(FILES);
}

async function clear() {
  const others = (await caches.keys()).filter((name) => name !== SHELF);
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
    const kept = await caches.match(request.mode === 'navigate' ? '/' : request);
    if (kept) return kept;
    throw error;
  }
}
