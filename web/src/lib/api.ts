// Requests to the server. Everything that goes wrong is a `Refused` or an `Away`.

import { connection } from './connection.svelte';
import type { Complaint, Control, Game, MatchState, MatchSummary, Position, Sitter, Thought } from './types';

/** The server said no, and why. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly complaint: Complaint,
    readonly body: Record<string, unknown>,
  ) {
    super(complaint.text);
  }
}

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

async function answered(url: string, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (error) {
    if (init?.signal?.aborted) throw error;
    connection.lost = true;
    throw new Away(String(error));
  }
  connection.lost = false;
  if (response.ok) return response;
  const body = await response.json().catch(() => ({}));
  if (response.status >= 500 || response.status === 429) throw new Away(response.statusText, body.error);
  // Softserve has a `detail` where the native API has an `error`.
  const detail = typeof body.detail === 'string' ? body.detail : response.statusText;
  throw new Refused(response.status, body.error ?? { code: 'unknown', text: detail }, body);
}

export async function get<T>(path: string): Promise<T> {
  return (await answered(ROOT + path)).json();
}

export async function post<T>(path: string, body: unknown, token?: string, signal?: AbortSignal): Promise<T> {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (token) headers.authorization = `Bearer ${token}`;
  const init: RequestInit = { method: 'POST', headers, body: JSON.stringify(body) };
  return (await answered(ROOT + path, signal ? { ...init, signal } : init)).json();
}

/** Asks something of Softserve, whose credentials travel in the body. */
export async function softserve<T>(path: string, body: unknown): Promise<T> {
  return (await answered(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })).json();
}

let known: Promise<Game[]> | undefined;

/** The games there are; asked once. */
export function games(): Promise<Game[]> {
  known ??= get<Game[]>('/games').catch((error) => {
    known = undefined;
    throw error;
  });
  return known;
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
  write?: string[];
  value?: 'exact';
}

export function position(game: string, question: Question = {}): Promise<Position> {
  return post(`/games/${encodeURIComponent(game)}/position`, question);
}

/** Where a picture of a position or a game is to be had. */
export function picture(game: string, kind: 'svg' | 'png' | 'gif', start: string | undefined, moves: string[], turned: boolean): string {
  const query = new URLSearchParams();
  if (start) query.set('position', start);
  if (moves.length) query.set('moves', moves.join(' '));
  if (turned) query.set('flip', 'true');
  return `${ROOT}/games/${encodeURIComponent(game)}/picture.${kind}?${query}`;
}

/** An engine's thoughts as they deepen, until the signal says enough. */
export async function* thoughts(game: string, question: object, signal: AbortSignal): AsyncGenerator<Thought> {
  const response = await answered(`${ROOT}/games/${encodeURIComponent(game)}/analysis`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify(question),
    signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return;
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value.replaceAll('\r', '');
    let end: number;
    while ((end = text.indexOf('\n\n')) >= 0) {
      const data = text.slice(0, end).split('\n').filter((line) => line.startsWith('data:'));
      const isThought = text.startsWith('event: thought') || text.startsWith('event:thought');
      text = text.slice(end + 2);
      if (isThought && data.length) yield JSON.parse(data.map((line) => line.slice(5)).join('\n'));
    }
  }
}

export interface NewMatch {
  match: string;
  version: number;
  seats: Record<string, { token?: string }>;
  state: MatchState;
}

export function begin(game: string, seats: Record<string, Sitter>, clock?: Control, start?: string, moves?: string[]): Promise<NewMatch> {
  return post('/matches', { game, seats, ...(clock && { clock }), ...(start && { position: start }), ...(moves?.length && { moves }) });
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

export async function matches(state: 'live' | 'ended', limit = 12): Promise<MatchSummary[]> {
  return (await get<{ matches: MatchSummary[] }>(`/matches?state=${state}&limit=${limit}`)).matches;
}
