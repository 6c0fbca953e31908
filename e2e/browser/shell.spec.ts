// What makes the page one to keep: it can be installed, opens without a connection, is small, and is soon
// there on a slow phone.

import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from './page';

const cdp = (page: Page): Promise<CDPSession> => page.context().newCDPSession(page);

/** Waits until the service worker has kept the files. */
async function kept(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
}

test('it can be installed', async ({ page }) => {
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
  // What Chromium itself has against it. A test's window keeps nothing, which alone it would mind.
  const { installabilityErrors } = await (await cdp(page)).send('Page.getInstallabilityErrors');
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
});

test('it opens without a connection, says so, and goes on when there is one', async ({ page, context }) => {
  await page.goto('/');
  await kept(page);
  await context.setOffline(true);
  for (const place of ['/', '/learn/baghchal', '/play/nowhere']) {
    await page.goto(place);
    await expect(page.getByRole('navigation')).toBeVisible();
    await expect(page.getByText(/Not connected|The connection is lost/).first()).toBeVisible();
  }
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Sit down, play a while.' })).toBeVisible();
  await expect(page.locator('.board')).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.locator('.board')).toHaveCount(4);
  await expect(page.getByText('Not connected')).toHaveCount(0);
});

test('the first load is under 300 KB as it travels', async ({ page }) => {
  const session = await cdp(page);
  await session.send('Network.enable');
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.goto('/');
  await expect(page.locator('.board')).toHaveCount(4);
  await page.waitForTimeout(1000);
  test.info().annotations.push({ type: 'bytes', description: String(bytes) });
  expect(bytes).toBeGreaterThan(20_000);
  expect(bytes).toBeLessThan(300_000);
});

/**
 * A phone of some years ago in a village: a quarter of a processor, 1.6 Mbit/s, 150 ms there and back. What the
 * page works is counted in time of the processor, which does not depend on who else uses it.
 */
async function slow(page: Page): Promise<CDPSession> {
  const session = await cdp(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  });
  return session;
}

/** Ends when a board has been painted. Looks by itself, so that the test's own looking is not counted. */
const firstBoard = () =>
  new Promise<void>((painted) => {
    const look = () => {
      if (document.querySelector('.board svg')) requestAnimationFrame(() => setTimeout(painted));
      else requestAnimationFrame(look);
    };
    look();
  });

for (const place of ['/', '/learn/baghchal']) {
  test(`${place} has its first board soon on a slow phone`, async ({ page }) => {
    const session = await slow(page);
    await page.goto(place, { waitUntil: 'commit' });
    await session.send('Runtime.evaluate', { awaitPromise: true, expression: `(${firstBoard})()` });
    const { metrics } = await session.send('Performance.getMetrics');
    const seconds = metrics.find(({ name }) => name === 'TaskDuration')!.value;
    test.info().annotations.push({ type: 'work until the first board', description: `${seconds.toFixed(2)} s` });
    expect(seconds).toBeGreaterThan(0.1);
    // Measured: 0.6 to 1.1.
    expect(seconds).toBeLessThan(1.5);
  });
}
