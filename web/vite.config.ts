import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// The art and the rules are elsewhere in the repository; everything is taken in while building.
export default defineConfig({
  plugins: [svelte()],
  build: { target: 'es2022', modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': { target: "http://127.0.0.1:8080", ws: true } },
  },
  test: { include: ['src/**/*.test.ts'] },
});
