// Screen sizes of real devices, and touch input.

import type { Browser, BrowserContextOptions, CDPSession, Locator, Page } from '@playwright/test';
import { expect, point } from './page';

export const SIZES = {
  'a small phone': { width: 360, height: 640 },
  'a phone': { width: 390, height: 844 },
  'a phone on its side': { width: 844, height: 390 },
  'a tablet': { width: 820, height: 1180 },
  'a desk': { width: 1440, height: 900 },
  // A desktop with the page zoomed to twice its size.
  'a desk at 200 %': { width: 720, height: 450 },
};

export type Size = keyof typeof SIZES;

/** Whether a screen of this size has touch input. */
export const isTouched = (name: Size) => !name.startsWith('a desk');

export async function open(browser: Browser, baseURL: string | undefined, name: Size, more: BrowserContextOptions = {}): Promise<Page> {
  const hand = isTouched(name);
  const context = await browser.newContext({ baseURL: baseURL!, viewport: SIZES[name], hasTouch: hand, isMobile: hand, locale: 'en-GB', ...more });
  return context.newPage();
}

/** A finger, as touch events of the browser. */
export class Finger {
  private constructor(private readonly session: CDPSession) {}

  static async on(page: Page): Promise<Finger> {
    return new Finger(await page.context().newCDPSession(page));
  }

  private send(type: 'touchStart' | 'touchMove' | 'touchEnd', ...places: [number, number][]): Promise<unknown> {
    return this.session.send('Input.dispatchTouchEvent', { type, touchPoints: places.map(([x, y]) => ({ x, y })) });
  }

  async drag(from: [number, number], to: [number, number]): Promise<void> {
    await this.send('touchStart', from);
    for (let i = 1; i <= 12; i++) {
      await this.send('touchMove', [from[0] + ((to[0] - from[0]) * i) / 12, from[1] + ((to[1] - from[1]) * i) / 12]);
    }
    await this.send('touchEnd');
  }
}

export async function centre(place: Locator): Promise<[number, number]> {
  const box = (await place.boundingBox())!;
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** Returns the centre of a point of the board. */
export const middle = (page: Page, label: string) => centre(point(page, label));

/**
 * Expects elements to be on the screen without scrolling. The text may change meanwhile with the side to move.
 */
export async function expectOnScreen(page: Page, ...all: Locator[]): Promise<void> {
  const { width, height } = page.viewportSize()!;
  for (const seen of all) {
    await expect(async () => {
      const box = (await seen.boundingBox())!;
      expect(box.x, String(seen)).toBeGreaterThanOrEqual(0);
      expect(box.y, String(seen)).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width, String(seen)).toBeLessThanOrEqual(width);
      expect(box.y + box.height, String(seen)).toBeLessThanOrEqual(height);
    }).toPass({ timeout: 15_000 });
  }
}

/**
 * Expects the page not to be wider than the screen. On a phone the inner width grows with a page that is too
 * wide.
 */
export async function expectNoWider(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth), page.url()).toBeLessThanOrEqual(page.viewportSize()!.width);
}

/** Sets the default font size of the browser. */
export async function enlarge(page: Page, letters: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: letters } });
}

/** Expects a line of text not to be cut off. */
export async function expectWhole(line: Locator): Promise<void> {
  expect(await line.evaluate((element) => element.scrollWidth - element.clientWidth), String(line)).toBeLessThanOrEqual(0);
}
