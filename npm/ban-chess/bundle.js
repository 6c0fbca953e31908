// Embeds the WebAssembly module in the package as text, so that it needs no fetching and no bundler
// configuration.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const wasm = readFileSync(new URL('../chautari/wasm/chautari-rules.wasm', import.meta.url));
writeFileSync(new URL('src/wasm.ts', import.meta.url), `export const WASM = '${wasm.toString('base64')}';\n`);

// Marks the folder of CommonJS modules as such.
mkdirSync(new URL('dist/cjs/', import.meta.url), { recursive: true });
writeFileSync(new URL('dist/cjs/package.json', import.meta.url), '{ "type": "commonjs" }\n');
