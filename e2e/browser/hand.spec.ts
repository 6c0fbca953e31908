// The page on touch screens of real sizes.

import { beginAtOneScreen, choose, expect, point, test } from './page';
import { expectOnScreen, Finger, middle, open } from './sizes';

for (const name of ['a small phone', 'a phone', 'a phone on its side', 'a tablet'] as const) {
  test(`a piece is dragged by a finger on ${name}, and the page stays where it is`, async ({ browser, baseURL }) => {
    const page = await open(browser, baseURL, name);
    await beginAtOneScreen(page, 'baghchal');
    await point(page, 'C3').tap();
    await expect(page.locator('.status')).toHaveText('Move a tiger');
    // The page must be scrollable, or the test would prove nothing.
    await page.addStyleTag({ content: 'main { padding-bottom: 150vh !important; }' });
    await page.evaluate(() => scrollTo(0, 30));
    const before = await page.evaluate(() => scrollY);
    expect(before).toBe(30);
    const finger = await Finger.on(page);
    // Downward, like scrolling.
    await finger.drag(await middle(page, 'A5'), await middle(page, 'A4'));
    await expect(point(page, 'A4')).toHaveAccessibleName(/tiger/);
    expect(await page.evaluate(() => scrollY)).toBe(before);
    // The same gesture on an empty point scrolls.
    const [x, y] = await middle(page, 'D3');
    await finger.drag([x, y], [x, y - 120]);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before + 40);
    await page.context().close();
  });
}

test('on small cells a stone is aimed before it is set', async ({ browser, baseURL }) => {
  const page = await open(browser, baseURL, 'a small phone');
  await beginAtOneScreen(page, 'gomoku');
  const moves = page.locator('[data-ply]');
  await point(page, 'K10').tap();
  // A ghost, crosshairs, a magnifier, and a button that names the move.
  await expect(page.locator('.lens .rim')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Play K10' })).toBeVisible();
  await expect(point(page, 'K10')).toHaveAccessibleName(/empty, chosen/);
  await expect(moves).toHaveCount(0);
  // The finger slides to adjust the aim.
  const finger = await Finger.on(page);
  await finger.drag(await middle(page, 'K10'), await middle(page, 'M12'));
  await expect(page.getByRole('button', { name: 'Play M12' })).toBeVisible();
  await expect(moves).toHaveCount(0);
  await point(page, 'M12').tap();
  await expect(moves).toHaveText(['M12']);
  await point(page, 'J9').tap();
  await page.getByRole('button', { name: 'Play J9' }).tap();
  await expect(moves).toHaveText(['M12', 'J9']);
  await point(page, 'A1').tap();
  await page.getByRole('button', { name: 'Cancel' }).tap();
  await expect(page.locator('.lens')).toHaveCount(0);
  // Aiming can be switched off in the settings.
  await page.goto('/settings');
  await page.getByRole('group', { name: 'Confirm moves' }).getByLabel('Never').check();
  await page.goBack();
  await point(page, 'K10').tap();
  await expect(moves).toHaveText(['M12', 'J9', 'K10']);
  await page.context().close();
});

for (const name of ['a small phone', 'a phone on its side'] as const) {
  test(`confirm button is visible wherever a stone is aimed, on ${name}`, async ({ browser, baseURL }) => {
    const page = await open(browser, baseURL, name);
    const play = page.getByRole('button', { name: /^Play [A-T]\d+$/ });
    await page.goto('/learn/gomoku/lesson');
    await point(page, 'F10').tap();
    await expectOnScreen(page, play, page.getByRole('button', { name: 'Cancel' }));
    await expect(play).toHaveText('Play F10');
    await page.getByRole('button', { name: 'Cancel' }).tap();
    await expect(page.locator('.lens')).toHaveCount(0);
    await expect(play).toHaveCount(0);
    await point(page, 'F10').tap();
    await expect(page.locator('.learned')).toHaveCount(0);
    await play.tap();
    await expect(page.locator('.learned')).toBeVisible();
    for (const place of ['/puzzles/gomoku/1', '/analysis/gomoku', '/learn/gomoku', '/study/new/gomoku']) {
      await page.goto(place);
      const board = page.locator('.board').first();
      await board.scrollIntoViewIfNeeded();
      // With a clock, too.
      if (place.startsWith('/puzzles')) {
        await page.getByRole('button', { name: 'Three-minute challenge' }).tap();
        await board.scrollIntoViewIfNeeded();
      }
      await board.getByRole('gridcell', { name: /can be played/ }).first().tap();
      await expectOnScreen(page, play);
    }
    await page.context().close();
  });
}

test('confirmation set to always applies to analysis, too', async ({ page }) => {
  await page.goto('/settings');
  await page.getByRole('group', { name: 'Confirm moves' }).getByLabel('Always').check();
  await page.goto('/analysis/baghchal');
  await point(page, 'C3').click();
  await page.getByRole('button', { name: 'Play C3' }).click();
  await expect(page.getByRole('group', { name: 'Moves' }).getByRole('button', { name: 'C3' })).toBeVisible();
});

test('board without possible moves says why', async ({ page }) => {
  const alert = page.getByRole('alert');
  await page.goto('/review/baghchal?moves=mC3');
  await point(page, 'A1').click();
  await expect(alert).toHaveText(/^To try other moves, choose .*“Analyse this game”\.$/);
  await page.goto('/learn/baghchal/lesson');
  await point(page, 'B1').click();
  await expect(page.locator('.learned')).toBeVisible();
  await point(page, 'A1').click();
  await expect(alert).toHaveText('This step is done.');
  await page.goto('/puzzles/creeper/1');
  await page.getByRole('button', { name: 'Show the solution' }).click();
  await expect(page.getByRole('button', { name: 'Start again' })).toBeVisible();
  await expect(async () => {
    await page.getByRole('gridcell').first().click();
    await expect(alert).toHaveText('This puzzle is over.', { timeout: 500 });
  }).toPass();
});

test('mouse input needs no confirmation', async ({ page }) => {
  await beginAtOneScreen(page, 'gomoku');
  await point(page, 'K10').click();
  await expect(page.locator('[data-ply]')).toHaveText(['K10']);
});

test('earlier position shows a notice and a button to return', async ({ page }) => {
  await beginAtOneScreen(page, 'baghchal');
  await point(page, 'C3').click();
  await expect(page.locator('[data-ply]')).toHaveText(['C3']);
  await point(page, 'A1').click();
  await point(page, 'B1').click();
  await expect(page.locator('[data-ply]')).toHaveText(['C3', 'A1–B1']);
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByText('You are looking at move 1 of 2.')).toBeVisible();
  // The board explains why it does not react.
  await point(page, 'D3').click();
  await expect(page.getByRole('alert')).toContainText('earlier move');
  await page.getByRole('button', { name: 'Back to the game' }).click();
  await expect(page.locator('.status')).toHaveText('Place a goat');
  await expect(page.getByText('You are looking at')).toHaveCount(0);
});

test('compulsory capture marks the tiger and refuses others with the rule', async ({ page }) => {
  await beginAtOneScreen(page, 'baghchal-compulsory');
  await point(page, 'B1').click();
  await expect(page.locator('.status')).toHaveText('This tiger must capture');
  await expect(point(page, 'A1')).toHaveAccessibleName(/must/);
  await expect(page.locator('.ring.must')).toHaveCount(1);
  await point(page, 'E5').click();
  await expect(page.getByRole('alert')).toHaveText('This tiger must capture.');
  await point(page, 'A1').click();
  await point(page, 'A2').click();
  await expect(page.getByRole('alert')).toContainText('A1');
  await expect(page.getByRole('alert')).not.toContainText('That cannot be played');
});

test('touching an own pawn during a ban explains the ban', async ({ page }) => {
  await beginAtOneScreen(page, 'banchess');
  await expect(page.locator('.status')).toHaveText("Ban one of White's moves");
  await point(page, 'e7').click();
  await expect(page.getByRole('alert')).toHaveText("Ban one of White's moves.");
  await point(page, 'e2').click();
  await point(page, 'e3').click();
  await expect(page.locator('[data-ply] s')).toHaveText(['e3']);
  await expect(page.locator('[data-ply="1"]')).toHaveAccessibleName('bans e3');
  await expect(page.locator('.board .sign')).toBeVisible();
  await point(page, 'e2').click();
  await point(page, 'e3').click();
  await expect(page.getByRole('alert')).toHaveText('The move from e2 to e3 is banned.');
});

test('touch-move setting is enforced', async ({ page }) => {
  await page.goto('/settings');
  await page.getByLabel('Must move').check();
  await beginAtOneScreen(page, 'baghchal');
  await point(page, 'C3').click();
  await expect(page.locator('.status')).toHaveText('Move a tiger');
  await point(page, 'A1').click();
  await point(page, 'E1').click();
  await expect(page.getByRole('alert')).toHaveText('A touched piece must move.');
  await expect(point(page, 'A1')).toHaveAttribute('aria-selected', 'true');
  await point(page, 'A2').click();
  await expect(point(page, 'A2')).toHaveAccessibleName(/tiger/);
});

test('a promotion that is cancelled puts the pawn back', async ({ page }) => {
  const position = '4k3/P7/8/8/8/8/8/4K3 w - - 0 1 2:e1e2';
  await beginAtOneScreen(page, 'banchess', `?position=${encodeURIComponent(position)}`);
  await point(page, 'a7').click();
  await point(page, 'a8').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(point(page, 'a7')).toHaveAccessibleName(/white pawn/);
  await expect(page.locator('[aria-selected=true]')).toHaveCount(0);
  // Keyboard players continue from the pawn's origin.
  await expect(point(page, 'a8')).toBeFocused();
});

test('focus is kept when a menu changes or closes', async ({ page }) => {
  await beginAtOneScreen(page, 'baghchal');
  await point(page, 'C3').click();
  const more = page.getByRole('button', { name: 'More' });
  await more.press('Enter');
  await page.getByRole('button', { name: 'Resign' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Really resign for Tigers?' })).toBeFocused();
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(page.locator('.items :focus')).toHaveCount(1);
  await page.getByRole('button', { name: 'Flip the board' }).press('Enter');
  await expect(more).toBeFocused();
  await more.press('Enter');
  await page.getByRole('button', { name: 'Type a move' }).press('Enter');
  await expect(page.getByLabel('Type a move')).toBeFocused();
});

test('focus stays visible on a small phone, and the language can be changed', async ({ browser, baseURL }) => {
  const page = await open(browser, baseURL, 'a small phone');
  await page.goto('/about');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const outside = await page.locator('header, footer').locator('a, button').evaluateAll((all) =>
    all.filter((one) => one.checkVisibility() && (one.getBoundingClientRect().left < 0 || one.getBoundingClientRect().right > innerWidth)).map((one) => one.textContent),
  );
  expect(outside).toEqual([]);
  await page.getByRole('button', { name: 'नेपाली' }).tap();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ne');
  await page.context().close();
});

test('timed puzzles show the whole board on a small phone', async ({ browser, baseURL }) => {
  const page = await open(browser, baseURL, 'a small phone');
  await page.goto('/puzzles/banchess');
  await page.getByRole('button', { name: 'Three-minute challenge' }).scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Three-minute challenge' }).tap();
  await expect(page.getByRole('timer')).toBeVisible();
  await expectOnScreen(page, page.locator('.board'), page.getByRole('timer'));
  await page.context().close();
});

test('end of a game shows the winner, the reason and the next actions', async ({ page }) => {
  await page.goto('/new/baghchal');
  await page.getByRole('button', { name: 'Begin' }).click();
  await point(page, 'C3').click();
  await expect(page.locator('.status')).toHaveText(/Your turn/);
  await point(page, 'C3').click();
  await expect(page.getByRole('alert')).toBeVisible();
  await choose(page, 'Resign', 'Really resign?');
  await expect(page.locator('.status')).toContainText('You lost');
  // Earlier messages are gone.
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Rematch' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'GIF' })).toHaveAttribute('href', /picture\.gif\?moves=mC3/);
  await page.getByRole('link', { name: 'Review' }).click();
  await expect(page).toHaveURL(/\/review\/baghchal/);
});

test('trapped tigers lose', async ({ page }) => {
  await page.goto('/learn/baghchal');
  const board = page.locator('.seat').nth(3);
  await board.scrollIntoViewIfNeeded();
  await point(board, 'B1').click();
  await expect(board).toContainText('Goats won');
  await expect(board.locator('.ring.lost')).toHaveCount(4);
  await expect(board.locator('.winning')).toHaveCount(0);
});

test('settings are stored and apply to every board', async ({ page }) => {
  await page.goto('/settings');
  await expect(page.locator('.board')).toHaveCount(4);
  await page.getByRole('group', { name: 'Coordinates' }).getByLabel('Hidden').check();
  await page.getByRole('group', { name: 'Boards' }).getByLabel('Wood').check();
  await page.getByRole('group', { name: 'Pieces' }).getByLabel('Letters').check();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-board', 'wood');
  await expect(page.locator('.board .labels')).toHaveCount(0);
  await expect(page.locator('.board text', { hasText: 'T' }).first()).toBeVisible();
});

test('engines play each other, pause, and resume', async ({ page }) => {
  await page.goto('/new/baghchal');
  await page.getByRole('button', { name: 'A tiger that can capture must' }).click();
  await page.getByRole('button', { name: 'engine against engine' }).click();
  await page.getByLabel(/^Goats: Level/).fill('1');
  await page.getByLabel(/^Tigers: Level/).fill('2');
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page).toHaveURL(/\/engines\/baghchal-compulsory\?one=1&two=2/);
  await expect(page.locator('[data-ply]').nth(1)).toBeVisible();
  await page.getByRole('button', { name: 'Pause' }).click();
  const played = await page.locator('[data-ply]').count();
  await page.waitForTimeout(2500);
  expect(await page.locator('[data-ply]').count()).toBe(played);
  // A player who goes back is warned that later moves will be removed.
  const drops = page.getByText('Resume plays on from here and drops the later moves.');
  await expect(drops).toHaveCount(0);
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(drops).toBeVisible();
  await page.getByRole('button', { name: 'End', exact: true }).click();
  await expect(drops).toHaveCount(0);
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect.poll(() => page.locator('[data-ply]').count()).toBeGreaterThan(played);
});

test('home page starts a game at once and offers to continue it first', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Play Bagh Chal now' }).click();
  // A newcomer begins with the easier side against level 1, and the game says its aim.
  await expect(page.locator('.status')).toHaveText('Your turn: Move a tiger');
  await expect(page.getByText('Eat five goats to win.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'How to play' })).toHaveAttribute('href', '/learn/baghchal/lesson');
  const match = page.url();
  await page.goto('/');
  await page.getByRole('link', { name: 'Continue your game of Bagh Chal' }).click();
  await expect(page).toHaveURL(match);
});

test('the board of the home page is played on as a match', async ({ page }) => {
  await page.goto('/');
  const board = page.locator('.hero');
  await point(board, 'A1').click();
  await point(board, 'C1').click();
  await expect(page).toHaveURL(/\/play\//);
  await expect(page.locator('.status')).toHaveText('Your turn: Move a tiger');
  await expect(page.locator('[data-ply]').first()).toHaveText('A1×C1');
});
