/**
 * Plays on a Chautari server.
 *
 * ```ts
 * const server = new Chautari('http://127.0.0.1:8080');
 * const bot = await server.registerBot('my-bot');
 * await bot.play((state) => state.offers[Math.floor(Math.random() * state.offers.length)]!.move);
 * ```
 */

import { Bot } from './bot.js';
import { fresh } from './fresh.js';
import { said, type Ask } from './http.js';
import { Match } from './match.js';
import type * as Schema from './schema.js';

export { Bot, Match };
export type { Awaiting, Choose, Invited, Playing } from './bot.js';
export { Refused } from './http.js';
export type * from './schema.js';

type Socket = new (url: string) => WebSocket;

export class Chautari {
  readonly url: string;
  /** What makes a WebSocket; `ws` will do where the platform has none. */
  readonly WebSocket: Socket;

  constructor(url: string, options: { WebSocket?: Socket } = {}) {
    this.url = url.replace(/\/+$/, '');
    this.WebSocket = options.WebSocket ?? globalThis.WebSocket;
  }

  /** Any request of the native API; `path` is what stands behind `/api/v1`. JSON comes as a value, other text (CSV,
   * PGN, NDJSON, SVG) as a string, pixels as bytes, and nothing as `null`. What makes something is safe to repeat,
   * and is repeated, by a `key`. */
  ask<T>(path: string, ask: Ask = {}): Promise<T> {
    return said(`${this.url}/api/v1${path}`, ask) as Promise<T>;
  }

  /** Makes something, once, however often it must be asked for. */
  private make<T>(path: string, body: unknown): Promise<T> {
    return this.ask(path, { body, key: fresh() });
  }

  games(): Promise<Schema.Game[]> {
    return this.ask('/games');
  }

  game(id: string): Promise<Schema.Game> {
    return this.ask(`/games/${encodeURIComponent(id)}`);
  }

  /** A position: its scene, its legal moves, how it ended, what it is worth. */
  position(game: string, question: Partial<Schema.PositionRequest> = {}): Promise<Schema.Position> {
    return this.ask(`/games/${encodeURIComponent(game)}/position`, { body: question });
  }

  /** Begins a match. Human seats have tokens; `side` is the one this client plays, if it plays. */
  async begin(plan: Omit<Schema.BeginMatch, 'moves' | 'seats'> & Partial<Schema.BeginMatch>, side?: string): Promise<Match> {
    const begun = await this.make<Schema.NewMatch>('/matches', plan);
    return new Match(this, begun.state, side === undefined ? undefined : (begun.seats[side]?.token ?? undefined));
  }

  /** A match that has begun, to watch; with the token of a seat, to play. */
  async match(id: string, token?: string): Promise<Match> {
    return new Match(this, await this.ask<Schema.Match>(`/matches/${encodeURIComponent(id)}`), token);
  }

  /** Registers a bot. Its token is told once: keep it, and come back with `bot`. */
  async registerBot(name: string): Promise<Bot> {
    const made = await this.make<Schema.NewBot>('/bots', { name });
    return new Bot(this, made.bot, made.token);
  }

  bot(name: string, token: string): Bot {
    return new Bot(this, name, token);
  }

  beginTournament(plan: Pick<Schema.BeginTournament, 'name' | 'game' | 'format' | 'players'> & Partial<Schema.BeginTournament>): Promise<Schema.NewTournament> {
    return this.make('/tournaments', plan);
  }

  tournament(id: string): Promise<Schema.Tournament> {
    return this.ask(`/tournaments/${encodeURIComponent(id)}`);
  }
}
