import { defineConfig, devices } from '@playwright/test';
import { shared } from './server';

const { defaultBrowserType: _, ...phone } = devices['Pixel 7'];

export default defineConfig(shared, {
  testMatch: '*.spec.ts',
  projects: [
    { name: 'desk by day', use: { colorScheme: 'light' } },
    { name: 'phone by night', use: { ...phone, colorScheme: 'dark' } },
  ],
});
