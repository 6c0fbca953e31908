// Typed access to the module: games and records.

import { Module } from './module.js';
import type { Effort, Game, Line, Offer, Position, Standing, Thought } from './types.js';

/** Options for pictures. */
export interface Style {
  flip?: boolean;
  theme?: 'light' | 'dark';
}

/** Closes records that were garbage-collected. */
const closing = new FinalizationRegistry<{ module: Module; record: number }>(({ module, record }) =>
  module.ask({ ask: 'close', record }),
);

/** All games, in this thread. */
export class Chautari {
  #module: Module;

  constructor(module: WebAssembly.Module | Module) {
    this.#module = module instanceof Module ? module : new Module(module);
  }

  /** Returns the module's version, and whether it has engines. */
  get version(): { version: string; engines: boolean } {
    return this.#module.ask({ ask: 'version' });
  }

  games(): Game[] {
    return this.#module.ask({ ask: 'games' });
  }

  /** Returns one game with its rules in Markdown. */
  game(name: string): Game {
    return this.#module.ask({ ask: 'game', game: name });
  }

  /** Opens a record, from the start of a game or from a line of moves. */
  open(game: string | Line): Play {
    const line = typeof game === 'string' ? { game } : game;
    const { record } = this.#module.ask<{ record: number }>({ ask: 'open', line });
    return new Play(this.#module, record);
  }

  /** Returns the position at the end of a line, without opening a record. */
  position(line: Line, write: string[] = []): Position {
    return this.#module.ask({ ask: 'position', line, write });
  }

  /** Draws a position as an SVG document. */
  svg(line: Line, style: Style = {}): string {
    return this.#module.ask({ ask: 'svg', line, ...style });
  }

  /**
   * Searches in this thread and blocks it: on a page, use an `Engine`. Calls `heard` with every better
   * result; returning `false` ends the search.
   */
  think(line: Line, effort: Effort = {}, heard?: (thought: Thought) => boolean | void): Thought {
    return this.#module.ask({ ask: 'think', line, ...effort }, heard && ((text) => heard(JSON.parse(text))));
  }

  /** Sends a raw request to the module; see its documentation. */
  ask<T>(request: { ask: string; [field: string]: unknown }): T {
    return this.#module.ask(request);
  }
}

/** A record of moves that can be continued. */
export class Play {
  #module: Module;
  #record: number;

  /** @internal */
  constructor(module: Module, record: number) {
    this.#module = module;
    this.#record = record;
    closing.register(this, { module, record }, this);
  }

  #ask<T>(ask: string, more: object = {}): T {
    return this.#module.ask({ ask, record: this.#record, ...more });
  }

  /** The state of the game, in short. */
  get standing(): Standing {
    return this.#ask('standing');
  }

  /** Returns the full position. */
  look(write: string[] = []): Position {
    return this.#ask('look', { write });
  }

  /** Returns the legal moves; none once the game is over. */
  offers(): Offer[] {
    return this.#ask('offers');
  }

  /** Plays a move. Throws a `Refused` and changes nothing if it is illegal. */
  play(move: string, dialect?: string): { move: string; human: string; san: string | null } {
    return this.#ask('play', { move, ...(dialect !== undefined && { dialect }) });
  }

  /** Undoes the last move and returns it, or `null` at the start. */
  undo(): string | null {
    return this.#ask<{ move: string | null }>('undo').move;
  }

  /** Writes the record in a dialect. */
  write(dialect: string): string {
    return this.#ask('write', { dialect });
  }

  /** Returns the moves played since the start. */
  moves(dialect?: string): string[] {
    return this.#ask('moves', dialect === undefined ? {} : { dialect });
  }

  /** Returns an independent copy. */
  fork(): Play {
    return new Play(this.#module, this.#ask<{ record: number }>('fork').record);
  }

  /** Counts the lines of exactly this many plies. */
  perft(depth: number): bigint {
    return BigInt(this.#ask<string>('perft', { depth }));
  }

  /** Like `perft`, split by first move. */
  divide(depth: number): [string, bigint][] {
    return this.#ask<[string, string][]>('divide', { depth }).map(([move, leaves]) => [move, BigInt(leaves)]);
  }

  /** Frees the record now instead of at garbage collection. */
  close(): void {
    closing.unregister(this);
    this.#ask('close');
  }
}
