import { defineConfig, devices } from '@playwright/test';
import { shared } from './server';

const { defaultBrowserType: _, ...phone } = devices['Pixel 7'];

export default defineConfig(shared, {
  testMatch: '*.spec.ts',
  // A browser that shares two cores with a server can be late once; what fails twice is broken, and
  // what failed once is named as flaky in the report.
  retries: 1,
  projects: [
    { name: 'desk by day', use: { colorScheme: 'light' } },
    { name: 'phone by night', use: { ...phone, colorScheme: 'dark' } },
  ],
});
