// The path of a newcomer through the games: the easier side against level 1, then the other side, then level 2, then
// another game. Wins are stored in this browser.

import type { Game } from '../api/types';
import { easierSide, familyOf } from './games';

/** A game to play next. */
export interface NextGame {
  game: string;
  side: string;
  level: number;
  /** The difference to the game just won. */
  change: 'side' | 'level' | 'game';
}

/** Wins by family, side and level: `baghchal tigers 1`. */
type Wins = readonly string[];

const KEY = 'chautari.wins';
const TOP_LEVEL = 10;
/** The level at which another game is suggested. */
const ENOUGH = 2;

const win = (game: string, side: string, level: number) => `${familyOf(game)} ${side} ${level}`;

export function wins(): Wins {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

export function addWin(game: string, side: string, level: number): void {
  const all = new Set(wins()).add(win(game, side, level));
  localStorage.setItem(KEY, JSON.stringify([...all]));
}

/** Whether a side of a game was ever won, at any level. */
export const hasWon = (won: Wins, game: string, side: string): boolean =>
  won.some((one) => one.startsWith(`${familyOf(game)} ${side} `));

/** Returns the first game of a newcomer that is not won yet. */
export function firstOpen(won: Wins, game: Pick<Game, 'id' | 'sides'>): { side: string; level: number } {
  const easier = easierSide(game);
  const order = game.sides.toSorted((a, b) => Number(b === easier) - Number(a === easier));
  for (let level = 1; level <= TOP_LEVEL; level++) {
    for (const side of order) if (!won.includes(win(game.id, side, level))) return { side, level };
  }
  return { side: easier, level: TOP_LEVEL };
}

/**
 * Returns the game to offer after a win: the other side, the next level or, after the first wins, another game of
 * which none is won yet.
 */
export function nextGame(
  won: Wins,
  games: readonly Pick<Game, 'id' | 'sides'>[],
  played: Pick<Game, 'id' | 'sides'>,
  side: string,
  level: number,
): NextGame {
  const next = firstOpen(won, played);
  if (level >= ENOUGH) {
    const fresh = games.find((game) => !game.sides.some((one) => hasWon(won, game.id, one)));
    if (fresh) return { game: fresh.id, ...firstOpen(won, fresh), change: 'game' };
  }
  return { game: played.id, ...next, change: next.level > level || next.side === side ? 'level' : 'side' };
}
