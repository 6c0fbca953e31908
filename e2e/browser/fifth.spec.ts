// A game that only the tests know appears on the page like any other, because the page has no list of games.

import { expect, expectAccessible, playOn, test, withoutGames } from './page';
import { SPRINT_URL } from './server';

test.use({ baseURL: SPRINT_URL ?? '' });
test.skip(!SPRINT_URL, 'the program with one more game is not built');

test('additional game is listed, explained and played', async ({ page }) => {
  // The games inside the page are those of the program; this one exists on the server only.
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

  test('untranslated texts of a game appear in English', async ({ page }) => {
    await withoutGames(page);
    await page.goto('/analysis/sprint');
    await expect(page.locator('html')).toHaveAttribute('lang', 'ne');
    // A term that another game has translated is reused: Ban Chess has pawns, too.
    await expect(page.getByRole('grid', { name: /Sprint.*Move a pawn/ })).toBeVisible();
  });
});
