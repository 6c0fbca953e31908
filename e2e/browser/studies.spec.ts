// Studies and the explorer: a teacher creates a lesson, a pupil does it, and a game is found again by its
// moves.

import { expect, expectAccessible, point, test } from './page';

// Studies are created on a desktop.
test('teacher creates a lesson, and a pupil does it', async ({ page, browser, baseURL }) => {
  await page.goto('/analysis/baghchal');
  await page.getByRole('link', { name: 'Make a study' }).click();
  await page.getByLabel('Title').fill('A goat in danger');
  await page.getByText('Question', { exact: true }).click();
  await page.getByLabel('What a reader is asked to find here').fill('Place a goat where no tiger takes it.');
  await page.getByLabel('What to say to any other move').fill('Not there.');
  await point(page, 'C1').click();
  await page.getByRole('textbox', { name: 'Comment' }).fill('The middle of an edge: nothing can leap there.');
  await page.getByRole('button', { name: 'Draw arrows' }).click();
  await point(page, 'A1').click();
  await point(page, 'C1').click();
  await expect(page.locator('.board .arrow')).toHaveCount(1);
  await page.getByRole('button', { name: 'Draw arrows' }).click();
  // A second answer, with the reason why it is wrong.
  await page.getByRole('group', { name: 'Moves' }).getByRole('button', { name: 'Start' }).click();
  await point(page, 'B1').click();
  await page.getByRole('textbox', { name: 'Comment' }).fill('The tiger on A1 takes it.');
  await page.getByLabel(/This move is wrong/).check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/study\/[\w-]{16}$/);
  // Another version; the first one remains.
  await page.getByLabel('Title').fill('Goats in danger');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved as version 2.')).toBeVisible();

  const pupil = await (await browser.newContext({ baseURL: baseURL! })).newPage();
  await pupil.goto(page.url());
  await expect(pupil.getByRole('heading', { name: 'Goats in danger' })).toBeVisible();
  await expect(pupil.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await pupil.getByRole('button', { name: 'Start lesson' }).click();
  await expect(pupil.getByText('Place a goat where no tiger takes it.')).toBeVisible();
  await point(pupil, 'C3').click();
  await expect(pupil.getByText('Not there.')).toBeVisible();
  await point(pupil, 'B1').click();
  await expect(pupil.getByText('The tiger on A1 takes it.')).toBeVisible();
  await point(pupil, 'C1').click();
  await expect(pupil.getByText('The middle of an edge: nothing can leap there.')).toBeVisible();
  await expect(pupil.getByText('That was the lesson.')).toBeVisible();
  await pupil.getByRole('button', { name: 'Read the study' }).click();
  await pupil.getByRole('link', { name: 'the one before' }).click();
  await expect(pupil.getByRole('heading', { name: 'A goat in danger' })).toBeVisible();
  await pupil.getByRole('link', { name: 'the latest' }).click();
  await expect(pupil.getByRole('heading', { name: 'Goats in danger' })).toBeVisible();
  await pupil.context().close();
});

test('comment written at once belongs to the move just made while its board loads', async ({ page }) => {
  const comment = page.getByRole('textbox', { name: 'Comment' });
  await page.goto('/study/new/baghchal');
  await comment.fill('The tigers wait.');
  let on = () => {};
  const held = new Promise<void>((ready) => (on = ready));
  await page.route('**/position', async (route) => (await held, route.continue()));
  await point(page, 'C1').click();
  await expect(comment).toHaveValue('');
  await comment.fill('Nothing can leap there.');
  on();
  await expect(page.getByRole('gridcell', { name: 'C1, goat' })).toBeVisible();
  await expect(comment).toHaveValue('Nothing can leap there.');
  await page.getByRole('group', { name: 'Moves' }).getByRole('button', { name: 'Start' }).click();
  await expect(comment).toHaveValue('The tigers wait.');
});

test('study created from lines shows human notation', async ({ page }) => {
  const moves = page.getByRole('group', { name: 'Moves' });
  await page.goto(`/study/new/baghchal?${new URLSearchParams({ tree: 'mC1 (mB1) mA1A2' })}`);
  await expect(moves.locator('.ply')).toHaveText([/^1\.\s*C1$/, /^1\.\s*B1$/, /^2\.\s*A1–A2$/]);
  // A ban has the number of the move that follows it.
  await page.goto(`/study/new/banchess?${new URLSearchParams({ tree: 'b:e2e4 m:d2d4 b:d7d5 (b:e7e5 m:e7e6) m:g8f6' })}`);
  await expect(moves.locator('.ply')).toHaveText([/^1\.\s*bans e4$/, /^\s*d4$/, /^2\.\s*bans d5$/, /^2\.\s*bans e5$/, /^\s*e6$/, /^\s*Nf6$/]);
});

test('a game with variations comes in as PGN and goes out again', async ({ page }) => {
  await page.goto('/study/new/banchess');
  const pgn = '[Variant "Ban Chess"]\n\n1. {banning: e2e4} d4 (1. Nf3 {Quiet.}) 1... {banning: d7d5} Nf6 *';
  await page.getByLabel('Paste a study, as JSON or PGN').fill(pgn);
  await page.getByRole('button', { name: 'Import' }).click();
  const moves = page.getByRole('group', { name: 'Moves' });
  await expect(moves.getByRole('button', { name: 'Nf3' })).toBeVisible();
  await expect(moves.getByRole('button', { name: 'Nf6' })).toBeVisible();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'PGN', exact: true }).click()]);
  const text = await (await file.createReadStream()).toArray();
  expect(Buffer.concat(text).toString()).toMatch(/d4[\s\S]*\([\s\S]*Nf3[\s\S]*Quiet\.[\s\S]*\)[\s\S]*Nf6/);
});

test('explorer finds the game and names the opening', async ({ page, request }) => {
  // Goats on the middles of three edges; then a resignation.
  const begun = await (await request.post('/api/v1/matches', { data: { game: 'baghchal', seats: { goats: { kind: 'human' }, tigers: { kind: 'human' } } } })).json();
  const act = async (side: string, action: object) => {
    const answer = await request.post(`/api/v1/matches/${begun.match}/actions`, { headers: { authorization: `Bearer ${begun.seats[side].token}` }, data: { command: crypto.randomUUID(), action } });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  const moves = ['mC1', 'mA5B4', 'mC5', 'mB4A5', 'mA3', 'mA5B4'];
  for (const [i, move] of moves.entries()) await act(i % 2 ? 'tigers' : 'goats', { type: 'move', move });
  await act('tigers', { type: 'resign' });
  await page.goto(`/analysis/baghchal?${new URLSearchParams({ moves: moves.slice(0, 5).join(' ') })}`);
  await expect
    .poll(async () => (await (await request.post('/api/v1/games/baghchal/played', { data: { moves: moves.slice(0, 5) } })).json()).moves.length)
    .toBeGreaterThan(0);
  await page.locator('summary', { hasText: 'Explorer' }).click();
  await expect(page.getByText('Opening: Four Winds')).toBeVisible();
  await expect(page.getByRole('img', { name: /games, Goats \d+, Tigers/ }).first()).toBeVisible();
  await expectAccessible(page);
});

test('unsaved changes survive a lost connection, and leaving asks for confirmation', async ({ page }) => {
  await page.goto('/study/new/baghchal');
  const title = page.getByLabel('Title');
  await title.fill('Tigers');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('No connection.')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText('No connection.')).toHaveCount(0);
  await expect(title).toHaveValue('Tigers');
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  expect((await asked).type()).toBe('beforeunload');
  await (await asked).dismiss();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/study\/[\w-]{16}$/);
});

test('unsaved changes are restored after navigation until discarded', { tag: '@once' }, async ({ page }) => {
  const title = page.getByLabel('Title');
  await page.goto('/study/new/baghchal');
  await title.fill('Tigers');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/study\/[\w-]{16}$/);
  await expect(title).toHaveValue('Tigers');
  await title.fill('Goats');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveURL(/\/settings$/);
  await page.goBack();
  await expect(title).toHaveValue('Goats');
  const told = page.getByText('What you had not saved is here again.');
  await expect(told).toBeVisible();
  await page.getByRole('button', { name: 'Discard it' }).click();
  await expect(title).toHaveValue('Tigers');
  await expect(told).toHaveCount(0);
  // A new study starts without a draft.
  await page.goto('/study/new/baghchal');
  await expect(title).toHaveValue('');
});
