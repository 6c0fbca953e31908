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

/** Plays whatever is offered until somebody has won, or for so many plies. */
export async function playOn(page: Page, plies: number): Promise<void> {
  const status = page.locator('.status');
  for (let ply = 0; ply < plies; ply++) {
    await expect(status).toHaveText(/Your turn|Won|draw/);
    if (/Won|draw/.test((await status.textContent())!)) return;
    const before = await page.locator('ol[aria-label=Moves] li').count();
    const starts = page.getByRole('gridcell', { name: /can be played/ });
    await starts.nth(ply % (await starts.count())).click();
    // One touch places; two touches move. After the first of two, the goals can be played.
    const goals = page.getByRole('gridcell', { name: /can be played/ });
    await expect.poll(async () => (await page.locator('ol[aria-label=Moves] li').count()) > before || (await page.locator('[aria-selected=true]').count()) > 0).toBe(true);
    if (await page.locator('[aria-selected=true]').count()) await goals.first().click();
    if (await page.getByRole('dialog').count()) await page.getByRole('dialog').getByRole('button').first().click();
    await expect.poll(() => page.locator('ol[aria-label=Moves] li').count()).toBeGreaterThan(before);
  }
}
