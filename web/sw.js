// The service worker. Caches the page's files, including the games, so that it opens at once and works offline.
// No match data is cached.
//
// The build prepends `FILES`, the list of all files of the page, so the worker changes whenever one of them does.
const HOME = self.registration.scope;
const CACHED = FILES.map((file) => HOME + file);
/** Prefix of this page's caches: other pages, even copies of this one at another path, may share the host. */
const PREFIX = `chautari-${HOME} `;
const CACHE = PREFIX + FILES.join(' ');

self.addEventListener('install', (event) => event.waitUntil(fillCache().then(() => self.skipWaiting())));
self.addEventListener('activate', (event) =>
  event.waitUntil(deleteOldCaches('').then(() => self.clients.claim())),
);

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin) return;
  if (event.request.mode === 'navigate') event.waitUntil(deleteOldCaches(event.clientId));
  // The names of assets change with their content, so a cached one is never stale; `reload` bypasses the cache.
  if (url.href.startsWith(`${HOME}assets/`) && event.request.cache !== 'reload')
    event.respondWith(cacheFirst(event.request));
  else if (event.request.mode === 'navigate' || CACHED.includes(url.href))
    event.respondWith(networkFirst(event.request));
});

async function fillCache() {
  const cache = await caches.open(CACHE);
  await cache.addAll(CACHED);
}

/**
 * Deletes the caches of older versions, unless pages of an older version are still open, apart from the client
 * being left.
 */
async function deleteOldCaches(left) {
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (open.some(({ id }) => id !== left)) return;
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** Looks up a request, in this version's cache first, since every version has a first file. */
async function cached(request) {
  return (await (await caches.open(CACHE)).match(request)) ?? caches.match(request);
}

async function cacheFirst(request) {
  return (await cached(request)) ?? fetch(request);
}

/** Fetches, or falls back to the cache. Every address of the page is served by its first file. */
async function networkFirst(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const found = await cached(request.mode === 'navigate' ? HOME : request);
    if (found) return found;
    throw error;
  }
}

/** Texts of notifications, by the language of the subscription. */
const TEXTS = {
  en: { turn: 'Your turn', challenge: 'You are challenged', with: (game, name) => `${game} with ${name}` },
  ne: { turn: 'तपाईंको पालो', challenge: 'तपाईंलाई चुनौती', with: (game, name) => `${name}सँग ${game}` },
};

self.addEventListener('push', (event) => event.waitUntil(notify(event.data?.json())));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data.path));
});

/** Shows a notification, unless the page is visible and shows the news itself. */
async function notify(news) {
  const windows = await self.clients.matchAll({ type: 'window' });
  if (!news || windows.some((window) => window.visibilityState === 'visible')) return;
  const texts = TEXTS[news.language] ?? TEXTS.en;
  const body = news.with ? texts.with(news.game, news.with) : news.game;
  const options = {
    body,
    tag: news.path,
    icon: `${HOME}icon.svg`,
    lang: news.language,
    data: { path: news.path },
  };
  await self.registration.showNotification(texts[news.about] ?? texts.turn, options);
}

/** Opens an address in an open window, or in a new one. */
async function show(path) {
  const url = new URL(path, self.location.origin).href;
  const [open] = await self.clients.matchAll({ type: 'window' });
  if (!open) return self.clients.openWindow(url);
  await open.navigate(url);
  return open.focus();
}
