// The rules: Chautari's WebAssembly module without engines, embedded in this package.

import { Chautari } from '../../chautari/src/chautari.js';
import { Module } from '../../chautari/src/module.js';
import { WASM } from './wasm.js';

let games: Chautari | undefined;

function bytes(): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(WASM), (letter) => letter.charCodeAt(0));
}

/** Returns the games, compiling the module on first use. */
export function rules(): Chautari {
  return (games ??= new Chautari(new WebAssembly.Module(bytes())));
}

/**
 * Compiles the rules asynchronously. Needed only in browsers that refuse to compile synchronously; elsewhere
 * the first game compiles them.
 */
export async function ready(): Promise<void> {
  games ??= new Chautari(await Module.load(await WebAssembly.compile(bytes())));
}
