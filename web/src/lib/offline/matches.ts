// Matches on this device, against the engine or for two at one screen. The module decides and describes them
// as a server does; here they are stored and the engine's moves are made.

import type { Frame, Socket } from 'chautari-client/connection';
import { randomId } from 'chautari-client/id';
import { Refused } from '../api/errors';
import type { Action, Control, MatchState, MatchSummary, Player, Thought } from '../api/types';
import { tokens } from '../play/seats';
import { ask, thoughts } from './engine';
import * as store from './store';
import type { Stored } from './store';

/** Prefix of the ids of these matches. */
const HERE = 'here-';

export const isHere = (match: string): boolean => match.startsWith(HERE);

interface Answer {
  match: Stored;
  happened: { type: string; side?: string }[];
  state: MatchState;
}

/** Default thinking time of an engine. */
const THINK_MS = 2000;

/**
 * When each match was first opened, for how long it has been closed since, and since when it is closed now:
 * its clocks stop while it is closed.
 */
const visits = new Map<string, { since_ms: number; away_ms: number; left_ms?: number | undefined }>();
const watching = new Map<string, Set<Line>>();
const thinking = new Map<string, AbortController>();
/** Serialises the actions of each match. */
const queues = new Map<string, Promise<unknown>>();

function inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
  const next = (queues.get(id) ?? Promise.resolve()).then(work, work);
  queues.set(
    id,
    next.catch(() => {}),
  );
  return next;
}

async function stored(id: string): Promise<Stored> {
  const match = await store.find(id);
  if (!match) throw new Refused(404, { code: 'missing', text: 'There is no such match.' }, {});
  return match;
}

/** Returns the times that the clocks of a match are computed from. */
function times(id: string): { now_ms: number; since_ms: number } {
  const now = Date.now();
  const { since_ms, away_ms, left_ms } = visits.get(id) ?? { since_ms: now, away_ms: 0 };
  return { now_ms: (left_ms ?? now) - away_ms, since_ms };
}

function come(id: string): void {
  const { since_ms, away_ms, left_ms } = visits.get(id) ?? { since_ms: Date.now(), away_ms: 0 };
  visits.set(id, { since_ms, away_ms: left_ms ? away_ms + Date.now() - left_ms : away_ms });
}

function leave(id: string): void {
  const visit = visits.get(id);
  if (visit) visit.left_ms ??= Date.now();
}

async function keep({ match, happened, state }: Answer): Promise<MatchState> {
  // The wall-clock time of the change; events carry the match's own time.
  if (happened.length) await store.put({ ...match, changed_ms: Date.now() });
  for (const line of watching.get(match.id) ?? []) {
    if (!happened.length) line.hear({ type: 'state', state });
    // Events say who declined an offer, as on a server.
    for (const event of happened) line.hear({ type: 'event', state, event });
  }
  if (state.outcome) thinking.get(match.id)?.abort();
  return state;
}

/** Creates a match on this device. */
export async function begin(
  game: string,
  seats: Record<string, Player>,
  clock?: Control,
  position?: string,
  moves?: string[],
) {
  const id = HERE + randomId().slice(0, 13);
  const line = { game, ...(position && { position }), moves: moves ?? [] };
  const answer = await ask<Answer>({
    ask: 'begin',
    id,
    now_ms: Date.now(),
    line,
    seats,
    ...(clock && { clock }),
  });
  await store.put(answer.match);
  const token = (sitter: Player) => (sitter.kind === 'human' ? { token: randomId() } : {});
  const tokens = Object.fromEntries(Object.entries(seats).map(([side, sitter]) => [side, token(sitter)]));
  return {
    match: id,
    version: answer.state.version,
    seats: tokens as Record<string, { token?: string }>,
    state: answer.state,
  };
}

/** Returns the state of a match, and ends it if a clock has run out. */
const seen = (id: string): Promise<MatchState> =>
  inTurn(id, async () => keep(await ask<Answer>({ ask: 'match', match: await stored(id), ...times(id) })));

/** Like `seen`, but also starts the engine if it is to move. */
export async function look(id: string): Promise<MatchState> {
  const state = await seen(id);
  reply(state);
  return state;
}

/** Carries out an action for the side that the token belongs to. */
export async function act(
  id: string,
  token: string | undefined,
  action: Action,
): Promise<{ state: MatchState }> {
  const side = Object.entries(tokens(id)).find(([, kept]) => kept === token)?.[0];
  if (!side) throw new Refused(401, { code: 'token', text: 'This browser holds no seat in the match.' }, {});
  thinking.get(id)?.abort();
  try {
    const state = await inTurn(id, () => play(id, side, action));
    reply(state);
    return { state };
  } catch (error) {
    // The action was refused, so the interrupted engine starts again.
    void look(id).catch(() => {});
    throw error;
  }
}

async function play(id: string, side: string, action: Action): Promise<MatchState> {
  const answer = await ask<Answer>({ ask: 'act', match: await stored(id), side, action, ...times(id) });
  if (answer.happened.some(({ type }) => type === 'rematch_agreed')) await playAgain(answer);
  return keep(answer);
}

/** Creates the rematch, with sides exchanged. */
async function playAgain({ match, state }: Answer): Promise<void> {
  if (!state.rematch || !('match' in state.rematch)) return;
  const [one, two] = match.seats;
  const terms = { ...match.terms, players: [...match.terms.players].reverse() };
  await store.put({
    ...match,
    id: state.rematch.match,
    terms,
    seats: [two, one],
    began_ms: Date.now(),
    events: [],
  });
}

/** Answers a draw offer or makes a move if it is the engine's turn and the match is open. */
function reply(state: MatchState): void {
  const asked = state.draw_offer && Object.keys(state.seats).find((side) => side !== state.draw_offer);
  if (asked && state.seats[asked]?.kind === 'engine' && watching.get(state.id)?.size) {
    const answer = async (): Promise<void> => {
      const type = await weigh(state, asked);
      reply(await inTurn(state.id, () => play(state.id, asked, { type })));
    };
    // The answer may come too late, when the match has changed.
    void answer().catch((error) => error instanceof Refused || hangUp(state.id));
    return;
  }
  const sitter = state.turn && !state.paused ? state.seats[state.turn] : undefined;
  if (!sitter || sitter.kind === 'human' || sitter.kind === 'bot' || !watching.get(state.id)?.size) return;
  thinking.get(state.id)?.abort();
  const stop = new AbortController();
  thinking.set(state.id, stop);
  const move = async (): Promise<void> => {
    const action = await choose(state, sitter, stop.signal);
    if (!action || stop.signal.aborted) return;
    reply(await inTurn(state.id, () => play(state.id, state.turn!, action)));
  };
  void move().catch(() => stop.signal.aborted || hangUp(state.id));
}

/** The engine failed: drop the connections. Watchers reconnect, which starts the engine again. */
function hangUp(id: string): void {
  for (const line of watching.get(id) ?? []) line.end();
}

/** The engine accepts a draw unless it expects to win. */
async function weigh(state: MatchState, side: string): Promise<'accept_draw' | 'decline_draw'> {
  const line = { game: state.game, ...(state.start && { position: state.start }), moves: state.moves };
  let kind: string | undefined;
  for await (const thought of thoughts({ line, time_ms: THINK_MS / 4 }, new AbortController().signal))
    kind = thought.score.kind;
  const lost = state.turn === side ? 'loss' : 'win';
  return kind === 'draw' || kind === lost ? 'accept_draw' : 'decline_draw';
}

async function choose(state: MatchState, sitter: Player, signal: AbortSignal): Promise<Action | undefined> {
  const played = (move: string | null | undefined): Action | undefined =>
    move ? { type: 'move', move } : undefined;
  if (sitter.kind !== 'engine')
    return played(state.offers[Math.floor(Math.random() * state.offers.length)]?.move);
  const line = { game: state.game, ...(state.start && { position: state.start }), moves: state.moves };
  // A seed from the id, so that retrying a move of a match gives the same move.
  const seed = [...state.id].reduce((sum, letter) => (sum * 257 + letter.charCodeAt(0)) % 2 ** 31, 0);
  let last: Thought | undefined;
  for await (last of thoughts(
    { line, level: sitter.level, time_ms: sitter.time_ms ?? THINK_MS, seed },
    signal,
  ));
  return sitter.resigns && last?.score.kind === 'loss' ? { type: 'resign' } : played(last?.move);
}

/** A connection to a match on this device, with the interface of a WebSocket. */
export class Line implements Socket {
  onopen: Socket['onopen'] = null;
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;
  #id: string;
  #closed = false;
  #flag: ReturnType<typeof setInterval> | undefined;

  constructor(id: string) {
    this.#id = id;
    const all = watching.get(id) ?? new Set();
    watching.set(id, all.add(this));
    come(id);
    void look(id).then(
      (state) => {
        // Closed while loading.
        if (this.#closed) return;
        this.onopen?.();
        this.hear({ type: 'state', state });
        // Polls for a clock that runs out; does not disturb a thinking engine.
        if (state.clock) this.#flag = setInterval(() => void seen(id).catch(() => {}), 1000);
      },
      () => this.end(),
    );
  }

  hear(frame: Frame): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }

  /** Breaks the connection. */
  end(): void {
    if (this.#closed) return;
    this.close();
    this.onclose?.({});
  }

  send(): void {}

  close(): void {
    this.#closed = true;
    clearInterval(this.#flag);
    watching.get(this.#id)?.delete(this);
    if (watching.get(this.#id)?.size) return;
    thinking.get(this.#id)?.abort();
    leave(this.#id);
  }
}

/** A match on this device. */
export type Kept = MatchState & Pick<MatchSummary, 'plies' | 'changed_ms'>;

/** Returns the matches on this device, last changed first. */
export async function list(): Promise<Kept[]> {
  const states = (await store.all()).map(async (match) => {
    const { state } = await ask<Answer>({ ask: 'match', match, ...times(match.id) });
    const changed_ms = match.changed_ms ?? match.events.at(-1)?.at_ms ?? match.began_ms;
    return { ...state, plies: state.moves.length, changed_ms };
  });
  const known = await Promise.allSettled(states);
  return known
    .flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    .sort((a, b) => b.changed_ms - a.changed_ms);
}

export const forget = store.remove;
