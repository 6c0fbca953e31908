// Where matches are played: on this device, or on the server.

import { matchAddress, type Socket } from 'chautari-client/connection';
import * as engine from '../offline/engine';
import * as device from '../offline/matches';
import { keep, leave } from '../play/seats';
import { Away, Refused } from './errors';
import { createOnce, get, post } from './http';
import { hasServer } from './server';
import type { Action, Control, MatchState, MatchSummary, NewMatch, Player } from './types';

/** An action of a player, which a retry does not repeat. */
export interface Command {
  command: string;
  version: number;
  action: Action;
}

/** The holder of a match: shows the state, carries out actions and streams changes. */
export interface MatchHost {
  look(match: string): Promise<MatchState>;
  act(match: string, command: Command, token: string | undefined): Promise<{ state: MatchState }>;
  connect(match: string): Socket;
}

const onDevice: MatchHost = {
  look: device.look,
  act: (match, { action }, token) => device.act(match, token, action),
  connect: (match) => new device.Line(match),
};

const pathOf = (match: string) => `/matches/${encodeURIComponent(match)}`;

const onServer: MatchHost = {
  look: (match) => get<MatchState>(pathOf(match)),
  act: (match, command, token) => post<{ state: MatchState }>(`${pathOf(match)}/actions`, command, token),
  connect: (match) => new WebSocket(matchAddress(location.origin, match)) as Socket,
};

/** Returns the holder of a match, by its id. */
export const hostOf = (match: string): MatchHost => (device.isHere(match) ? onDevice : onServer);

/** How a match begins, if not as usual. */
export interface Terms {
  clock?: Control | null | undefined;
  /** The start position, and the moves played from there. */
  start?: string | undefined;
  moves?: string[];
  /**
   * Whether it is played in this browser, or on a server where others can join; `soonest` is whichever needs no
   * download.
   */
  place?: 'here' | 'server' | 'soonest';
}

/** Creates a match. */
export function begin(
  game: string,
  seats: Record<string, Player>,
  { clock, start, moves, place = 'server' }: Terms = {},
): Promise<NewMatch> {
  const there = () =>
    createOnce<NewMatch>('/matches', {
      game,
      seats,
      ...(clock && { clock }),
      ...(start && { position: start }),
      ...(moves?.length && { moves }),
    });
  if (place === 'server' || !engine.isBuiltIn) return there();
  const here = () => device.begin(game, seats, clock ?? undefined, start, moves);
  if (place === 'soonest' && hasServer && !engine.isReady())
    return there().catch((error) => (error instanceof Away ? here() : Promise.reject(error)));
  // If the module could not be loaded or does not run in this browser, the server is asked.
  return here().catch((error) => (error instanceof Refused || !hasServer ? Promise.reject(error) : there()));
}

/** Stores the seats of a match created here, and returns its address. */
export function seated({ match, seats }: Pick<NewMatch, 'match' | 'seats'>): string {
  keep(
    match,
    Object.fromEntries(Object.entries(seats).flatMap(([side, { token }]) => (token ? [[side, token]] : []))),
  );
  return `/play/${match}`;
}

/** Waits for a match that was announced: a rematch is agreed on a moment before it begins. */
export async function begun(match: string): Promise<void> {
  for (let wait = 50; wait < 5000; wait *= 2) {
    try {
      return void (await hostOf(match).look(match));
    } catch {
      await new Promise((done) => setTimeout(done, wait));
    }
  }
}

/** Returns the matches on this device, last changed first. */
export async function yours(): Promise<device.Kept[]> {
  return engine.isBuiltIn ? device.list() : [];
}

/** Removes a match from this device. */
export async function forget(id: string): Promise<void> {
  await device.forget(id);
  leave(id);
}

/** The part of a match on this device that goes to a server beside its position: players and clock. */
export type Carried = { seats: Record<string, Player>; clock?: Control };

/** Moves a match from this device to the server, and returns its address. This browser keeps its seats. */
export async function publish(id: string): Promise<string> {
  const { game, seats, clock, start, moves } = await device.look(id);
  const place = seated(await begin(game, seats, { clock: clock?.control, start, moves }));
  await forget(id);
  return place;
}

/** Returns the address at which another server continues a match of this device; see pages/NewGame. */
export async function elsewhere(id: string, server: string): Promise<string> {
  const { game, seats, clock, start, moves } = await device.look(id);
  const put: Carried = { seats, ...(clock && { clock: clock.control }) };
  return `${server}/new/${game}?${new URLSearchParams({ ...(start && { position: start }), moves: moves.join(' '), put: JSON.stringify(put) })}`;
}

/** Returns the latest matches on the server. */
export async function matches(state: 'live' | 'ended', limit = 12): Promise<MatchSummary[]> {
  return (await get<{ matches: MatchSummary[] }>(`/matches?state=${state}&limit=${limit}`)).matches;
}
