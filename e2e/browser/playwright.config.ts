import { defineConfig, devices } from '@playwright/test';
import { shared } from './server';

const { defaultBrowserType: _, ...phone } = devices['Pixel 7'];

// What is the same in any hand and any light is tried at the desk alone: whole files of it, and tests tagged `@once`.
// What is for fingers and newcomers above all, and takes long, is tried in the hand alone: `@phone`.
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
    { name: 'desk by day', grepInvert: /@phone/, use: { colorScheme: 'light', contextOptions: { reducedMotion: 'reduce' } } },
    { name: 'phone by night', testIgnore: ONCE.map((name) => `${name}.spec.ts`), grepInvert: /@once/, use: { ...phone, colorScheme: 'dark' } },
  ],
});
