// The games in this browser: fetched when first needed, kept by the service worker, and under a name that
// changes with its contents, so that page and games fit. All the same they are asked which version they are.

import { version as VERSION } from 'chautari/package.json';
import { Engine, type Answer } from 'chautari/engine';
import { Refused as Rejected } from 'chautari/module';
import type { Effort, Line } from 'chautari/types';
import { compile, helper } from 'chautari/web';
import { Refused, Unfit } from '../api/errors';
import type { Complaint, Thought } from '../api/types';

/** Where the games are, if scripts/wasm built them before this page; else the server is asked for everything. */
const FILES = import.meta.glob<string>('$repo/npm/chautari/wasm/chautari.wasm', { query: '?url', import: 'default', eager: true });
const wasm = import.meta.env.VITE_ENGINE === 'skip' ? undefined : Object.values(FILES)[0];

/** Whether this page was built with the games inside. */
export const isBuiltIn = wasm !== undefined && typeof WebAssembly === 'object' && typeof Worker === 'function';

const start = () => helper(new Worker(new URL('chautari/worker', import.meta.url), { type: 'module' }));

/** A worker that answers one question after the other. */
class Desk {
  #helper = start();
  #waiting: { answer: (text: string) => void; fail: (error: Error) => void }[] = [];
  #broken: Error | undefined;

  constructor(
    readonly compiled: WebAssembly.Module,
    onbroken: (desk: Desk) => void,
  ) {
    // It says nothing before it is done.
    this.#helper.onmessage = (answer: Answer) => 'done' in answer && this.#waiting.shift()?.answer(answer.done);
    this.#helper.onerror = (error) => {
      this.close(error instanceof Error ? error : new Error(String(error)));
      onbroken(this);
    };
  }

  ask<T>(question: object, compiled?: WebAssembly.Module): Promise<T> {
    return new Promise<string>((answer, fail) => {
      if (this.#broken) return fail(this.#broken);
      this.#waiting.push({ answer, fail });
      this.#helper.post({ ...(compiled && { compiled }), question: JSON.stringify(question) });
    }).then((text) => read<T>(text));
  }

  close(why: Error): void {
    this.#broken = why;
    this.#helper.terminate();
    for (const { fail } of this.#waiting.splice(0)) fail(why);
  }
}

let desk: Promise<Desk> | undefined;
let ready = false;

/** Whether questions are answered at once. */
export const isReady = (): boolean => ready;

/** The games as they are, fetched at the first question; what failed is tried again at the next one. */
function opened(): Promise<Desk> {
  const opening = (desk ??= open());
  opening.then(
    () => (ready = true),
    () => forget(opening),
  );
  return opening;
}

function forget(which: Promise<Desk>): void {
  if (desk === which) [desk, ready] = [undefined, false];
}

async function open(): Promise<Desk> {
  // What does not fit is fetched anew, past everything that keeps it.
  for (const cache of ['default', 'reload'] as const) {
    const compiled = await compile(wasm!, cache);
    const found: Desk = new Desk(compiled, () => desk && forget(desk));
    const { version } = await found.ask<{ version: string }>({ ask: 'version' }, compiled);
    if (version === VERSION) return found;
    found.close(new Unfit());
  }
  throw new Unfit();
}

/** Fetches the games, so that questions are answered at once. */
export const load = (): Promise<unknown> => opened();

/** An answer of the games in this browser. */
export const ask = async <T>(question: object): Promise<T> => (await opened()).ask<T>(question);

function read<T>(text: string): T {
  const answer: T | { status: number; error: Complaint } = JSON.parse(text);
  if (typeof answer === 'object' && answer !== null && 'status' in answer && 'error' in answer) {
    throw new Refused(answer.status, answer.error, answer as unknown as Record<string, unknown>);
  }
  return answer as T;
}

/** Thoughts as they deepen, in a worker of their own, until the signal says enough. */
export async function* thoughts({ line, ...effort }: { line: Line } & Effort, signal: AbortSignal): AsyncGenerator<Thought> {
  const engine = new Engine((await opened()).compiled, start);
  try {
    for await (const thought of engine.thoughts(line, effort, signal)) yield thought as Thought;
  } catch (error) {
    throw error instanceof Rejected ? new Refused(error.status, error.complaint, { status: error.status, error: error.complaint }) : error;
  } finally {
    engine.close();
  }
}
