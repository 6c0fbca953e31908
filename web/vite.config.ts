/// <reference types="node" />
import { readFile, writeFile } from 'node:fs/promises';
import { brotliCompressSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defaultClientConditions, type Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** What is kept besides what is built: the first file and what every page shows. */
const KEPT = ['', 'icon.svg', 'manifest.webmanifest'];

/** Writes the service worker with the list of all files to keep. */
const worker: Plugin = {
  name: 'service-worker',
  async generateBundle(_, built) {
    const files = [...KEPT, ...Object.keys(built).filter((name) => name.startsWith('assets/'))];
    const source = `const FILES = ${JSON.stringify(files)};\n${await this.fs.readFile('sw.js', { encoding: 'utf8' })}`;
    this.emitFile({ type: 'asset', fileName: 'sw.js', source });
  },
};

/** Puts a compressed copy beside each file that is worth it: done once, it can be done well. */
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
  // Scripts find each other wherever they are; the first file is asked for at every address of the page.
  base: './',
  experimental: { renderBuiltUrl: (file, { hostType }) => (hostType === 'html' ? `/${file}` : { relative: true }) },
  worker: { format: 'es' },
  build: { target: 'es2022', modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': { target: "http://127.0.0.1:8080", ws: true } },
  },
  // Style sheets are read by a test.
  test: { include: ['src/**/*.test.ts'], css: true },
});
