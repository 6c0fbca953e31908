/** Chautari's games for JavaScript. This is the entry for browsers; Node has the same with files for URLs. */

import { Chautari } from './chautari.js';
import { Engine, type Helper } from './engine.js';
import { Module } from './module.js';
import { compile as compileFetched, helper, type Source } from './web.js';

export { Chautari, Play, type Style } from './chautari.js';
export { Engine } from './engine.js';
export { Module, Refused } from './module.js';
export type * from './types.js';
export type { Source } from './web.js';

/** The module with everything, and the one without engines. */
export const FULL = new URL('../wasm/chautari.wasm', import.meta.url);
export const RULES = new URL('../wasm/chautari-rules.wasm', import.meta.url);

/** Compiles a module, to be shared by any number of threads. */
export const compile = (source: Source = FULL): Promise<WebAssembly.Module> => compileFetched(source);

/** The games, in this thread. */
export async function load(source: Source = FULL): Promise<Chautari> {
  return new Chautari(await Module.load(await compile(source)));
}

/** An opponent in a worker of its own. */
export async function engine(source: Source = FULL): Promise<Engine> {
  return new Engine(await compile(source), start);
}

const start = (): Helper => helper(new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }));
