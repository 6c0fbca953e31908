// Tasks of which only the last one counts.

export class Latest {
  #current = new AbortController();

  /** Cancels the task before, and returns the signal of a new one. */
  next(): AbortSignal {
    this.cancel();
    this.#current = new AbortController();
    return this.#current.signal;
  }

  /** The signal of the current task. */
  get signal(): AbortSignal {
    return this.#current.signal;
  }

  cancel(): void {
    this.#current.abort();
  }
}
