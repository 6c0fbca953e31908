// People who meet: names, the lobby, challenges, links, chat; each in a window of their own.

import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { choose, expect, expectAccessible, fresh, point, test, watch } from './page';
import { PORT } from './server';
import { expectNoWider } from './sizes';

/** Opens the form of the lobby with all settings. */
async function settings(page: Page): Promise<void> {
  const own = page.locator('details.own');
  await expect(own).toBeVisible();
  if ((await own.getAttribute('open')) === null) await own.locator('summary').click();
}

/** A window with a registered name. */
async function somebody(browser: Browser, home: string, name: string, troubles: string[]): Promise<Page> {
  const { hasTouch, viewport, isMobile, colorScheme } = test.info().project.use;
  const context = await browser.newContext({ baseURL: home, hasTouch, viewport, isMobile, colorScheme, locale: 'en-GB' } as object);
  const page = await context.newPage();
  watch(page, home, troubles);
  await takeName(page, name);
  return page;
}

async function takeName(page: Page, name: string): Promise<void> {
  await page.goto('/me');
  await page.getByLabel('What should others call you?').fill(name);
  await page.getByRole('button', { name: 'Take this name' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/**
 * Creates a game over the API in which both have moved, with these seats and tokens. Returns its id and the
 * tokens.
 */
async function begun(request: APIRequestContext, seats: object, keys: { goats?: string; tigers?: string }, clock?: object) {
  const made = await request.post('/api/v1/matches', { data: { game: 'baghchal', seats, ...(clock && { clock }) }, ...by(keys.goats) });
  const { match, seats: told } = await made.json();
  const { goats = told.goats.token as string, tigers = told.tigers.token as string } = keys;
  for (const [key, move] of [[goats, 'mC3'], [tigers, 'mA1A2']] as const) await act(request, match, key, { type: 'move', move });
  return { match: match as string, goats, tigers };
}

async function act(request: APIRequestContext, match: string, key: string, action: object): Promise<void> {
  const answer = await request.post(`/api/v1/matches/${match}/actions`, { data: { command: crypto.randomUUID(), action }, ...by(key) });
  expect(answer.ok(), await answer.text()).toBe(true);
}

const by = (key?: string) => (key ? { headers: { authorization: `Bearer ${key}` } } : {});

test('name is registered once although its response was lost', { tag: '@once' }, async ({ page }) => {
  let lost = 0;
  await page.route('**/api/v1/people', async (route) => {
    // The server registers the name, and the response is lost, twice.
    if (lost++ > 1) return route.continue();
    await route.fetch();
    await route.fulfill({ status: 503, json: {} });
  });
  const name = fresh('Asha');
  await page.goto('/me');
  await page.getByLabel('What should others call you?').fill(name);
  await page.getByRole('button', { name: 'Take this name' }).click();
  await expect(page.getByRole('alert')).toHaveText('The server cannot be reached.');
  await page.getByRole('button', { name: 'Take this name' }).click();
  await expect.poll(() => lost).toBe(2);
  await expect(page.getByRole('alert')).toHaveText('The server cannot be reached.');
  // Also after a reload.
  await takeName(page, name);
});

test('two players meet in the lobby, chat, and see their game in their lists', async ({ page, browser, baseURL }) => {
  const troubles: string[] = [];
  const [asha, bina] = [fresh('Asha'), fresh('Bina')];
  await takeName(page, asha);
  const other = await somebody(browser, baseURL!, bina, troubles);
  await page.goto('/lobby');
  await other.goto('/lobby');
  await expect(page.getByText(/\d+ online/)).toBeVisible();
  await expectAccessible(page);

  await settings(page);
  await page.getByLabel('You play').selectOption({ label: 'Goats' });
  await page.getByRole('button', { name: 'Play now' }).click();
  await expect(page.getByRole('region', { name: 'You are waiting' })).toBeVisible();
  const open = other.getByRole('region', { name: 'Open invitations' }).getByRole('listitem').filter({ hasText: asha });
  await expect(open).toContainText('you play Tigers');
  await open.getByRole('button', { name: 'Sit down' }).click();
  // The waiting player is taken to the board.
  await expect(page).toHaveURL(/\/play\//);
  await expect(page.locator('.status')).toHaveText(/Your turn/);
  // The opponent has a page, where one can block them.
  await expect(other.getByRole('link', { name: asha })).toHaveAttribute('href', `/people/${encodeURIComponent(asha)}`);

  await page.getByRole('button', { name: 'Say something' }).click();
  await page.getByRole('button', { name: 'Good luck!' }).click();
  await expect(other.getByRole('list', { name: 'Said' })).toContainText('Good luck!');

  await point(page, 'C3').click();
  await expect(other.locator('.status')).toHaveText(/Your turn/);
  // On another page, the tab title and the list show that a game is waiting.
  await other.goto('/');
  await expect(other).toHaveTitle(/^\(1\) /);
  await expect(other.getByRole('region', { name: 'Your games with others' })).toContainText('Your turn');
  // The number in the header leads there, too.
  const lobby = other.getByRole('navigation').getByRole('link', { name: /^Lobby/ });
  await expect(lobby.locator('.count')).toHaveText('1');
  await lobby.click();
  await expect(other).toHaveURL(/\/lobby$/);
  await expect(other.getByRole('region', { name: 'Your games with others' })).toContainText('Your turn');
  await other.getByRole('link', { name: `Bagh Chal with ${asha}` }).click();
  await expect(other.locator('.status')).toHaveText(/Your turn/);
  expect(troubles).toEqual([]);
});

test('waiting player is taken to the board even if events are late', { tag: '@once' }, async ({ page, browser, baseURL }) => {
  const troubles: string[] = [];
  const [asha, bina] = [fresh('Asha'), fresh('Bina')];
  await takeName(page, asha);
  const other = await somebody(browser, baseURL!, bina, troubles);
  // The page does not receive the events of its invitation, and gets the match later than the notice that an
  // opponent came.
  await page.routeWebSocket(/\/lobby$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((data) => {
      const frame = JSON.parse(String(data));
      if (frame.type !== 'you') return socket.send(data);
      socket.send(JSON.stringify({ ...frame, invitations: [], matches: [] }));
      if (frame.matches.length) setTimeout(() => socket.send(JSON.stringify(frame)), 1000);
    });
  });
  await page.goto('/lobby');
  await other.goto('/lobby');
  await settings(page);
  await page.getByRole('button', { name: 'Play now' }).click();
  const open = other.getByRole('region', { name: 'Open invitations' }).getByRole('listitem').filter({ hasText: asha });
  await open.getByRole('button', { name: 'Sit down' }).click();
  await expect(page).toHaveURL(/\/play\//);
  await expect(page.getByRole('grid')).toBeVisible();
  expect(troubles).toEqual([]);
});

test('accepted challenge opens the board only from a visible lobby', { tag: '@once' }, async ({ page, browser, baseURL, context }) => {
  const troubles: string[] = [];
  const [asha, bina] = [fresh('Asha'), fresh('Bina')];
  await takeName(page, asha);
  const other = await somebody(browser, baseURL!, bina, troubles);
  await other.goto('/lobby');
  // The same person has another page open in a second tab, and the lobby in a third one in the background.
  const [thinks, behind] = [await context.newPage(), await context.newPage()];
  await thinks.goto('/analysis/baghchal');
  await behind.addInitScript(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }));
  for (const at of [page, behind]) await at.goto('/lobby');
  await settings(page);
  await page.getByLabel('You play').selectOption({ label: 'Goats' });
  await page.getByLabel('Or challenge someone by name').fill(bina);
  await page.getByRole('button', { name: 'Challenge' }).click();
  await expect(behind.getByRole('region', { name: 'You are waiting' })).toContainText(bina);
  await other.getByRole('region', { name: 'You are challenged' }).getByRole('button', { name: 'Accept' }).click();
  await expect(page).toHaveURL(/\/play\//);
  await expect(thinks).toHaveTitle(/^\(1\) /);
  await expect(behind).toHaveTitle(/^\(1\) /);
  await expect(thinks).toHaveURL(/\/analysis\//);
  await expect(behind).toHaveURL(/\/lobby/);
  await behind.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: false });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(behind).toHaveURL(page.url());
  expect(troubles).toEqual([]);
});

test('accepted challenge is announced on other pages until the game is opened', { tag: '@once' }, async ({ page, browser, baseURL }) => {
  const troubles: string[] = [];
  const [asha, bina] = [fresh('Asha'), fresh('Bina')];
  await takeName(page, asha);
  const other = await somebody(browser, baseURL!, bina, troubles);
  await other.goto('/lobby');
  await page.goto('/lobby');
  await settings(page);
  await page.getByLabel('You play').selectOption({ label: 'Tigers' });
  await page.getByLabel('Or challenge someone by name').fill(bina);
  await page.getByRole('button', { name: 'Challenge' }).click();
  await expect(page.getByText(`${bina} has been asked.`)).toBeVisible();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveURL(/\/settings$/);
  await other.getByRole('region', { name: 'You are challenged' }).getByRole('button', { name: 'Accept' }).click();
  await expect(other).toHaveURL(/\/play\//);
  await expect(page).toHaveTitle(/^\(1\) /);
  await expect(page).toHaveURL(/\/settings$/);
  await page.getByRole('navigation', { name: 'Chautari' }).getByRole('link', { name: /^Lobby/ }).click();
  await page.getByRole('link', { name: `Bagh Chal with ${bina}` }).click();
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(page).not.toHaveTitle(/^\(/);
  expect(troubles).toEqual([]);
});

test('challenge is countered with other terms and accepted', { tag: '@once' }, async ({ page, browser, baseURL }) => {
  const troubles: string[] = [];
  const [asha, bina] = [fresh('Asha'), fresh('Bina')];
  await takeName(page, asha);
  const other = await somebody(browser, baseURL!, bina, troubles);
  await other.goto('/lobby');
  await page.goto('/lobby');
  await settings(page);
  await page.getByLabel('Or challenge someone by name').fill(bina);
  await page.getByRole('button', { name: 'Challenge' }).click();
  await expect(page.getByText(`${bina} has been asked.`)).toBeVisible();
  await expect(other).toHaveTitle(/^\(1\) /);

  await settings(other);
  await other.getByLabel('Time').selectOption({ label: '3 days a move' });
  await other.getByRole('region', { name: 'You are challenged' }).getByRole('button', { name: 'Other terms' }).click();
  const asked = page.getByRole('region', { name: 'You are challenged' });
  await expect(asked).toContainText('3 days a move');
  await asked.getByRole('button', { name: 'Accept' }).click();
  await expect(page).toHaveURL(/\/play\//);
  await expect(other).toHaveURL(/\/play\//);
  expect(troubles).toEqual([]);
});

test('visitor registers a name while challenging a player from their page', { tag: '@once' }, async ({ page, browser, baseURL }) => {
  const troubles: string[] = [];
  const [asha, bina] = [fresh('Asha'), fresh('Bina')];
  const other = await somebody(browser, baseURL!, bina, troubles);
  await other.goto(`/people/${encodeURIComponent(bina)}`);
  await expect(other.getByRole('heading', { level: 1, name: bina })).toBeVisible();
  // Nobody can challenge themselves.
  await expect(other.getByRole('link', { name: 'Challenge' })).toHaveCount(0);

  await page.goto(`/people/${encodeURIComponent(bina)}`);
  await expect(page.getByRole('button', { name: 'Block' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Challenge' }).click();
  await expect(page.getByLabel('Or challenge someone by name')).toHaveValue(bina);
  await settings(page);
  await page.getByRole('button', { name: 'Challenge' }).click();
  await page.getByLabel('What should others call you?').fill(asha);
  await page.getByRole('button', { name: 'Take this name' }).click();
  await expect(page.getByText(`${bina} has been asked.`)).toBeVisible();
  await expect(page.getByRole('region', { name: 'You are waiting' })).toContainText(bina);
  await other.goto('/lobby');
  const asked = other.getByRole('region', { name: 'You are challenged' });
  await expect(asked).toContainText(asha);
  await asked.getByRole('button', { name: 'Accept' }).click();
  await expect(page).toHaveURL(/\/play\//);
  // With a name, one can also block people.
  await page.goto(`/people/${encodeURIComponent(bina)}`);
  await expect(page.getByRole('link', { name: 'Challenge' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Block' })).toBeVisible();
  expect(troubles).toEqual([]);
});

test('waiting player without opponent is offered the engine and leaves the lobby', { tag: '@once' }, async ({ page }) => {
  await page.clock.install();
  await takeName(page, fresh('Asha'));
  await page.goto('/lobby');
  // No other test waits for such a game.
  await settings(page);
  await page.getByLabel('Time').selectOption({ label: '3 days a move' });
  await page.getByRole('button', { name: 'Play now' }).click();
  const waiting = page.getByRole('region', { name: 'You are waiting' });
  await expect(waiting).toBeVisible();
  await expect(waiting.getByText('Nobody has joined yet.')).toHaveCount(0);
  await page.clock.fastForward(8000);
  await waiting.getByRole('button', { name: 'Play the engine meanwhile' }).click();
  await expect(page).toHaveURL(/\/play\//);
  await expect(page.getByText('Level 3')).toBeVisible();
  await page.goto('/lobby');
  await expect(page.getByText(/\d+ online/)).toBeVisible();
  await expect(waiting).toHaveCount(0);
});

test('blocked player cannot challenge', { tag: '@once' }, async ({ page, browser, baseURL }) => {
  const troubles: string[] = [];
  const [asha, bina] = [fresh('Asha'), fresh('Bina')];
  await takeName(page, bina);
  const other = await somebody(browser, baseURL!, asha, troubles);
  await page.goto(`/people/${encodeURIComponent(asha)}`);
  await page.getByRole('button', { name: 'Block' }).click();
  await expect(page.getByRole('button', { name: 'Blocked' })).toBeDisabled();
  await page.goto('/lobby');

  await other.goto('/lobby');
  await settings(other);
  await other.getByLabel('Or challenge someone by name').fill(bina);
  await other.getByRole('button', { name: 'Challenge' }).click();
  await expect(other.getByRole('alert')).toBeVisible();
  await expect(other.getByText(`${bina} has been asked.`)).toHaveCount(0);
  await expect(other.getByRole('region', { name: 'You are waiting' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'You are challenged' })).toHaveCount(0);
  // Until the block is removed.
  await page.goto('/me/settings');
  await page.getByRole('button', { name: 'Unblock' }).click();
  await expect(page.getByRole('button', { name: 'Unblock' })).toHaveCount(0);
  await other.getByRole('button', { name: 'Challenge' }).click();
  await expect(other.getByText(`${bina} has been asked.`)).toBeVisible();
  await page.goto('/lobby');
  await expect(page.getByRole('region', { name: 'You are challenged' })).toContainText(asha);
  expect(troubles.filter((trouble) => !/status of 403/.test(trouble))).toEqual([]);
});

test('device link works once, and the account can be deleted', async ({ page, browser, baseURL }) => {
  const asha = fresh('Asha');
  await takeName(page, asha);
  await page.goto('/me/settings');
  await page.getByRole('button', { name: 'Get a link' }).click();
  await expect(page.getByRole('img', { name: 'QR code for another device' })).toBeVisible();
  await expectAccessible(page);
  const link = await page.getByLabel('Link').inputValue();
  const phone = await (await browser.newContext({ baseURL: baseURL! })).newPage();
  await phone.goto(link);
  await expect(phone.getByRole('heading', { level: 1, name: asha })).toBeVisible();
  // The code is removed from the address.
  await expect(phone).toHaveURL(/\/me$/);
  const late = await (await browser.newContext({ baseURL: baseURL! })).newPage();
  await late.goto(link);
  await expect(late.getByRole('alert')).toContainText('This link has been used');

  await page.getByRole('button', { name: 'Delete me' }).click();
  await page.getByRole('button', { name: `Really delete ${asha}?` }).click();
  await expect(page.getByRole('heading', { name: 'Your name' })).toBeVisible();
  // The other device is notified, too.
  await phone.reload();
  await expect(phone.getByRole('heading', { name: 'Your name' })).toBeVisible();
});

test('the lobby on a small phone, in Nepali', { tag: '@once' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 700 });
  await page.goto('/settings');
  await page.getByText('नेपाली', { exact: true }).last().click();
  await page.goto('/lobby');
  await expect(page.getByRole('heading', { name: 'बैठक' })).toBeVisible();
  await expectNoWider(page);
  await expectAccessible(page);
});

/** Two players at one board, the first with the goats, each in a window of their own. */
async function atOneBoard(page: Page, browser: Browser, home: string, troubles: string[]): Promise<Page> {
  await takeName(page, fresh('Asha'));
  const other = await somebody(browser, home, fresh('Bina'), troubles);
  await page.goto('/new/baghchal');
  await page.getByRole('button', { name: 'a friend by link' }).click();
  await page.getByRole('button', { name: 'Begin' }).click();
  await other.goto(await page.getByLabel('Link').inputValue());
  await other.getByRole('button', { name: 'Sit down' }).click();
  await expect(other.locator('.status')).toHaveText('to play');
  // Players at the board are offered no free seat, unlike visitors.
  await expect(other.getByRole('button', { name: 'Sit down' })).toHaveCount(0);
  return other;
}

test('game is paused and resumes when both are back', { tag: '@once' }, async ({ page, browser, baseURL }) => {
  const troubles: string[] = [];
  const other = await atOneBoard(page, browser, baseURL!, troubles);
  await point(page, 'C3').click();
  await expect(other.locator('.status')).toHaveText(/Your turn/);
  await choose(page, 'Pause');
  await other.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByText('The pause was declined.')).toBeVisible();
  await choose(other, 'Pause');
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(other.getByText('The game is paused.')).toBeVisible();
  await expectAccessible(other);
  // A touch on the board explains why nothing happens.
  await point(other, 'A1').click();
  await expect(other.getByRole('alert')).toHaveText('The game is paused.');
  await other.goto('/me');
  await expect(other.getByRole('region', { name: 'Your games with others' })).toContainText('paused');
  await other.goBack();
  await other.getByRole('button', { name: 'Play on' }).click();
  await expect(other.getByText('the other side is not back yet')).toBeVisible();
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(other.getByText('the other side is not back yet')).toHaveCount(0);
  await point(other, 'A1').click();
  await point(other, 'B1').click();
  await expect(page.locator('.status')).toHaveText(/Your turn/);
  expect(troubles).toEqual([]);
});

test('premove is played on its turn or reported as impossible', async ({ page, browser, baseURL }) => {
  const troubles: string[] = [];
  const other = await atOneBoard(page, browser, baseURL!, troubles);
  // The tigers enter a premove.
  await point(other, 'A1').click();
  await point(other, 'B1').click();
  await expect(other.getByText('Planned: A1–B1')).toBeVisible();
  await expect(point(other, 'B1')).toHaveAccessibleName(/planned/);
  await expectAccessible(other);
  await point(page, 'C3').click();
  await expect(page.getByRole('list', { name: 'Moves' }).locator('[data-ply]')).toHaveCount(2);
  await expect(page.locator('.status')).toHaveText(/Your turn/);
  await expect(other.getByText(/^Planned/)).toHaveCount(0);

  await point(other, 'B1').click();
  await point(other, 'C1').click();
  await other.getByRole('button', { name: 'Cancel' }).click();
  await expect(other.getByText(/^Planned/)).toHaveCount(0);
  await point(other, 'B1').click();
  await point(other, 'C1').click();
  await point(page, 'C1').click();
  await expect(other.getByRole('alert')).toHaveText('The move planned ahead cannot be played.');
  await expect(other.locator('.status')).toHaveText(/Your turn/);
  expect(troubles).toEqual([]);
});

test('signing in by passkey', { tag: '@once' }, async ({ page }) => {
  // Passkeys need a host name; they do not work for IP addresses.
  const home = `http://localhost:${PORT}`;
  const context = await page.context().browser()!.newContext({ baseURL: home, locale: 'en-GB' });
  const window = await context.newPage();
  const troubles: string[] = [];
  watch(window, home, troubles);
  const devtools = await context.newCDPSession(window);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
  });
  const asha = fresh('Asha');
  await takeName(window, asha);
  await window.goto('/me/settings');
  await window.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(window.getByText('Passkey 1')).toBeVisible();
  await expectAccessible(window);
  await window.getByRole('button', { name: 'Forget me on this device' }).click();
  await window.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(window.getByRole('heading', { level: 1, name: asha })).toBeVisible();
  await expect(window.getByText('Passkey 1')).toBeVisible();
  // A removed passkey is refused.
  await window.getByRole('button', { name: 'Remove' }).click();
  await expect(window.getByText('Passkey 1')).toHaveCount(0);
  await window.getByRole('button', { name: 'Forget me on this device' }).click();
  await window.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(window.getByRole('alert')).toHaveText('This passkey is not known here.');
  expect(troubles.filter((trouble) => !/status of 401/.test(trouble))).toEqual([]);
  await context.close();
});

test('game against an engine can be rated', { tag: '@once' }, async ({ page }) => {
  await takeName(page, fresh('Asha'));
  await page.goto('/new/baghchal');
  await page.getByLabel('Time').selectOption({ index: 1 });
  await page.getByLabel('Rated game').check();
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page.getByText('Rated')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Take back' })).toHaveCount(0);
  await point(page, 'C3').click();
  await expect(page.locator('ol[aria-label=Moves] [data-ply]')).toHaveCount(2);
});

test('own games show results by side, clock, opponent and opening, and mistakes become puzzles', { tag: '@once' }, async ({ page, request }) => {
  const [asha, bina] = [fresh('Asha'), fresh('Bina')];
  await takeName(page, asha);
  const insights = page.locator('section', { has: page.getByRole('heading', { name: 'Insights' }) });
  await expect(insights).toContainText('No games have been counted yet');
  // The player resigns against an engine.
  await page.goto('/new/baghchal');
  await page.getByLabel('Time').selectOption({ index: 1 });
  await page.getByLabel('Rated game').check();
  await page.getByRole('button', { name: 'Begin' }).click();
  await point(page, 'B1').click();
  await expect(page.locator('ol[aria-label=Moves] [data-ply]')).toHaveCount(2);
  await choose(page, 'Resign', 'Really resign?');
  await expect(page.locator('.status')).toContainText('You lost');

  // The opponent resigns when the game is opened.
  const mine = await page.evaluate(() => JSON.parse(localStorage.getItem('chautari.me')!).key as string);
  const ask = async (path: string, token: string | undefined, data: object) => {
    const headers = token ? { authorization: `Bearer ${token}` } : undefined;
    return (await request.post(`/api/v1${path}`, { data, headers })).json();
  };
  const { token: theirs } = await ask('/people', undefined, { name: bina });
  const { id } = await ask('/invitations', mine, { to: { person: bina }, terms: { game: 'baghchal', rated: false, side: 'tigers' } });
  const { match } = await ask(`/invitations/${id}/accept`, theirs, {});
  const act = (token: string, action: object) => ask(`/matches/${match}/actions`, token, { command: crypto.randomUUID(), action });
  for (const [i, move] of ['mC3', 'mA1B1', 'mC5', 'mB1A1', 'mA3', 'mA1B1'].entries()) await act(i % 2 ? mine : theirs, { type: 'move', move });
  await act(theirs, { type: 'resign' });

  await page.goto('/me');
  const results = (name: string | RegExp) => insights.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) }).getByRole('cell');
  for (const group of ['By side', 'By clock', 'By opponent', 'By opening']) await expect(insights.getByRole('rowheader', { name: group })).toBeVisible();
  await expect(results(/^Goats$/)).toHaveText(['0', '0', '1']);
  await expect(results(/^Tigers$/)).toHaveText(['1', '0', '0']);
  await expect(results('no clock')).toHaveText(['1', '0', '0']);
  await expect(results(bina)).toHaveText(['1', '0', '0']);
  await expect(results(/^Tigers: ./)).toHaveText(['1', '0', '0']);
  await expectAccessible(page);
  // The server reviews both when it has time; then their moves count, although this browser has not opened the
  // reviews.
  await expect(async () => {
    await page.reload();
    await expect(insights.getByText('over 4 moves')).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 60_000 });
  await insights.getByLabel('Game').selectOption({ label: 'Ban Chess' });
  await expect(insights).toContainText('No games have been counted yet');

  // A game in which White bans the wrong move of the queen, and is mated.
  const moves = 'b:e2e4 m:f2f3 b:e7e6 m:e7e5 b:d2d4 m:g2g4 b:d8e7 m:d8h4';
  await page.goto(`/review/banchess?${new URLSearchParams({ moves, side: 'white' })}`);
  await expect(page.getByText(/% accurate/).first()).toBeVisible({ timeout: 60_000 });
  await page.goto('/me');
  await insights.getByLabel('Game').selectOption({ label: 'Ban Chess' });
  await expect(insights.getByText(/% lost per move/)).toBeVisible();
  await insights.getByRole('link', { name: /^Move 7: White, .*lost in 1/ }).click({ timeout: 20_000 });
  await expect(page.getByText('White, find something better than ✗Qe7.')).toBeVisible();
  await point(page, 'd8').click();
  await point(page, 'h4').click();
  await expect(page.getByText('Better: ✗Qh4.')).toBeVisible();
});

test('own games show the time left for a move, most urgent first', { tag: '@once' }, async ({ page, request }) => {
  await takeName(page, fresh('Asha'));
  const goats: string = await page.evaluate(() => JSON.parse(localStorage.getItem('chautari.me')!).key);
  const games: string[] = [];
  const HOUR = 3_600_000;
  for (const clock of [{ initial_ms: 20 * HOUR }, { per_move_ms: 72 * HOUR }, undefined, { initial_ms: 2 * HOUR }]) {
    const seats = { goats: { kind: 'person' }, tigers: { kind: 'human' } };
    games.push((await begun(request, seats, { goats }, clock)).match);
  }
  await page.goto('/');
  const mine = page.getByRole('region', { name: 'Your games with others' });
  const [live, days, free, soon] = games;
  const addresses = () => mine.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  await expect.poll(addresses).toEqual([soon, live, days, free].map((id) => `/play/${id}`));
  const rows = mine.getByRole('listitem');
  const clocks = mine.getByRole('timer', { name: 'Clock of Goats' });
  await expect(clocks).toHaveText([/^[12]:\d\d:\d\d$/, /^\d\d:\d\d:\d\d$/, /^[23] d \d+ h$/]);
  await expect(rows).toContainText(['Your turn', 'Your turn', 'Your turn', 'Your turn']);
  await expect(rows.nth(3).getByRole('timer')).toHaveCount(0);
  await expectAccessible(page);
  // After a move it is no longer urgent.
  await act(request, soon!, goats, { type: 'move', move: 'mC1' });
  await expect.poll(addresses).toEqual([live, days, free, soon].map((id) => `/play/${id}`));
  await expect(rows.last()).toContainText('Their turn');
  await page.getByRole('button', { name: 'नेपाली' }).first().click();
  await expect(page.getByRole('timer').nth(1)).toHaveText(/^[२३] दिन [०-९]+ घण्टा$/);
});

test('bots are listed beside people and have a page', { tag: '@once' }, async ({ page, request }) => {
  const bot = fresh('herd').replace(' ', '-');
  const { token } = await (await request.post('/api/v1/bots', { data: { name: bot } })).json();
  const seats = { goats: { kind: 'human' }, tigers: { kind: 'bot', name: bot } };
  const { match } = await begun(request, seats, { tigers: token });
  await act(request, match, token, { type: 'resign' });
  // A bot is rated after whole tournaments.
  await page.route('**/api/v1/games/baghchal/leaderboard*', (route) => route.fulfill({ json: [{ rank: 1, bot, rating: 1612.3, deviation: 40 }] }));
  await page.goto('/people');
  const board = page.locator('section', { has: page.getByRole('heading', { name: 'Bagh Chal', exact: true }) });
  await expect(board.getByRole('heading', { name: 'Bots' })).toBeVisible();
  await expect(board.getByRole('listitem').filter({ hasText: bot })).toContainText('1612');
  await expectAccessible(page);
  await board.getByRole('link', { name: bot }).click();
  await expect(page.getByRole('heading', { level: 1, name: bot })).toBeVisible();
  await expect(page.getByText(/^A bot\. Here since/)).toBeVisible();
  // Against an anonymous player.
  const met = page.locator('section', { has: page.getByRole('heading', { name: 'Results by opponent' }) });
  await expect(met.getByRole('row').last().getByRole('cell')).toHaveText(['Player', '0', '0', '1']);
  await expect(page.getByRole('link', { name: 'Challenge' })).toHaveAttribute('href', `/lobby?challenge=${bot}`);
  await page.goto('/people/nobody-of-this-name');
  await expect(page.getByRole('heading', { name: 'Nobody has this name.' })).toBeVisible();
});
