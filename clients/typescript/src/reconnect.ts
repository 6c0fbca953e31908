// Connections that are opened again when they break: of matches, tournaments, the lobby and bots.

import { backoff } from './http.js';

/** The state of a connection. `connecting` is the first attempt only; `closed` is before `open` and after `close`. */
export type ConnectionState = 'closed' | 'connecting' | 'open' | 'lost';

/** How one attempt reports on its connection. Reports of an attempt that was given up are ignored. */
export interface Attempt {
  /** Something has arrived, so the connection works. */
  opened(): void;
  /** The connection has ended, or could not be opened. */
  ended(why?: unknown): void;
}

export interface ReconnectOptions {
  /** The delay before the second attempt, in milliseconds; it doubles with each attempt that fails [default: 100]. */
  first?: number;
  /** Called after every change of the state. */
  onState?: (state: ConnectionState) => void;
  /** Called before the delay of each further attempt, in milliseconds, with the reason. */
  onRetry?: (why: unknown, wait: number) => void;
}

/** A connection that breaks sooner than this is likely to break again, so the delay keeps growing. */
const STEADY_MS = 5000;

export class Reconnecting {
  #state: ConnectionState = 'closed';
  #tries = 0;
  #openedAt = 0;
  #attempt: Attempt | undefined;
  #disconnect = (): void => {};
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `connect` makes one attempt and returns a function that gives it up. */
  constructor(
    private readonly connect: (attempt: Attempt) => () => void,
    private readonly options: ReconnectOptions = {},
  ) {}

  get state(): ConnectionState {
    return this.#state;
  }

  /** Connects, and reconnects until `close`. */
  open(): void {
    if (this.#state !== 'closed') return;
    this.#tries = 0;
    this.#set('connecting');
    // Browsers report when the network is back.
    globalThis.addEventListener?.('online', this.hurry);
    this.#connect();
  }

  close(): void {
    globalThis.removeEventListener?.('online', this.hurry);
    this.#giveUp();
    this.#set('closed');
  }

  /** Makes the next attempt now if the connection is lost. */
  hurry = (): void => {
    if (this.#state !== 'lost') return;
    this.#tries = 0;
    this.#connect();
  };

  #connect(): void {
    this.#giveUp();
    const attempt: Attempt = {
      opened: () => {
        if (attempt !== this.#attempt || this.#state === 'open') return;
        this.#openedAt = performance.now();
        this.#set('open');
      },
      ended: (why = 'the connection ended') => {
        if (attempt !== this.#attempt) return;
        if (this.#state === 'open' && performance.now() - this.#openedAt >= STEADY_MS) this.#tries = 0;
        this.#giveUp();
        const wait = backoff(this.#tries++, this.options.first);
        this.options.onRetry?.(why, wait);
        this.#timer = setTimeout(() => this.#connect(), wait);
        this.#set('lost');
      },
    };
    this.#attempt = attempt;
    const disconnect = this.connect(attempt);
    // The attempt may have ended, or the connection been closed, before `connect` returned.
    if (attempt === this.#attempt) this.#disconnect = disconnect;
    else disconnect();
  }

  #giveUp(): void {
    clearTimeout(this.#timer);
    this.#attempt = undefined;
    const disconnect = this.#disconnect;
    this.#disconnect = () => {};
    disconnect();
  }

  #set(state: ConnectionState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.options.onState?.(state);
  }
}

/** How one attempt of a stream passes on what it receives. */
export interface Source<T> extends Attempt {
  send(value: T): void;
  /** Ends the stream with an error that no reconnection mends. */
  fail(error: unknown): void;
}

/** Streams what a connection receives across reconnections, until the caller stops or the signal aborts. */
export async function* reconnecting<T>(
  connect: (source: Source<T>) => () => void,
  signal?: AbortSignal,
  options: ReconnectOptions = {},
): AsyncGenerator<T> {
  const received: T[] = [];
  let failure: { error: unknown } | undefined;
  let wake = (): void => {};
  const attemptWith = (attempt: Attempt) =>
    connect({
      ...attempt,
      send: (value) => {
        attempt.opened();
        received.push(value);
        wake();
      },
      fail: (error) => {
        failure = { error };
        wake();
      },
    });
  const connection = new Reconnecting(attemptWith, options);
  const abort = () => wake();
  signal?.addEventListener('abort', abort);
  connection.open();
  try {
    while (!signal?.aborted) {
      while (received.length && !signal?.aborted) yield received.shift()!;
      if (failure) throw failure.error;
      if (signal?.aborted) return;
      if (!received.length) await new Promise<void>((done) => (wake = done));
    }
  } finally {
    signal?.removeEventListener('abort', abort);
    connection.close();
  }
}
