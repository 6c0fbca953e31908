// The page without a server: after one visit, with the network cut, and from files alone.

import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, hasGames, playOn, point, test, withoutGames } from './page';

const chautari = process.env.CHAUTARI ?? fileURLToPath(new URL('../../target/debug/chautari', import.meta.url));

test.skip(!hasGames, 'scripts/wasm has not built the games');

/** The files are kept, the games among them. */
async function visited(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const holdsGames = async () => {
    for (const name of await caches.keys()) {
      if ((await (await caches.open(name)).keys()).some(({ url }) => url.endsWith('.wasm'))) return true;
    }
    return false;
  };
  await expect.poll(() => page.evaluate(holdsGames)).toBe(true);
}

async function begin(page: Page, level: number, side: string): Promise<void> {
  await page.getByLabel(/^Level/).fill(String(level));
  await page.getByRole('button', { name: side, exact: true }).click();
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page).toHaveURL(/\/play\/here-/);
}

const over = (page: Page) => expect(page.locator('.status')).toHaveText(/won|lost|draw/i);

test('a whole game against level 3 in airplane mode, after one visit', async ({ page, context }) => {
  test.setTimeout(300_000);
  await page.goto('/');
  await visited(page);
  await context.setOffline(true);
  await page.goto('/new/gomoku');
  await begin(page, 3, 'Black');
  await playOn(page);
  await over(page);
  // It is kept, and found again without a connection.
  await page.goto('/');
  await page.getByRole('region', { name: 'Your games' }).getByRole('link').first().click();
  await over(page);
});

test('analysis, rules and the puzzle of the day offline', async ({ page, context }) => {
  const today = (await (await page.request.get('/api/v1/games/baghchal/puzzles/today')).json()) as { difficulty: number };
  await page.goto('/');
  await visited(page);
  await context.setOffline(true);
  await page.goto('/analysis/banchess');
  await expect(page.getByText(/depth \d+/).first()).toBeVisible();
  await page.goto('/learn/creeper');
  await expect(page.locator('article .board').first()).toBeVisible();
  await page.goto('/puzzles/baghchal');
  await expect(page.getByRole('heading', { name: `Puzzle of the day rated ${today.difficulty}` })).toBeVisible();
  await expect(page.getByRole('grid')).toBeVisible();
});

test('the network is cut in the middle of a game, and comes back', async ({ page, context }) => {
  await page.goto('/');
  await visited(page);
  await page.goto('/new/baghchal');
  await begin(page, 1, 'Goats');
  await playOn(page, 3);
  await context.setOffline(true);
  await playOn(page, 3);
  await page.reload();
  await expect(page.locator('.status')).toHaveText(/Your turn/);
  await playOn(page, 2);
  await context.setOffline(false);
  // And now for everybody to see.
  await page.goto('/');
  await page.getByRole('button', { name: 'Put on the server' }).first().click();
  await expect(page).toHaveURL(/\/play\/(?!here-)/);
  await expect(page.locator('.status')).toHaveText(/Your turn/);
});

test('where the games cannot be fetched, the server is asked as before', async ({ page }) => {
  await withoutGames(page);
  await page.goto('/new/baghchal');
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page).toHaveURL(/\/play\/(?!here-)/);
  await point(page, 'C3').click();
  await expect(point(page, 'C3')).toHaveAccessibleName(/goat/);
});

test.describe('as files on a plain web host, in a folder', () => {
  let folder: string;
  let host: ChildProcess;
  let home: string;

  test.beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'chautari-page-'));
    execFileSync(chautari, ['page', join(folder, 'village', 'games')]);
    host = spawn('python3', ['-u', '-m', 'http.server', '0', '--bind', '127.0.0.1', '--directory', folder]);
    const port = await new Promise<string>((found) => {
      host.stdout!.on('data', (said) => {
        const port = /port (\d+)/.exec(String(said))?.[1];
        if (port) found(port);
      });
    });
    home = `http://127.0.0.1:${port}/village/games/`;
  });

  test.afterAll(() => {
    host?.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  test('a game, analysis, and nothing that needs a server', async ({ browser }, info) => {
    const { viewport, userAgent, hasTouch, isMobile } = info.project.use;
    const context = await browser.newContext({ viewport: viewport!, userAgent: userAgent!, hasTouch: hasTouch!, isMobile: isMobile! });
    const page = await context.newPage();
    const troubles: string[] = [];
    page.on('pageerror', (error) => troubles.push(String(error)));
    page.on('response', (response) => response.status() >= 400 && troubles.push(`${response.status()} ${response.url()}`));
    page.on('request', (request) => {
      if (![home, 'blob:', 'data:'].some((start) => request.url().startsWith(start))) troubles.push(request.url());
    });
    await page.goto(home);
    await expect(page.locator('.board').first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Watch' })).toHaveCount(0);
    await visited(page);
    await page.goto(`${home}#/new/baghchal`);
    await expect(page.getByRole('button', { name: 'a friend by link' })).toHaveCount(0);
    await begin(page, 1, 'Goats');
    await playOn(page, 2);
    // The network is cut; the host is gone for good.
    host.kill();
    await playOn(page, 2);
    await page.reload();
    await playOn(page, 1);
    await page.goto(`${home}#/analysis/gomoku`);
    await expect(page.getByText(/depth \d+/).first()).toBeVisible();
    expect(troubles.filter((trouble) => !trouble.includes('ERR_'))).toEqual([]);
    await context.close();
  });
});

test.describe('exact tables on a web host', () => {
  let folder: string;
  let host: Server;
  let home: string;
  const asked: string[] = [];
  let firstAsked = 0;

  test.beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'chautari-tables-'));
    const tables = join(folder, 'solved');
    // The last placements of a short game: seconds to solve, and the same files as those of the whole game.
    execFileSync(chautari, ['solve', 'baghchal', '--captures', '1', '--phase', 'sliding', '--dir', tables]);
    execFileSync(chautari, ['page', join(folder, 'page'), '--tables', '--dir', tables]);
    host = createServer((request, response) => {
      const path = join(folder, 'page', new URL(request.url!, 'http://host').pathname.replace(/\/$/, '/index.html'));
      if (!existsSync(path)) return void response.writeHead(404).end();
      const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
      const bytes = readFileSync(path);
      // A browser runs no script whose kind it is not told.
      const kind = { js: 'text/javascript', css: 'text/css', html: 'text/html', wasm: 'application/wasm', svg: 'image/svg+xml' }[path.split('.').at(-1)!];
      if (!range) return void response.writeHead(200, kind ? { 'content-type': kind } : {}).end(bytes);
      asked.push(`${path.split('/').at(-1)} ${range[0]}`);
      firstAsked ||= Date.now();
      response.writeHead(206, { 'content-type': 'application/octet-stream' });
      response.end(bytes.subarray(Number(range[1]), Number(range[2]) + 1));
    });
    await new Promise<void>((ready) => host.listen(0, '127.0.0.1', ready));
    home = `http://127.0.0.1:${(host.address() as AddressInfo).port}/`;
  });

  test.afterAll(() => {
    host?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('a move’s exact value takes a few kilobytes', async ({ browser }) => {
    const page = await (await browser.newContext()).newPage();
    const full = 'TGGGT/GGGGG/GGXGG/GGGGG/TGGGT t c0';
    await page.goto(`${home}#/analysis/baghchal:captures=1?position=${encodeURIComponent(full)}`);
    await expect(page.getByLabel('Exact values')).toBeVisible();
    test.info().annotations.push({ type: 'values', description: `${Date.now() - firstAsked} ms after the first of ${asked.length} requests` });
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.length).toBeLessThan(40);
    expect(asked.every((one) => one.includes('sliding-0.table'))).toBe(true);
  });
});
