// Softserve events (docs/protocols/softserve.md). An event's token gives access to it; tokens are stored in
// this browser.

import { parsePlayerName } from '../play/format';
import { store, stored } from '../shell/storage';
import { createBySoftserve, softserve } from './http';
import type { EventLimits } from './types';

export interface KeptEvent {
  id: string;
  name: string;
  token: string;
}

type Counter = 'wins' | 'losses' | 'draws' | 'ongoing' | 'forfeit_wins' | 'forfeit_losses';
export type Counters = Partial<Record<Counter, number>>;

export type EventResult = 'ongoing' | 'x win' | 'y win' | 'draw' | 'x forfeit' | 'y forfeit';
/** A game of an event. `x` plays the side that the game names first. */
export interface EventLine {
  id: number;
  x: string;
  y: string;
  result: EventResult;
}

export interface EventData {
  name: string;
  data: { players: Record<string, Counters>; games: EventLine[] };
  /** When the event will close, and when it was closed, in UTC. */
  deadline?: string;
  closed?: string;
}

export interface EventGame {
  event: string;
  game: string;
  players: [string, string];
  states: string[];
  actions: string[];
  result: string;
  forfeit: string;
}

export interface EventPlan {
  name?: string;
  game: string;
  players: string[];
  game_pairs: number;
  closes_in?: number;
}

const KEY = 'chautari.events';

/** Returns the events this browser has tokens for, newest first. */
export function keptEvents(): KeptEvent[] {
  return stored<KeptEvent[]>(KEY, []);
}

export function keepEvent(event: KeptEvent): void {
  const others = keptEvents().filter(({ id }) => id !== event.id);
  store(KEY, [event, ...others]);
}

/**
 * Returns the token of an event: the one after # in the address, which is removed there, or the stored one.
 */
export function eventToken(id: string): string {
  const given = decodeURIComponent(location.hash.slice(1));
  if (given) history.replaceState(history.state, '', location.pathname + location.search);
  return given || (keptEvents().find((event) => event.id === id)?.token ?? '');
}

/** Returns the page for a Softserve dashboard link. */
export function placeOfDashboard(link: string): string | undefined {
  const [query, behind] = link.slice(link.indexOf('?') + 1).split('#');
  const named = new URLSearchParams(query);
  // Older links have the token in the query.
  const [id, token] = [named.get('event'), named.get('token') ?? behind];
  return id && token ? `/event/${encodeURIComponent(id)}#${encodeURIComponent(token)}` : undefined;
}

export async function createEvent(plan: EventPlan): Promise<KeptEvent> {
  const made = await createBySoftserve<{ name: string; token: string; event_id: number }>(
    '/event/create',
    plan,
  );
  return { id: String(made.event_id), name: made.name, token: made.token };
}

export const eventData = (id: string, token: string, forfeits: boolean) =>
  softserve<EventData>('/event/data', { event_id: id, token, forfeits });

/** Returns the limits for new events. */
export const eventLimits = () => softserve<EventLimits>('/event/limits');

/** Parses players, one per line, into Softserve names. */
export const readPlayers = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => parsePlayerName(line).replace(/^level (?=\d+$)/, 'chautari-'));

/** Closes an event after this many seconds, or at once. */
export const closeEvent = (id: string, token: string, after = 0) =>
  after
    ? softserve('/event/extend', { event_id: id, token, closes_in: after })
    : softserve('/event/close', { event_id: id, token });

/** Parses a Softserve timestamp, which is UTC. */
export const timeOf = (told: string) => new Date(`${told.slice(0, 19).replace(' ', 'T')}Z`);

export const eventGame = (id: string, token: string) =>
  softserve<EventGame>('/game/data', { game_id: id, token });

export interface Standing {
  player: string;
  rank: number;
  points: number;
  wins: number;
  draws: number;
  losses: number;
  ongoing: number;
}

/** Computes the standings: 3 points per win, 1 per draw. A forfeit counts as a win for the opponent. */
export function standings(players: Record<string, Counters>): Standing[] {
  const each = Object.entries(players).map(([player, count]) => {
    const wins = (count.wins ?? 0) + (count.forfeit_wins ?? 0);
    const losses = (count.losses ?? 0) + (count.forfeit_losses ?? 0);
    const draws = count.draws ?? 0;
    return { player, points: 3 * wins + draws, wins, draws, losses, ongoing: count.ongoing ?? 0 };
  });
  each.sort((a, b) => b.points - a.points || a.player.localeCompare(b.player));
  return each.map((one) => ({ ...one, rank: 1 + each.findIndex(({ points }) => points === one.points) }));
}
