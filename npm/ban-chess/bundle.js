// Puts the rules into the package as text, so that it works wherever a script does: no file to fetch, no bundler
// to be told.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const wasm = readFileSync(new URL('../chautari/wasm/chautari-rules.wasm', import.meta.url));
writeFileSync(new URL('src/wasm.ts', import.meta.url), `export const WASM = '${wasm.toString('base64')}';\n`);

// The folder with the scripts for `require` says that they are.
mkdirSync(new URL('dist/cjs/', import.meta.url), { recursive: true });
writeFileSync(new URL('dist/cjs/package.json', import.meta.url), '{ "type": "commonjs" }\n');
