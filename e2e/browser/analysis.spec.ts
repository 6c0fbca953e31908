// Analysis: setting up a board by hand, engine lines, and pasted texts that cannot be parsed.

import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, expectAccessible, point, test, watch } from './page';
import { chautari, freePort } from './server';

const palette = (page: import('@playwright/test').Page) => page.getByRole('group', { name: 'Pieces' });

/** Sets up a board with these pieces only, one by one. */
const BOARDS: { game: string; turn: string; pieces: [piece: string, ...labels: string[]][]; says: RegExp; position: RegExp }[] = [
  {
    game: 'baghchal',
    turn: 'Tigers',
    pieces: [['Tigers: tiger', 'A1', 'E1', 'A5', 'E5'], ['Goats: goat', 'B1', 'C3']],
    says: /Move a tiger/,
    position: /^TGXXT\/XXXXX\/XXGXX\/XXXXX\/TXXXT t c0/,
  },
  {
    game: 'banchess',
    turn: 'Black',
    pieces: [['White: king', 'e1'], ['White: rook', 'h1'], ['Black: king', 'e8']],
    says: /Ban one of White's moves/,
    position: /^4k3\/8\/8\/8\/8\/8\/8\/4K2R w K - 0 1 1/,
  },
  { game: 'creeper', turn: 'Orange', pieces: [['Teal: pin', 'd4'], ['Orange: pin', 'd5'], ['Teal: octagon', 'c3-d4']], says: /Move a pin/, position: /o$/ },
  { game: 'gomoku', turn: 'White', pieces: [['Black: stone', 'K10', 'L10'], ['White: stone', 'K11']], says: /Place a stone/, position: /9o9\/9xx8\/.* w 0 0$/ },
];

for (const { game, turn, pieces, says, position } of BOARDS) {
  test(`a board of ${game} is set up by hand`, { tag: '@phone' }, async ({ page }) => {
    await page.goto(`/analysis/${game}`);
    await page.getByRole('button', { name: 'Set up', exact: true }).click();
    await page.getByRole('button', { name: 'Clear the board' }).click();
    for (const [piece, ...labels] of pieces) {
      await palette(page).getByRole('button', { name: piece, exact: true }).click();
      for (const label of labels) await point(page, label).click();
    }
    await page.getByRole('group', { name: 'Whose turn is it?' }).getByRole('button', { name: turn }).click();
    await expect(page.locator('.said')).toHaveText(says);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Done' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('position')).toMatch(position);
    // From here on it is an ordinary analysis board.
    await expect(page.getByText(/depth \d+/).first()).toBeVisible();
  });
}

test('impossible board shows all reasons at once and cannot be played', { tag: '@once' }, async ({ page }) => {
  await page.goto('/analysis/banchess');
  await page.getByRole('button', { name: 'Set up', exact: true }).click();
  await page.getByRole('button', { name: 'Take off' }).click();
  await point(page, 'e1').click();
  await palette(page).getByRole('button', { name: 'White: pawn' }).click();
  await point(page, 'd8').click();
  await expect(page.locator('.said')).toContainText(/king/i);
  await expect(page.locator('.said')).toContainText(/pawn/i);
  await expect(page.getByRole('button', { name: 'Done' })).toBeDisabled();
  await page.getByRole('button', { name: 'From the start' }).click();
  await expect(page.getByRole('button', { name: 'Done' })).toBeEnabled();
});

test('pieces are dragged from the palette and across the board', { tag: '@once' }, async ({ page }) => {
  await page.goto('/analysis/baghchal');
  await page.getByRole('button', { name: 'Set up', exact: true }).click();
  const goat = palette(page).getByRole('button', { name: 'Goats: goat' });
  await goat.scrollIntoViewIfNeeded();
  const [from, to] = [(await goat.boundingBox())!, (await point(page, 'C3').boundingBox())!];
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 });
  await page.mouse.up();
  await expect(point(page, 'C3')).toHaveAccessibleName(/goat/);
  await page.getByRole('button', { name: 'Move pieces' }).click();
  await point(page, 'C3').dragTo(point(page, 'C4'));
  await expect(point(page, 'C4')).toHaveAccessibleName(/goat/);
  await expect(point(page, 'C3')).toHaveAccessibleName(/empty/);
});

test('state that depends on earlier moves can be set', { tag: '@once' }, async ({ page }) => {
  await page.goto('/analysis/gomoku');
  await page.getByRole('button', { name: 'Set up', exact: true }).click();
  await page.getByLabel('White: pairs taken').fill('3');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('position')).toMatch(/ b 0 3$/);
});

test('three lines are shown, and one is played through', { tag: '@once' }, async ({ page }) => {
  await page.goto('/analysis/creeper');
  const lines = page.locator('.thoughts li');
  await expect(lines).toHaveCount(3);
  await lines.nth(1).getByRole('button').first().click();
  await expect.poll(() => new URL(page.url()).searchParams.get('moves')).toMatch(/^\S+$/);
});

test('every line has an arrow, human notation, and can be played up to a clicked move', { tag: '@once' }, async ({ page }) => {
  await page.goto('/analysis/gomoku?moves=180');
  const lines = page.locator('.thoughts li');
  await expect(lines).toHaveCount(3);
  await expect(lines.first().getByRole('button').nth(2)).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.locator('.board .arrow')).toHaveCount(3);
  const written = await lines.locator('.line').getByRole('button').allTextContents();
  expect(written.length).toBeGreaterThan(4);
  for (const move of written) expect(move).toMatch(/^[A-T]\d{1,2}$/);
  const [, , third] = await lines.first().getByRole('button').allTextContents();
  await lines.first().getByRole('button').nth(2).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('moves')).toMatch(/^180 \d+ \d+ \d+$/);
  await expect(page.getByRole('group', { name: 'Moves' }).locator('[aria-current=step]')).toHaveText(third!);
  await expect(point(page, third!)).toHaveAccessibleName(/stone/);
});

test('stopped analysis keeps its lines', { tag: '@once' }, async ({ page }) => {
  await page.goto('/analysis/creeper');
  const lines = page.locator('.thoughts li');
  await expect(lines).toHaveCount(3);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('button', { name: 'Think' })).toBeVisible();
  await expect(lines).toHaveCount(3);
  // The new position has no engine lines yet.
  await lines.first().getByRole('button').first().click();
  await expect(lines).toHaveCount(0);
});

test('shared link contains all branches', { tag: '@once' }, async ({ page, context }) => {
  await page.goto('/analysis/baghchal');
  await point(page, 'C3').click();
  const moves = page.getByRole('group', { name: 'Moves' });
  await expect(moves.getByRole('button', { name: 'C3' })).toBeVisible();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await point(page, 'C1').click();
  await expect(moves.getByRole('button', { name: 'C1' })).toHaveAttribute('aria-current', 'step');
  await page.getByText('Share', { exact: true }).click();
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  const other = await context.newPage();
  await other.goto(link);
  const there = other.getByRole('group', { name: 'Moves' });
  await expect(there.getByRole('button', { name: 'C3' })).toBeVisible();
  await expect(there.getByRole('button', { name: 'C1' })).toHaveAttribute('aria-current', 'step');
  // The selected node is part of the address, too.
  await there.getByRole('button', { name: 'C3' }).click();
  await expect(there.getByRole('button', { name: 'C3' })).toHaveAttribute('aria-current', 'step');
  await other.reload();
  await expect(there.getByRole('button', { name: 'C3' })).toHaveAttribute('aria-current', 'step');
  await expect(there.getByRole('button', { name: 'C1' })).toBeVisible();
});

test('drawing moves with fewer drawing replies come first', { tag: '@once' }, async ({ browser }) => {
  const folder = mkdtempSync(join(tmpdir(), 'chautari-tables-'));
  // A short game is solved in two seconds. Further tables that the server starts to build are aborted with it.
  execFileSync(chautari, ['solve', 'baghchal', '--captures', '2', '--phase', 'sliding', '--dir', folder]);
  const home = `http://127.0.0.1:${freePort()}`;
  const server = spawn(chautari, ['serve', '--listen', home.replace('http://', ''), '--database', 'sqlite::memory:', '--gomoku', 'off', '--tables', folder], { stdio: 'ignore' });
  try {
    await expect.poll(() => fetch(`${home}/readyz`).then(({ ok }) => ok, () => false), { timeout: 60_000 }).toBe(true);
    const page = await (await browser.newContext({ baseURL: home, locale: 'en-GB' })).newPage();
    const troubles: string[] = [];
    watch(page, home, troubles);
    // Three moves draw: two with the tiger on E3, each with a single drawing reply, and one with that on C3,
    // with two.
    await page.goto(`/analysis/baghchal:captures=2?position=${encodeURIComponent('GGGGG/GGGXG/GGTGT/TGGGX/GGGTG t c1')}`);
    await expect(page.getByLabel('Exact values')).toBeChecked();
    const worths = page.locator('.board .worth');
    await expect(worths).toHaveText(['=1', '=2']);
    await expect(page.locator('.board .worth.best')).toHaveText(['=1']);
    await point(page, 'E3').click();
    await expect(worths).toHaveText(['=1', '=1']);
    // The list shows the number of drawing replies, which the other side has to find.
    await page.getByText('Explorer', { exact: true }).click();
    await expect(page.locator('details tbody').getByRole('row')).toHaveText([/E3–E4.*1 of 9 answers hold/, /E3–D2.*1 of 5 answers hold/, /C3–D2.*2 of 9 answers hold/]);
    await page.getByLabel('Exact values').uncheck();
    await expect(worths).toHaveCount(0);
    expect(troubles).toEqual([]);
    await page.context().close();
  } finally {
    const ended = new Promise((done) => server.once('exit', done));
    server.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
});

test('plain chess game is refused because its bans are missing', { tag: '@once' }, async ({ page }) => {
  await page.goto('/analysis/banchess');
  await page.getByLabel(/Paste a position/).fill('[Event "Casual"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 Nc6 *');
  await page.getByRole('button', { name: 'Import' }).click();
  await expect(page.getByRole('alert')).toContainText('The bans are missing');
});

test('Back restores the analysis with all its moves', async ({ page }) => {
  const moves = page.getByRole('group', { name: 'Moves' });
  await page.goto('/analysis/baghchal');
  await point(page, 'C3').click();
  await expect(moves).toContainText('C3');
  const left = page.url();
  await page.getByRole('navigation').getByRole('link', { name: 'Analysis' }).click();
  await expect(moves).not.toContainText('C3');
  await point(page, 'C5').click();
  await expect(moves).toContainText('C5');
  await page.goBack();
  await expect(page).toHaveURL(left);
  await expect(moves).toContainText('C3');
  await point(page, 'A1').click();
  await point(page, 'A2').click();
  await expect(page).toHaveURL(/moves=mC3\+/);
  await page.goForward();
  await expect(page).toHaveURL(/moves=mC5/);
  await expect(moves).toContainText('C5');
});
