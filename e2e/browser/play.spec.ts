// Whole games against the engine, and errors at the board.

import { beginAtOneScreen, choose, expect, playOn, point, test } from './page';

/** Each game with the side that wins fastest against a beginner, how, and the length of the winning line. */
const GAMES = [
  { game: 'baghchal', side: 'Tigers', end: 'enough goats are captured' },
  { game: 'banchess', side: 'White', end: 'the king is in check and' },
  { game: 'creeper', side: 'Teal', end: 'a chain of octagons joins two bases', line: 11 },
  { game: 'gomoku', side: 'Black', end: 'five in a row', line: 5 },
];

for (const { game, side, end, line = 0 } of GAMES) {
  test(`a whole game of ${game} against the engine`, async ({ page }) => {
    await page.goto(`/new/${game}`);
    await page.getByLabel(/^Level/).fill('1');
    await page.getByRole('button', { name: side, exact: true }).click();
    await page.getByRole('button', { name: 'Begin' }).click();
    await expect(page).toHaveURL(/\/play\//);
    await playOn(page);
    const status = page.locator('.status');
    await expect(status).toHaveText(new RegExp(`^You won .*${end}`, 'i'));
    if (line) expect(await page.locator('.board .winning').count()).toBeGreaterThanOrEqual(line);
    // Again, with sides exchanged.
    const before = page.url();
    await page.getByRole('button', { name: 'Rematch' }).click();
    await expect(page).not.toHaveURL(before);
    await expect(page).toHaveURL(/\/play\//);
    await expect(status).toHaveText(/Your turn/);
  });
}

test('engine resigns a lost game if enabled', { tag: '@once' }, async ({ page }) => {
  const rows = Array.from({ length: 19 }, (_, row) => (row === 9 ? '7xxxx8' : '19'));
  const lost = new URLSearchParams({ position: `${rows.join('/')} w 0 0` });
  await page.goto(`/new/gomoku?${lost}`);
  await page.getByLabel(/^Level/).fill('10');
  await page.getByLabel('Resigns when it is sure to lose').check();
  await page.getByRole('button', { name: 'Black', exact: true }).click();
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page.locator('.status')).toHaveText(/^You won .*resigned/);
});

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
  // Nothing was played, and the game continues.
  await expect(page.locator('.status')).toHaveText('Move a tiger');
  await point(page, 'A1').click();
  await point(page, 'B1').click();
  await expect(point(page, 'B1')).toHaveAccessibleName(/tiger/);
});

test('a typed move is played, or refused with its reason', { tag: '@once' }, async ({ page }) => {
  await beginAtOneScreen(page, 'banchess');
  // With a key, or from the menu.
  await page.keyboard.press('/');
  const field = page.getByLabel('Type a move');
  await field.fill('b:e2e5');
  await field.press('Enter');
  await expect(page.getByRole('alert')).toContainText(/./);
  // Any notation is accepted, such as that of programs and that of people.
  await field.fill('e4');
  await field.press('Enter');
  await expect(page.locator('.status')).toHaveText('Any move but the banned one');
});

test('a promotion asks which piece', async ({ page }) => {
  const position = '4k3/P7/8/8/8/8/8/4K3 w - - 0 1 2:e1e2';
  await beginAtOneScreen(page, 'banchess', `?position=${encodeURIComponent(position)}`);
  await point(page, 'a7').click();
  await point(page, 'a8').click();
  await page.getByRole('dialog').getByRole('button', { name: 'rook' }).click();
  await expect(point(page, 'a8')).toHaveAccessibleName(/rook/);
});

test('keyboard plays alone and keeps its place during the reply', { tag: '@once' }, async ({ page }) => {
  await page.goto('/new/baghchal');
  await page.getByLabel(/^Level/).fill('1');
  await page.getByRole('button', { name: 'Begin' }).click();
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await point(page, 'A1').focus();
  await press('ArrowRight', 'ArrowRight', 'Enter');
  await expect(point(page, 'C1')).toHaveAccessibleName(/goat/);
  await expect(page.locator('[aria-live=polite].spoken')).toContainText(/^Tigers: [A-E][1-5][–×][A-E][1-5]\. Goats: Place a goat/);
  await expect(point(page, 'C1')).toBeFocused();
  await press('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter');
  await expect(point(page, 'C5')).toHaveAccessibleName(/goat/);
});

test('a piece can be dragged', async ({ page }) => {
  await beginAtOneScreen(page, 'baghchal');
  await point(page, 'C3').click();
  await expect(page.locator('.status')).toHaveText('Move a tiger');
  await point(page, 'A1').dragTo(point(page, 'A2'));
  await expect(point(page, 'A2')).toHaveAccessibleName(/tiger/);
});

test('a move is taken back at one screen', { tag: '@once' }, async ({ page }) => {
  await beginAtOneScreen(page, 'baghchal');
  await point(page, 'C3').click();
  await expect(page.locator('.status')).toHaveText('Move a tiger');
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(page.locator('.status')).toHaveText('Place a goat');
});

test('two at one screen agree to a draw, and play again', { tag: '@once' }, async ({ page }) => {
  await beginAtOneScreen(page, 'creeper');
  await choose(page, 'Agree to a draw', 'Cancel', 'Agree to a draw', 'Have both agreed to a draw?');
  await expect(page.locator('.status')).toHaveText('A draw Both sides agreed to a draw.');
  const before = page.url();
  await page.getByRole('button', { name: 'Rematch' }).click();
  await expect(page).not.toHaveURL(before);
  await expect(page.locator('.status')).toHaveText('Move a pin');
});

test('engine responds to a draw offer', { tag: '@once' }, async ({ page }) => {
  await page.goto('/new/gomoku');
  await page.getByRole('button', { name: 'Begin' }).click();
  await choose(page, 'Offer a draw');
  await expect(page.getByText('The draw was declined.')).toBeVisible();
  await playOn(page, 1);
  await expect(page.getByText('The draw was declined.')).toHaveCount(0);
});

test('rules are changed, shown beside the board, and stored', { tag: '@once' }, async ({ page }) => {
  await page.goto('/new/baghchal');
  await page.getByText('Change the rules').click();
  const captures = page.getByLabel('How many captures win for the tigers');
  await expect(captures).toHaveValue('5');
  await captures.fill('21');
  await page.getByRole('button', { name: 'pass and play' }).click();
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page).toHaveURL(/\/new\//);
  await captures.fill('1');
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page.getByText('How many captures win for the tigers: 1')).toBeVisible();
  for (const label of ['B1', 'A1', 'C1']) await point(page, label).click();
  await expect(page.locator('.status')).toHaveText('Tigers won Enough goats are captured.');
  // A game without settings shows none.
  await page.goto('/new/gomoku');
  await expect(page.getByRole('button', { name: 'Begin' })).toBeEnabled();
  await expect(page.getByText('Change the rules')).toHaveCount(0);
});
