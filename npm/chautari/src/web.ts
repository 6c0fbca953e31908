// What only browsers have: modules that are fetched, and their own workers.

import type { Helper } from './engine.js';

/** Where a module comes from: an address, its bytes, or compiled already. */
export type Source = URL | string | BufferSource | WebAssembly.Module;

/** Compiles a module, to be shared by any number of threads; `reload` fetches it anew, whatever is kept of it. */
export async function compile(source: Source, cache: RequestCache = 'default'): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (!(source instanceof URL) && typeof source !== 'string') return WebAssembly.compile(source);
  const response = await fetch(source, { cache });
  if (!response.ok) throw new Error(`${source} could not be fetched: ${response.status}`);
  const isWasm = response.headers.get('content-type')?.startsWith('application/wasm');
  return isWasm ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** A worker that has begun to run `worker.ts`. */
export function helper(worker: Worker): Helper {
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
