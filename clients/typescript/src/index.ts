/**
 * Client of a Chautari server.
 *
 * ```ts
 * const server = new Chautari('http://127.0.0.1:8080');
 * const bot = await server.registerBot('my-bot');
 * await bot.play((state) => state.offers[Math.floor(Math.random() * state.offers.length)]!.move);
 * ```
 */

import { Bot } from './bot.js';
import { requestBody, type RequestOptions } from './http.js';
import { randomId } from './id.js';
import { Match } from './match.js';
import type * as Schema from './schema.js';

export { Bot, Match };
export type { Awaiting, Choose, Invited, Playing } from './bot.js';
export { Refused, type RequestOptions } from './http.js';
export type * from './schema.js';

type WebSocketConstructor = new (url: string) => WebSocket;

export class Chautari {
  readonly url: string;
  /** The WebSocket implementation; use `ws` if the platform has none. */
  readonly WebSocket: WebSocketConstructor;

  constructor(url: string, options: { WebSocket?: WebSocketConstructor } = {}) {
    this.url = url.replace(/\/+$/, '');
    this.WebSocket = options.WebSocket ?? globalThis.WebSocket;
  }

  /**
   * Sends any request of the native API; `path` is relative to `/api/v1`. Returns JSON as a value, other text (CSV, PGN,
   * NDJSON, SVG) as a string, pixel pictures as bytes, and an empty body as `null`. Requests are retried, so creations
   * need an idempotency `key`.
   */
  ask<T>(path: string, options: RequestOptions = {}): Promise<T> {
    return requestBody(`${this.url}/api/v1${path}`, options) as Promise<T>;
  }

  /** Creates something exactly once, with retries. */
  private create<T>(path: string, body: unknown): Promise<T> {
    return this.ask(path, { body, key: randomId() });
  }

  games(): Promise<Schema.Game[]> {
    return this.ask('/games');
  }

  game(id: string): Promise<Schema.Game> {
    return this.ask(`/games/${encodeURIComponent(id)}`);
  }

  /** Returns a position: scene, legal moves, outcome and value. */
  position(game: string, request: Partial<Schema.PositionRequest> = {}): Promise<Schema.Position> {
    return this.ask(`/games/${encodeURIComponent(game)}/position`, { body: request });
  }

  /** Creates a match. Human seats have tokens; `side` is the one this client plays, if any. */
  async begin(
    plan: Omit<Schema.BeginMatch, 'moves' | 'seats'> & Partial<Schema.BeginMatch>,
    side?: string,
  ): Promise<Match> {
    const begun = await this.create<Schema.NewMatch>('/matches', plan);
    return new Match(
      this,
      begun.state,
      side === undefined ? undefined : (begun.seats[side]?.token ?? undefined),
    );
  }

  /** Opens an existing match, to watch or, with the token of a seat, to play. */
  async match(id: string, token?: string): Promise<Match> {
    return new Match(this, await this.ask<Schema.Match>(`/matches/${encodeURIComponent(id)}`), token);
  }

  /** Registers a bot. Its token is shown only once: store it, and use `bot` from then on. */
  async registerBot(name: string): Promise<Bot> {
    const made = await this.create<Schema.NewBot>('/bots', { name });
    return new Bot(this, made.bot, made.token);
  }

  bot(name: string, token: string): Bot {
    return new Bot(this, name, token);
  }

  beginTournament(
    plan: Pick<Schema.BeginTournament, 'name' | 'game' | 'format' | 'players'> &
      Partial<Schema.BeginTournament>,
  ): Promise<Schema.NewTournament> {
    return this.create('/tournaments', plan);
  }

  tournament(id: string): Promise<Schema.Tournament> {
    return this.ask(`/tournaments/${encodeURIComponent(id)}`);
  }
}
