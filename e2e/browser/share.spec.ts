// The card of a finished game: a picture and an animation, also without a server.

import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { beginAtOneScreen, choose, expect, expectAccessible, test } from './page';

/** Ends a game of two at one screen, and opens its card. */
async function openCard(page: Page): Promise<void> {
  await beginAtOneScreen(page, 'baghchal', '?moves=mC3+mA1A2+mE4');
  await choose(page, 'Resign', /Really resign for/);
  await expect(page.locator('.result')).toContainText('Goats won');
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByRole('img', { name: 'The card of this game' })).toBeVisible();
}

/** Returns the download that a button starts. */
async function saved(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
  return { name: download.suggestedFilename(), bytes: await readFile((await download.path())!) };
}

const sizeOfPng = (bytes: Buffer) => [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
const sizeOfGif = (bytes: Buffer) => [bytes.readUInt16LE(6), bytes.readUInt16LE(8)];

test('a finished game has a card, as a picture and as an animation', { tag: '@once' }, async ({ page }) => {
  await openCard(page);
  await expectAccessible(page);
  const picture = await saved(page, 'Share picture');
  expect([picture.name, ...sizeOfPng(picture.bytes)]).toEqual(['chautari.png', 1080, 1350]);
  expect(picture.bytes.length).toBeGreaterThan(20_000);
  const animation = await saved(page, 'Make animation');
  expect([animation.name, animation.bytes.subarray(0, 6).toString(), ...sizeOfGif(animation.bytes)]).toEqual(['chautari.gif', 'GIF89a', 480, 600]);
  // The browser itself can show it.
  const frames = await page.evaluate(async (bytes) => {
    const decoder = new ImageDecoder({ data: new Uint8Array(bytes), type: 'image/gif' });
    await decoder.tracks.ready;
    await decoder.decode({ frameIndex: 3 });
    return decoder.tracks.selectedTrack!.frameCount;
  }, [...animation.bytes]);
  expect(frames).toBe(4);
});

test('a card goes to the share sheet of a phone', { tag: '@phone' }, async ({ page }) => {
  await page.addInitScript(() => {
    const shared: unknown[] = [];
    Object.assign(globalThis, { shared });
    Object.assign(navigator, { canShare: () => true, share: async ({ files, title }: ShareData) => shared.push([files?.[0]?.type, title]) });
  });
  await openCard(page);
  await page.getByRole('button', { name: 'Share picture' }).tap();
  await expect.poll(() => page.evaluate('shared')).toEqual([['image/png', 'Bagh Chal']]);
  await page.getByRole('button', { name: 'Make animation' }).tap();
  await expect.poll(() => page.evaluate('shared.length')).toBe(2);
  await page.getByRole('button', { name: 'Close' }).tap();
  await expect(page.getByRole('img', { name: 'The card of this game' })).toBeHidden();
});
