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
import { answered, type Ask } from './http.js';
import { Match } from './match.js';
import type * as Schema from './schema.js';

export { Bot, Match };
export type { Awaiting, Choose, Invited } from './bot.js';
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

  /** Any request of the native API; `path` is what stands behind `/api/v1`. */
  async ask<T>(path: string, ask: Ask = {}): Promise<T> {
    return (await answered(`${this.url}/api/v1${path}`, ask)).json() as Promise<T>;
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
    const begun = await this.ask<Schema.NewMatch>('/matches', { body: plan });
    return new Match(this, begun.state, side === undefined ? undefined : (begun.seats[side]?.token ?? undefined));
  }

  /** A match that has begun, to watch; with the token of a seat, to play. */
  async match(id: string, token?: string): Promise<Match> {
    return new Match(this, await this.ask<Schema.Match>(`/matches/${encodeURIComponent(id)}`), token);
  }

  /** Registers a bot. Its token is told once: keep it, and come back with `bot`. */
  async registerBot(name: string): Promise<Bot> {
    const made = await this.ask<Schema.NewBot>('/bots', { body: { name } });
    return new Bot(this, made.bot, made.token);
  }

  bot(name: string, token: string): Bot {
    return new Bot(this, name, token);
  }

  beginTournament(plan: Pick<Schema.BeginTournament, 'name' | 'game' | 'format' | 'players'> & Partial<Schema.BeginTournament>): Promise<Schema.NewTournament> {
    return this.ask('/tournaments', { body: plan });
  }

  tournament(id: string): Promise<Schema.Tournament> {
    return this.ask(`/tournaments/${encodeURIComponent(id)}`);
  }
}
