// The page in the hand: real touches, at the sizes of real screens.

import { beginAtOneScreen, choose, expect, point, test } from './page';
import { expectOnScreen, Finger, middle, open } from './sizes';

for (const name of ['a small phone', 'a phone', 'a phone on its side', 'a tablet'] as const) {
  test(`a piece is dragged by a finger on ${name}, and the page stays where it is`, async ({ browser, baseURL }) => {
    const page = await open(browser, baseURL, name);
    await beginAtOneScreen(page, 'baghchal');
    await point(page, 'C3').tap();
    await expect(page.locator('.status')).toHaveText('Move a tiger');
    // There is something to scroll, or nothing would be proved.
    await page.addStyleTag({ content: 'main { padding-bottom: 150vh !important; }' });
    await page.evaluate(() => scrollTo(0, 30));
    const before = await page.evaluate(() => scrollY);
    expect(before).toBe(30);
    const finger = await Finger.on(page);
    // Downward, the way a page is scrolled.
    await finger.drag(await middle(page, 'A5'), await middle(page, 'A4'));
    await expect(point(page, 'A4')).toHaveAccessibleName(/tiger/);
    expect(await page.evaluate(() => scrollY)).toBe(before);
    // Where nothing can be taken up, the same finger scrolls.
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
  // A ghost, crosshairs, a magnifier, and a button that says what it does.
  await expect(page.locator('.lens .rim')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Play K10' })).toBeVisible();
  await expect(point(page, 'K10')).toHaveAccessibleName(/empty, chosen/);
  await expect(moves).toHaveCount(0);
  // The finger slides until it is right.
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
  // Whoever does not want to be asked says so once.
  await page.goto('/settings');
  await page.getByRole('group', { name: 'Confirm moves' }).getByLabel('Never').check();
  await page.goBack();
  await point(page, 'K10').tap();
  await expect(moves).toHaveText(['M12', 'J9', 'K10']);
  await page.context().close();
});

for (const name of ['a small phone', 'a phone on its side'] as const) {
  test(`wherever a stone is aimed, a button says how to set it, on ${name}`, async ({ browser, baseURL }) => {
    const page = await open(browser, baseURL, name);
    const play = page.getByRole('button', { name: /^Play [A-T]\d+$/ });
    await page.goto('/learn/gomoku/lesson');
    await point(page, 'H10').tap();
    await expectOnScreen(page, play, page.getByRole('button', { name: 'Cancel' }));
    await expect(play).toHaveText('Play H10');
    await page.getByRole('button', { name: 'Cancel' }).tap();
    await expect(page.locator('.lens')).toHaveCount(0);
    await expect(play).toHaveCount(0);
    await point(page, 'H10').tap();
    await expect(page.locator('.learned')).toHaveCount(0);
    await play.tap();
    await expect(page.locator('.learned')).toBeVisible();
    for (const place of ['/puzzles/gomoku/1', '/analysis/gomoku', '/learn/gomoku', '/study/new/gomoku']) {
      await page.goto(place);
      const board = page.locator('.board').first();
      await board.scrollIntoViewIfNeeded();
      // Against the clock, too.
      if (place.startsWith('/puzzles')) {
        await page.getByRole('button', { name: 'Three minutes' }).tap();
        await board.scrollIntoViewIfNeeded();
      }
      await board.getByRole('gridcell', { name: /can be played/ }).first().tap();
      await expectOnScreen(page, play);
    }
    await page.context().close();
  });
}

test('whoever wants to be asked always is asked in analysis, too', async ({ page }) => {
  await page.goto('/settings');
  await page.getByRole('group', { name: 'Confirm moves' }).getByLabel('Always').check();
  await page.goto('/analysis/baghchal');
  await point(page, 'C3').click();
  await page.getByRole('button', { name: 'Play C3' }).click();
  await expect(page.getByRole('group', { name: 'Moves' }).getByRole('button', { name: 'C3' })).toBeVisible();
});

test('a board on which nothing can be played says why', async ({ page }) => {
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
  await expect(page.getByRole('button', { name: 'Once more' })).toBeVisible();
  await expect(async () => {
    await page.getByRole('gridcell').first().click();
    await expect(alert).toHaveText('This puzzle is over.', { timeout: 500 });
  }).toPass();
});

test('a mouse is not asked', async ({ page }) => {
  await beginAtOneScreen(page, 'gomoku');
  await point(page, 'K10').click();
  await expect(page.locator('[data-ply]')).toHaveText(['K10']);
});

test('whoever looks back is told, and comes back with one button', async ({ page }) => {
  await beginAtOneScreen(page, 'baghchal');
  await point(page, 'C3').click();
  await expect(page.locator('[data-ply]')).toHaveText(['C3']);
  await point(page, 'A1').click();
  await point(page, 'B1').click();
  await expect(page.locator('[data-ply]')).toHaveText(['C3', 'A1–B1']);
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByText('You are looking at move 1 of 2.')).toBeVisible();
  // The board is not silently dead.
  await point(page, 'D3').click();
  await expect(page.getByRole('alert')).toContainText('earlier move');
  await page.getByRole('button', { name: 'Back to the game' }).click();
  await expect(page.locator('.status')).toHaveText('Place a goat');
  await expect(page.getByText('You are looking at')).toHaveCount(0);
});

test('compulsory capture: the tiger is ringed, and another one is refused with the rule', async ({ page }) => {
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

test('while banning, one’s own pawn says what is going on, and the ban is read', async ({ page }) => {
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

test('a touched piece must move, where one plays so', async ({ page }) => {
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
  // Whoever plays by keys goes on from where the pawn went.
  await expect(point(page, 'a8')).toBeFocused();
});

test('focus is never lost: not in a menu that changes, not when it closes', async ({ page }) => {
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

test('on a small phone nothing is focused where nobody sees it, and the language can be changed', async ({ browser, baseURL }) => {
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

test('when the time of three minutes runs, the whole board is on a small phone', async ({ browser, baseURL }) => {
  const page = await open(browser, baseURL, 'a small phone');
  await page.goto('/puzzles/banchess');
  await page.getByRole('button', { name: 'Three minutes' }).scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Three minutes' }).tap();
  await expect(page.getByRole('timer')).toBeVisible();
  await expectOnScreen(page, page.locator('.board'), page.getByRole('timer'));
  await page.context().close();
});

test('an ending says who won and how, and what one can do now', async ({ page }) => {
  await page.goto('/new/baghchal');
  await page.getByRole('button', { name: 'Begin' }).click();
  await point(page, 'C3').click();
  await expect(page.locator('.status')).toHaveText(/Your turn/);
  await point(page, 'C3').click();
  await expect(page.getByRole('alert')).toBeVisible();
  await choose(page, 'Resign', 'Really resign?');
  await expect(page.locator('.status')).toContainText('You lost');
  // What was said before the end is gone.
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Rematch' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'GIF' })).toHaveAttribute('href', /picture\.gif\?moves=mC3/);
  await page.getByRole('link', { name: 'Review' }).click();
  await expect(page).toHaveURL(/\/review\/baghchal/);
});

test('trapped tigers are the loser’s', async ({ page }) => {
  await page.goto('/learn/baghchal');
  const board = page.locator('.seat').nth(3);
  await board.scrollIntoViewIfNeeded();
  await point(board, 'B1').click();
  await expect(board).toContainText('Goats won');
  await expect(board.locator('.ring.lost')).toHaveCount(4);
  await expect(board.locator('.winning')).toHaveCount(0);
});

test('settings are kept, and seen on every board', async ({ page }) => {
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

test('engines play each other, pause, and go on', async ({ page }) => {
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
  // Whoever goes back is told that what came later goes.
  const drops = page.getByText('Resume plays on from here and drops the later moves.');
  await expect(drops).toHaveCount(0);
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(drops).toBeVisible();
  await page.getByRole('button', { name: 'End', exact: true }).click();
  await expect(drops).toHaveCount(0);
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect.poll(() => page.locator('[data-ply]').count()).toBeGreaterThan(played);
});

test('the first page begins a game at once, and goes on with it first of all', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Play Bagh Chal now' }).click();
  await expect(page.locator('.status')).toHaveText('Your turn: Place a goat');
  const match = page.url();
  await page.goto('/');
  await page.getByRole('link', { name: 'Continue your game of Bagh Chal' }).click();
  await expect(page).toHaveURL(match);
});
