// Three people on phones, each in a window of their own, while their server is killed and restarted.

import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { devices, type Browser, type Page } from '@playwright/test';
import { choose, expect, point, test, watch } from './page';
import { chautari, freePort } from './server';

/** A server for this test, with a persistent ledger. */
class Mortal {
  readonly home: string;
  #port = freePort();
  #folder = mkdtempSync(join(tmpdir(), 'chautari-'));
  #child: ChildProcess | undefined;

  constructor() {
    this.home = `http://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<void> {
    const options = ['serve', '--listen', `127.0.0.1:${this.#port}`, '--database', `sqlite:${join(this.#folder, 'ledger.db')}`, '--gomoku', 'off', '--tables', 'none'];
    this.#child = spawn(chautari, options, { stdio: 'ignore' });
    await expect.poll(() => fetch(`${this.home}/readyz`).then(({ ok }) => ok, () => false), { timeout: 60_000 }).toBe(true);
  }

  /** Kills it without warning, like a power failure. */
  kill(): Promise<void> {
    return new Promise((ended) => {
      this.#child?.once('exit', () => ended());
      this.#child?.kill('SIGKILL');
    });
  }

  async end(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** A phone with a registered name. */
async function somebody(browser: Browser, home: string, name: string, troubles: string[]): Promise<Page> {
  const { defaultBrowserType: _, ...phone } = devices['Pixel 7'];
  const page = await (await browser.newContext({ ...phone, baseURL: home, locale: 'en-GB' })).newPage();
  watch(page, home, troubles);
  await page.goto('/me');
  await page.getByLabel('What should others call you?').fill(name);
  await page.getByRole('button', { name: 'Take this name' }).tap();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  return page;
}

test('three players on phones continue after their server was killed', { tag: '@once' }, async ({ browser }) => {
  const server = new Mortal();
  await server.start();
  const troubles: string[] = [];
  try {
    const [asha, bina, chet] = [
      await somebody(browser, server.home, 'Asha', troubles),
      await somebody(browser, server.home, 'Bina', troubles),
      await somebody(browser, server.home, 'Chet', troubles),
    ];
    await asha.goto('/lobby');
    await bina.goto('/lobby');
    await chet.goto('/lobby');
    await asha.getByText('Other settings').tap();
    await asha.getByLabel('You play').selectOption({ label: 'Goats' });
    await asha.getByRole('button', { name: 'Play now' }).tap();
    const open = (page: Page) => page.getByRole('region', { name: 'Open invitations' }).getByRole('listitem').filter({ hasText: 'Asha' });
    await expect(open(chet)).toBeVisible();

    // The invitation survives the restart, and is accepted before its author is back.
    await asha.context().setOffline(true);
    await server.kill();
    await server.start();
    await expect(open(bina)).toBeVisible();
    await open(bina).getByRole('button', { name: 'Sit down' }).tap();
    await expect(bina).toHaveURL(/\/play\//);
    await expect(asha).toHaveURL(/\/lobby/);
    await asha.context().setOffline(false);
    await expect(asha).toHaveURL(/\/play\//, { timeout: 40_000 });
    await chet.goto(new URL(asha.url()).pathname);
    await expect(chet.getByText('You are watching.')).toBeVisible();
    await point(asha, 'C3').tap();
    await expect(bina.locator('.status')).toHaveText(/Your turn/);

    // A move made while the server is down is played once it is up.
    await server.kill();
    await expect(bina.getByText('No connection.')).toBeVisible();
    await point(bina, 'A1').tap();
    await point(bina, 'B1').tap();
    await server.start();
    for (const page of [asha, chet]) await expect(page.locator('ol[aria-label=Moves] [data-ply]')).toHaveCount(2, { timeout: 40_000 });
    await expect(asha.locator('.status')).toHaveText(/Your turn/);

    // A pause survives the restart, too.
    await choose(asha, 'Pause');
    await bina.getByRole('button', { name: 'Accept' }).tap();
    await expect(asha.getByText('The game is paused.')).toBeVisible();
    await server.kill();
    await server.start();
    await expect(asha.getByText('No connection.')).toHaveCount(0, { timeout: 40_000 });
    await asha.getByRole('button', { name: 'Play on' }).tap();
    await bina.getByRole('button', { name: 'Accept' }).tap();
    await expect(asha.locator('.status')).toHaveText(/Your turn/);
    await point(asha, 'B2').tap();
    await expect(bina.locator('.status')).toHaveText(/Your turn/);
    expect(troubles.filter((trouble) => !/ERR_CONNECTION|WebSocket connection|fetching the script/.test(trouble))).toEqual([]);
  } finally {
    await server.end();
  }
});
