// Questions of the page. What the games in this browser can answer they do; the rest goes to the server.
// Everything that goes wrong is a `Refused` or an `Away`.

import { matchAddress, type Socket } from 'chautari-client/connection';
import { readEvents, request, type RequestOptions } from 'chautari-client/http';
import type { Effort } from 'chautari/types';
import * as engine from '../offline/engine';
import * as here from '../offline/matches';
import { hasTables, worth } from '../offline/tables';
import { keep, leave } from '../play/seats';
import { connection } from './connection.svelte';
import { Refused } from './errors';
import { loadedGames } from './games.svelte';
import { withIdempotencyKey } from './idempotency';
import { hasServer } from './server';
import type {
  Action,
  Complaint,
  Control,
  Game,
  MatchSummary,
  NewMatch,
  Player,
  Position,
  Reason,
  RemarksAnswer,
  Thought,
} from './types';

export { Refused };

/** The server could not be reached, or had no time: worth trying again. */
export class Away extends Error {
  constructor(
    message: string,
    readonly complaint?: Complaint,
  ) {
    super(message);
  }
}

const ROOT = '/api/v1';
/** How long a board waits for what its moves are worth. */
const PATIENCE_MS = 3000;

// Where the games answer, nobody would notice that the server is there again.
if (engine.isBuiltIn) addEventListener('online', () => setTimeout(() => (connection.lost = false)));

/** Once: whether to try again is for whoever asks to say. */
async function answered(url: string, ask: RequestOptions = {}): Promise<Response> {
  try {
    const response = await request(url, ask, 0);
    connection.lost = false;
    return response;
  } catch (error) {
    if (error instanceof Refused) {
      connection.lost = false;
      if (error.status < 500 && error.status !== 429) throw error;
      // Who gives no reason is not the server, but something before it.
      throw new Away(error.message, error.complaint.code === 'unknown' ? undefined : error.complaint);
    }
    if (ask.signal?.aborted) throw error;
    connection.lost = true;
    throw new Away(String(error));
  }
}

/**
 * The answer of the games in this browser, once they are there; else that of the server. Where it is away, or
 * there is none, the games are fetched first.
 */
async function ask<T>(question: object, asked: () => Promise<T>): Promise<T> {
  if (!engine.isBuiltIn) return asked();
  if (engine.isReady() || !hasServer) return engine.ask<T>(question);
  try {
    const answer = await asked();
    // Whoever goes to a board will want answers at once; but what is on its way to be shown goes first.
    if (/^\/(new|play|analysis|learn)\b/.test(location.pathname))
      setTimeout(() => void engine.load().catch(() => {}), 1500);
    return answer;
  } catch (error) {
    if (!(error instanceof Away) || error.complaint) throw error;
    return engine.ask<T>(question).catch((why) => {
      throw why instanceof Refused ? why : error;
    });
  }
}

/** Where the games could not be fetched or do not run here, the server is asked. */
function orServer<T>(error: unknown, asked: () => Promise<T>): Promise<T> {
  if (error instanceof Refused || !hasServer) throw error;
  return asked();
}

export async function get<T>(path: string): Promise<T> {
  const match = /^\/matches\/([^/]+)$/.exec(path)?.[1];
  if (match && here.isHere(match)) return (await here.look(match)) as T;
  const game = /^\/games\/([^/]+)$/.exec(path)?.[1];
  const asked = async () => (await answered(ROOT + path)).json() as Promise<T>;
  if (game) return ask<T>({ ask: 'game', game: decodeURIComponent(game) }, asked);
  return asked();
}

export async function post<T>(path: string, body: unknown, token?: string, signal?: AbortSignal): Promise<T> {
  const match = /^\/matches\/([^/]+)\/actions$/.exec(path)?.[1];
  if (match && here.isHere(match))
    return (await here.act(match, token, (body as { action: Action }).action)) as T;
  return (await answered(ROOT + path, { method: 'POST', body, token, signal })).json();
}

/** Asks something of the server by any method. What makes something is asked for by `createOnce`. */
export async function call<T>(
  method: RequestOptions['method'],
  path: string,
  body?: unknown,
  token?: string,
): Promise<T> {
  const response = await answered(ROOT + path, { method: method!, body, token });
  return (response.status === 204 ? undefined : await response.json()) as T;
}

/** Makes something, by one's key or token if one has any; whoever was not answered and asks again gets the same. */
export const createOnce = <T>(path: string, body: unknown, token?: string): Promise<T> =>
  made<T>(ROOT + path, body, token);

/** An answer that breaks off is none. */
const made = <T>(url: string, body: unknown, token?: string): Promise<T> =>
  withIdempotencyKey([url, body, token], async (key) => (await answered(url, { body, token, key })).json());

/** Asks something of Softserve, whose credentials travel in the body. */
export async function softserve<T>(path: string, body?: unknown): Promise<T> {
  return (await answered(path, { body })).json();
}

/** Makes something at Softserve, as `createOnce` does. */
export const createBySoftserve = <T>(path: string, body: unknown): Promise<T> => made<T>(path, body);

let asked: Promise<Game[]> | undefined;

/** The games there are; asked once. */
export function games(): Promise<Game[]> {
  asked ??= ask<Game[]>({ ask: 'games' }, () => get<Game[]>('/games')).then(
    (games) => (loadedGames.all = games),
    (error) => {
      asked = undefined;
      throw error;
    },
  );
  return asked;
}

/** A game by the name a match gives it, with or without changed rules. */
export async function gameOf(name: string): Promise<Game> {
  const id = name.split(':')[0];
  const found = (await games()).find((game) => game.id === id);
  if (!found) throw new Refused(404, { code: 'missing', text: `There is no game ${name}.` }, {});
  return found;
}

export interface Question {
  position?: string | undefined;
  dialect?: string | undefined;
  moves?: string[];
  /** A move somebody typed, played last. */
  typed?: string;
  write?: string[];
  value?: 'exact';
}

export function position(game: string, question: Question = {}): Promise<Position> {
  const { value, write = [], ...line } = question;
  const asked = () => post<Position>(`/games/${encodeURIComponent(game)}/position`, question);
  const known = { ask: 'position', line: { game, ...line }, write };
  // Exact tables are the server's.
  if (value && hasServer)
    return asked().catch((error) =>
      error instanceof Away ? ask<Position>(known, () => Promise.reject(error)) : Promise.reject(error),
    );
  if (value && hasTables) return withValues(ask(known, asked), { game, ...line });
  return ask(known, asked);
}

/** What a move is for, as the board shows it; the most important first. */
export async function remarks(
  game: string,
  { position, moves = [] }: Pick<Question, 'position' | 'moves'>,
  move: string,
): Promise<Reason[]> {
  const line = { ...(position && { position }), moves };
  const asked = () => post<RemarksAnswer>(`/games/${encodeURIComponent(game)}/remarks`, { ...line, move });
  return (await ask<RemarksAnswer>({ ask: 'remarks', line: { game, ...line }, move }, asked)).remarks;
}

/** The same with what the tables beside this page say, unless they take their time. */
async function withValues(asked: Promise<Position>, line: object): Promise<Position> {
  const late = new Promise<object>((resolve) => setTimeout(resolve, PATIENCE_MS, {}));
  const [found, values] = await Promise.all([asked, Promise.race([worth(line).catch(() => ({})), late])]);
  return { ...found, ...values };
}

/** Where a picture of a position or a game is to be had. */
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
  return `${ROOT}/games/${encodeURIComponent(game)}/picture.${kind}?${query}`;
}

/** An engine's thoughts as they deepen, until the signal says enough. */
export async function* thoughts(
  game: string,
  question: Pick<Question, 'position' | 'dialect' | 'moves'> & Effort,
  signal: AbortSignal,
): AsyncGenerator<Thought> {
  if (
    engine.isBuiltIn &&
    (!hasServer ||
      (await engine.load().then(
        () => true,
        () => false,
      )))
  ) {
    const { position, dialect, moves, ...effort } = question;
    const line = { game, ...(position && { position }), ...(dialect && { dialect }), moves: moves ?? [] };
    yield* engine.thoughts({ line, ...effort }, signal);
    return;
  }
  const url = `${ROOT}/games/${encodeURIComponent(game)}/analysis`;
  const response = await answered(url, { body: question, signal, accept: 'text/event-stream' });
  for await (const { event, data } of readEvents(response)) if (event === 'thought') yield data as Thought;
}

/** How a match begins, where that is not as usual. */
export interface Terms {
  clock?: Control | null | undefined;
  /** Where it begins, and what was played from there. */
  start?: string | undefined;
  moves?: string[];
  /** Whether it is played in this browser, or on a server where others can join; or `soonest`, where nothing has to be fetched. */
  place?: 'here' | 'server' | 'soonest';
}

export function begin(
  game: string,
  seats: Record<string, Player>,
  { clock, start, moves, place = 'server' }: Terms = {},
): Promise<NewMatch> {
  const asked = () =>
    createOnce<NewMatch>('/matches', {
      game,
      seats,
      ...(clock && { clock }),
      ...(start && { position: start }),
      ...(moves?.length && { moves }),
    });
  if (place === 'server' || !engine.isBuiltIn) return asked();
  const begun = () => here.begin(game, seats, clock ?? undefined, start, moves);
  if (place === 'soonest' && hasServer && !engine.isReady()) {
    return asked().catch((error) => (error instanceof Away ? begun() : Promise.reject(error)));
  }
  return begun().catch((error) => orServer(error, asked));
}

/** Keeps the seats of a match that was begun here, and says where it is. */
export function seated({ match, seats }: Pick<NewMatch, 'match' | 'seats'>): string {
  keep(
    match,
    Object.fromEntries(Object.entries(seats).flatMap(([side, { token }]) => (token ? [[side, token]] : []))),
  );
  return `/play/${match}`;
}

/** Waits for a match that was promised: a rematch is agreed on a moment before it is begun. */
export async function begun(match: string): Promise<void> {
  for (let wait = 50; wait < 5000; wait *= 2) {
    try {
      return void (await get(`/matches/${match}`));
    } catch {
      await new Promise((done) => setTimeout(done, wait));
    }
  }
}

/** The matches on this device, the newest first. */
export async function yours(): Promise<here.Kept[]> {
  return engine.isBuiltIn ? here.list() : [];
}

/** Removes a match from this device. */
export async function forget(id: string): Promise<void> {
  await here.forget(id);
  leave(id);
}

/** What of a match of this device goes to a server: who plays, and by which clock. Where it stands is told beside it. */
export type Carried = { seats: Record<string, Player>; clock?: Control };

/** Puts a match of this device on the server, as it stands, and says where. Its seats stay with this browser. */
export async function publish(id: string): Promise<string> {
  const { game, seats, clock, start, moves } = await here.look(id);
  const place = seated(await begin(game, seats, { clock: clock?.control, start, moves }));
  await forget(id);
  return place;
}

/** Where a server somewhere else puts a match of this device, as it stands; see pages/NewGame. */
export async function elsewhere(id: string, server: string): Promise<string> {
  const { game, seats, clock, start, moves } = await here.look(id);
  const put: Carried = { seats, ...(clock && { clock: clock.control }) };
  return `${server}/new/${game}?${new URLSearchParams({ ...(start && { position: start }), moves: moves.join(' '), put: JSON.stringify(put) })}`;
}

/** What tells of a match as it happens. */
export function line(match: string): Socket {
  return here.isHere(match)
    ? new here.Line(match)
    : (new WebSocket(matchAddress(location.origin, match)) as Socket);
}

export async function matches(state: 'live' | 'ended', limit = 12): Promise<MatchSummary[]> {
  return (await get<{ matches: MatchSummary[] }>(`/matches?state=${state}&limit=${limit}`)).matches;
}
