/** Chautari's games for JavaScript: the entry point for browsers. Node has one of its own. */

import { Chautari } from './chautari.js';
import { Engine, type EngineWorker } from './engine.js';
import { Module } from './module.js';
import { compile as compileFetched, wrapWorker, type Source } from './web.js';

export { Chautari, Play, type Style } from './chautari.js';
export { Engine } from './engine.js';
export { Module, Refused } from './module.js';
export type * from './types.js';
export type { Source } from './web.js';

/** Addresses of the module with engines, and of the one without. */
export const FULL = new URL('../wasm/chautari.wasm', import.meta.url);
export const RULES = new URL('../wasm/chautari-rules.wasm', import.meta.url);

/** Compiles a module, which any number of threads can share. */
export const compile = (source: Source = FULL): Promise<WebAssembly.Module> => compileFetched(source);

/** Loads the games into this thread. */
export async function load(source: Source = FULL): Promise<Chautari> {
  return new Chautari(await Module.load(await compile(source)));
}

/** Starts an engine in a worker of its own. */
export async function engine(source: Source = FULL): Promise<Engine> {
  return new Engine(await compile(source), start);
}

const start = (): EngineWorker =>
  wrapWorker(new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }));
