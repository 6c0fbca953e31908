// The WebAssembly module: a question as JSON goes in, an answer as JSON comes out.

import type { Complaint } from './types.js';

interface Exports {
  memory: WebAssembly.Memory;
  room(length: number): number;
  ask(): number;
  answer(): number;
}

/** The rules, or the form of a text, say no. */
export class Refused extends Error {
  override name = 'Refused';
  constructor(
    /** What the server's API would answer with: 400, 404, 409 or 422. */
    readonly status: number,
    readonly complaint: Complaint,
  ) {
    super(complaint.text);
  }
  get code(): string {
    return this.complaint.code;
  }
  get points(): number[] {
    return this.complaint.points ?? [];
  }
}

/** Told of every better thought as JSON; `false` ends the thinking. */
export type Heard = (thought: string) => boolean | void;

const coder = new TextEncoder();
const decoder = new TextDecoder();

/** An instance of the module, with its own memory. */
export class Module {
  #exports: Exports;
  #heard: Heard | undefined;
  #busy = false;
  /** What whoever heard a thought has thrown. */
  #thrown: { error: unknown } | undefined;

  constructor(compiled: WebAssembly.Module) {
    const imports = {
      chautari: {
        now: () => performance.now(),
        heard: (text: number, length: number) => (this.#tell(this.#read(text, length)) === false ? 1 : 0),
      },
    };
    this.#exports = new WebAssembly.Instance(compiled, imports).exports as unknown as Exports;
  }

  /** The answer as text, which may be a refusal. */
  text(question: string, heard?: Heard): string {
    // Asked from within `heard`, the module would come upon itself at work, and never answer again.
    if (this.#busy) throw new Error('This module is answering another question: ask when it has, or load another one.');
    this.#busy = true;
    try {
      const bytes = coder.encode(question);
      const room = this.#exports.room(bytes.length);
      new Uint8Array(this.#exports.memory.buffer, room, bytes.length).set(bytes);
      [this.#heard, this.#thrown] = [heard, undefined];
      const length = this.#exports.ask();
      if (this.#thrown) throw (this.#thrown as { error: unknown }).error;
      return this.#read(this.#exports.answer(), length);
    } finally {
      this.#busy = false;
    }
  }

  /** The answer, or a `Refused`. */
  ask<T>(question: { ask: string; [field: string]: unknown }, heard?: Heard): T {
    const answer = JSON.parse(this.text(JSON.stringify(question), heard));
    if (isRefusal(answer)) throw new Refused(answer.status, answer.error);
    return answer;
  }

  /** Nothing may be thrown through the module either: the thinking ends, and then it is thrown. */
  #tell(thought: string): boolean | void {
    try {
      return this.#heard?.(thought);
    } catch (error) {
      this.#thrown = { error };
      return false;
    }
  }

  #read(text: number, length: number): string {
    return decoder.decode(new Uint8Array(this.#exports.memory.buffer, text, length));
  }
}

function isRefusal(answer: unknown): answer is { status: number; error: Complaint } {
  return typeof answer === 'object' && answer !== null && 'error' in answer && 'status' in answer;
}
