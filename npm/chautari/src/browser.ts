/** Chautari's games for JavaScript. This is the entry for browsers; Node has the same with files for URLs. */

import { Chautari } from './chautari.js';
import { Engine, type Helper } from './engine.js';

export { Chautari, Play, type Style } from './chautari.js';
export { Engine } from './engine.js';
export { Module, Refused } from './module.js';
export type * from './types.js';

/** Where a module comes from: an address, its bytes, or compiled already. */
export type Source = URL | string | BufferSource | WebAssembly.Module;

/** The module with everything, and the one without engines. */
export const FULL = new URL('../wasm/chautari.wasm', import.meta.url);
export const RULES = new URL('../wasm/chautari-rules.wasm', import.meta.url);

/** Compiles a module, to be shared by any number of threads. */
export async function compile(source: Source = FULL): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (!(source instanceof URL) && typeof source !== 'string') return WebAssembly.compile(source);
  const response = await fetch(source);
  if (!response.ok) throw new Error(`${source} could not be fetched: ${response.status}`);
  const isWasm = response.headers.get('content-type')?.startsWith('application/wasm');
  return isWasm ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** The games, in this thread. */
export async function load(source: Source = FULL): Promise<Chautari> {
  return new Chautari(await compile(source));
}

/** An opponent in a worker of its own. */
export async function engine(source: Source = FULL): Promise<Engine> {
  return new Engine(await compile(source), start);
}

function start(): Helper {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  const helper: Helper = {
    post: (message) => worker.postMessage(message),
    onmessage: () => {},
    onerror: () => {},
    terminate: () => worker.terminate(),
  };
  worker.onmessage = (event) => helper.onmessage(event.data);
  worker.onerror = (event) => helper.onerror(event.message);
  return helper;
}
