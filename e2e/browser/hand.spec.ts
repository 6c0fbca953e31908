// The page in the hand: real touches, at the sizes of real screens.

import type { Browser, BrowserContextOptions, CDPSession, Page } from '@playwright/test';
import { beginAtOneScreen, choose, expect, expectAccessible, point, test } from './page';

const SIZES = {
  'a small phone': { width: 360, height: 640 },
  'a phone': { width: 390, height: 844 },
  'a phone on its side': { width: 844, height: 390 },
  'a tablet': { width: 820, height: 1180 },
  'a desk': { width: 1440, height: 900 },
  // A desk whose page is read at twice its size.
  'a desk at 200 %': { width: 720, height: 450 },
};

const isTouched = (name: string) => !name.startsWith('a desk');

// Each test opens the sizes it is about; once is enough.
test.skip(({ isMobile }) => isMobile, 'sizes are chosen here');

async function open(browser: Browser, baseURL: string | undefined, name: keyof typeof SIZES, more: BrowserContextOptions = {}): Promise<Page> {
  const hand = isTouched(name);
  const context = await browser.newContext({ baseURL: baseURL!, viewport: SIZES[name], hasTouch: hand, isMobile: hand, locale: 'en-GB', ...more });
  return context.newPage();
}

/** What a finger does, as the browser gets it from a screen. */
class Finger {
  private constructor(private readonly session: CDPSession) {}

  static async on(page: Page): Promise<Finger> {
    return new Finger(await page.context().newCDPSession(page));
  }

  private send(type: 'touchStart' | 'touchMove' | 'touchEnd', ...places: [number, number][]): Promise<unknown> {
    return this.session.send('Input.dispatchTouchEvent', { type, touchPoints: places.map(([x, y]) => ({ x, y })) });
  }

  async drag(from: [number, number], to: [number, number], lift = true): Promise<void> {
    await this.send('touchStart', from);
    for (let i = 1; i <= 12; i++) {
      await this.send('touchMove', [from[0] + ((to[0] - from[0]) * i) / 12, from[1] + ((to[1] - from[1]) * i) / 12]);
    }
    if (lift) await this.send('touchEnd');
  }
}

async function middle(page: Page, label: string): Promise<[number, number]> {
  const box = (await point(page, label).boundingBox())!;
  return [box.x + box.width / 2, box.y + box.height / 2];
}

for (const name of ['a small phone', 'a phone', 'a tablet'] as const) {
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

for (const name of Object.keys(SIZES) as (keyof typeof SIZES)[]) {
  test(`the whole board, whose turn it is and what one can do are on ${name}`, async ({ browser, baseURL }) => {
    const page = await open(browser, baseURL, name);
    for (const game of ['baghchal', 'banchess'] as const) {
      await page.goto(`/new/${game}`);
      await page.getByRole('button', { name: 'Begin' }).click();
      const { width, height } = SIZES[name];
      for (const seen of [page.locator('.board'), page.locator('.status'), page.getByRole('button', { name: 'Take back' }), page.getByRole('button', { name: 'More' })]) {
        // Whoever is to move may change while one looks.
        await expect(async () => {
          const box = (await seen.boundingBox())!;
          expect(box.x, String(seen)).toBeGreaterThanOrEqual(0);
          expect(box.y, String(seen)).toBeGreaterThanOrEqual(0);
          expect(box.x + box.width, String(seen)).toBeLessThanOrEqual(width);
          expect(box.y + box.height, String(seen)).toBeLessThanOrEqual(height);
        }).toPass({ timeout: 15_000 });
      }
      // As large as the smaller of width and height allows, with what must stand beside it.
      const board = (await page.locator('.board').boundingBox())!;
      expect(board.width).toBeGreaterThan(0.68 * Math.min(width, height));
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
    await expectAccessible(page);
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
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect.poll(() => page.locator('[data-ply]').count()).toBeGreaterThan(played);
});

test('the first page begins a game at once, and goes on with it first of all', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Play Bagh Chal now' }).click();
  await expect(page.locator('.status')).toHaveText('Your turn: Place a goat');
  const match = page.url();
  await page.goto('/');
  await page.getByRole('link', { name: 'Go on with your game of Bagh Chal' }).click();
  await expect(page).toHaveURL(match);
});
