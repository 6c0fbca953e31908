// The request handler of a worker, in browsers and Node.

import type { WorkerMessage, WorkerRequest } from './engine.js';
import { Module } from './module.js';

/** Returns a handler that instantiates the module sent with the first request. */
export function requestHandler(post: (message: WorkerMessage) => void): (request: WorkerRequest) => void {
  let module: Module | undefined;
  return ({ compiled, question }) => {
    if (compiled) module = new Module(compiled);
    const heard = (thought: string) => post({ thought });
    post({ done: module!.text(question, heard) });
  };
}
