// Thinking in a worker, so that whoever asks stays free. A search does not look up from its work, so it is
// stopped by ending its worker; the next question starts another from the compiled module, in milliseconds.

import { Refused } from './module.js';
import type { Complaint, Effort, Line, Thought } from './types.js';

/** A worker of a browser or of Node, as far as it is needed here. */
export interface Helper {
  post(message: unknown): void;
  onmessage: (message: Answer) => void;
  onerror: (error: unknown) => void;
  terminate(): void;
}

export type Answer = { thought: string } | { done: string };

export interface Question {
  compiled?: WebAssembly.Module;
  question: string;
}

/** An opponent. One question at a time; several engines think side by side. */
export class Engine {
  #compiled: WebAssembly.Module;
  #start: () => Helper;
  #helper: Helper | undefined;
  #busy = false;

  /** @internal */
  constructor(compiled: WebAssembly.Module, start: () => Helper) {
    this.#compiled = compiled;
    this.#start = start;
  }

  /** Thoughts as they deepen, the last with `final`. Leaving the loop or aborting the signal ends the thinking. */
  async *thoughts(line: Line, effort: Effort = {}, signal?: AbortSignal): AsyncGenerator<Thought, void> {
    if (this.#busy) throw new Error('This engine is thinking about another question.');
    if (signal?.aborted) return;
    this.#busy = true;
    const waiting: (Answer | Error)[] = [];
    let wake = () => {};
    const tell = (answer: Answer | Error) => {
      waiting.push(answer);
      wake();
    };
    const abort = () => tell(new Error('aborted'));
    signal?.addEventListener('abort', abort);
    const [helper, compiled] = this.#helper ? [this.#helper, undefined] : [this.#start(), this.#compiled];
    this.#helper = helper;
    helper.onmessage = tell;
    helper.onerror = (error) => tell(error instanceof Error ? error : new Error(String(error)));
    let done = false;
    try {
      helper.post({ ...(compiled && { compiled }), question: JSON.stringify({ ask: 'think', line, ...effort }) });
      for (;;) {
        while (!waiting.length) await new Promise<void>((resolve) => (wake = resolve));
        const answer = waiting.shift()!;
        if (signal?.aborted) return;
        if (answer instanceof Error) throw answer;
        if ('thought' in answer) {
          yield JSON.parse(answer.thought);
          continue;
        }
        done = true;
        const last: Thought | { status: number; error: Complaint } = JSON.parse(answer.done);
        if ('error' in last) throw new Refused(last.status, last.error);
        yield last;
        return;
      }
    } finally {
      signal?.removeEventListener('abort', abort);
      if (!done) this.close();
      this.#busy = false;
    }
  }

  /** The last thought; the best so far if the signal ends the thinking, `undefined` if there was none. */
  async think(line: Line, effort: Effort = {}, signal?: AbortSignal): Promise<Thought | undefined> {
    let last: Thought | undefined;
    for await (const thought of this.thoughts(line, effort, signal)) last = thought;
    return last;
  }

  /** Ends its worker, and with it what it is thinking about. It can be asked again. */
  close(): void {
    this.#helper?.terminate();
    this.#helper = undefined;
  }
}
