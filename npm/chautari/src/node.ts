/** Chautari's games for Node: as in a browser, with files for URLs and Node's workers. */

import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { compile as compileFetched, FULL, type Source } from './browser.js';
import { Chautari } from './chautari.js';
import { Engine, type Helper } from './engine.js';
import { Module } from './module.js';

export { Chautari, Play, type Style } from './chautari.js';
export { Engine } from './engine.js';
export { Module, Refused } from './module.js';
export { FULL, RULES, type Source } from './browser.js';
export type * from './types.js';

/** Compiles a module, to be shared by any number of threads. */
export async function compile(source: Source = FULL): Promise<WebAssembly.Module> {
  const isFile = source instanceof URL && source.protocol === 'file:';
  return compileFetched(isFile ? await readFile(source) : source);
}

/** The games, in this thread. */
export async function load(source: Source = FULL): Promise<Chautari> {
  return new Chautari(await Module.load(await compile(source)));
}

/** An opponent in a worker of its own. */
export async function engine(source: Source = FULL): Promise<Engine> {
  return new Engine(await compile(source), start);
}

function start(): Helper {
  const worker = new Worker(new URL('./worker-node.js', import.meta.url));
  // A worker that waits for questions keeps no program alive; one that thinks does.
  const helper: Helper = {
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
    helper.onmessage(message);
  });
  worker.on('error', (error) => helper.onerror(error));
  worker.unref();
  return helper;
}
