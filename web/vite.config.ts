/// <reference types="node" />
import { readFile, writeFile } from 'node:fs/promises';
import { brotliCompressSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defaultClientConditions, type Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** Files to cache in addition to the build's assets. */
const CACHED = ['', 'icon.svg', 'manifest.webmanifest'];

/** Writes the service worker with the list of all files to cache. */
const worker: Plugin = {
  name: 'service-worker',
  generateBundle: {
    // After the chunks that hold nothing but style sheets are gone.
    order: 'post',
    async handler(_, built) {
      const files = [...CACHED, ...Object.keys(built).filter((name) => name.startsWith('assets/'))];
      const source = `const FILES = ${JSON.stringify(files)};\n${await this.fs.readFile('sw.js', { encoding: 'utf8' })}`;
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  },
};

/** Writes a Brotli-compressed copy of each large asset, at the best level since it is done only once. */
const compressed: Plugin = {
  name: 'compressed',
  async writeBundle({ dir = 'dist' }, built) {
    for (const name of Object.keys(built).filter((name) => name.startsWith('assets/'))) {
      const bytes = await readFile(`${dir}/${name}`);
      if (bytes.length > 1000) await writeFile(`${dir}/${name}.br`, brotliCompressSync(bytes));
    }
  },
};

/** The packages of this workspace are bundled from their sources, and tested from them. */
const conditions = ['@chautari/source', ...defaultClientConditions];

export default defineConfig({
  plugins: [svelte(), worker, compressed],
  resolve: {
    // Art, rules and puzzles are bundled from elsewhere in the repository.
    alias: { $repo: fileURLToPath(new URL('..', import.meta.url)).slice(0, -1) },
    conditions,
  },
  ssr: { resolve: { conditions } },
  // Assets refer to each other by relative addresses; the first file is served at every address of the page.
  base: './',
  experimental: {
    renderBuiltUrl: (file, { hostType }) => (hostType === 'html' ? `/${file}` : { relative: true }),
  },
  worker: { format: 'es' },
  build: { target: 'es2022', modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': { target: 'http://127.0.0.1:8080', ws: true } },
  },
  // A test reads style sheets.
  test: { include: ['src/**/*.test.ts'], css: true },
});
