// A class plays on the teacher's machine over plain HTTP, where browsers disable some features.

import { chromium } from '@playwright/test';
import { expect, fresh, point, test, watch } from './page';
import { launchOptions, PORT } from './server';

test('two pupils take names, play, and share their game', { tag: '@once' }, async () => {
  const home = `http://school.test:${PORT}`;
  const browser = await chromium.launch({ ...launchOptions, args: [...launchOptions.args, '--host-resolver-rules=MAP school.test 127.0.0.1'] });
  try {
    const troubles: string[] = [];
    const pupil = async (name: string) => {
      const page = await (await browser.newContext({ baseURL: home, locale: 'en-GB' })).newPage();
      watch(page, home, troubles);
      await page.goto('/me');
      expect(await page.evaluate(() => isSecureContext)).toBe(false);
      await page.getByLabel('What should others call you?').fill(name);
      await page.getByRole('button', { name: 'Take this name' }).click();
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      return page;
    };
    const [one, other] = [await pupil(fresh('Pupil one')), await pupil(fresh('Pupil two'))];
    await one.goto('/new/baghchal');
    await one.getByRole('button', { name: 'a friend by link' }).click();
    await one.getByRole('button', { name: 'Begin' }).click();
    await one.getByRole('button', { name: 'Copy' }).click();
    await expect(one.getByRole('button', { name: 'Copied' })).toBeVisible();
    await other.goto(await one.getByLabel('Link').inputValue());
    await other.getByRole('button', { name: 'Sit down' }).click();
    await expect(other.getByRole('button', { name: 'Sit down' })).toHaveCount(0);
    await point(one, 'C3').click();
    await expect(other.locator('.status')).toHaveText(/Your turn/);
    await point(other, 'A1').click();
    await point(other, 'B1').click();
    await expect(one.locator('.status')).toHaveText(/Your turn/);
    // A game within the browser starts there, too.
    await one.goto('/new/creeper');
    await one.getByRole('button', { name: 'Begin' }).click();
    await expect(one.locator('.status')).toHaveText(/Your turn/);
    // Browsers warn that this header has no effect without TLS.
    expect(troubles.filter((text) => !text.startsWith('The Cross-Origin-Opener-Policy header has been ignored'))).toEqual([]);
  } finally {
    await browser.close();
  }
});
