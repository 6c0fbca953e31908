// Announcements of a match for screen readers. A state may be overtaken by the next one before its moves are known
// by name, so the announcer compares with what was announced, not with the state before.

import type { MatchOutcome, Ply } from '../api/types';

export interface News {
  /** The last move that was not announced yet, if any. */
  move?: Ply;
  outcome?: MatchOutcome;
}

export class Announcer {
  /** Number of announced moves; `undefined` before the first state. */
  #moves: number | undefined;
  #isOver = false;

  /**
   * Returns what is new, or `undefined`. What is there on arrival is not announced. With an outcome the move is
   * repeated if it was announced alone, or the outcome alone before it.
   */
  news(history: readonly Ply[], outcome: MatchOutcome | null | undefined): News | undefined {
    const before = this.#moves;
    const ended = !!outcome && !this.#isOver;
    this.#moves = history.length;
    this.#isOver = !!outcome;
    if (before === undefined) return undefined;
    const move = history.length > before ? history.at(-1) : undefined;
    if (!move && !ended) return undefined;
    return { ...(move && { move }), ...(outcome && { outcome }) };
  }
}
