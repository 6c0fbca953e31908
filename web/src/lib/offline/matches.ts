// Matches without a server: against the engine, or two at one screen. They are played by the same machine as
// on a server, which decides and shows; here they are only kept, and the engine's moves are made.

import { fresh } from 'chautari-client/fresh';
import type { Frame, Wire } from 'chautari-client/line';
import { Refused } from '../api/errors';
import { tokens } from '../play/seats';
import type { Action, Control, MatchState, MatchSummary, Player, Thought } from '../api/types';
import { ask, thoughts } from './engine';
import * as store from './store';
import type { Stored } from './store';

/** What the names of these matches begin with. */
const HERE = 'here-';

export const isHere = (match: string): boolean => match.startsWith(HERE);

interface Answer { match: Stored; happened: { type: string; side?: string }[]; state: MatchState }

/** How long an engine thinks where nothing else is said. */
const THINK_MS = 2000;

/** Since when each match is looked at, for how long nobody has looked meanwhile, and since when nobody does: clocks stand still then. */
const visits = new Map<string, { since_ms: number; away_ms: number; left_ms?: number | undefined }>();
const watching = new Map<string, Set<Line>>();
const thinking = new Map<string, AbortController>();
/** One thing after the other in a match. */
const queues = new Map<string, Promise<unknown>>();

function inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
  const next = (queues.get(id) ?? Promise.resolve()).then(work, work);
  queues.set(id, next.catch(() => {}));
  return next;
}

async function stored(id: string): Promise<Stored> {
  const match = await store.find(id);
  if (!match) throw new Refused(404, { code: 'missing', text: 'There is no such match.' }, {});
  return match;
}

/** What the clocks of a match go by. */
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
  // When that was by the calendar: what happens goes by the clocks.
  if (happened.length) await store.put({ ...match, changed_ms: Date.now() });
  for (const line of watching.get(match.id) ?? []) {
    if (!happened.length) line.hear({ type: 'state', state });
    // Who declined is told by name, as a server tells it.
    for (const event of happened) line.hear({ type: 'event', state, event });
  }
  if (state.outcome) thinking.get(match.id)?.abort();
  return state;
}

/** Begins a match on this device. */
export async function begin(game: string, seats: Record<string, Player>, clock?: Control, position?: string, moves?: string[]) {
  const id = HERE + fresh().slice(0, 13);
  const line = { game, ...(position && { position }), moves: moves ?? [] };
  const answer = await ask<Answer>({ ask: 'begin', id, now_ms: Date.now(), line, seats, ...(clock && { clock }) });
  await store.put(answer.match);
  const token = (sitter: Player) => (sitter.kind === 'human' ? { token: fresh() } : {});
  const tokens = Object.fromEntries(Object.entries(seats).map(([side, sitter]) => [side, token(sitter)]));
  return { match: id, version: answer.state.version, seats: tokens as Record<string, { token?: string }>, state: answer.state };
}

/** How a match stands. A clock that has run out ends it. */
const seen = (id: string): Promise<MatchState> =>
  inTurn(id, async () => keep(await ask<Answer>({ ask: 'match', match: await stored(id), ...times(id) })));

/** The same, and the engine makes its move, where it is to move. */
export async function look(id: string): Promise<MatchState> {
  const state = await seen(id);
  reply(state);
  return state;
}

/** Does something for the side whose token it is. */
export async function act(id: string, token: string | undefined, action: Action): Promise<{ state: MatchState }> {
  const side = Object.entries(tokens(id)).find(([, kept]) => kept === token)?.[0];
  if (!side) throw new Refused(401, { code: 'token', text: 'This browser holds no seat in the match.' }, {});
  thinking.get(id)?.abort();
  try {
    const state = await inTurn(id, () => play(id, side, action));
    reply(state);
    return { state };
  } catch (error) {
    // Nothing has happened: the engine goes on with what it was stopped in.
    void look(id).catch(() => {});
    throw error;
  }
}

async function play(id: string, side: string, action: Action): Promise<MatchState> {
  const answer = await ask<Answer>({ ask: 'act', match: await stored(id), side, action, ...times(id) });
  if (answer.happened.some(({ type }) => type === 'rematch_agreed')) await playAgain(answer);
  return keep(answer);
}

/** The same match from its beginning, with sides exchanged. */
async function playAgain({ match, state }: Answer): Promise<void> {
  if (!state.rematch || !('match' in state.rematch)) return;
  const [one, two] = match.seats;
  const terms = { ...match.terms, players: [...match.terms.players].reverse() };
  await store.put({ ...match, id: state.rematch.match, terms, seats: [two, one], began_ms: Date.now(), events: [] });
}

/** Answers an offer of a draw, and makes the engine's move, where that is the engine's and somebody is looking. */
function reply(state: MatchState): void {
  const asked = state.draw_offer && Object.keys(state.seats).find((side) => side !== state.draw_offer);
  if (asked && state.seats[asked]?.kind === 'engine' && watching.get(state.id)?.size) {
    const answer = async (): Promise<void> => {
      const type = await weigh(state, asked);
      reply(await inTurn(state.id, () => play(state.id, asked, { type })));
    };
    // What it says may come too late: then things have moved on.
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

/** The engine has failed: whoever looks is told as of a line that broke, and the line they make anew asks it again. */
function hangUp(id: string): void {
  for (const line of watching.get(id) ?? []) line.end();
}

/** An engine takes a draw that it cannot do better than. */
async function weigh(state: MatchState, side: string): Promise<'accept_draw' | 'decline_draw'> {
  const line = { game: state.game, ...(state.start && { position: state.start }), moves: state.moves };
  let kind: string | undefined;
  for await (const thought of thoughts({ line, time_ms: THINK_MS / 4 }, new AbortController().signal)) kind = thought.score.kind;
  const lost = state.turn === side ? 'loss' : 'win';
  return kind === 'draw' || kind === lost ? 'accept_draw' : 'decline_draw';
}

async function choose(state: MatchState, sitter: Player, signal: AbortSignal): Promise<Action | undefined> {
  const played = (move: string | null | undefined): Action | undefined => (move ? { type: 'move', move } : undefined);
  if (sitter.kind !== 'engine') return played(state.offers[Math.floor(Math.random() * state.offers.length)]?.move);
  const line = { game: state.game, ...(state.start && { position: state.start }), moves: state.moves };
  // The same match has the same chance, however often its move is chosen.
  const seed = [...state.id].reduce((sum, letter) => (sum * 257 + letter.charCodeAt(0)) % 2 ** 31, 0);
  let last: Thought | undefined;
  for await (last of thoughts({ line, level: sitter.level, time_ms: sitter.time_ms ?? THINK_MS, seed }, signal));
  return sitter.resigns && last?.score.kind === 'loss' ? { type: 'resign' } : played(last?.move);
}

/** What a match on this device says as it happens, with the face of a WebSocket. */
export class Line implements Wire {
  onopen: Wire['onopen'] = null;
  onmessage: Wire['onmessage'] = null;
  onclose: Wire['onclose'] = null;
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
        // Nobody waits for it any more.
        if (this.#closed) return;
        this.onopen?.();
        this.hear({ type: 'state', state });
        // Somebody has to see that a clock has run out; an engine that thinks is not asked again by that.
        if (state.clock) this.#flag = setInterval(() => void seen(id).catch(() => {}), 1000);
      },
      () => this.end(),
    );
  }

  hear(frame: Frame): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }

  /** The line breaks. */
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

/** A match on this device, as it stands. */
export type Kept = MatchState & Pick<MatchSummary, 'plies' | 'changed_ms'>;

/** The matches on this device, the newest first. */
export async function list(): Promise<Kept[]> {
  const states = (await store.all()).map(async (match) => {
    const { state } = await ask<Answer>({ ask: 'match', match, ...times(match.id) });
    const changed_ms = match.changed_ms ?? match.events.at(-1)?.at_ms ?? match.began_ms;
    return { ...state, plies: state.moves.length, changed_ms };
  });
  const known = await Promise.allSettled(states);
  return known.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])).sort((a, b) => b.changed_ms - a.changed_ms);
}

export const forget = store.remove;
