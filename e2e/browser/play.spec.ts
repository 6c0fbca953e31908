// Whole games against the engine, and what can go wrong at a board.

import { expect, playOn, point, test } from './page';

const GAMES = ['baghchal', 'banchess', 'creeper', 'gomoku'];

/** Longer than that is a stroll; it ends by resigning. */
const LONGEST = 40;

for (const game of GAMES) {
  test(`a whole game of ${game} against the engine`, async ({ page }, info) => {
    test.setTimeout(90_000);
    await page.goto(`/new/${game}`);
    await page.getByLabel(/^Level/).fill('1');
    await page.getByRole('button', { name: 'Begin' }).click();
    await expect(page).toHaveURL(/\/play\//);
    await playOn(page, info.project.name.startsWith('desk') ? LONGEST : 5);
    const status = page.locator('.status');
    // The answer to the last move may end it.
    await expect(status).toHaveText(/Your turn|Won|draw/);
    if (!/Won|draw/.test((await status.textContent())!)) {
      await page.getByRole('button', { name: 'Resign' }).click();
      await page.getByRole('button', { name: 'Really resign?' }).click();
    }
    await expect(status).toHaveText(/Won by|A draw/);
    // The same again, with sides exchanged.
    const before = page.url();
    await page.getByRole('button', { name: 'Rematch' }).click();
    await expect(page).not.toHaveURL(before);
    await expect(page).toHaveURL(/\/play\//);
    await expect(status).toHaveText(/Your turn/);
  });
}

async function beginAtOneScreen(page: import('@playwright/test').Page, game: string, query = ''): Promise<void> {
  await page.goto(`/new/${game}${query}`);
  await page.getByRole('button', { name: 'two at this screen' }).click();
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page.getByRole('grid')).toBeVisible();
}

test('a refused move says why, at the point', async ({ page }) => {
  await beginAtOneScreen(page, 'baghchal');
  await point(page, 'C3').click();
  await expect(point(page, 'C3')).toHaveAccessibleName(/goat/);
  await point(page, 'A1').click();
  await expect(point(page, 'A1')).toHaveAttribute('aria-selected', 'true');
  await point(page, 'E3').click();
  const bubble = page.getByRole('alert');
  await expect(bubble).toContainText(/./);
  await expect(bubble).not.toContainText('That cannot be played.');
  // Nothing was played, and play goes on.
  await expect(page.locator('.status')).toHaveText('Tigers to move');
  await point(page, 'A1').click();
  await point(page, 'B1').click();
  await expect(point(page, 'B1')).toHaveAccessibleName(/tiger/);
});

test('a typed move is played, or refused with its reason', async ({ page }) => {
  await beginAtOneScreen(page, 'banchess');
  const field = page.getByLabel('Type a move');
  await field.fill('b:e2e5');
  await field.press('Enter');
  await expect(page.getByRole('alert')).toContainText(/./);
  await field.fill('b:e2e4');
  await field.press('Enter');
  await expect(page.locator('.status')).toHaveText('White to move');
});

test('a promotion asks which piece', async ({ page }) => {
  const position = '4k3/P7/8/8/8/8/8/4K3 w - - 0 1 2:e1e2';
  await beginAtOneScreen(page, 'banchess', `?position=${encodeURIComponent(position)}`);
  await point(page, 'a7').click();
  await point(page, 'a8').click();
  await page.getByRole('dialog').getByRole('button', { name: 'rook' }).click();
  await expect(point(page, 'a8')).toHaveAccessibleName(/rook/);
});

test('keyboard alone plays', async ({ page }) => {
  await beginAtOneScreen(page, 'baghchal');
  await point(page, 'A1').focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await expect(point(page, 'C3')).toHaveAccessibleName(/goat/);
  await point(page, 'A1').focus();
  for (const key of ['Enter', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await expect(point(page, 'B1')).toHaveAccessibleName(/tiger/);
  await expect(page.locator('[aria-live=polite].spoken')).toContainText('mA1B1');
});

test('a piece can be dragged', async ({ page }) => {
  await beginAtOneScreen(page, 'baghchal');
  await point(page, 'C3').click();
  await expect(page.locator('.status')).toHaveText('Tigers to move');
  await point(page, 'A1').dragTo(point(page, 'A2'));
  await expect(point(page, 'A2')).toHaveAccessibleName(/tiger/);
});

test('a move is taken back at one screen', async ({ page }) => {
  await beginAtOneScreen(page, 'baghchal');
  await point(page, 'C3').click();
  await expect(page.locator('.status')).toHaveText('Tigers to move');
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(page.locator('.status')).toHaveText('Goats to place');
});
