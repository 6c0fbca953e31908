// The rules: Chautari's module without engines, inside this package.

import { Chautari } from '../../chautari/src/chautari.js';
import { Module } from '../../chautari/src/module.js';
import { WASM } from './wasm.js';

let games: Chautari | undefined;

function bytes(): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(WASM), (letter) => letter.charCodeAt(0));
}

/** Every game; the module is compiled where it is first needed. */
export function rules(): Chautari {
  return (games ??= new Chautari(new WebAssembly.Module(bytes())));
}

/**
 * Compiles the rules without holding up the page. Only needed where a browser refuses to compile at once;
 * everywhere else the first game does it.
 */
export async function ready(): Promise<void> {
  games ??= new Chautari(await Module.load(await WebAssembly.compile(bytes())));
}
