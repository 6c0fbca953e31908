// Watching games of others, live and afterwards.

import type { APIRequestContext } from '@playwright/test';
import { expect, expectAccessible, test } from './page';

/** A bot that plays the first available action until none is left. */
async function botPlays(request: APIRequestContext, player: string, token: string, event: string): Promise<void> {
  for (;;) {
    const asked = await request.post('/aivai/play-state', { data: { event, player, token } });
    if (asked.status() === 204) return;
    const { state, action_id } = await asked.json();
    const { actions } = await (await request.get(`/state/${encodeURIComponent(state)}/actions`)).json();
    await request.post('/aivai/submit-action', { data: { player, token, action_id, action: actions[0] } });
  }
}

test('event of bots is watched and its games are replayed', { tag: '@once' }, async ({ page, request }, info) => {
  test.setTimeout(300_000);
  const name = `${info.project.name.split(' ')[0]}-${info.retry}`;
  const [one, two] = [`first-${name}`, `second-${name}`];
  const tokens: Record<string, string> = {};
  for (const player of [one, two]) {
    tokens[player] = (await (await request.post('/player/create', { data: { name: player, email: '' } })).json()).token;
  }
  await page.goto('/watch/bots');
  await page.getByText('New event').click();
  const form = page.locator('form').filter({ hasText: 'Games with each side' });
  // Players are listed in one text field, and the number of resulting games is shown before.
  await expect(form.getByLabel(/^Players/)).toHaveValue('Random mover\nLevel 1');
  await form.getByLabel('Games with each side').fill('1001');
  await expect(form.getByRole('status')).toHaveText('2002 games are too many for this server.');
  await form.getByLabel('Games with each side').fill('1');
  await expect(form.getByRole('status')).toHaveText('2 games of at most 2000.');
  await form.getByRole('combobox').selectOption('creeper');
  await form.getByLabel('Name', { exact: true }).fill(`Tihar ${name}`);
  await form.getByLabel(/^Players/).fill(`${one}\n${two}`);
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { name: `Tihar ${name}` })).toBeVisible();
  await expect(page.locator('p[role=status]')).toHaveText(/Creeper · 2 of 2 games in progress/);
  // Games in progress are on boards of their own.
  await expect(page.locator('.board')).toHaveCount(2);
  await expectAccessible(page);

  let playing = true;
  const play = (async () => {
    while (playing) for (const player of [one, two]) await botPlays(request, player, tokens[player]!, `Tihar ${name}`);
  })();
  try {
    await expect(page.locator('p[role=status]')).toHaveText(/all games are over/, { timeout: 240_000 });
  } finally {
    playing = false;
    await play;
  }
  // Two games: 3 points for each win, 1 for each draw.
  const points = await page.locator('tbody td.first').allTextContents();
  const wins = await page.getByRole('link', { name: /won$/ }).count();
  expect(points.map(Number).reduce((a, b) => a + b, 0)).toBe(3 * wins + 2 * (2 - wins));

  await page.getByRole('link', { name: /won|A draw/ }).first().click();
  await expect(page.getByRole('heading', { name: `${one} – ${two}` })).toBeVisible();
  await expect(page.locator('.status')).toHaveText(/won|A draw/);
  await expectAccessible(page);
  const board = page.getByRole('img', { name: /^Creeper/ });
  const last = await board.innerHTML();
  await page.keyboard.press('Home');
  await expect(page.locator('ol [aria-current=step]')).toHaveCount(0);
  // The list selects the game at once; the board follows when its position was loaded.
  await expect.poll(() => board.innerHTML()).not.toBe(last);

  // It stays in the list of this browser.
  await page.goto('/watch/bots');
  await page.getByRole('link', { name: `Tihar ${name}` }).click();
  await expect(page.locator('p[role=status]')).toHaveText(/all games are over/);
});

test('dashboard link opens the event, and an invalid one is reported', { tag: '@once' }, async ({ page, request }) => {
  const made = await (await request.post('/event/create', { data: { players: ['random', 'chautari-1'], game_pairs: 1, game: 'gomoku' } })).json();
  await page.goto('/watch/bots');
  await page.getByText('Open an event').click();
  const field = page.getByLabel('Link to the dashboard');
  await field.fill('http://example.org/');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('must name an event');
  await field.fill(`http://127.0.0.1${made.dashboard}`);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('heading', { name: made.name })).toBeVisible();
  // The token is removed from the address.
  await expect(page).toHaveURL(new RegExp(`/event/${made.event_id}$`));

  // An older link, with the token in the query.
  await page.goto(`/dashboard/?event=${made.event_id}&token=${made.token}`);
  await expect(page).toHaveURL(new RegExp(`/dashboard/\\?event=${made.event_id}#${made.token}$`));
  await page.getByRole('link', { name: 'Watch it on the boards' }).click();
  await expect(page.getByRole('heading', { name: made.name })).toBeVisible();
});

test('an event is extended and closed', { tag: '@once' }, async ({ page, request }, info) => {
  const player = `absent-${info.retry}-${Math.random().toString(36).slice(2, 8)}`;
  await request.post('/player/create', { data: { name: player, email: '' } });
  const made = await (await request.post('/event/create', { data: { players: ['random', player], game_pairs: 1, game: 'gomoku' } })).json();
  await page.goto(`/event/${made.event_id}#${made.token}`);
  await expect(page.getByText(/^Closes:/)).toHaveCount(0);
  await page.getByRole('button', { name: 'One hour more' }).click();
  await expect(page.getByText(/^Closes: .*The player to move then forfeits\.$/)).toBeVisible();
  // Closing needs a confirmation.
  page.once('dialog', (dialog) => dialog.dismiss());
  await page.getByRole('button', { name: 'Close now' }).click();
  await expect(page.getByRole('button', { name: 'Close now' })).toBeVisible();
  page.once('dialog', (dialog) => dialog.accept());
  await page.getByRole('button', { name: 'Close now' }).click();
  await expect(page.getByText(/^Closed:/)).toBeVisible();
  await expect(page.locator('p[role=status]')).toHaveText(/all games are over/);
  await expect(page.getByRole('button', { name: 'Close now' })).toHaveCount(0);
});
