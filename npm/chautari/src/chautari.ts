// Games and records over the module.

import { Module } from './module.js';
import type { Effort, Game, Line, Offer, Position, Standing, Thought } from './types.js';

/** How a picture is to look. */
export interface Style {
  flip?: boolean;
  theme?: 'light' | 'dark';
}

/** Records that nobody holds any more are closed. */
const closing = new FinalizationRegistry<{ module: Module; record: number }>(({ module, record }) =>
  module.ask({ ask: 'close', record }),
);

/** Every game there is, in this thread. */
export class Chautari {
  #module: Module;

  constructor(module: WebAssembly.Module | Module) {
    this.#module = module instanceof Module ? module : new Module(module);
  }

  /** The version of the module, and whether it holds engines. */
  get version(): { version: string; engines: boolean } {
    return this.#module.ask({ ask: 'version' });
  }

  games(): Game[] {
    return this.#module.ask({ ask: 'games' });
  }

  /** One game with its rules in Markdown. */
  game(name: string): Game {
    return this.#module.ask({ ask: 'game', game: name });
  }

  /** A record to play in, from the start of a game or from a line of play. */
  open(game: string | Line): Play {
    const line = typeof game === 'string' ? { game } : game;
    const { record } = this.#module.ask<{ record: number }>({ ask: 'open', line });
    return new Play(this.#module, record);
  }

  /** Where a line of play leads, without keeping anything. */
  position(line: Line, write: string[] = []): Position {
    return this.#module.ask({ ask: 'position', line, write });
  }

  /** A position as an SVG document. */
  svg(line: Line, style: Style = {}): string {
    return this.#module.ask({ ask: 'svg', line, ...style });
  }

  /**
   * Thinks in this thread, which does nothing else meanwhile: on a page, use an `Engine`. Every better
   * thought is told to `heard`, which ends the thinking by returning `false`.
   */
  think(line: Line, effort: Effort = {}, heard?: (thought: Thought) => boolean | void): Thought {
    return this.#module.ask({ ask: 'think', line, ...effort }, heard && ((text) => heard(JSON.parse(text))));
  }

  /** Asks the module as it is: see its documentation for what can be asked. */
  ask<T>(question: { ask: string; [field: string]: unknown }): T {
    return this.#module.ask(question);
  }
}

/** A line of play that goes on. */
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

  /** Where it stands, in few words. */
  get standing(): Standing {
    return this.#ask('standing');
  }

  /** Everything about where it stands. */
  look(write: string[] = []): Position {
    return this.#ask('look', { write });
  }

  /** The legal moves; none once it is over. */
  offers(): Offer[] {
    return this.#ask('offers');
  }

  /** Plays a move, or throws a `Refused` and stays as it was. */
  play(move: string, dialect?: string): { move: string; human: string; san: string | null } {
    return this.#ask('play', { move, ...(dialect !== undefined && { dialect }) });
  }

  /** Takes the last move back and returns it; `null` at the beginning. */
  undo(): string | null {
    return this.#ask<{ move: string | null }>('undo').move;
  }

  /** Writes it in a dialect. */
  write(dialect: string): string {
    return this.#ask('write', { dialect });
  }

  /** The moves played since it began. */
  moves(dialect?: string): string[] {
    return this.#ask('moves', dialect === undefined ? {} : { dialect });
  }

  /** A copy that goes its own way. */
  fork(): Play {
    return new Play(this.#module, this.#ask<{ record: number }>('fork').record);
  }

  /** How many lines of play of exactly this many plies there are. */
  perft(depth: number): bigint {
    return BigInt(this.#ask<string>('perft', { depth }));
  }

  /** The same split by first move. */
  divide(depth: number): [string, bigint][] {
    return this.#ask<[string, string][]>('divide', { depth }).map(([move, leaves]) => [move, BigInt(leaves)]);
  }

  /** Frees it now instead of when nobody holds it any more. */
  close(): void {
    closing.unregister(this);
    this.#ask('close');
  }
}
