// The first minutes of a stranger: follows the main button, wins, and is offered the next step.

import { expect, expectAccessible, playOn, test } from './page';

test('a stranger follows the main button, wins, and goes on with the other side', async ({ page }) => {
  test.setTimeout(300_000);
  await page.goto('/');
  await page.locator('.hero .primary').click();
  const status = page.locator('.status');
  await expect(status).toHaveText('Your turn: Move a tiger');
  await expect(page.getByText('Eat five goats to win.')).toBeVisible();
  await playOn(page);
  await expect(status).toHaveText(/^You won/);
  // The end looks like a win, and a screen reader says it.
  await expect(page.locator('.game')).toHaveAttribute('data-result', 'won');
  await expect(page.locator('[aria-live=polite].spoken')).toContainText('Tigers won');
  await expectAccessible(page);
  const next = page.locator('.ended .primary');
  await expect(next).toHaveText('Next: play goats');
  await next.click();
  await expect(status).toHaveText('Your turn: Place a goat');
  await expect(page.getByText('Shut in all four tigers to win.')).toBeVisible();
  // The home page goes on from there, too.
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Continue your game of Bagh Chal' })).toBeVisible();
});

test('a resigned game says so and can be played again', { tag: '@once' }, async ({ page }) => {
  await page.goto('/');
  await page.locator('.hero .primary').click();
  await expect(page.locator('.status')).toHaveText('Your turn: Move a tiger');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Really resign?' }).click();
  await expect(page.locator('.game')).toHaveAttribute('data-result', 'lost');
  await expect(page.locator('[aria-live=polite].spoken')).toHaveText(/^Goats won/);
  await page.getByRole('button', { name: 'Play it again' }).click();
  await expect(page.locator('.status')).toHaveText('Your turn: Move a tiger');
});
