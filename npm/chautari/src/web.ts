// Browser-specific parts: fetching modules, and workers.

import type { EngineWorker } from './engine.js';

/** The source of a module: an address, its bytes, or a compiled module. */
export type Source = URL | string | BufferSource | WebAssembly.Module;

/** Compiles a module, which any number of threads can share. `reload` bypasses all caches. */
export async function compile(source: Source, cache: RequestCache = 'default'): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (!(source instanceof URL) && typeof source !== 'string') return WebAssembly.compile(source);
  const response = await fetch(source, { cache });
  if (!response.ok) throw new Error(`${source} could not be fetched: ${response.status}`);
  const isWasm = response.headers.get('content-type')?.startsWith('application/wasm');
  return isWasm ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** Adapts a browser worker that runs `worker.ts`. */
export function wrapWorker(worker: Worker): EngineWorker {
  const handle: EngineWorker = {
    post: (message) => worker.postMessage(message),
    onmessage: () => {},
    onerror: () => {},
    terminate: () => worker.terminate(),
  };
  worker.onmessage = (event) => handle.onmessage(event.data);
  worker.onerror = (event) => handle.onerror(event.message);
  return handle;
}
