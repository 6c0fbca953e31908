// Two people in two browsers, and connections that break.

import type { Page } from '@playwright/test';
import { beginAtOneScreen, choose, expect, point, test, watch, withoutGames } from './page';
import { expectOnScreen, open } from './sizes';

test('a game by link, one of the two reloading in the middle', { tag: '@once' }, async ({ page, browser, baseURL }) => {
  await page.goto('/new/baghchal');
  await page.getByRole('button', { name: 'a friend by link' }).click();
  await page.getByRole('button', { name: 'Begin' }).click();
  const link = await page.getByLabel('Link').inputValue();
  const other = await (await browser.newContext({ baseURL: baseURL! })).newPage();
  const troubles: string[] = [];
  watch(other, baseURL!, troubles);
  await other.goto(link);
  await expect(other.getByText(/^A friend invites you to Bagh Chal, no clock\. You play the tigers\./)).toBeVisible();
  await other.getByRole('button', { name: 'Sit down' }).click();
  await expect(other.locator('.status')).toHaveText('to play');
  // Screen readers announce that the friend has joined, and the title shows that it is one's move.
  await expect(page.locator('p.spoken')).toHaveText('Player has sat down.');
  await expect(page).toHaveTitle('(1) Bagh Chal');
  await expect(other).toHaveTitle('Bagh Chal');
  // Both see that the seats are taken; further visitors watch.
  await expect(page.getByLabel('Link')).toHaveCount(0);
  const third = await (await browser.newContext({ baseURL: baseURL! })).newPage();
  await third.goto(link);
  await expect(third.getByText('You are watching.')).toBeVisible();
  await expect(third.getByRole('button', { name: 'Sit down' })).toHaveCount(0);
  // A game among friends is not listed.
  const listed = await (await page.request.get('/api/v1/matches?limit=100')).json();
  expect(listed.matches.map((match: { id: string }) => match.id)).not.toContain(link.split('/').at(-1));

  await point(page, 'B1').click();
  await expect(other.locator('.status')).toHaveText(/Your turn/);
  // Players without a name find their games again, too.
  await other.goto('/');
  const games = other.getByRole('region', { name: 'Your games with others' });
  await expect(games.getByRole('listitem')).toHaveText(/Bagh Chal with Player\s*Your turn/);
  await games.getByRole('link').click();
  await expect(other).toHaveTitle('(1) Bagh Chal');
  await other.reload();
  await expect(other.locator('.status')).toHaveText(/Your turn/);
  await point(other, 'A1').click();
  await point(other, 'C1').click();
  await expect(page.locator('.status')).toHaveText(/Your turn/);
  await expect(page.getByText('goats captured 1/5')).toBeVisible();

  await choose(page, 'Offer a draw');
  await other.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByText('The draw was declined.')).toBeVisible();
  await page.getByRole('button', { name: 'Take back' }).click();
  await other.getByRole('button', { name: 'Accept' }).click();
  await expect(page.locator('.status')).toHaveText(/Your turn/);
  await expect(page.getByText('goats captured 0/5')).toBeVisible();

  await choose(page, 'Offer a draw');
  await other.getByRole('button', { name: 'Accept' }).click();
  await expect(page.locator('.status')).toHaveText(/A draw/);
  await page.getByRole('button', { name: 'Rematch' }).click();
  await other.getByRole('button', { name: 'Accept' }).click();
  // Sides are exchanged: the friend has the goats now.
  await expect(other.locator('.status')).toHaveText(/Your turn/);
  await point(other, 'C3').click();
  await expect(page.locator('.status')).toHaveText(/Your turn/);
  // The earlier game can be opened again; it forwards to the rematch only on request.
  const rematch = page.url();
  await page.goBack();
  await expect(page).toHaveURL(new URL(link).pathname);
  for (const again of [() => page.reload(), () => page.waitForTimeout(500)]) {
    await expect(page.locator('.status')).toHaveText(/A draw/);
    await again();
    await expect(page).toHaveURL(new URL(link).pathname);
  }
  await page.getByRole('button', { name: 'Go to rematch' }).click();
  await expect(page).toHaveURL(rematch);
  await expect(page.locator('.status')).toHaveText(/Your turn/);
  expect(troubles).toEqual([]);
});

test('on small phones a friend finds the free seat, and both see the whole board, each from their own side', { tag: '@once' }, async ({ browser, baseURL }) => {
  const page = await open(browser, baseURL, 'a small phone');
  await page.goto('/new/banchess');
  await page.getByRole('button', { name: 'a friend by link' }).tap();
  await page.getByRole('button', { name: 'Begin' }).tap();
  const link = await page.getByLabel('Link').inputValue();
  await page.getByRole('button', { name: 'QR code' }).tap();
  await expectOnScreen(page, page.getByRole('img', { name: 'QR code of this game' }));
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
  const other = await open(browser, baseURL, 'a small phone');
  await other.goto(link);
  await expectOnScreen(other, other.getByRole('button', { name: 'Sit down' }), other.locator('.board'));
  await other.evaluate(() => scrollTo(0, 200));
  await other.getByRole('button', { name: 'Sit down' }).tap();
  await expect(other.locator('.status')).toHaveText(/Your turn/);
  for (const one of [page, other]) await expectOnScreen(one, one.locator('.board'));
  // White is at the bottom of one board and Black of the other, at the same time.
  const height = async (one: Page, label: string) => (await point(one, label).boundingBox())!.y;
  expect(await height(page, 'e8')).toBeLessThan(await height(page, 'e1'));
  expect(await height(other, 'e8')).toBeGreaterThan(await height(other, 'e1'));
  await other.reload();
  await expect(other.locator('.status')).toHaveText(/Your turn/);
  expect(await height(other, 'e8')).toBeGreaterThan(await height(other, 'e1'));
  for (const one of [page, other]) await one.context().close();
});

test('lost connection is announced, and a move made meanwhile is played once', { tag: '@once' }, async ({ page }) => {
  await withoutGames(page);
  let cut = () => {};
  let away = false;
  await page.routeWebSocket(/\/live$/, (socket) => {
    if (away) return void socket.close();
    const server = socket.connectToServer();
    cut = () => {
      void server.close();
      void socket.close();
    };
  });
  const commands: string[] = [];
  await page.route('**/actions', async (route) => {
    commands.push(route.request().postDataJSON().command);
    // The server carries it out, and the response is lost.
    if (away) {
      await route.fetch();
      await route.fulfill({ status: 503, json: { error: { code: 'away', text: 'Away.' } } });
    } else await route.continue();
  });
  await beginAtOneScreen(page, 'baghchal');
  const before = await page.getByRole('grid').boundingBox();

  away = true;
  cut();
  await expect(page.getByText('No connection.')).toBeVisible();
  // It is announced at a fixed place, without moving anything on the page.
  expect(await page.getByRole('grid').boundingBox()).toEqual(before);
  await point(page, 'C3').click();
  await expect(page.getByText('Your move will be sent')).toBeVisible();
  await expect.poll(() => commands.length).toBeGreaterThan(1);
  away = false;
  await expect(page.locator('.status')).toHaveText('Move a tiger', { timeout: 30_000 });
  await expect(page.getByText('No connection.')).toHaveCount(0);
  await expect(page.locator('ol[aria-label=Moves] [data-ply]')).toHaveCount(1);
  expect(new Set(commands).size).toBe(1);
});
