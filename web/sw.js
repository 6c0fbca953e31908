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
self.addEventListener('activate', (event) => event.waitUntil(clear('').then(() => self.clients.claim())));

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin) return;
  if (event.request.mode === 'navigate') event.waitUntil(clear(event.clientId));
  // Their names change with their contents, so that a kept one is never wrong; who doubts it asks for a new one.
  if (url.href.startsWith(`${HOME}assets/`) && event.request.cache !== 'reload') event.respondWith(keptFirst(event.request));
  else if (event.request.mode === 'navigate' || KEPT.includes(url.href)) event.respondWith(freshFirst(event.request));
});

async function fill() {
  const shelf = await caches.open(SHELF);
  await shelf.addAll(KEPT);
}

/** Puts older shelves away, unless pages of an older version are still open: they want their files. One that is left counts no more. */
async function clear(left) {
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (open.some(({ id }) => id !== left)) return;
  const others = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== SHELF);
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** What is kept, of this version first: every version has a first file. */
async function kept(request) {
  return (await (await caches.open(SHELF)).match(request)) ?? caches.match(request);
}

async function keptFirst(request) {
  return (await kept(request)) ?? fetch(request);
}

/** The newest where there is a connection, else what is kept. Every place of the page is its first file. */
async function freshFirst(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const found = await kept(request.mode === 'navigate' ? HOME : request);
    if (found) return found;
    throw error;
  }
}

/** What is told, by the language its browser asked for. */
const WORDS = {
  en: { turn: 'Your turn', challenge: 'You are challenged', with: (game, name) => `${game} with ${name}` },
  ne: { turn: 'तपाईंको पालो', challenge: 'तपाईंलाई चुनौती', with: (game, name) => `${name}सँग ${game}` },
};

self.addEventListener('push', (event) => event.waitUntil(tell(event.data?.json())));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data.path));
});

/** Where somebody looks at the page, it says so itself. */
async function tell(news) {
  const windows = await self.clients.matchAll({ type: 'window' });
  if (!news || windows.some((window) => window.visibilityState === 'visible')) return;
  const words = WORDS[news.language] ?? WORDS.en;
  const body = news.with ? words.with(news.game, news.with) : news.game;
  const options = { body, tag: news.path, icon: `${HOME}icon.svg`, lang: news.language, data: { path: news.path } };
  await self.registration.showNotification(words[news.about] ?? words.turn, options);
}

/** Goes there in a window that is open, or in a new one. */
async function show(path) {
  const url = new URL(path, self.location.origin).href;
  const [open] = await self.clients.matchAll({ type: 'window' });
  if (!open) return self.clients.openWindow(url);
  await open.navigate(url);
  return open.focus();
}
