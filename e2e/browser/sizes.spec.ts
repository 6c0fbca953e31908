// The page on every screen size: what matters is visible without scrolling, nothing is cut off, and touch
// works.

import type { Page } from '@playwright/test';
import { beginAtOneScreen, expect, expectAccessible, point, test, touch, withoutGames } from './page';
import { centre, enlarge, expectNoWider, expectOnScreen, expectWhole, Finger, isTouched, middle, open, SIZES, type Size } from './sizes';
import { games } from './server';
import { gesture } from './solving';

const ALL = Object.keys(SIZES) as Size[];

/** Opens the same page on every screen size. */
async function onEach(page: Page, look: (name: Size) => Promise<void>): Promise<void> {
  for (const name of ALL) {
    await page.setViewportSize(SIZES[name]);
    await test.step(name, () => look(name));
  }
}

for (const game of games()) {
  test(`${game}: board, turn and actions are visible on every screen`, async ({ page }) => {
    await page.goto(`/new/${game}`);
    await page.getByRole('button', { name: 'Begin' }).click();
    await expect(page.locator('.asked .status')).toHaveText(/^Your turn: ./);
    await onEach(page, async (name) => {
      await expectOnScreen(page, page.locator('.board'), page.locator('.status'), page.getByRole('button', { name: 'Take back' }), page.getByRole('button', { name: 'More' }));
      await expectWhole(page.locator('.status'));
      // As large as the smaller of width and height allows, next to what must be visible.
      const board = (await page.locator('.board').boundingBox())!;
      expect(board.width, name).toBeGreaterThan(0.68 * Math.min(SIZES[name].width, SIZES[name].height));
      await expectNoWider(page);
    });
    await expectAccessible(page);
    // Again in Nepali, whose words are longer.
    await page.getByRole('button', { name: 'नेपाली' }).dispatchEvent('click');
    await expect(page.locator('.asked .status')).toHaveText(/^तपाईंको पालो: ./);
    await onEach(page, async () => {
      await expectWhole(page.locator('.status'));
      await expectNoWider(page);
    });
  });
}

test('turn and instructions are not cut off beside clocks', async ({ page }) => {
  await page.goto('/new/banchess');
  await page.getByRole('button', { name: 'Black', exact: true }).click();
  await page.getByLabel('Time').selectOption({ label: '30 min + 20 s' });
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page.locator('.asked .status')).toHaveText("Your turn: Ban one of White's moves");
  for (const language of ['English', 'नेपाली']) {
    if (language !== 'English') await page.getByRole('button', { name: language }).dispatchEvent('click');
    await onEach(page, async (name) => {
      const whose = page.locator('.whose');
      await expectOnScreen(page, page.locator('.board'), whose, ...(await page.locator('.clock').all()));
      expect(await whose.evaluate((text) => getComputedStyle(text).clipPath), name).toBe('none');
      await expectWhole(page.locator('.status'));
      for (const side of await page.locator('.who b').all()) {
        const [line, text] = [(await side.locator('..').boundingBox())!, (await side.boundingBox())!];
        expect(text.x + text.width, name).toBeLessThanOrEqual(line.x + line.width + 1);
      }
      await expectNoWider(page);
    });
  }
});

test('players and clocks are readable on small phones', async ({ browser, baseURL }) => {
  const page = await open(browser, baseURL, 'a small phone');
  await page.goto('/new/baghchal');
  await page.getByLabel('Time').selectOption({ label: '3 min + 2 s' });
  await page.getByRole('button', { name: 'Begin' }).tap();
  await expect(page.locator('.asked .status')).toHaveText(/^Your turn: ./);
  for (const who of await page.locator('.who').all()) await expectWhole(who);
  await expectOnScreen(page, page.locator('.board'), ...(await page.locator('.clock').all()), ...(await page.locator('.has').all()));
  await page.context().close();
});

for (const [width, height, letters] of [[360, 640, 18], [412, 839, 20], [412, 839, 32]] as const) {
  test(`no page is wider than a screen of ${width} px with letters of ${letters} px`, async ({ browser, baseURL }) => {
    const page = await open(browser, baseURL, 'a phone', { viewport: { width, height } });
    await page.goto('/');
    await enlarge(page, letters);
    for (const place of ['/', '/new/baghchal', '/lobby', '/analysis/baghchal', '/learn/gomoku', '/puzzles/baghchal', '/watch', '/tournaments', '/me', '/settings']) {
      await page.goto(place);
      await expect(page.getByRole('heading', { level: 1 }).or(page.locator('.board')).first()).toBeVisible();
      await page.waitForTimeout(500);
      await expectNoWider(page);
    }
    await page.goto('/new/baghchal');
    await page.getByRole('button', { name: 'Begin' }).tap();
    await expect(page.locator('.asked .status')).toHaveText(/^Your turn: ./);
    await expectNoWider(page);
    // The player's name is not hidden by the clock and captures.
    for (const name of await page.locator('.who b').all()) expect((await name.boundingBox())!.width).toBeGreaterThan(30);
    await page.context().close();
  });
}

test('offers of the other side do not cover the board', async ({ page, browser, baseURL }) => {
  await page.goto('/new/baghchal');
  await page.getByRole('button', { name: 'a friend by link' }).click();
  await page.getByRole('button', { name: 'Begin' }).click();
  const other = await (await browser.newContext({ baseURL: baseURL!, locale: 'en-GB' })).newPage();
  await other.goto(await page.getByLabel('Link').inputValue());
  await other.getByRole('button', { name: 'Sit down' }).click();
  await point(page, 'C3').click();
  await page.getByRole('button', { name: 'Take back' }).click();
  const asked = other.getByText('Goats asks to take back the last move.').or(other.getByText(/take back the last move/));
  await onEach(other, async (name) => {
    await expectOnScreen(other, other.locator('.board'), asked, other.getByRole('button', { name: 'Accept' }), other.getByRole('button', { name: 'Decline' }), other.locator('.asked .status'));
    const [board, card] = [(await other.locator('.board').boundingBox())!, (await other.locator('.card[role=alert]').boundingBox())!];
    const apart = card.y >= board.y + board.height || card.x >= board.x + board.width;
    expect(apart, name).toBe(true);
    await expectNoWider(other);
  });
  await other.context().close();
});

test('promotion piece can be chosen on every screen', async ({ page }) => {
  const position = '4k3/P7/8/8/8/8/8/4K3 w - - 0 1 2:e1e2';
  await beginAtOneScreen(page, 'banchess', `?position=${encodeURIComponent(position)}`);
  await point(page, 'a7').click();
  await point(page, 'a8').click();
  const chooser = page.getByRole('dialog');
  await onEach(page, async () => {
    await expectOnScreen(page, chooser, ...(await chooser.getByRole('button').all()));
    await expectNoWider(page);
  });
});

for (const name of ALL) {
  test(`a game is begun, looked back at and ended on ${name}`, async ({ browser, baseURL }) => {
    const page = await open(browser, baseURL, name);
    const press = (place: ReturnType<typeof point>) => (isTouched(name) ? place.tap() : place.click());
    await page.goto('/new/baghchal');
    await press(page.getByRole('button', { name: 'Begin' }));
    await press(point(page, 'C3'));
    // It was one's turn before, too.
    await expect(point(page, 'C3')).toHaveAccessibleName(/goat/);
    await expect(page.locator('.status')).toHaveText(/Your turn/);
    // The reason appears at the point, all of it on the screen.
    await press(point(page, 'C3'));
    await expectOnScreen(page, page.getByRole('alert'));
    await press(page.getByRole('button', { name: 'Back', exact: true }));
    await expectOnScreen(page, page.getByText('You are looking at move 1 of 2.'), page.getByRole('button', { name: 'Back to the game' }), page.locator('.board'));
    await expectNoWider(page);
    await press(page.getByRole('button', { name: 'Back to the game' }));
    await press(page.getByRole('button', { name: 'More' }));
    await expectOnScreen(page, page.locator('.items'));
    await press(page.getByRole('button', { name: 'Resign' }));
    await press(page.getByRole('button', { name: 'Really resign?' }));
    await expectOnScreen(page, page.getByText('You lost'), page.locator('.board'));
    for (const next of [page.getByRole('button', { name: 'Rematch' }), page.getByRole('link', { name: 'Review' }), page.getByRole('button', { name: 'Share' }), page.getByRole('link', { name: 'GIF' })]) await expectOnScreen(page, next);
    await expectNoWider(page);
    await page.context().close();
  });
}

for (const name of ALL.filter(isTouched)) {
  test(`aiming depends on the cell size on ${name}`, async ({ browser, baseURL }) => {
    const page = await open(browser, baseURL, name);
    await beginAtOneScreen(page, 'gomoku');
    const moves = page.locator('[data-ply]');
    await point(page, 'K10').tap();
    if (name !== 'a tablet') {
      await expect(page.locator('.lens .rim')).toBeVisible();
      await expectOnScreen(page, page.getByRole('button', { name: 'Play K10' }), page.getByRole('button', { name: 'Cancel' }));
      await (await Finger.on(page)).drag(await middle(page, 'K10'), await middle(page, 'M12'));
      await expect(moves).toHaveCount(0);
      await page.getByRole('button', { name: 'Play M12' }).tap();
    }
    await expect(moves).toHaveText([name === 'a tablet' ? 'K10' : 'M12']);
    await page.context().close();
  });
}

for (const name of ALL.filter(isTouched)) {
  test(`a board is set up by a finger on ${name}`, async ({ browser, baseURL }) => {
    const page = await open(browser, baseURL, name);
    await page.goto('/analysis/baghchal');
    await page.getByRole('button', { name: 'Set up', exact: true }).tap();
    const pieces = page.getByRole('group', { name: 'Pieces' });
    const goat = pieces.getByRole('button', { name: 'Goats: goat' });
    await goat.scrollIntoViewIfNeeded();
    await expectOnScreen(page, goat, page.locator('.board'), page.getByRole('button', { name: 'Done' }));
    const finger = await Finger.on(page);
    const at = await page.evaluate(() => scrollY);
    // Dragged from the palette and across the board.
    await finger.drag(await centre(goat), await middle(page, 'C2'));
    await expect(point(page, 'C2')).toHaveAccessibleName(/goat/);
    await pieces.getByRole('button', { name: 'Move pieces' }).tap();
    await expect(point(page, 'C2')).toHaveAccessibleName(/goat, can be played/);
    await finger.drag(await middle(page, 'C2'), await middle(page, 'C3'));
    await expect(point(page, 'C3')).toHaveAccessibleName(/goat/);
    await expect(point(page, 'C2')).toHaveAccessibleName(/empty/);
    expect(await page.evaluate(() => scrollY)).toBe(at);
    // Moved by two touches, and removed by one.
    await goat.tap();
    await point(page, 'B3').tap();
    await expect(point(page, 'B3')).toHaveAccessibleName(/goat/);
    await pieces.getByRole('button', { name: 'Take off' }).tap();
    await point(page, 'C3').tap();
    await expect(point(page, 'C3')).toHaveAccessibleName(/empty/);
    await expectNoWider(page);
    await page.getByRole('group', { name: 'Whose turn is it?' }).getByRole('button', { name: 'Tigers' }).tap();
    await page.getByRole('button', { name: 'Done' }).tap();
    await expect.poll(() => new URL(page.url()).searchParams.get('position')).toMatch(/G/i);
    await page.context().close();
  });
}

test('lost connection is announced without moving anything on any screen', async ({ page }) => {
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
  await beginAtOneScreen(page, 'baghchal');
  await point(page, 'C3').click();
  await expect(page.locator('.status')).toHaveText('Move a tiger');
  await expect(page.locator('[data-ply]')).toHaveText(['C3']);
  /** Returns the positions of everything that can be read or touched. */
  const places = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('header a, header button, main a, main button, main h1, main p, main .board, main [data-point], main [data-ply], main .status, footer a')].map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return [one.textContent?.trim().slice(0, 20), x, y, width, height].join(' ');
      }),
    );
  const whole: Partial<Record<Size, string[]>> = {};
  await onEach(page, async (name) => void (whole[name] = await places()));
  away = true;
  cut();
  const sign = page.getByText('No connection.');
  await expect(sign).toBeVisible();
  await onEach(page, async (name) => {
    expect(await places(), name).toEqual(whole[name]);
    await expectOnScreen(page, sign);
    const { x, y, width } = (await sign.boundingBox())!;
    expect(y, name).toBeLessThan(10);
    expect(Math.abs(x + width / 2 - SIZES[name].width / 2), name).toBeLessThan(10);
  });
  away = false;
  await expect(sign).toHaveCount(0, { timeout: 30_000 });
});

test('first action of the home page is visible on every screen', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('.games .board')).toHaveCount(4);
  await onEach(page, async () => {
    await expectOnScreen(page, page.locator('.hero .board'), page.getByRole('button', { name: 'Play Bagh Chal now' }));
    await expectNoWider(page);
    // The actions for a game are on one line.
    for (const row of await page.locator('li .row').all()) {
      const tops = await row.locator('a').evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().bottom / 8)));
      expect(new Set(tops).size).toBe(1);
    }
  });
});

for (const name of ['a small phone', 'a phone', 'a tablet', 'a desk'] as const) {
  test(`first action of the lobby is visible on ${name}`, async ({ browser, baseURL }) => {
    const page = await open(browser, baseURL, name);
    await page.goto('/lobby');
    const tiles = page.locator('.tile');
    await expect(tiles).toHaveCount(3);
    await expect(tiles.first()).toBeEnabled();
    await expectOnScreen(page, tiles.last());
    await page.getByRole('button', { name: 'नेपाली' }).dispatchEvent('click');
    await expect(page.getByRole('heading', { name: 'अहिले खेलौँ' })).toBeVisible();
    await expectOnScreen(page, tiles.last());
    await expectNoWider(page);
    await page.context().close();
  });
}

test('task and next step of a lesson are visible on every screen', async ({ page }) => {
  for (const game of games()) {
    await page.goto(`/learn/${game}/lesson`);
    await onEach(page, async () => {
      await expectOnScreen(page, page.locator('.board'), page.locator('.task'), page.getByRole('button', { name: 'Hint' }));
      await expectNoWider(page);
    });
    const { lesson } = await (await page.request.get(`/api/v1/games/${game}`)).json();
    const [{ position, moves, learned }] = lesson.steps;
    await page.setViewportSize(SIZES['a desk']);
    await touch(page, await gesture(page, game, position, [], moves[0]));
    await expect(page.locator('.learned')).toHaveText(learned);
    await onEach(page, async () => expectOnScreen(page, page.locator('.board'), page.locator('.learned'), page.getByRole('button', { name: 'Next' })));
  }
});

test('task of a puzzle is visible on every screen', async ({ page }) => {
  for (const game of games()) {
    await page.goto(`/puzzles/${game}/1`);
    await onEach(page, async () => {
      await expectOnScreen(page, page.locator('.board'), page.locator('.task'), page.getByRole('button', { name: 'Hint' }));
      await expectNoWider(page);
    });
    await page.getByRole('button', { name: 'Show the solution' }).click();
    await expect(page.getByText('That was the solution.')).toBeVisible();
    await onEach(page, async () => expectOnScreen(page, page.locator('.board'), page.getByRole('button', { name: 'Next puzzle' })));
  }
});

test('a board is set up at a desk and on a phone on its side without scrolling', async ({ page }) => {
  for (const game of games()) {
    await page.goto(`/analysis/${game}`);
    await page.getByRole('button', { name: 'Set up', exact: true }).click();
    for (const name of ['a desk', 'a phone on its side'] as const) {
      await page.setViewportSize(SIZES[name]);
      await expectOnScreen(page, page.locator('.board'), page.getByRole('group', { name: 'Pieces' }), page.getByRole('button', { name: 'Done' }), page.getByRole('button', { name: 'Cancel' }));
    }
  }
});

test('analysis board is entirely visible on every screen', async ({ page }) => {
  await page.goto('/analysis/banchess');
  await expect(page.locator('.board')).toBeVisible();
  await onEach(page, async (name) => {
    await expectOnScreen(page, page.locator('.board'));
    // On a phone in landscape the board uses the whole height.
    expect((await page.locator('.board').boundingBox())!.width, name).toBeGreaterThan(0.68 * Math.min(SIZES[name].width, SIZES[name].height));
    await expectNoWider(page);
  });
});
