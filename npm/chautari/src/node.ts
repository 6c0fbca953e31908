/** Chautari's games for Node: like the browser's entry point, with files and worker threads. */

import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { compile as compileFetched, FULL, type Source } from './browser.js';
import { Chautari } from './chautari.js';
import { Engine, type EngineWorker } from './engine.js';
import { Module } from './module.js';

export { Chautari, Play, type Style } from './chautari.js';
export { Engine } from './engine.js';
export { Module, Refused } from './module.js';
export { FULL, RULES, type Source } from './browser.js';
export type * from './types.js';

/** Compiles a module, which any number of threads can share. */
export async function compile(source: Source = FULL): Promise<WebAssembly.Module> {
  const isFile = source instanceof URL && source.protocol === 'file:';
  return compileFetched(isFile ? await readFile(source) : source);
}

/** Loads the games into this thread. */
export async function load(source: Source = FULL): Promise<Chautari> {
  return new Chautari(await Module.load(await compile(source)));
}

/** Starts an engine in a worker of its own. */
export async function engine(source: Source = FULL): Promise<Engine> {
  return new Engine(await compile(source), start);
}

function start(): EngineWorker {
  const worker = new Worker(new URL('./worker-node.js', import.meta.url));
  // An idle worker must not keep the process alive; a thinking one must.
  const handle: EngineWorker = {
    post: (message) => {
      worker.ref();
      worker.postMessage(message);
    },
    onmessage: () => {},
    onerror: () => {},
    terminate: () => void worker.terminate(),
  };
  worker.on('message', (message) => {
    if ('done' in message) worker.unref();
    handle.onmessage(message);
  });
  worker.on('error', (error) => handle.onerror(error));
  worker.unref();
  return handle;
}
