// The tokens this browser holds: whoever has the token of a seat plays the side.

import { hasServer } from '../api/server';

export type Tokens = Record<string, string>;

const key = (match: string) => `chautari.seats.${match}`;

export function tokens(match: string): Tokens {
  return JSON.parse(localStorage.getItem(key(match)) ?? '{}');
}

export function keep(match: string, more: Tokens): Tokens {
  const all = { ...tokens(match), ...more };
  localStorage.setItem(key(match), JSON.stringify(all));
  return all;
}

/** Takes the seat that an address carries behind its #, as older links did, and takes it out of the address. */
export function accept(match: string): Tokens {
  if (!hasServer) return tokens(match);
  const [side, token] = location.hash.slice(1).split('=').map(decodeURIComponent);
  if (!side || !token) return tokens(match);
  history.replaceState(history.state, '', location.pathname + location.search);
  return keep(match, { [side]: token });
}

/** A game this browser plays in, and whether it still goes on. */
export interface Remembered { id: string; game: string; over: boolean }

const GAMES = 'chautari.games';
const MOST = 20;

/** The games this browser plays in, the last one first. */
export function remembered(): Remembered[] {
  return JSON.parse(localStorage.getItem(GAMES) ?? '[]');
}

/** Remembers a game somebody plays here, and how it stands. */
export function remember({ id, game, outcome }: { id: string; game: string; outcome: unknown }, mine: string[]): void {
  if (!mine.length) return;
  const others = remembered().filter((one) => one.id !== id);
  localStorage.setItem(GAMES, JSON.stringify([{ id, game, over: !!outcome }, ...others].slice(0, MOST)));
}

/** A game has ended while nobody looked, or is gone. */
export function leave(id: string): void {
  localStorage.setItem(GAMES, JSON.stringify(remembered().map((one) => (one.id === id ? { ...one, over: true } : one))));
}
