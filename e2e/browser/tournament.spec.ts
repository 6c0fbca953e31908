// A host and three people on phones: they join a tournament by a code and play it to its end.

import type { Browser, Page } from '@playwright/test';
import { choose, expect, expectAccessible, fresh, test, watch } from './page';
import { expectNoWider, expectOnScreen, expectWhole, SIZES } from './sizes';

async function phone(browser: Browser, home: string, troubles: string[]): Promise<Page> {
  const context = await browser.newContext({ baseURL: home, viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, locale: 'en-GB' });
  const page = await context.newPage();
  watch(page, home, troubles);
  return page;
}

test('three people join by a code and play two rounds', { tag: '@once' }, async ({ page, browser, baseURL }) => {
  test.setTimeout(240_000);
  const troubles: string[] = [];
  await page.goto('/tournaments');
  await page.getByLabel('What should others call you?').fill(fresh('Host'));
  await page.getByRole('button', { name: 'Take this name' }).click();
  const cup = fresh('Cup');
  await page.getByLabel('Name', { exact: true }).fill(cup);
  await page.getByLabel(/^Rounds/).fill('2');
  // Two rounds of sixteen players, fewer than needed to find one winner.
  await expect(page.getByText('At most 16 games.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page).toHaveURL(/\/host$/);
  const code = (await page.locator('p.code').textContent())!.trim();
  expect(code).toMatch(/^[A-Z2-9]{6}$/);
  await expect(page.getByRole('button', { name: 'Start' })).toBeDisabled();

  // A class would come by cards; here players use the code.
  const names = [fresh('Asha'), fresh('Bina'), fresh('Chitra')];
  const people: Page[] = [];
  for (const name of names) {
    const one = await phone(browser, baseURL!, troubles);
    people.push(one);
    await one.goto(`/join/${code.toLowerCase()}`);
    await one.getByLabel('What should others call you?').fill(name);
    await one.getByRole('button', { name: 'Take this name' }).click();
    await expect(one.getByText('You are in.')).toBeVisible();
    await expectNoWider(one);
  }
  await expectAccessible(people[0]!);
  await expect(page.getByRole('row').filter({ hasText: 'yes' })).toHaveCount(3);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Start' }).click();

  for (let round = 1; round <= 2; round++) {
    // Two are taken to their board, the third one has a bye.
    const playing = () => people.filter((one) => one.url().includes('/play/'));
    await expect.poll(() => playing().length, { timeout: 20_000 }).toBe(2);
    const [one, other] = playing() as [Page, Page];
    await expect(one.getByRole('grid')).toBeVisible();
    await choose(one, 'Resign', 'Really resign?');
    for (const player of [one, other]) {
      await expect(player.locator('.status')).toHaveText(/You won|You lost/);
      await player.getByRole('link', { name: 'Go to the tournament' }).last().click();
    }
  }
  for (const one of people) {
    await expect(one.getByText(/· ended/)).toBeVisible();
    await expectNoWider(one);
  }
  await page.getByRole('link', { name: 'Big screen' }).click();
  await expect(page.getByText('Round 2/2 · ended')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: names[0]! })).toBeVisible();
  await expectAccessible(page);
  expect(troubles).toEqual([]);
});

test('class gets cards, and scanning one joins the tournament', { tag: '@once' }, async ({ page, browser, baseURL }) => {
  const troubles: string[] = [];
  await page.goto('/tournaments');
  await page.getByLabel('What should others call you?').fill(fresh('Host'));
  await page.getByRole('button', { name: 'Take this name' }).click();
  await page.getByLabel('Name', { exact: true }).fill(fresh('Class'));
  await page.getByLabel('Who may enter').selectOption('closed');
  await page.getByRole('button', { name: 'Create' }).click();
  const pupil = fresh('Pupil');
  await page.getByLabel('Names, one per line, or a table').fill(`class,name\n7a,${pupil}\n7a,${fresh('Another')}`);
  await page.getByRole('button', { name: 'Make 2 cards' }).click();
  await expect(page.getByRole('row').filter({ hasText: pupil })).toContainText('no');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Cards (CSV)' }).click();
  const { readFileSync } = await import('node:fs');
  const table = readFileSync((await (await saved).path())!, 'utf8');
  const link = new RegExp(`"${pupil}","([^"]+)"`).exec(table)![1]!;
  await page.getByRole('link', { name: 'Print 2 cards' }).click();
  await expect(page.getByRole('img', { name: `Card of ${pupil}` })).toBeVisible();
  await expectAccessible(page);

  const one = await phone(browser, baseURL!, troubles);
  await one.goto(link);
  await expect(one.getByText('You are in.')).toBeVisible();
  await expect(one).toHaveURL(/\/tournament\/[^#]*$/);
  await page.goBack();
  await expect(page.getByRole('row').filter({ hasText: pupil })).toContainText('yes');
  expect(troubles).toEqual([]);
});

test('host imports a class, changes pairings and forfeits, and the season adds up', { tag: '@once' }, async ({ page, browser, baseURL }) => {
  await page.goto('/tournaments');
  await page.getByLabel('What should others call you?').fill(fresh('Host'));
  await page.getByRole('button', { name: 'Take this name' }).click();
  await page.getByLabel('Name', { exact: true }).fill(fresh('Class'));
  await page.getByLabel('Who may enter').selectOption('closed');
  await page.getByLabel(/^Rounds/).fill('1');
  await page.getByText('Engines, bots, ratings, season').click();
  const season = fresh('Winter');
  await page.getByLabel('Name of a new season').fill(season);
  await page.getByRole('button', { name: 'New season' }).click();
  await expect(page.getByRole('combobox', { name: 'Season' }).locator('option:checked')).toHaveText(season);
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page).toHaveURL(/\/host$/);
  const id = /tournament\/([^/]+)/.exec(page.url())![1]!;

  const names = ['Asha', 'Bina', 'Chitra', 'Deepa'].map(fresh);
  const table = `\ufeffclass;name\r\n${names.map((name) => `7a;"${name}"`).join('\r\n')}\r\n`;
  await page.getByLabel('From a CSV file').setInputFiles({ name: 'class.csv', mimeType: 'text/csv', buffer: Buffer.from(table) });
  await page.getByRole('button', { name: 'Make 4 cards' }).click();
  await expect(page.getByText('The cards are made.')).toBeVisible();
  // None of them has scanned a card yet, so the page asks.
  await page.getByRole('button', { name: 'Start' }).click();
  const anyway = page.getByRole('button', { name: '0 of 4 are here. Start anyway?' });
  await expect(anyway).toBeEnabled();
  // The response to the page's own request is delayed and outdated when it arrives, so the page must ignore it.
  const before = await (await page.request.get(`/api/v1/tournaments/${id}`)).json();
  let answer = () => {};
  const overtaken = new Promise<void>((resolve) => (answer = resolve));
  await page.route(`**/api/v1/tournaments/${id}`, (route) => overtaken.then(() => route.fulfill({ json: before })), { times: 1 });
  await anyway.click();
  await expect(page.getByRole('heading', { name: 'Repair a pairing' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeDisabled();
  answer();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeEnabled();

  // The projector page, where nobody can scroll.
  for (const locale of ['en-GB', 'ne-NP']) {
    const screen = await (await browser.newContext({ baseURL: baseURL!, locale })).newPage();
    await screen.goto(`/tournament/${id}/screen`);
    await expect(screen.getByRole('row').filter({ hasText: names[0]! })).toBeVisible();
    for (const size of [SIZES['a desk'], { width: 1920, height: 1080 }]) {
      await screen.setViewportSize(size);
      await expect(screen.getByRole('columnheader')).toHaveCount(6);
      await expectOnScreen(screen, ...(await screen.getByRole('columnheader').all()), ...(await screen.getByRole('listitem').all()));
      for (const table of await screen.locator('.wide').all()) await expectWhole(table);
      await expectNoWider(screen);
    }
    await screen.context().close();
  }

  /** Returns the current pairings. */
  const meetings = async (): Promise<string[][]> => {
    const { rounds } = await (await page.request.get(`/api/v1/tournaments/${id}`)).json();
    return rounds.at(-1).meetings.map(({ players }: { players: string[] }) => players);
  };
  const [[one, two], [three, four]] = (await meetings()) as [[string, string], [string, string]];
  await page.getByLabel('Player 1').selectOption(one);
  await page.getByLabel('Player 2').selectOption(three);
  await page.getByRole('button', { name: 'Exchange' }).click();
  await expect(page.getByText('The round has been paired again.')).toBeVisible();
  const pairs = (found: string[][]) => found.map((pair) => [...pair].sort().join(' – ')).sort();
  expect(pairs(await meetings())).toEqual(pairs([[three, two], [one, four]]));

  for (const name of [one, three]) {
    const row = page.getByRole('row').filter({ hasText: name });
    await row.getByRole('button', { name: 'Forfeit the game' }).click();
    await row.getByRole('button', { name: 'Forfeit this game?' }).click();
    await expect(row.getByRole('link', { name: 'plays' })).toHaveCount(0);
  }
  await page.getByRole('link', { name: 'The players’ page' }).click();
  await expect(page.getByText(/· ended/)).toBeVisible();
  await page.getByRole('link', { name: 'Season' }).click();
  await expect(page.getByRole('heading', { level: 1, name: season })).toBeVisible();
  for (const [name, points] of [[two, '1'], [four, '1'], [one, '0'], [three, '0']] as const) {
    // In the total, and in the only tournament.
    await expect(page.getByRole('row').filter({ hasText: name }).getByRole('cell')).toHaveText([/\d/, points, points]);
  }
  await expectAccessible(page);
});
