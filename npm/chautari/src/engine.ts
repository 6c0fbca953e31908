// Engines in workers. A running search cannot be interrupted, so it is stopped by terminating its worker; the
// next request starts another one from the compiled module within milliseconds.

import { Refused } from './module.js';
import type { Complaint, Effort, Known, Line, Review, Thought } from './types.js';

/** The common interface of browser workers and Node's worker threads. */
export interface EngineWorker {
  post(message: unknown): void;
  onmessage: (message: WorkerMessage) => void;
  onerror: (error: unknown) => void;
  terminate(): void;
}

export type WorkerMessage = { thought: string } | { done: string };

export interface WorkerRequest {
  compiled?: WebAssembly.Module;
  question: string;
}

/** An engine. It runs one search at a time; several engines run side by side. */
export class Engine {
  #compiled: WebAssembly.Module;
  #start: () => EngineWorker;
  #worker: EngineWorker | undefined;
  #busy = false;

  /** @internal */
  constructor(compiled: WebAssembly.Module, start: () => EngineWorker) {
    this.#compiled = compiled;
    this.#start = start;
  }

  /**
   * Streams results as the search deepens; the last one has `final`. Leaving the loop or aborting the signal
   * ends the search.
   */
  thoughts(line: Line, effort: Effort = {}, signal?: AbortSignal): AsyncGenerator<Thought, void> {
    return this.#run<Thought>({ ask: 'think', line, ...effort }, signal);
  }

  /**
   * Reviews a position: its exact value if the game is over or the caller has it from tables, otherwise that of a
   * search. Returns `undefined` if the signal aborts.
   */
  async review(
    line: Line,
    known: Known = {},
    effort: Pick<Effort, 'nodes' | 'time_ms'> = {},
    signal?: AbortSignal,
  ): Promise<Review | undefined> {
    for await (const review of this.#run<Review>({ ask: 'review', line, ...known, ...effort }, signal))
      return review;
    return undefined;
  }

  /** Streams the responses to a request. */
  async *#run<T>(question: object, signal?: AbortSignal): AsyncGenerator<T, void> {
    if (this.#busy) throw new Error('This engine is busy with another search.');
    if (signal?.aborted) return;
    this.#busy = true;
    const waiting: (WorkerMessage | Error)[] = [];
    let wake = () => {};
    const receive = (message: WorkerMessage | Error) => {
      waiting.push(message);
      wake();
    };
    const abort = () => receive(new Error('aborted'));
    signal?.addEventListener('abort', abort);
    const [worker, compiled] = this.#worker ? [this.#worker, undefined] : [this.#start(), this.#compiled];
    this.#worker = worker;
    worker.onmessage = receive;
    worker.onerror = (error) => receive(error instanceof Error ? error : new Error(String(error)));
    let done = false;
    try {
      worker.post({ ...(compiled && { compiled }), question: JSON.stringify(question) });
      for (;;) {
        while (!waiting.length) await new Promise<void>((resolve) => (wake = resolve));
        const message = waiting.shift()!;
        if (signal?.aborted) return;
        if (message instanceof Error) throw message;
        if ('thought' in message) {
          yield JSON.parse(message.thought);
          continue;
        }
        done = true;
        const last: T | { status: number; error: Complaint } = JSON.parse(message.done);
        if (typeof last === 'object' && last && 'error' in last && 'status' in last)
          throw new Refused(last.status, last.error);
        yield last as T;
        return;
      }
    } finally {
      signal?.removeEventListener('abort', abort);
      if (!done) this.close();
      this.#busy = false;
    }
  }

  /** Returns the last result; the best so far if the signal aborts, `undefined` if there was none. */
  async think(line: Line, effort: Effort = {}, signal?: AbortSignal): Promise<Thought | undefined> {
    let last: Thought | undefined;
    for await (const thought of this.thoughts(line, effort, signal)) last = thought;
    return last;
  }

  /** Terminates the worker and its search. The engine can be used again. */
  close(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
  }
}
