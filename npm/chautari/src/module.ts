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

/** What the module calls while it answers. */
class Host {
  exports!: Exports;
  heard: Heard | undefined;
  /** What whoever heard a thought has thrown. */
  thrown: { error: unknown } | undefined;

  readonly imports = {
    chautari: {
      now: () => performance.now(),
      heard: (text: number, length: number) => (this.#tell(this.read(text, length)) === false ? 1 : 0),
    },
  };

  read(text: number, length: number): string {
    return decoder.decode(new Uint8Array(this.exports.memory.buffer, text, length));
  }

  /** Nothing may be thrown through the module either: the thinking ends, and then it is thrown. */
  #tell(thought: string): boolean | void {
    try {
      return this.heard?.(thought);
    } catch (error) {
      this.thrown = { error };
      return false;
    }
  }
}

/** An instance of the module, with its own memory. */
export class Module {
  #host: Host;
  #busy = false;

  /** At once, which workers and Node allow everywhere; for a page there is `load`. */
  constructor(compiled: WebAssembly.Module, host = new Host(), instance = new WebAssembly.Instance(compiled, host.imports)) {
    this.#host = host;
    host.exports = instance.exports as unknown as Exports;
  }

  /** The same where a browser refuses to do it at once. */
  static async load(compiled: WebAssembly.Module): Promise<Module> {
    const host = new Host();
    return new Module(compiled, host, await WebAssembly.instantiate(compiled, host.imports));
  }

  /** The answer as text, which may be a refusal. */
  text(question: string, heard?: Heard): string {
    // Asked from within `heard`, the module would come upon itself at work, and never answer again.
    if (this.#busy) throw new Error('This module is answering another question: ask when it has, or load another one.');
    this.#busy = true;
    try {
      const host = this.#host;
      const { exports } = host;
      const bytes = coder.encode(question);
      const room = exports.room(bytes.length);
      new Uint8Array(exports.memory.buffer, room, bytes.length).set(bytes);
      [host.heard, host.thrown] = [heard, undefined];
      const length = exports.ask();
      if (host.thrown) throw (host.thrown as { error: unknown }).error;
      return host.read(exports.answer(), length);
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
}

function isRefusal(answer: unknown): answer is { status: number; error: Complaint } {
  return typeof answer === 'object' && answer !== null && 'error' in answer && 'status' in answer;
}
