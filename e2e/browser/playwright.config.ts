import { defineConfig, devices } from '@playwright/test';
import { launchOptions, shared, WHOLE } from './server';

const { defaultBrowserType: _, ...phone } = devices['Pixel 7'];

// What is the same in any hand and any light is tried at the desk alone: whole files of it, and tests tagged `@once`.
// What is for fingers and newcomers above all, and takes long, is tried in the hand alone: `@phone`.
// Few need a browser with all that belongs to it: `@whole`.
// Both projects try what is touched, laid out or coloured; hand and sizes open the screens they are about.
const ONCE = ['fifth', 'hand', 'nepali', 'offline', 'packages', 'shell', 'sizes', 'studies'];

export default defineConfig(shared, {
  testMatch: '*.spec.ts',
  // A browser that shares two cores with a server can be late once; what fails twice is broken, and
  // what failed once is named as flaky in the report, and by ./check.
  retries: 1,
  reporter: [[process.env.CI ? 'dot' : 'list'], ['./noted.ts']],
  // Those about it allow the worker that keeps the page at hand: each test has a fresh browser, where it would fetch all of it anew.
  use: { serviceWorkers: 'block' },
  projects: [
    { name: 'desk by day', grepInvert: /@phone|@whole/, use: { colorScheme: 'light', contextOptions: { reducedMotion: 'reduce' } } },
    { name: 'phone by night', testIgnore: ONCE.map((name) => `${name}.spec.ts`), grepInvert: /@once|@whole/, use: { ...phone, colorScheme: 'dark' } },
    { name: 'a whole browser', grep: /@whole/, use: { launchOptions: { ...launchOptions, executablePath: WHOLE } } },
  ],
});
