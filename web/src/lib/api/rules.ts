// The rules of the games and the engines: the module in this browser, the server, or whichever is nearer.

import { readEvents } from 'chautari-client/http';
import type { Effort, Known } from 'chautari/types';
import * as engine from '../offline/engine';
import { ModuleRules } from '../offline/rules';
import { connection } from './connection.svelte';
import { Away, Refused } from './errors';
import { loadedGames } from './games.svelte';
import { answered, get, post, ROOT } from './http';
import { hasServer } from './server';
import type { Game, Position, Reason, RemarksAnswer, Standing, Thought } from './types';

export interface Question {
  position?: string | undefined;
  dialect?: string | undefined;
  moves?: string[];
  /** A move as a user typed it, played last. */
  typed?: string;
  /** The dialects to write the position in. */
  write?: string[];
  value?: 'exact';
}

/** A position to search, and the limits of the search. */
export type Search = Pick<Question, 'position' | 'dialect' | 'moves'> & Effort;

/** Answers questions about games. */
export interface Rules {
  /** All games, without their rule books. */
  games(): Promise<Game[]>;
  /** A game with its rule book and lesson. */
  game(id: string): Promise<Game>;
  position(game: string, question: Question): Promise<Position>;
  /** The purpose of a move, most important first. */
  remarks(game: string, line: Pick<Question, 'position' | 'moves'>, move: string): Promise<Reason[]>;
  /** The value of a position for a review: exact if the game is over or tables have it, otherwise by a search. */
  review(game: string, search: Search, signal: AbortSignal, known?: Known): Promise<Standing>;
  /** An engine's results as they deepen, until the signal aborts. */
  thoughts(game: string, search: Search, signal: AbortSignal): AsyncGenerator<Thought>;
}

const pathOf = (game: string) => `/games/${encodeURIComponent(game)}`;

class ServerRules implements Rules {
  games = () => get<Game[]>('/games');
  game = (id: string) => get<Game>(pathOf(id));
  position = (game: string, question: Question) => post<Position>(`${pathOf(game)}/position`, question);

  async remarks(game: string, { position, moves = [] }: Pick<Question, 'position' | 'moves'>, move: string) {
    const asked = { ...(position && { position }), moves, move };
    return (await post<RemarksAnswer>(`${pathOf(game)}/remarks`, asked)).remarks;
  }

  /** By a search only: the module knows how to read exact values. */
  async review(game: string, search: Search, signal: AbortSignal): Promise<Standing> {
    const { position, moves } = search;
    const { turn, outcome } = await this.position(game, { position, moves: moves ?? [] });
    const isWon = outcome?.winner === turn;
    const kind = !outcome ? 'guess' : !outcome.winner ? 'draw' : isWon ? 'win' : 'loss';
    let found: Standing = { turn, score: { kind, value: 0 }, exact: !!outcome };
    if (outcome) return found;
    // As much as the module searches.
    const effort = { nodes: 40_000, time_ms: 4000, ...search };
    for await (const { score, line, move } of this.thoughts(game, effort, signal)) {
      const best = move ?? line[0];
      found = { ...found, score, ...(best && { best }) };
    }
    return found;
  }

  async *thoughts(game: string, search: Search, signal: AbortSignal): AsyncGenerator<Thought> {
    const url = `${ROOT}${pathOf(game)}/analysis`;
    const response = await answered(url, { body: search, signal, accept: 'text/event-stream' });
    for await (const { event, data } of readEvents(response)) if (event === 'thought') yield data as Thought;
  }
}

/** The module once it is loaded; until then the server, or the module if the server is away. */
export class NearestRules implements Rules {
  constructor(
    private readonly here: Rules,
    private readonly server: Rules,
    private readonly module: { isReady(): boolean; load(): Promise<unknown> },
  ) {}

  games = () => this.#nearest((rules) => rules.games());
  game = (id: string) => this.#nearest((rules) => rules.game(id));
  remarks = (game: string, line: Pick<Question, 'position' | 'moves'>, move: string) =>
    this.#nearest((rules) => rules.remarks(game, line, move));

  async position(game: string, question: Question): Promise<Position> {
    const { value, ...rest } = question;
    if (!value) return this.#nearest((rules) => rules.position(game, rest));
    // The server has the exact tables.
    return this.server.position(game, question).catch((error) => this.#instead(error, game, rest));
  }

  #instead(error: unknown, game: string, question: Question): Promise<Position> {
    if (!(error instanceof Away) || (error.complaint && !this.module.isReady())) throw error;
    return this.#fallBack(error, () => this.here.position(game, question));
  }

  async review(game: string, search: Search, signal: AbortSignal): Promise<Standing> {
    if (!(await this.#isLoaded())) return this.server.review(game, search, signal);
    const { position, moves } = search;
    const { value, move_values } = await this.position(game, {
      position,
      moves: moves ?? [],
      value: 'exact',
    });
    const known = value ? { value, move_values: move_values ?? [] } : {};
    return this.here.review(game, search, signal, known);
  }

  async *thoughts(game: string, search: Search, signal: AbortSignal): AsyncGenerator<Thought> {
    yield* ((await this.#isLoaded()) ? this.here : this.server).thoughts(game, search, signal);
  }

  #isLoaded(): Promise<boolean> {
    return this.module.load().then(
      () => true,
      () => false,
    );
  }

  async #nearest<T>(ask: (rules: Rules) => Promise<T>): Promise<T> {
    if (this.module.isReady()) return ask(this.here);
    try {
      return await ask(this.server);
    } catch (error) {
      // A server that gives a reason is there, and only busy.
      if (!(error instanceof Away) || error.complaint) throw error;
      return this.#fallBack(error, () => ask(this.here));
    }
  }

  /** If the module cannot be loaded either, the server's error is the one to show. */
  #fallBack<T>(error: Away, ask: () => Promise<T>): Promise<T> {
    return ask().catch((why) => Promise.reject(why instanceof Refused ? why : error));
  }
}

function chosen(): Rules {
  if (!engine.isBuiltIn) return new ServerRules();
  if (!hasServer) return new ModuleRules();
  // Without requests nothing else would notice that the server can be reached again.
  globalThis.addEventListener?.('online', () => setTimeout(() => (connection.lost = false)));
  return new NearestRules(new ModuleRules(), new ServerRules(), engine);
}

/** The rules this page uses, chosen once. */
export const rules: Rules = chosen();

let asked: Promise<Game[]> | undefined;

/** Returns all games; loaded once. */
export function games(): Promise<Game[]> {
  asked ??= rules.games().then(
    (games) => (loadedGames.all = games),
    (error) => {
      asked = undefined;
      throw error;
    },
  );
  return asked;
}

/** Returns a game by the name a match has for it, with or without changed rules. */
export async function gameOf(name: string): Promise<Game> {
  const id = name.split(':')[0];
  const found = (await games()).find((game) => game.id === id);
  if (!found) throw new Refused(404, { code: 'missing', text: `There is no game ${name}.` }, {});
  return found;
}

/** Returns a game with its rule book and lesson. */
export const wholeGame = (id: string): Promise<Game> => rules.game(id);

export const position = (game: string, question: Question = {}): Promise<Position> =>
  rules.position(game, question);

export const remarks = (
  game: string,
  line: Pick<Question, 'position' | 'moves'>,
  move: string,
): Promise<Reason[]> => rules.remarks(game, line, move);

export const review = (game: string, search: Search, signal: AbortSignal): Promise<Standing> =>
  rules.review(game, search, signal);

export const thoughts = (game: string, search: Search, signal: AbortSignal): AsyncGenerator<Thought> =>
  rules.thoughts(game, search, signal);

/** Returns the address of a picture of a position or a game. */
export function picture(
  game: string,
  kind: 'svg' | 'png' | 'gif',
  start: string | undefined,
  moves: string[],
  turned: boolean,
): string {
  const query = new URLSearchParams();
  if (start) query.set('position', start);
  if (moves.length) query.set('moves', moves.join(' '));
  if (turned) query.set('flip', 'true');
  return `${ROOT}${pathOf(game)}/picture.${kind}?${query}`;
}
