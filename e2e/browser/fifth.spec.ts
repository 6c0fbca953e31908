// A game that only the tests know is on the page like any other: nothing there lists the games there are.

import { expect, expectAccessible, playOn, test, withoutGames } from './page';
import { SPRINT_URL } from './server';

test.use({ baseURL: SPRINT_URL ?? '' });
test.skip(!SPRINT_URL, 'the program with one more game is not built');

test('a game nobody has written a page for is listed, explained and played', async ({ page }) => {
  // The games inside the page are those of the program; this one is the server's.
  await withoutGames(page);
  await page.goto('/');
  await expect(page.getByRole('link', { name: /Sprint/ }).first()).toBeVisible();
  await page.goto('/learn/sprint');
  await expect(page.getByText('A pawn captures one square diagonally forward')).toBeVisible();
  await page.goto('/new/sprint');
  await page.getByLabel(/^Level/).fill('1');
  await page.getByRole('button', { name: 'White', exact: true }).click();
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page).toHaveURL(/\/play\//);
  await expectAccessible(page);
  await playOn(page);
  await expect(page.locator('.status')).toHaveText(/won|lost/);
});

test.describe('in Nepali', () => {
  test.use({ locale: 'ne-NP' });

  test('what a game does not say in Nepali is said in English', async ({ page }) => {
    await withoutGames(page);
    await page.goto('/analysis/sprint');
    await expect(page.locator('html')).toHaveAttribute('lang', 'ne');
    // Only a word that another game has translated is lent: there are pawns in Ban Chess.
    await expect(page.getByRole('grid', { name: /Sprint.*Move a pawn/ })).toBeVisible();
  });
});
