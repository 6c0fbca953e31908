// The games in this browser, as WebAssembly: fetched on first use, cached by the service worker. The file
// name changes with its content; the version is checked nevertheless.

import { Engine, type WorkerMessage } from 'chautari/engine';
import { Refused as Rejected } from 'chautari/module';
import { version as VERSION } from 'chautari/package.json';
import type { Effort, Known, Line, Rating, Review } from 'chautari/types';
import { compile, wrapWorker } from 'chautari/web';
import { Away, Refused, Unfit } from '../api/errors';
import type { Complaint, Thought } from '../api/types';

/**
 * Address of the module, if scripts/wasm built it before the page; otherwise the server answers everything.
 */
const FILES = import.meta.glob<string>('$repo/npm/chautari/wasm/chautari.wasm', {
  query: '?url',
  import: 'default',
  eager: true,
});
const wasm = import.meta.env.VITE_ENGINE === 'skip' ? undefined : Object.values(FILES)[0];

/** Whether the page was built with the games inside. */
export const isBuiltIn =
  wasm !== undefined && typeof WebAssembly === 'object' && typeof Worker === 'function';

const start = () => wrapWorker(new Worker(new URL('chautari/worker', import.meta.url), { type: 'module' }));

/** A worker that answers requests in order. */
class Desk {
  #worker = start();
  #waiting: { answer: (text: string) => void; fail: (error: Error) => void }[] = [];
  #broken: Error | undefined;

  constructor(
    readonly compiled: WebAssembly.Module,
    onbroken: (desk: Desk) => void,
  ) {
    // Only final answers; partial ones occur in `thoughts` only.
    this.#worker.onmessage = (message: WorkerMessage) =>
      'done' in message && this.#waiting.shift()?.answer(message.done);
    this.#worker.onerror = (error) => {
      this.close(error instanceof Error ? error : new Error(String(error)));
      onbroken(this);
    };
  }

  ask<T>(question: object, compiled?: WebAssembly.Module): Promise<T> {
    return new Promise<string>((answer, fail) => {
      if (this.#broken) return fail(this.#broken);
      this.#waiting.push({ answer, fail });
      this.#worker.post({ ...(compiled && { compiled }), question: JSON.stringify(question) });
    }).then((text) => read<T>(text));
  }

  close(why: Error): void {
    this.#broken = why;
    this.#worker.terminate();
    for (const { fail } of this.#waiting.splice(0)) fail(why);
  }
}

let desk: Promise<Desk> | undefined;
let ready = false;

/** Whether the module is loaded. */
export const isReady = (): boolean => ready;

/** Returns the worker, loading the module at first. A failed load is retried by the next request. */
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
  // A module of another version is fetched again, bypassing all caches.
  for (const cache of ['default', 'reload'] as const) {
    const compiled = await compile(wasm!, cache).catch((error) => {
      throw new Away(String(error));
    });
    const found: Desk = new Desk(compiled, () => desk && forget(desk));
    const { version } = await found.ask<{ version: string }>({ ask: 'version' }, compiled);
    if (version === VERSION) return found;
    found.close(new Unfit());
  }
  throw new Unfit();
}

/** Loads the module ahead of time. */
export const load = (): Promise<unknown> => opened();

/** Sends a request to the module. */
export const ask = async <T>(question: object): Promise<T> => (await opened()).ask<T>(question);

function read<T>(text: string): T {
  const answer: T | { status: number; error: Complaint } = JSON.parse(text);
  if (typeof answer === 'object' && answer !== null && 'status' in answer && 'error' in answer) {
    throw new Refused(answer.status, answer.error, answer as unknown as Record<string, unknown>);
  }
  return answer as T;
}

/** Runs a search in a worker of its own, which ends with it. */
async function* searched<T>(run: (engine: Engine) => AsyncIterable<T>): AsyncGenerator<T> {
  const engine = new Engine((await opened()).compiled, start);
  try {
    yield* run(engine);
  } catch (error) {
    throw error instanceof Rejected
      ? new Refused(error.status, error.complaint, { status: error.status, error: error.complaint })
      : error;
  } finally {
    engine.close();
  }
}

/** Streams the analysis of a position, until the signal aborts. */
export const thoughts = (
  { line, ...effort }: { line: Line } & Effort,
  signal: AbortSignal,
): AsyncGenerator<Thought> => searched((engine) => engine.thoughts(line, effort, signal));

/** Reviews a position. Throws if the signal aborts. */
export async function review(
  line: Line,
  known: Known,
  effort: Pick<Effort, 'nodes' | 'time_ms'>,
  signal: AbortSignal,
): Promise<Review> {
  const reviews = searched(async function* (engine) {
    const found = await engine.review(line, known, effort, signal);
    if (found) yield found;
  });
  for await (const found of reviews) return found;
  throw signal.reason;
}

/** Returns a rating after one game or puzzle. */
export const rate = (own: Rating, opponent: Rating, points: number): Promise<Rating> =>
  ask<Rating>({ ask: 'rate', own: ratingOf(own), opponent: ratingOf(opponent), points });

const ratingOf = ({ rating, deviation, volatility }: Rating): Rating => ({ rating, deviation, volatility });
