// The WebAssembly module: a JSON request goes in, a JSON response comes out.

import type { Complaint } from './types.js';

interface Exports {
  memory: WebAssembly.Memory;
  room(length: number): number;
  ask(): number;
  answer(): number;
}

/** Thrown for illegal moves, invalid positions and malformed input. */
export class Refused extends Error {
  override name = 'Refused';
  constructor(
    /** The HTTP status the server's API would use: 400, 404, 409 or 422. */
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

/** Called with every better result as JSON; returning `false` ends the search. */
export type OnThought = (thought: string) => boolean | void;

const coder = new TextEncoder();
const decoder = new TextDecoder();

/** Functions the module calls during a request. */
class Host {
  exports!: Exports;
  heard: OnThought | undefined;
  /** An exception thrown by `heard`. */
  thrown: { error: unknown } | undefined;

  readonly imports = {
    chautari: {
      now: () => performance.now(),
      heard: (text: number, length: number) => (this.#notify(this.read(text, length)) === false ? 1 : 0),
    },
  };

  read(text: number, length: number): string {
    return decoder.decode(new Uint8Array(this.exports.memory.buffer, text, length));
  }

  /** An exception must not pass through the module: it ends the search and is thrown afterwards. */
  #notify(thought: string): boolean | void {
    try {
      return this.heard?.(thought);
    } catch (error) {
      this.thrown = { error };
      return false;
    }
  }
}

/** An instance of the module with its own memory. */
export class Module {
  #host: Host;
  #busy = false;

  /** Instantiates synchronously, which workers and Node allow; pages use `load`. */
  constructor(
    compiled: WebAssembly.Module,
    host = new Host(),
    instance = new WebAssembly.Instance(compiled, host.imports),
  ) {
    this.#host = host;
    host.exports = instance.exports as unknown as Exports;
  }

  /** Instantiates asynchronously, as pages must. */
  static async load(compiled: WebAssembly.Module): Promise<Module> {
    const host = new Host();
    return new Module(compiled, host, await WebAssembly.instantiate(compiled, host.imports));
  }

  /** Sends a request and returns the response as text, possibly an error. */
  text(request: string, heard?: OnThought): string {
    // Re-entering the module from `heard` would corrupt its state.
    if (this.#busy)
      throw new Error('This module is busy with another request: wait for it, or load a second module.');
    this.#busy = true;
    try {
      const host = this.#host;
      const { exports } = host;
      const bytes = coder.encode(request);
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

  /** Sends a request and returns the response. Throws a `Refused` on error. */
  ask<T>(request: { ask: string; [field: string]: unknown }, heard?: OnThought): T {
    const response = JSON.parse(this.text(JSON.stringify(request), heard));
    if (isRefusal(response)) throw new Refused(response.status, response.error);
    return response;
  }
}

function isRefusal(response: unknown): response is { status: number; error: Complaint } {
  return typeof response === 'object' && response !== null && 'error' in response && 'status' in response;
}
