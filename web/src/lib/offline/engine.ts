// The games in this browser: fetched when first needed, kept by the service worker, and under a name that
// changes with its contents, so that page and engine always fit.

import { Refused } from '../refused';
import type { Complaint, Thought } from '../types';
import type { Answered, Asked } from './worker';

/** Where the games are, if scripts/wasm built them before this page; else the server is asked for everything. */
const FILES = import.meta.glob<string>('../../../../npm/chautari/wasm/chautari.wasm', { query: '?url', import: 'default', eager: true });
const wasm = import.meta.env.VITE_ENGINE === 'skip' ? undefined : Object.values(FILES)[0];

/** Whether this page was built with the games inside. */
export const isBuiltIn = wasm !== undefined && typeof WebAssembly === 'object' && typeof Worker === 'function';

let compiling: Promise<WebAssembly.Module> | undefined;

function compiled(): Promise<WebAssembly.Module> {
  compiling ??= compile().catch((error) => {
    compiling = undefined;
    throw error;
  });
  return compiling;
}

async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(wasm!);
  if (!response.ok) throw new Error(`The engine could not be fetched: ${response.status}`);
  const isWasm = response.headers.get('content-type')?.startsWith('application/wasm');
  return isWasm ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** A worker and the questions it has not answered yet. */
class Helper {
  #worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  #waiting = new Map<number, { answer: (text: string) => void; fail: (error: unknown) => void; heard: ((text: string) => void) | undefined }>();
  #asked = 0;

  constructor() {
    this.#worker.onmessage = ({ data }: MessageEvent<Answered>) => {
      const waiting = this.#waiting.get(data.id);
      if ('thought' in data) return waiting?.heard?.(data.thought);
      this.#waiting.delete(data.id);
      waiting?.answer(data.answer);
    };
    this.#worker.onerror = (event) => this.#fail(new Error(event.message));
  }

  async ask(question: object, heard?: (text: string) => void): Promise<string> {
    const module = this.#asked ? undefined : await compiled();
    const asked: Asked = { id: this.#asked++, question: JSON.stringify(question), ...(module && { compiled: module }) };
    return new Promise((answer, fail) => {
      this.#waiting.set(asked.id, { answer, fail, heard });
      this.#worker.postMessage(asked);
    });
  }

  close(): void {
    this.#worker.terminate();
    this.#fail(new DOMException('The thinking was ended.', 'AbortError'));
  }

  #fail(error: unknown): void {
    for (const { fail } of this.#waiting.values()) fail(error);
    this.#waiting.clear();
  }
}

let rules: Helper | undefined;
let ready = false;

/** Whether questions are answered at once. */
export const isReady = (): boolean => ready;

/** Fetches the games, so that questions are answered at once. */
export async function load(): Promise<void> {
  await compiled();
  await ask({ ask: 'version' });
}

/** An answer of the games in this browser. */
export async function ask<T>(question: object): Promise<T> {
  // The first question takes the module along; others must not overtake it.
  const helper = (rules ??= new Helper());
  const text = await (first ??= helper.ask({ ask: 'version' })).then(() => helper.ask(question));
  ready = true;
  return read<T>(text);
}
let first: Promise<string> | undefined;

function read<T>(text: string): T {
  const answer: T | { status: number; error: Complaint } = JSON.parse(text);
  if (typeof answer === 'object' && answer !== null && 'status' in answer && 'error' in answer) {
    throw new Refused(answer.status, answer.error, answer as unknown as Record<string, unknown>);
  }
  return answer as T;
}

/** Thoughts as they deepen. A search does not look up from its work: it is stopped by ending its worker. */
export async function* thoughts(question: object, signal: AbortSignal): AsyncGenerator<Thought> {
  const helper = new Helper();
  const heard: Thought[] = [];
  let wake = (): void => {};
  let done = false;
  const stop = (): void => {
    done = true;
    helper.close();
    wake();
  };
  signal.addEventListener('abort', stop);
  const last = helper
    .ask({ ask: 'think', ...question }, (text) => {
      heard.push(JSON.parse(text));
      wake();
    })
    .then((text) => heard.push(read<Thought>(text)))
    .finally(() => {
      done = true;
      wake();
    });
  last.catch(() => {});
  try {
    for (;;) {
      if (signal.aborted) return;
      const next = heard.shift();
      if (next) yield next;
      else if (done) break;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
    if (!signal.aborted) await last;
  } finally {
    signal.removeEventListener('abort', stop);
    helper.close();
  }
}
