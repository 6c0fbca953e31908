// The page in Nepali contains no English, except notation, formats and code.

import { ne } from '../../web/src/lib/i18n/locale/ne';
import { terms } from '../../web/src/lib/i18n/locale/ne-terms';
import { expect, point, test } from './page';

test.use({ locale: 'ne-NP' });

/** Returns the English words on a page: words in Latin letters that are not notation, formats or code. */
function english(): string[] {
  const found: string[] = [];
  const keep = (text: string | null) => {
    if (text && /[A-Za-z]{2,}/.test(text.replace(/https?:\S+|\S+:\d+\/\S+|\bQR\b|\b[A-Z]{3,4}\b|\w*\d\w*/g, ''))) found.push(text.trim());
  };
  const aside = (element: Element | null) => !!element?.closest('code, pre, ol, textarea, noscript, [lang=en], [data-point], .seat ul');
  for (let walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT); walk.nextNode(); ) {
    if (!aside(walk.currentNode.parentElement)) keep(walk.currentNode.textContent);
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
    if (!aside(element)) {
      for (const name of ['aria-label', 'title', 'placeholder']) keep(element.getAttribute(name));
    }
  }
  keep(document.title);
  return found;
}

const REVIEW = `/review/banchess?${new URLSearchParams({ moves: 'b:e2e4 m:f2f3 b:e7e6 m:e7e5 b:d2d4 m:g2g4 b:d8e7 m:d8h4' })}`;
const PLACES = [
  ...['/', '/new/baghchal', '/new/gomoku', '/analysis/creeper', '/watch', '/settings', '/about', '/nowhere'],
  ...['/learn/baghchal', '/learn/banchess', '/learn/creeper', '/learn/gomoku', '/learn/creeper/lesson', '/puzzles/gomoku', REVIEW],
  ...['/lobby', '/me', '/study/new/baghchal', '/tournaments'],
];

for (const place of PLACES) {
  test(`${place} is Nepali`, async ({ page }) => {
    await page.goto(place);
    await expect(page.locator('html')).toHaveAttribute('lang', 'ne');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForTimeout(1500);
    await page.evaluate(() => document.querySelectorAll('details').forEach((folded) => (folded.open = true)));
    expect(await page.evaluate(english)).toEqual([]);
    // A sentence ends with the Nepali full stop.
    const ends = await page.locator('main p').evaluateAll((all) => all.map((one) => one.textContent?.trim() ?? '').filter((text) => /[\u0900-\u097f]\.$/.test(text)));
    expect(ends).toEqual([]);
  });
}

test('people, tournaments, hosts, screens and seasons are Nepali', async ({ page, request }) => {
  const fresh = Math.random().toString(36).slice(2, 8).replace(/[a-z]/g, (letter) => String(letter.charCodeAt(0) % 10));
  const post = async (path: string, data: object, token: string) =>
    (await request.post(`/api/v1${path}`, { data, headers: token ? { authorization: `Bearer ${token}` } : {} })).json();
  const { token, person, name } = await post('/people', { name: `आशा ${fresh}` }, '');
  const { id: season } = await post('/seasons', { name: 'हिउँद' }, token);
  const players = [{ kind: 'engine', level: 1 }, { kind: 'random' }];
  const asked = { name: 'दसैँ', game: 'baghchal', format: 'swiss', players, entrance: 'code', waits: true, season };
  const { tournament } = await post('/tournaments', asked, token);
  await page.addInitScript((me) => localStorage.setItem('chautari.me', JSON.stringify(me)), { person, name, key: token });
  const cup = `/tournament/${tournament}`;
  for (const place of ['/people', `/people/${encodeURIComponent(name)}`, '/me', '/tournaments', cup, `${cup}/host`, `${cup}/screen`, `${cup}/cards`, `/season/${season}`]) {
    await page.goto(place);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForTimeout(1000);
    await page.evaluate(() => document.querySelectorAll('details').forEach((folded) => (folded.open = true)));
    expect({ [place]: await page.evaluate(english) }).toEqual({ [place]: [] });
  }
});

test('all names of the games are translated', async ({ request }) => {
  const games = await (await request.get('/api/v1/games')).json();
  const said = new Set<string>();
  const known = new Set(Object.keys({ ...terms, ...ne }));
  for (const { id, name, about, called, rules, levels, translations } of games) {
    for (const text of Object.keys(translations.ne.texts)) known.add(text);
    const { scene } = await (await request.post(`/api/v1/games/${id}/position`, { data: {} })).json();
    for (const text of [name, about, ...called, ...rules.map((rule: { about: string }) => rule.about)]) said.add(text);
    for (const level of levels) said.add(level.name).add(level.about);
    for (const piece of scene.pieces) said.add(piece.kind);
    for (const tally of scene.tallies) said.add(tally.label);
    said.add(scene.prompt);
  }
  expect([...said].filter((text) => !known.has(text))).toEqual([]);
});

test('refused move and the end of a game appear in Nepali', async ({ page }) => {
  await page.goto('/new/baghchal');
  await page.getByRole('button', { name: 'यही पर्दामा दुई जना' }).click();
  await page.getByRole('button', { name: 'सुरु गर्ने' }).click();
  await point(page, 'C3').click();
  await expect(point(page, 'C3')).toHaveAccessibleName(/बाख्रा/);
  await point(page, 'A1').click();
  await point(page, 'E3').click();
  await expect(page.getByRole('alert')).toHaveText('A1 र E3 जोड्ने रेखा छैन।');
  await page.getByRole('button', { name: 'अरू' }).click();
  await page.getByRole('button', { name: 'हार मान्ने' }).click();
  await page.getByRole('button', { name: 'साँच्चै बाघले हार मान्ने?' }).click();
  await expect(page.locator('.status')).toHaveText('बाख्राले जित्यो हार मानियो।');
  expect(await page.evaluate(english)).toEqual([]);
});
