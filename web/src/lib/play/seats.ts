// Seat tokens stored in this browser. A token lets its holder play the seat.

import { hasServer } from '../api/server';
import { store, stored } from '../shell/storage';

export type Tokens = Record<string, string>;

const key = (match: string) => `chautari.seats.${match}`;

export function tokens(match: string): Tokens {
  return stored<Tokens>(key(match), {});
}

export function keep(match: string, more: Tokens): Tokens {
  const all = { ...tokens(match), ...more };
  localStorage.setItem(key(match), JSON.stringify(all));
  return all;
}

/**
 * Imports a seat token from the part of the address after #, as older links have it, and removes it there.
 */
export function accept(match: string): Tokens {
  if (!hasServer) return tokens(match);
  const [side, token] = location.hash.slice(1).split('=').map(decodeURIComponent);
  if (!side || !token) return tokens(match);
  history.replaceState(history.state, '', location.pathname + location.search);
  return keep(match, { [side]: token });
}

/** A match this browser has played in, and whether it is over. */
export interface Remembered {
  id: string;
  game: string;
  over: boolean;
}

const GAMES = 'chautari.games';
const MOST = 20;

/** Returns the matches this browser has played in, newest first. */
export function remembered(): Remembered[] {
  return stored<Remembered[]>(GAMES, []);
}

/** Adds or updates a match. */
export function remember(
  { id, game, outcome }: { id: string; game: string; outcome: unknown },
  mine: string[],
): void {
  if (!mine.length) return;
  const others = remembered().filter((one) => one.id !== id);
  store(GAMES, [{ id, game, over: !!outcome }, ...others].slice(0, MOST));
}

/** Marks a match as over, after it has ended or disappeared. */
export function leave(id: string): void {
  store(
    GAMES,
    remembered().map((one) => (one.id === id ? { ...one, over: true } : one)),
  );
}
