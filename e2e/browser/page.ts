// What the tests do on the page, and what every one of them holds it to.

import AxeBuilder from '@axe-core/playwright';
import { expect, test as base, type Page } from '@playwright/test';

/** A page on which nothing may be written to the console as an error, or asked of another host. */
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
    // What is refused or away is an answer like another; Chromium writes it down by itself.
    if (message.type() === 'error' && !/status of (400|404|409|422|503)|ERR_INTERNET_DISCONNECTED/.test(message.text())) troubles.push(message.text());
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!/^(data|blob):/.test(url) && !url.replace(/^ws/, 'http').startsWith(home)) troubles.push(`asked for ${url}`);
  });
}

/** Nothing serious for people who use the page without eyes or without hands. */
export async function expectAccessible(page: Page): Promise<void> {
  const found = await new AxeBuilder({ page }).analyze();
  const serious = found.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`)).toEqual([]);
}

/** A point of the board, by its name. */
export const point = (page: Page, label: string) => page.getByRole('gridcell', { name: new RegExp(`^${label},`) });

/** No game against a newcomer lasts so long. */
const LONGEST = 300;

interface Offer { move: string; points: number[]; label?: string }

/**
 * Plays by hand what the server advises, until somebody has won or for so many plies. Good moves win
 * against a newcomer; moves by chance would stroll about for ever.
 */
export async function playOn(page: Page, plies = LONGEST): Promise<void> {
  const status = page.locator('.status');
  const moves = page.locator('ol[aria-label=Moves] li');
  for (let ply = 0; ply < plies; ply++) {
    await expect(status).toHaveText(/Your turn|Won|draw/);
    if (!/Your turn/.test((await status.textContent())!)) return;
    const { played, offer } = await advice(page);
    await playByHand(page, offer);
    await expect.poll(() => moves.count(), { intervals: [20, 50, 100] }).toBeGreaterThan(played);
  }
}

/** The move the engine would make in the match on the page, and how many were made before. */
async function advice(page: Page): Promise<{ played: number; offer: Offer }> {
  const match = new URL(page.url()).pathname.split('/').at(-1);
  const { game, start, moves, offers } = await (await page.request.get(`/api/v1/matches/${match}`)).json();
  // So many nodes and no clock, so that a busy machine plays as well as an idle one.
  const question = { ...(start && { position: start }), moves, nodes: 20000 };
  const thoughts = await (await page.request.post(`/api/v1/games/${encodeURIComponent(game)}/analysis`, { data: question })).text();
  const last = JSON.parse(thoughts.trim().split('\n').findLast((line) => line.startsWith('data:'))!.slice(5));
  return { played: moves.length, offer: offers.find((offer: Offer) => offer.move === last.move) };
}

/** Touches the points of a move in their order, with a finger where the page is a phone's. */
async function playByHand(page: Page, { points, label }: Offer): Promise<void> {
  for (const at of points) {
    const place = page.locator(`[data-point="${at}"]`);
    await expect(place).toHaveAccessibleName(/can be played/);
    await (test.info().project.use.hasTouch ? place.tap() : place.click());
  }
  if (label) await page.getByRole('dialog').getByRole('button', { name: label }).click();
}
