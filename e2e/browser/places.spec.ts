// Every page: it works, and it is accessible.

import { expect, expectAccessible, point, test } from './page';
import { games } from './server';
import { expectNoWider } from './sizes';

test('the first page shows every game', async ({ page }) => {
  await page.goto('/');
  const { length } = games();
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(length);
  await expect(page.locator('.games .board')).toHaveCount(length);
  await expect(page.locator('.hero .board')).toBeVisible();
  await expectAccessible(page);
});

for (const place of ['/new/gomoku', '/analysis/baghchal', '/watch', '/learn/creeper', '/learn/banchess', '/learn/gomoku/lesson', '/puzzles/creeper', '/settings', '/about', '/engines/creeper']) {
  test(`${place} is accessible`, async ({ page }) => {
    await page.goto(place);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForTimeout(1500);
    await expectAccessible(page);
    await expectNoWider(page);
  });
}

test('Back skips redirects to a game', { tag: '@once' }, async ({ page }) => {
  await page.goto('/about');
  for (const [place, name] of [['analysis', 'Analysis'], ['learn', 'Learn']] as const) {
    await page.getByRole('navigation', { name: 'Chautari' }).getByRole('link', { name }).click();
    await expect(page).toHaveURL(new RegExp(`/${place}/[a-z]+$`));
    await expect(page.locator('.board').first()).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/\/about$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await page.goto('/puzzles');
  await expect(page).toHaveURL(/\/puzzles\/[a-z]+\/\d+$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/about$/);
});

test('Back, Forward and reload restore the scroll position', { tag: '@once' }, async ({ page }) => {
  const down = () => page.evaluate(() => Math.round(scrollY));
  await page.goto('/learn/banchess');
  await expect(page.getByRole('heading', { name: 'Rules', exact: true })).toBeVisible();
  await page.evaluate(() => scrollTo(0, 700));
  await expect.poll(down).toBe(700);
  await page.locator('footer').getByRole('link', { name: 'About Chautari' }).dispatchEvent('click');
  await expect(page).toHaveURL(/\/about$/);
  await expect.poll(down).toBe(0);
  await page.goBack();
  await expect.poll(down).toBe(700);
  await page.waitForTimeout(600);
  await page.reload();
  await expect.poll(down).toBe(700);
  await page.goForward();
  await expect(page).toHaveURL(/\/about$/);
  await expect.poll(down).toBe(0);
});

test('match page is accessible', async ({ page }) => {
  await page.goto('/new/gomoku');
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page.getByRole('grid')).toBeVisible();
  await expectAccessible(page);
});

test('analysis reads any notation, thinks, branches and shares', { tag: '@once' }, async ({ page }) => {
  await page.goto('/analysis/banchess');
  await page.getByLabel('Paste a position').fill('1. {banning: e2e4} f3 {banning: e7e6} e5\n2. {banning: d2d4} g4 {banning: d8e7} Qh4# 0-1');
  await page.getByRole('button', { name: 'Import' }).click();
  await expect(page.getByText(/^Black won/)).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByText('Black: Any move but the banned one', { exact: true })).toBeVisible();
  await expect(page.locator('.thoughts li').first()).toBeVisible();
  // Another move here starts another branch.
  await point(page, 'a7').click();
  await point(page, 'a6').click();
  await expect(page.locator('.branch')).toHaveCount(1);
  await page.getByText('Share', { exact: true }).click();
  await expect(page.getByLabel('pgn', { exact: true })).toHaveValue(/banning: e2e4/);
  const link = await page.getByLabel('Link', { exact: true }).inputValue();
  await page.goto(link);
  await expect(page.getByText("Black: Ban one of White's moves", { exact: true })).toBeVisible();
});

test('unreadable text is reported', { tag: '@once' }, async ({ page }) => {
  await page.goto('/analysis/gomoku');
  await page.getByLabel('Paste a position').fill('nonsense');
  await page.getByRole('button', { name: 'Import' }).click();
  await expect(page.getByRole('alert')).toContainText('“nonsense” cannot be read here.');
});

test('positions in the rules can be played', { tag: '@once' }, async ({ page }) => {
  await page.goto('/learn/baghchal');
  await expect(page.getByRole('heading', { name: 'Bagh Chal', level: 1 })).toBeVisible();
  const boards = page.locator('.seat');
  await expect(boards).toHaveCount(4);
  for (const board of await boards.all()) await board.scrollIntoViewIfNeeded();
  const at = (board: number, label: string) => boards.nth(board).getByRole('gridcell', { name: new RegExp(`^${label},`) });
  // The tiger may jump along a line, and not elsewhere.
  await at(2, 'A1').click();
  await at(2, 'C2').click();
  await expect(boards.nth(2).getByRole('alert')).toHaveText(/./);
  await expect(boards.nth(2).getByRole('alert')).not.toHaveText('That cannot be played.');
  await at(2, 'A1').click();
  await at(2, 'C3').click();
  await expect(boards.nth(2)).toContainText('goats captured 1/5');
  // The other boards are unchanged.
  await expect(boards.nth(1)).toContainText('goats captured 0/5');
  await at(3, 'B1').click();
  await expect(boards.nth(3)).toContainText('Goats won: no tiger can move.');
  await boards.nth(3).getByRole('button', { name: 'Start again' }).click();
  await expect(boards.nth(3)).toContainText('Goats: Place a goat');
});

for (const [game, count] of [['banchess', 3], ['creeper', 4], ['gomoku', 7]] as const) {
  test(`every position in the rules of ${game} is on a board`, { tag: '@once' }, async ({ page }) => {
    await page.goto(`/learn/${game}`);
    const boards = page.locator('.seat');
    await expect(boards).toHaveCount(count);
    for (const board of await boards.all()) {
      await board.scrollIntoViewIfNeeded();
      await expect(board.getByRole('grid')).toBeVisible();
    }
  });
}

test('language and dark colours are stored', { tag: '@once' }, async ({ page }) => {
  await page.goto('/');
  await page.goto('/settings');
  await page.getByLabel('नेपाली').check();
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'बाघचाल' })).toBeVisible();
  await page.goto('/settings');
  await page.getByLabel('अँध्यारो').check();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ne');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('tournament is created and watched to its end', async ({ page }) => {
  test.setTimeout(300_000);
  await page.goto('/watch');
  await page.getByRole('link', { name: 'Join or begin a tournament' }).click();
  await page.getByLabel('What should others call you?').fill(`Host ${Math.random().toString(36).slice(2, 8)}`);
  await page.getByRole('button', { name: 'Take this name' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Dashain cup');
  await page.getByText('Engines, bots, ratings, season').click();
  await page.getByLabel(/^Engines and bots/).fill('random\nlevel 1');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('link', { name: 'The players’ page' }).click();
  await expect(page.getByRole('heading', { name: 'Dashain cup' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Round 1' })).toBeVisible();
  await expectAccessible(page);
  // It progresses by itself while it is watched.
  await expect(page.getByText(/· ended/)).toBeVisible({ timeout: 240_000 });
  // Finished tournaments can be found.
  await page.goto('/watch');
  await page.getByRole('link', { name: 'Dashain cup' }).first().click();
  const game = page.getByRole('link', { name: /won|A draw/ }).first();
  await game.click();
  await expect(page.getByText('You are watching.')).toBeVisible();
  // A finished game can be stepped through.
  await page.keyboard.press('Home');
  await expect(page.locator('ol [aria-current=step]')).toHaveCount(0);
});

test('bot token is shown once, and the bot belongs to its registered owner', { tag: '@once' }, async ({ page, request }) => {
  const fresh = Math.random().toString(36).slice(2, 8);
  const make = async (bot: string, invitations: string) => {
    await page.goto('/watch/bots');
    await page.locator('summary').filter({ hasText: 'New bot' }).click();
    await page.getByLabel('Name of the bot').fill(bot);
    await page.getByLabel('Who may invite it').selectOption(invitations);
    await page.getByRole('button', { name: 'New bot' }).click();
    await expect(page.getByLabel('Token', { exact: true })).toHaveValue(/.{20,}/);
    expect((await (await request.get(`/api/v1/bots/${bot}`)).json()).invitations).toBe(invitations);
  };
  await make(`free-${fresh}`, 'open');

  const [owner, bot] = [`Asha ${fresh}`, `owned-${fresh}`];
  await page.goto('/me');
  await page.getByLabel('What should others call you?').fill(owner);
  await page.getByRole('button', { name: 'Take this name' }).click();
  await expect(page.getByRole('heading', { level: 1, name: owner })).toBeVisible();
  await make(bot, 'ask');
  await page.goto(`/people/${encodeURIComponent(owner)}`);
  await page.getByRole('link', { name: bot }).click();
  await expect(page.getByRole('heading', { level: 1, name: bot })).toBeVisible();

  // The owner can change the invitation policy later.
  await page.goto('/me/settings');
  const invited = page.getByRole('region', { name: 'Your bots' }).getByLabel(`Who may invite ${bot}`);
  await expect(invited).toHaveValue('ask');
  await invited.selectOption({ label: 'Nobody' });
  await expect.poll(async () => (await (await request.get(`/api/v1/bots/${bot}`)).json()).invitations).toBe('none');
  await expectAccessible(page);
  await page.reload();
  await expect(invited).toHaveValue('none');
});
