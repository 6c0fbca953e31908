// The page without a server, on a phone: offline after one visit, and from static files.

import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { createReadStream, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { devices, type Page } from '@playwright/test';
import { beginAtOneScreen, expect, hasGames, matchOn, playByHand, playOn, point, test, withoutGames } from './page';
import { ask, solve, type Puzzle } from './solving';

const { defaultBrowserType: _, ...phone } = devices['Pixel 7'];
test.use({ ...phone, serviceWorkers: 'allow' });

const chautari = process.env.CHAUTARI ?? fileURLToPath(new URL('../../target/debug/chautari', import.meta.url));

test.skip(!hasGames, 'scripts/wasm has not built the games');

/** Waits until all files are cached, including the games. */
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

test('removed game cannot be continued', async ({ page }) => {
  await page.goto('/new/baghchal');
  await page.getByRole('button', { name: 'Begin' }).tap();
  await expect(page.getByRole('grid')).toBeVisible();
  await page.goto('/');
  const goOn = page.getByRole('link', { name: 'Continue your game of Bagh Chal' });
  await expect(goOn).toBeVisible();
  await page.getByRole('region', { name: 'Your games' }).getByRole('button', { name: 'Remove' }).tap();
  await expect(goOn).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Play Bagh Chal now' })).toBeVisible();
  await expect(goOn).toHaveCount(0);
});

test('a whole game against level 3 in airplane mode, after one visit', async ({ page, context }) => {
  test.setTimeout(300_000);
  await page.goto('/');
  await visited(page);
  await context.setOffline(true);
  await page.goto('/new/gomoku');
  await begin(page, 3, 'Black');
  await playOn(page);
  await over(page);
  // It is stored and available without a connection. A finished game cannot be continued.
  await page.goto('/');
  const kept = page.getByRole('region', { name: 'Your games' });
  await expect(kept.getByRole('button', { name: 'Remove' })).toHaveCount(1);
  await expect(kept.getByRole('button', { name: 'Put on the server' })).toHaveCount(0);
  // A button shows the rest of the list.
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        const opening = indexedDB.open('chautari');
        opening.onsuccess = () => {
          const matches = opening.result.transaction('matches', 'readwrite').objectStore('matches');
          const all = matches.getAll();
          all.onsuccess = () => {
            for (let i = 0; i < 7; i++) matches.put({ ...all.result[0], id: `here-${i}` });
          };
          matches.transaction.oncomplete = () => done();
        };
      }),
  );
  await page.reload();
  await expect(kept.getByRole('listitem')).toHaveCount(6);
  await kept.getByRole('button', { name: 'All 8 games' }).tap();
  await expect(kept.getByRole('listitem')).toHaveCount(8);
  await kept.getByRole('link').first().click();
  await over(page);
});

test('a first game, analysis, rules and the puzzle of the day offline', async ({ page, context }) => {
  const today = await ask<Puzzle>(page, '/games/baghchal/puzzles/today');
  await page.goto('/');
  await visited(page);
  await context.setOffline(true);
  await page.reload();
  await page.getByRole('button', { name: 'Play Bagh Chal now' }).tap();
  await expect(page).toHaveURL(/\/play\/here-/);
  await playOn(page, 1);
  await page.goto('/analysis/banchess');
  await expect(page.getByText(/depth \d+/).first()).toBeVisible();
  await page.goto('/learn/creeper');
  await expect(page.locator('article .board').first()).toBeVisible();
  await page.goto('/puzzles/baghchal');
  await expect(page.getByRole('heading', { name: `Puzzle of the day rated ${today.difficulty}` })).toBeVisible();
  await solve(page, 'baghchal', today);
});

test('two at one screen, a lesson and a review offline', async ({ page, context }) => {
  await page.goto('/');
  await visited(page);
  await context.setOffline(true);
  await beginAtOneScreen(page, 'baghchal');
  await expect(page).toHaveURL(/\/play\/here-/);
  for (const next of ['Move a tiger', 'Place a goat']) {
    await playByHand(page, (await matchOn(page)).offers[0]!);
    await expect(page.locator('.status')).toHaveText(next);
  }
  await page.goto('/learn/baghchal/lesson');
  await point(page, 'B1').tap();
  await expect(page.locator('.learned')).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).tap();
  await expect(page.getByRole('list', { name: 'Step 2 of' })).toBeVisible();
  // White bans the wrong move of the queen, and is mated.
  await page.goto(`/review/banchess?${new URLSearchParams({ moves: 'b:e2e4 m:f2f3 b:e7e6 m:e7e5 b:d2d4 m:g2g4 b:d8e7 m:d8h4' })}`);
  await expect(page.getByText(/% accurate/).first()).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('.moments li').last()).toContainText('to lost in 1');
});

test('game survives a network outage', async ({ page, context }) => {
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
  // From now on it is public.
  await page.goto('/');
  await page.getByRole('button', { name: 'Put on the server' }).first().click();
  await expect(page).toHaveURL(/\/play\/(?!here-)/);
  await expect(page.locator('.status')).toHaveText(/Your turn/);
});

test('page falls back to the server if the games cannot be loaded', async ({ page }) => {
  await withoutGames(page);
  await page.goto('/new/baghchal');
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page).toHaveURL(/\/play\/(?!here-)/);
  await point(page, 'C3').click();
  await expect(point(page, 'C3')).toHaveAccessibleName(/goat/);
});

test('failed download of the games is retried', async ({ page }) => {
  let fetched = 0;
  await page.context().route('**/*.wasm', (route) => (fetched++ ? route.fallback() : route.fulfill({ status: 503 })));
  await page.goto('/new/baghchal');
  await page.getByRole('button', { name: 'Begin' }).tap();
  await expect(page).toHaveURL(/\/play\/(?!here-)/);
  // The same page, without a reload.
  await page.getByRole('link', { name: 'Play', exact: true }).tap();
  await page.getByRole('button', { name: 'Begin' }).tap();
  await expect(page).toHaveURL(/\/play\/here-/);
  expect(fetched).toBeGreaterThan(1);
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

  test('local game is uploaded to a server with players, clock and moves', async ({ browser, baseURL }) => {
    const context = await browser.newContext({ ...phone, baseURL: baseURL!, locale: 'en-GB' });
    const page = await context.newPage();
    await page.goto(`${home}#/new/baghchal`);
    await page.getByLabel('Time').selectOption({ label: '10 min + 5 s' });
    await begin(page, 4, 'Goats');
    await playOn(page, 2);
    // The engine replies to the last of them, too.
    await expect(page.locator('.status')).toHaveText(/Your turn/);
    const { moves } = await matchOn(page);
    await page.goto(home);
    // At first no server is set.
    await page.getByRole('button', { name: 'Put on a server' }).tap();
    await expect(page).toHaveURL(/#\/settings/);
    await page.getByLabel('A server to meet people on').fill(baseURL!);
    await page.getByLabel('A server to meet people on').blur();
    await page.goto(home);
    await page.getByRole('button', { name: 'Put on a server' }).tap();
    await expect(page).toHaveURL(new RegExp(`^${baseURL}/play/(?!here-)`));
    await expect(page.locator('.status')).toHaveText(/Your turn/);
    const there = (await matchOn(page)) as unknown as { moves: string[]; seats: object; clock: { control: object } };
    expect(there.moves).toEqual(moves);
    expect(there.seats).toEqual({ goats: { kind: 'human' }, tigers: { kind: 'engine', level: 4 } });
    expect(there.clock.control).toEqual({ initial_ms: 600_000, increment_ms: 5000 });
    await playOn(page, 1);
    // Going back does not start it again.
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Begin' })).toBeVisible();
    expect(page.url()).not.toContain('put=');
    await context.close();
  });

  test('a game, analysis, and nothing that needs a server', async ({ browser }) => {
    const context = await browser.newContext({ ...phone, locale: 'en-GB' });
    const page = await context.newPage();
    const troubles: string[] = [];
    page.on('pageerror', (error) => troubles.push(String(error)));
    page.on('response', (response) => response.status() >= 400 && troubles.push(`${response.status()} ${response.url()}`));
    page.on('request', (request) => {
      if (![home, 'blob:', 'data:'].some((start) => request.url().startsWith(start))) troubles.push(request.url());
    });
    await page.goto(home);
    await expect(page.locator('.board').first()).toBeVisible();
    // Routes follow the #; the id of a page section is not a route.
    await page.getByRole('link', { name: 'Go to the content' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('#content')).toBeFocused();
    await expect(page).toHaveURL(home);
    for (const name of ['Watch', 'Lobby', 'For programs']) await expect(page.getByRole('link', { name })).toHaveCount(0);
    await visited(page);
    await page.getByRole('button', { name: 'Play Bagh Chal now' }).tap();
    await expect(page).toHaveURL(/#\/play\/here-/);
    await playOn(page, 1);
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

// The last placements of a short game: seconds to solve, in the same format as the whole game, which can be
// used instead: CHAUTARI_SOLVED=FOLDER ./run offline -g kilobytes
const SOLVED = process.env.CHAUTARI_SOLVED;
const RULES = SOLVED ? 'baghchal' : 'baghchal:captures=1';
/**
 * The tigers move, and the last goat is placed, which needs two kinds of tables. In the whole game earlier
 * goats, too.
 */
const QUESTIONS = ['TGGGT/GGGGG/GGXGG/GGGGG/TGGGT t c0', 'TGXGT/GGGGG/GGXGG/GGGGG/TGGGT g @1 c0'];
if (SOLVED) QUESTIONS.push('TXXXT/XGXGX/XXXXX/XGXGX/TXGXT g @15 c0', 'TXXXX/XGTGX/GXXXG/XGXGX/TGGXT t @12 c0');

test.describe('exact tables on a web host', () => {
  let folder: string;
  let host: Server;
  let home: string;
  const asked: { file: string; bytes: number }[] = [];
  let firstAsked = 0;

  test.beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'chautari-tables-'));
    const tables = SOLVED ?? join(folder, 'solved');
    if (!SOLVED) execFileSync(chautari, ['solve', 'baghchal', '--captures', '1', '--phase', 'sliding', '--dir', tables]);
    execFileSync(chautari, ['page', join(folder, 'page'), '--tables', '--dir', tables]);
    host = createServer((request, response) => {
      const path = join(folder, 'page', new URL(request.url!, 'http://host').pathname.replace(/\/$/, '/index.html'));
      if (!existsSync(path)) return void response.writeHead(404).end();
      if (path.endsWith('tables/index.json')) firstAsked = Date.now();
      const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
      // A browser runs scripts only with a script's content type.
      const kind = { js: 'text/javascript', css: 'text/css', html: 'text/html', wasm: 'application/wasm', svg: 'image/svg+xml' }[path.split('.').at(-1)!];
      if (!range) return void response.writeHead(200, kind ? { 'content-type': kind } : {}).end(readFileSync(path));
      const [start, end] = [Number(range[1]), Math.min(Number(range[2]), statSync(path).size - 1)];
      asked.push({ file: path.split('/').at(-1)!, bytes: end + 1 - start });
      createReadStream(path, { start, end }).pipe(response.writeHead(206, { 'content-type': 'application/octet-stream' }));
    });
    await new Promise<void>((ready) => host.listen(0, '127.0.0.1', ready));
    home = `http://127.0.0.1:${(host.address() as AddressInfo).port}/`;
  });

  test.afterAll(() => {
    host?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const position of QUESTIONS) {
    test(`exact move values need few requests and kilobytes: ${position}`, async ({ browser }) => {
      asked.length = 0;
      const page = await (await browser.newContext()).newPage();
      // The page reports the time itself, because polling from outside is imprecise.
      await page.addInitScript(() => {
        new MutationObserver((_, observer) => {
          if (![...document.querySelectorAll('label')].some((label) => label.textContent?.includes('Exact values'))) return;
          observer.disconnect();
          (window as unknown as { shown: number }).shown = Date.now();
        }).observe(document, { childList: true, subtree: true });
      });
      await page.goto(`${home}#/analysis/${RULES}?position=${encodeURIComponent(position)}`);
      await expect(page.getByLabel('Exact values')).toBeVisible();
      const shown = await page.evaluate(() => (window as unknown as { shown: number }).shown);
      const kilobytes = Math.ceil(asked.reduce((sum, { bytes }) => sum + bytes, 0) / 1000);
      test.info().annotations.push({ type: 'values', description: `${asked.length} requests, ${kilobytes} kB, ${shown - firstAsked} ms` });
      expect(asked.length).toBeGreaterThan(0);
      expect(asked.length).toBeLessThanOrEqual(SOLVED ? 60 : 8);
      expect(kilobytes).toBeLessThanOrEqual(SOLVED ? 600 : 100);
      expect(asked.every(({ file }) => file.endsWith('.table'))).toBe(true);
      await page.context().close();
    });
  }

  test('page of an older version keeps its cached files until it is closed', async ({ browser }) => {
    const page = await (await browser.newContext()).newPage();
    await page.goto(home);
    await visited(page);
    await page.reload();
    const shelves = () => page.evaluate(async () => (await caches.keys()).length);
    expect(await shelves()).toBe(1);
    // Another version is deployed there.
    const worker = join(folder, 'page', 'sw.js');
    writeFileSync(worker, readFileSync(worker, 'utf8').replace('const FILES = [', 'const FILES = ["?another",'));
    await page.evaluate(async () => {
      const changed = new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done));
      await (await navigator.serviceWorker.ready).update();
      await changed;
    });
    expect(await shelves()).toBe(2);
    await page.reload();
    await expect.poll(shelves).toBe(1);
    await page.context().close();
  });
});

test.describe('a page that was built without the games', () => {
  let folder: string;

  test.beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'chautari-bare-'));
    const web = fileURLToPath(new URL('../../web/', import.meta.url));
    execFileSync('npx', ['vite', 'build', '--logLevel', 'error', '--outDir', folder], { cwd: web, env: { ...process.env, VITE_ENGINE: 'skip' } });
  });

  test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

  // A page without an address may otherwise not connect to sockets of this machine.
  test.use({ serviceWorkers: 'block', permissions: ['local-network-access'] });

  test('asks its server for everything', async ({ page, baseURL }) => {
    // The static files are those of that page; everything else comes from the server.
    await page.route(`${baseURL}/**`, (route) => {
      const { pathname } = new URL(route.request().url());
      if (pathname.startsWith('/api/')) return route.fallback();
      const file = join(folder, pathname);
      return route.fulfill({ path: pathname.includes('.') && existsSync(file) ? file : join(folder, 'index.html') });
    });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto('/');
    await page.getByRole('button', { name: 'Play Bagh Chal now' }).tap();
    await expect(page).toHaveURL(/\/play\/(?!here-)/);
    await playOn(page, 2);
    await page.goto('/analysis/gomoku');
    await expect(page.getByText(/depth \d+/).first()).toBeVisible();
    await page.goto('/puzzles/creeper');
    await expect(page.getByText(/to move: win in/)).toBeVisible();
    expect(asked.filter((url) => url.includes('.wasm'))).toEqual([]);
  });
});
