// Page actions and expectations that the tests share.

import { existsSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { expect, test as base, type Locator, type Page } from '@playwright/test';

/** Whether the page was built with the games inside, which needs scripts/wasm first. */
export const hasGames = existsSync(new URL('../../npm/chautari/wasm/chautari.wasm', import.meta.url));

/** A page that must not log errors to the console or send requests to another host. */
export const test = base.extend({
  page: async ({ page, baseURL }, use) => {
    const troubles: string[] = [];
    watch(page, baseURL!, troubles);
    await use(page);
    expect(troubles).toEqual([]);
  },
});

export { expect };

export function watch(page: Page, home: string, troubles: string[]): void {
  page.on('pageerror', (error) => troubles.push(String(error)));
  page.on('console', (message) => {
    // Chromium logs these by itself, but refusals and an unavailable server are expected.
    if (message.type() === 'error' && !/status of (400|404|409|422|503)|ERR_INTERNET_DISCONNECTED/.test(message.text())) troubles.push(message.text());
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!/^(data|blob):/.test(url) && !url.replace(/^ws/, 'http').startsWith(home)) troubles.push(`asked for ${url}`);
  });
}

/** Expects no serious accessibility violations. */
export async function expectAccessible(page: Page): Promise<void> {
  const found = await new AxeBuilder({ page }).analyze();
  const serious = found.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`)).toEqual([]);
}

/** Makes a name unique, since tests may run repeatedly. */
export const fresh = (name: string) => `${name} ${Math.random().toString(36).slice(2, 8)}`;

/** A point of the board, by its name. */
export const point = (page: Page | Locator, label: string) => page.getByRole('gridcell', { name: new RegExp(`^${label},`) });

/** No game against a beginner lasts this many plies. */
const LONGEST = 300;

interface Offer { move: string; points: number[]; label?: string }
interface Match { game: string; start?: string; moves: string[]; offers: Offer[] }

/**
 * Plays the engine's moves by hand, until the game ends or for this many plies. Good moves win against a
 * beginner; random ones could go on forever.
 */
export async function playOn(page: Page, plies = LONGEST): Promise<void> {
  const status = page.locator('.status');
  const moves = page.locator('ol[aria-label=Moves] [data-ply]');
  for (let ply = 0; ply < plies; ply++) {
    await expect(status).toHaveText(/Your turn|won|lost|draw/);
    if (!/Your turn/.test((await status.textContent())!)) return;
    const { played, offer } = await advice(page);
    await playByHand(page, offer);
    await expect.poll(() => moves.count(), { intervals: [20, 50, 100] }).toBeGreaterThan(played);
  }
}

/** Returns the engine's move for the match on the page, and the number of moves so far. */
async function advice(page: Page): Promise<{ played: number; offer: Offer }> {
  const match = page.url().split('/').at(-1)!;
  // A number of nodes instead of a time, so that it plays equally well on a busy machine.
  const effort = { nodes: 20000 };
  if (match.startsWith('here-')) return adviceHere(await kept(page, match), effort);
  const { game, start, moves, offers } = await (await page.request.get(`/api/v1/matches/${match}`)).json();
  const question = { ...(start && { position: start }), moves, ...effort };
  const thoughts = await (await page.request.post(`/api/v1/games/${encodeURIComponent(game)}/analysis`, { data: question })).text();
  const last = JSON.parse(thoughts.trim().split('\n').findLast((line) => line.startsWith('data:'))!.slice(5));
  return { played: moves.length, offer: offers.find((offer: Offer) => offer.move === last.move) };
}

/** Returns a match stored in the browser. */
const kept = (page: Page, id: string): Promise<object> =>
  page.evaluate(
    (id) =>
      new Promise((found) => {
        const opening = indexedDB.open('chautari');
        opening.onsuccess = () => {
          const asked = opening.result.transaction('matches').objectStore('matches').get(id);
          asked.onsuccess = () => found(asked.result);
        };
      }),
    id,
  );

/** Like `advice`, computed by the package, for a match that no server knows. */
async function adviceHere(stored: object, effort: object): Promise<{ played: number; offer: Offer }> {
  const { game, start, moves, offers } = await matchHere(stored);
  const { move } = (await gamesHere()).think({ game, ...(start && { position: start }), moves }, effort);
  return { played: moves.length, offer: offers.find((offer) => offer.move === move)! };
}

async function matchHere(stored: object): Promise<Match> {
  const now_ms = Date.now();
  return (await gamesHere()).ask<{ state: Match }>({ ask: 'match', match: stored, now_ms, since_ms: now_ms }).state;
}

let loaded: ReturnType<typeof load> | undefined;
const load = async () => (await import('../../npm/chautari/dist/node.js')).load();
/** The games of the package, loaded once. */
const gamesHere = () => (loaded ??= load());

/** Returns the match on the page, from the server or from the browser. */
export async function matchOn(page: Page): Promise<Match> {
  const match = page.url().split('/').at(-1)!;
  if (match.startsWith('here-')) return matchHere(await kept(page, match));
  return (await page.request.get(`/api/v1/matches/${match}`)).json();
}

/** Whether the page is used with touch. */
export const isTouched = (page: Page): Promise<boolean> => page.evaluate(() => matchMedia('(pointer: coarse)').matches);

/** Touches the points of a move in order, with a finger if the page is on a phone. */
export async function touch(page: Page, points: number[]): Promise<void> {
  const finger = await isTouched(page);
  for (const [i, at] of points.entries()) {
    const place = page.locator(`[data-point="${at}"]`);
    await expect(place).toHaveAccessibleName(/can be played/);
    const press = () => (finger ? place.tap() : place.click());
    await press();
    // On small cells the first touch only aims.
    if (i === points.length - 1 && (await place.getAttribute('aria-selected')) === 'true') await press();
  }
}

export async function playByHand(page: Page, { points, label }: Offer): Promise<void> {
  await touch(page, points);
  if (label) await page.getByRole('dialog').getByRole('button', { name: label }).click();
}

/** Blocks the games inside the page, so that it uses those of the server. */
export const withoutGames = (page: Page): Promise<void> => page.context().route('**/*.wasm', (route) => route.fulfill({ status: 404 }));

/** Begins a game of two people at one screen. */
export async function beginAtOneScreen(page: Page, game: string, query = ''): Promise<void> {
  await page.goto(`/new/${game}${query}`);
  await page.getByRole('button', { name: 'pass and play' }).click();
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page.getByRole('grid')).toBeVisible();
}

/** Chooses entries from the menu of a match. */
export async function choose(page: Page, ...names: (string | RegExp)[]): Promise<void> {
  await page.getByRole('button', { name: 'More' }).click();
  for (const name of names) await page.getByRole('button', { name }).click();
}
