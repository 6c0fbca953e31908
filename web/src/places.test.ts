// The server answers addresses of the page with the page and all others with 404.

import { expect, test } from 'vitest';
import crate from '../crate/lib.rs?raw';
import app from './App.svelte?raw';

test('the page and the server have the same addresses', () => {
  const from = app.indexOf('const PAGES');
  const pages = [...app.slice(from, app.indexOf('};', from)).matchAll(/^ {4}(\w+): \(\)/gm)].map(
    (match) => match[1],
  );
  const places = [.../const PLACES[^=]*=\s*\[([^\]]*)\]/.exec(crate)![1]!.matchAll(/"(\w*)"/g)].map(
    (match) => match[1],
  );
  expect(pages.length).toBeGreaterThan(5);
  expect(['', ...pages].sort()).toEqual(places.sort());
});
