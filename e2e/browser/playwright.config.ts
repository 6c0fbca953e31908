import { defineConfig, devices } from '@playwright/test';
import { launchOptions, shared, WHOLE } from './server';

const { defaultBrowserType: _, ...phone } = devices['Pixel 7'];

// Tests that do not depend on the device or the colour scheme run on the desktop only: whole files, and tests
// tagged `@once`. Long tests about touch and beginners run on the phone only: `@phone`. Tests that need the
// complete browser are tagged `@whole`. Both projects run the tests of touch, layout and colours; hand and
// sizes open their own screens.
const ONCE = ['fifth', 'hand', 'nepali', 'offline', 'packages', 'shell', 'sizes', 'studies'];

export default defineConfig(shared, {
  testMatch: '*.spec.ts',
  // A browser that shares two cores with a server can be late once. A test that fails once is reported as
  // flaky, also by ./check.
  retries: 1,
  reporter: [[process.env.CI ? 'dot' : 'list'], ['./skip_reporter.ts']],
  // Only the tests of the service worker allow it: each test has a new browser, which would download everything
  // again.
  use: { serviceWorkers: 'block' },
  projects: [
    { name: 'desk by day', grepInvert: /@phone|@whole/, use: { colorScheme: 'light', contextOptions: { reducedMotion: 'reduce' } } },
    { name: 'phone by night', testIgnore: ONCE.map((name) => `${name}.spec.ts`), grepInvert: /@once|@whole/, use: { ...phone, colorScheme: 'dark' } },
    { name: 'a whole browser', grep: /@whole/, use: { launchOptions: { ...launchOptions, executablePath: WHOLE } } },
  ],
});
