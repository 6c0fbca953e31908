// The page as an app: page can be installed, opens offline, and is small.

import type { CDPSession, Page } from '@playwright/test';
import { expect, hasGames, test, withoutGames } from './page';

const cdp = (page: Page): Promise<CDPSession> => page.context().newCDPSession(page);

test.use({ serviceWorkers: 'allow' });

/** Waits until the service worker has cached the files. */
async function kept(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
}

test('page can be installed', async ({ page }) => {
  await page.goto('/');
  const manifest = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]')!;
    return { ...(await (await fetch(link.href)).json()), from: link.href };
  });
  expect(manifest).toMatchObject({ name: 'Chautari', short_name: 'Chautari', start_url: '/', scope: '/', display: 'standalone' });
  const sizes = await page.evaluate(async (icons: { src: string; sizes: string }[]) => {
    const measured = icons.map(async ({ src, sizes }) => {
      const image = new Image();
      image.src = src;
      await image.decode();
      return [sizes, sizes === 'any' ? 'any' : `${image.naturalWidth}x${image.naturalHeight}`];
    });
    return Promise.all(measured);
  }, manifest.icons);
  for (const [stated, real] of sizes) expect(real).toBe(stated);
  expect(sizes.map(([stated]) => stated)).toEqual(expect.arrayContaining(['192x192', '512x512']));
  expect(manifest.icons.some((icon: { purpose: string }) => icon.purpose === 'maskable')).toBe(true);

  await kept(page);
  // Chromium's own installability errors. The only expected one is that a test window is a private one.
  const { installabilityErrors } = await (await cdp(page)).send('Page.getInstallabilityErrors');
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
});

test('page opens offline, says so, and recovers', async ({ page, context }) => {
  await page.goto('/');
  await kept(page);
  await context.setOffline(true);
  for (const place of ['/', '/learn/baghchal', '/play/nowhere']) {
    await page.goto(place);
    await expect(page.getByRole('navigation', { name: 'Chautari' })).toBeVisible();
    await expect(page.getByText('No connection.')).toBeVisible();
  }
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Sit down, play a while.' })).toBeVisible();
  // The games are inside the page, if it was built with them.
  await expect(page.locator('.games .board')).toHaveCount(hasGames ? 4 : 0);
  await context.setOffline(false);
  await expect(page.locator('.games .board')).toHaveCount(4);
  await expect(page.getByText('No connection.')).toHaveCount(0);
});

/** Counts the bytes that travel, without the fonts, which are loaded after the first paint. */
async function countBytes(page: Page): Promise<() => number> {
  const session = await cdp(page);
  await session.send('Network.enable');
  const fonts = new Set<string>();
  let bytes = 0;
  session.on('Network.requestWillBeSent', ({ requestId, request }) => /\.woff2$|\/fonts-[^/]*\.css$/.test(request.url) && fonts.add(requestId));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => (bytes += fonts.has(requestId) ? 0 : encodedDataLength));
  return () => bytes;
}

test('the first load is under 110 kB as it travels, before the engine is fetched', async ({ page }) => {
  const count = await countBytes(page);
  await page.goto('/');
  await expect(page.locator('.games .board')).toHaveCount(4);
  await page.waitForTimeout(1000);
  test.info().annotations.push({ type: 'bytes', description: String(count()) });
  expect(count()).toBeGreaterThan(20_000);
  expect(count()).toBeLessThan(110_000);
});

/** The downloads of a slow phone before the first board appears. */
for (const place of ['/', '/new/baghchal', '/learn/baghchal']) {
  test(`${place} shows its first board after a small download`, async ({ page }) => {
    const count = await countBytes(page);
    let requests = 0;
    page.on('request', () => requests++);
    await page.goto(place, { waitUntil: 'commit' });
    await page.locator('.board svg').first().waitFor();
    const bytes = count();
    test.info().annotations.push({ type: 'until the first board', description: `${bytes} bytes, ${requests} requests` });
    expect(bytes).toBeGreaterThan(20_000);
    expect(bytes).toBeLessThan(100_000);
    expect(requests).toBeLessThan(32);
  });
}

test('shared link has a preview picture', async ({ request }) => {
  const seats = { goats: { kind: 'human' }, tigers: { kind: 'human' } };
  const { match } = await (await request.post('/api/v1/matches', { data: { game: 'baghchal', seats } })).json();
  for (const place of ['/', '/new/creeper', '/learn/banchess', '/puzzles/baghchal', '/analysis/gomoku?moves=180', '/review/gomoku?moves=180', `/play/${match}`]) {
    const head = await (await request.get(place)).text();
    const picture = /property="og:image" content="([^"]+)"/.exec(head)![1]!.replaceAll('&amp;', '&');
    const answer = await request.get(picture);
    expect(answer.headers()['content-type'], place).toBe('image/png');
    expect((await answer.body()).length).toBeGreaterThan(1000);
  }
});

test('pages say if the games cannot be loaded', async ({ page }) => {
  await withoutGames(page);
  await page.goto('/learn/tiddlywinks');
  await expect(page.getByRole('alert')).toHaveText('Page not found.');
  await page.context().route('**/api/v1/games', (route) => route.fulfill({ status: 503 }));
  for (const place of ['/learn/baghchal', '/analysis/gomoku', '/puzzles/creeper']) {
    await page.goto(place);
    await expect(page.getByRole('alert')).toHaveText('The server cannot be reached.');
  }
});

test('unknown address shows an error and a link home', async ({ page }) => {
  for (const place of ['/examples', '/nowhere/at/all']) expect((await page.goto(place))!.status()).toBe(404);
  await page.getByRole('link', { name: 'Go to the home page' }).click();
  await expect(page.getByRole('heading', { name: 'Sit down, play a while.' })).toBeVisible();
});

test('keyboard focus moves to the content after navigation', async ({ page }) => {
  const content = page.locator('#content');
  await page.goto('/study/new/baghchal');
  await page.getByLabel('Title').fill('Tigers');
  await page.getByRole('link', { name: 'Go to the content' }).focus();
  await page.keyboard.press('Enter');
  await expect(content).toBeFocused();
  await expect(page).toHaveURL(/\/study\/new\/baghchal$/);
  await expect(page.getByLabel('Title')).toHaveValue('Tigers');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Settings' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/settings$/);
  await expect(content).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(content.locator(':focus')).toHaveCount(1);
  await page.goBack();
  // The unsaved draft is restored.
  await expect(page.getByLabel('Title')).toHaveValue('Tigers');
  await expect(content).toBeFocused();
});

test('notification is shown while the page is hidden and opens the game', { tag: '@whole' }, async ({ page, context, baseURL }) => {
  await context.grantPermissions(['notifications']);
  await page.goto('/');
  await kept(page);
  const worker = context.serviceWorkers()[0]!;
  const devtools = await cdp(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => registrations[0] && resolve(registrations[0].registrationId));
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered;
  const tell = (news: object) => devtools.send('ServiceWorker.deliverPushMessage', { origin: baseURL!, registrationId, data: JSON.stringify(news) });
  const shown = () =>
    worker.evaluate(async () => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
      return (await registration.getNotifications()).map(({ title, body, tag, lang, data }) => ({ title, body, tag, lang, path: data.path }));
    });
  const news = { path: '/play/one', game: 'Bagh Chal', with: 'Asha', language: 'en' };
  // While the page is visible, it shows the news itself.
  await tell({ ...news, about: 'turn' });
  await page.waitForTimeout(500);
  expect(await shown()).toEqual([]);
  await page.goto('about:blank');
  await tell({ ...news, about: 'turn' });
  await expect.poll(shown).toEqual([{ title: 'Your turn', body: 'Bagh Chal with Asha', tag: '/play/one', lang: 'en', path: '/play/one' }]);
  await tell({ ...news, about: 'challenge', path: '/lobby', game: 'बाघचाल', with: 'आशा', language: 'ne' });
  await expect.poll(async () => (await shown()).find(({ path }) => path === '/lobby')).toMatchObject({ title: 'तपाईंलाई चुनौती', body: 'आशासँग बाघचाल' });
});
