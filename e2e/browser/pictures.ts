// Screenshots of the page in light and dark mode, and the icons in web/public: ./run pictures. Those that the
// README shows go to docs/pictures, the others to results/pictures for inspection. Not a test; it fails only if
// a page does not open.

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { devices, type Page } from '@playwright/test';
import { expect, playOn, test } from './page';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const folder = (name: string) => at(existsSync(at(`../../docs/pictures/${name}`)) ? '../../docs/pictures/' : 'results/pictures/');
const desk = { width: 1360, height: 860 };
const { viewport: phone } = devices['Pixel 7'];

const PLACES: Record<string, (page: Page) => Promise<void>> = {
  home: async (page) => {
    await page.goto('/');
    await expect(page.locator('.games .board')).toHaveCount(4);
    await page.waitForTimeout(3_000);
  },
  new: async (page) => {
    await page.goto('/new/creeper');
    await expect(page.locator('.board')).toBeVisible();
  },
  play: async (page) => {
    await page.goto('/new/baghchal');
    await page.getByRole('button', { name: 'Begin' }).click();
    await playOn(page, 4);
    await expect(page.locator('.status')).toHaveText(/Your turn/);
  },
  analysis: async (page) => {
    await page.goto(`/analysis/banchess?moves=${encodeURIComponent('b:e2e4 m:d2d4 b:d7d5 m:g8f6 b:c2c4 m:b1c3 b:e7e5')}`);
    await expect(page.locator('.thoughts li').first()).toBeVisible({ timeout: 30_000 });
  },
  tournament: async (page) => {
    const players = [{ engine: 1 }, { engine: 2 }, { engine: 3 }, { random: true }];
    const asked = { name: 'Dashain cup', game: 'baghchal', format: 'round_robin', players };
    const { tournament } = await (await page.request.post('/api/v1/tournaments', { data: asked })).json();
    await page.goto(`/tournament/${tournament}`);
    await expect(page.getByText('Round 1')).toBeVisible();
    await page.waitForTimeout(8000);
  },
  event: async (page) => {
    const asked = { players: ['chautari-1', 'chautari-2', 'random'], game_pairs: 1 };
    const { event_id, token } = await (await page.request.post('/event/create', { data: asked })).json();
    await page.goto(`/event/${event_id}#${token}`);
    await expect(page.locator('.board').first()).toBeVisible();
    await page.waitForTimeout(4000);
  },
  watch: async (page) => {
    await page.goto('/watch');
    await page.waitForTimeout(2500);
  },
  learn: async (page) => {
    await page.goto('/learn/baghchal');
    await expect(page.locator('.seat .board').first()).toBeVisible();
    await page.waitForTimeout(1000);
  },
  lesson: async (page) => {
    await page.goto('/learn/creeper/lesson');
    await page.getByRole('button', { name: 'Hint' }).click();
    await expect(page.locator('.board .arrow')).toBeVisible();
  },
  // A fixed puzzle, because the puzzle of the day changes.
  puzzles: async (page) => {
    await page.goto('/puzzles/gomoku/1');
    await expect(page.locator('.task')).toBeVisible();
  },
  review: async (page) => {
    await page.goto(`/review/banchess?moves=${encodeURIComponent('b:e2e4 m:f2f3 b:e7e6 m:e7e5 b:d2d4 m:g2g4 b:d8e7 m:d8h4')}`);
    await expect(page.getByText('What decided the game')).toBeVisible({ timeout: 60_000 });
  },
  lobby: async (page) => {
    await page.goto('/lobby');
    await expect(page.locator('.tile').first()).toBeEnabled();
  },
  settings: async (page) => {
    await page.goto('/settings');
    await expect(page.locator('.board')).toHaveCount(4);
  },
  about: (page) => showing(page, '/about'),
  nowhere: (page) => showing(page, '/nowhere'),
  engines: async (page) => {
    await page.goto('/engines/creeper?one=3&two=4');
    await expect(page.locator('[data-ply]').nth(3)).toBeAttached();
    await page.getByRole('button', { name: 'Pause' }).click();
  },
  study: async (page) => {
    await page.goto(`/study/new/baghchal?${new URLSearchParams({ tree: 'mC1 (mB1) mA1A2' })}`);
    await page.getByText('Question', { exact: true }).click();
    await page.getByLabel('What a reader is asked to find here').fill('Place a goat where no tiger takes it.');
  },
  me: async (page) => {
    await named(page, 'Maya');
  },
  people: async (page) => {
    const name = await named(page, 'Asha');
    await showing(page, `/people/${encodeURIComponent(name)}`);
  },
  best: (page) => showing(page, '/people'),
  tournaments: async (page) => {
    await named(page, 'Host');
    await showing(page, '/tournaments');
  },
  host: async (page) => {
    await hosted(page);
  },
  screen: async (page) => showing(page, `/tournament/${(await hosted(page)).id}/screen`),
  cards: async (page) => showing(page, `/tournament/${(await hosted(page)).id}/cards`),
  season: async (page) => {
    await showing(page, `/tournament/${(await hosted(page)).id}`);
    await page.getByRole('link', { name: 'Season' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  },
  // The card of another person than this browser's.
  card: async (page) => {
    const { id, token } = await hosted(page);
    await showing(page, `/card/${id}#${token}`);
  },
  join: (page) => showing(page, '/join/nobody'),
};

async function showing(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Registers a name, so that each screenshot has its own person. */
async function named(page: Page, name: string): Promise<string> {
  const whole = `${name} ${Math.random().toString(36).slice(2, 6)}`;
  await page.goto('/me');
  await page.getByLabel('What should others call you?').fill(whole);
  await page.getByRole('button', { name: 'Take this name' }).click();
  await expect(page.getByRole('heading', { level: 1, name: whole })).toBeVisible();
  return whole;
}

/** Creates a running tournament of a class with cards and a season, and shows the host's page. */
async function hosted(page: Page): Promise<{ id: string; token: string }> {
  await named(page, 'Teacher');
  await page.goto('/tournaments');
  await page.getByLabel('Name', { exact: true }).fill('Class 7a');
  await page.getByLabel('Who may enter').selectOption('closed');
  await page.getByText('Engines, bots, ratings, season').click();
  await page.getByLabel('Name of a new season').fill('Winter');
  await page.getByRole('button', { name: 'New season' }).click();
  await expect(page.getByRole('combobox', { name: 'Season' }).locator('option:checked')).toHaveText('Winter');
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page).toHaveURL(/\/host$/);
  await page.getByLabel('Names, one per line, or a table').fill('Asha\nBina\nChitra\nDeepa');
  await page.getByRole('button', { name: 'Make 4 cards' }).click();
  await expect(page.getByText('The cards are made.')).toBeVisible();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('button', { name: '0 of 4 are here. Start anyway?' }).click();
  await expect(page.getByRole('heading', { name: 'Repair a pairing' })).toBeVisible();
  const id = /tournament\/([^/]+)/.exec(page.url())![1]!;
  const [card] = await page.evaluate((id) => JSON.parse(localStorage.getItem(`chautari.cards.${id}`)!), id);
  return { id, token: card.token };
}

for (const [name, open] of Object.entries(PLACES)) {
  for (const [where, viewport] of Object.entries({ desk, phone })) {
    test(`${name} ${where}`, async ({ browser, baseURL }) => {
      const context = await browser.newContext({ baseURL: baseURL!, viewport, hasTouch: where === 'phone', locale: 'en-GB' });
      const page = await context.newPage();
      await open(page);
      // Wait for animations.
      await page.waitForTimeout(600);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const file = `page-${name}-${where}-${colorScheme}.png`;
        await page.screenshot({ path: folder(file) + file });
      }
      await context.close();
    });
  }
}

const icons = at('../../web/public/');

// A maskable icon may be cut to any shape: the picture keeps clear of the edges, and the background fills them.
for (const [name, size, share, ground] of [['icon-192', 192, 1, ''], ['icon-512', 512, 1, ''], ['icon-mask-512', 512, 0.8, '#f5eddd']] as const) {
  test(name, async ({ browser }) => {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    const picture = readFileSync(`${icons}icon.svg`, 'utf8').replace('<svg ', `<svg width="${size * share}" `);
    await page.setContent(`<body style="margin:0;height:100vh;display:grid;place-items:center;background:${ground || 'transparent'}">${picture}`);
    await page.screenshot({ path: `${icons}${name}.png`, omitBackground: !ground });
    await page.close();
  });
}
