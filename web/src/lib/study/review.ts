// A game judged move by move: exactly where tables know, else by a search. What a move cost is how much of the
// game its side gave away.

import { call, get, position, thoughts } from '../api/api';
import { me } from '../api/me.svelte';
import { scoreText, evalShare } from '../play/format';
import type { MatchReview, MatchState, MatchSummary, Position, Score } from '../api/types';
import { number, t } from '../i18n/i18n.svelte';

/** What is known of one position of a game. */
export interface Standing {
  turn: string;
  score: Score;
  /** By tables or by the rules; else it is a search's opinion. */
  exact: boolean;
  /** The best move, where there is one to make. */
  best?: string | undefined;
  /** How many moves keep what it is worth, of how many, where tables know. */
  holding?: { of: number; hold: number } | undefined;
}

export type Verdict = 'fine' | 'inaccuracy' | 'mistake' | 'blunder';

/** A move and what it did. */
export interface Judged {
  /** From 1. */
  ply: number;
  side: string;
  before: Standing;
  after: Standing;
  /** How much of the game was given away, 0 to 1. */
  cost: number;
  verdict: Verdict;
}

/** How much is looked at for one position where no table knows: the same on every machine. */
const EFFORT = { nodes: 40_000, time_ms: 4000 };
/** From so much on a move is worth a word: a goat of Bagh Chal given away for nothing costs about 0.09 by a search. */
export const INACCURACY = 0.07;
/** From how much on a move is called what. */
const VERDICTS: [number, Verdict][] = [
  [0.3, 'blunder'],
  [0.2, 'mistake'],
  [INACCURACY, 'inaccuracy'],
];
/** How many moments are pointed out. */
const MOMENTS = 3;

/** What is known of where a line of play stands. */
export async function stand(game: string, start: string | undefined, moves: string[], signal: AbortSignal, effort = EFFORT): Promise<Standing> {
  const now = await position(game, { position: start, moves, value: 'exact' });
  const known = exactly(now);
  if (known) return known;
  let found: Standing = { turn: now.turn, score: { kind: 'guess', value: 0 }, exact: false };
  for await (const { score, line, move } of thoughts(game, { position: start, moves, ...effort }, signal)) {
    found = { ...found, score, best: move ?? line[0] };
  }
  return found;
}

function exactly(now: Position): Standing | undefined {
  const { turn, outcome } = now;
  if (outcome) return { turn, score: worth(outcome.winner, 0, turn), exact: true };
  if (!now.value) return undefined;
  const { winner, plies } = now.value;
  const moves = now.move_values ?? [];
  const holding = { of: moves.length, hold: moves.filter((move) => move.winner === winner).length };
  return { turn, score: worth(winner, plies, turn), exact: true, best: bestOf(now), holding };
}

const worth = (winner: string | null, plies: number | null, turn: string): Score =>
  winner === null ? { kind: 'draw', value: 0 } : { kind: winner === turn ? 'win' : 'loss', value: plies };

/** The best move by exact values: what wins soonest, or draws, or loses last. */
function bestOf({ move_values = [], turn }: Position): string | undefined {
  const merit = ({ winner, plies }: { winner: string | null; plies: number | null }): number =>
    winner === null ? 0 : winner === turn ? 2000 - (plies ?? 999) : -2000 + (plies ?? 999);
  return [...move_values].sort((a, b) => merit(b) - merit(a))[0]?.move;
}

/** How much of the game belongs to a side, 0 to 1. */
export function chance(side: string, { score, turn }: Pick<Standing, 'score' | 'turn'>): number {
  return evalShare(score, turn, [side, '']);
}

/** What a position is worth to a side, in words. */
function standing(side: string, { score, turn }: Standing): string {
  const own = turn === side;
  const { kind, value } = score;
  if (kind === 'draw') return t('drawn');
  if (kind === 'guess') return scoreText(own ? score : { kind, value: -(value ?? 0) });
  const won = (kind === 'win') === own;
  if (value) return t(won ? 'won in {0}' : 'lost in {0}', number(value));
  return t(won ? 'won' : 'lost');
}

/** What a move did for its side: from drawn to lost in 41. */
export const change = (side: string, before: Standing, after: Standing) => t('from {0} to {1}', standing(side, before), standing(side, after));

/** The moves of a game judged by what is known of its positions, one more than moves. */
export function judge(standings: Standing[]): Judged[] {
  return standings.slice(1).map((after, i) => {
    const before = standings[i]!;
    const side = before.turn;
    const cost = Math.max(0, chance(side, before) - chance(side, after));
    const verdict = VERDICTS.find(([least]) => cost >= least)?.[1] ?? 'fine';
    return { ply: i + 1, side, before, after, cost, verdict };
  });
}

/** How well a side played, 0 to 100: the usual curve of chess sites over what its moves cost. */
export function accuracy(judged: Judged[], side: string): number | undefined {
  const own = judged.filter((move) => move.side === side);
  if (!own.length) return undefined;
  const one = ({ cost }: Judged) => Math.min(100, Math.max(0, 103.1668 * Math.exp(-4.354 * cost) - 3.1669));
  return Math.round(own.reduce((sum, move) => sum + one(move), 0) / own.length);
}

/** The moves that decided the game, in the order they were made. */
export function moments(judged: Judged[]): Judged[] {
  const costly = judged.filter(({ verdict }) => verdict !== 'fine').sort((a, b) => b.cost - a.cost || a.ply - b.ply);
  return costly.slice(0, MOMENTS).sort((a, b) => a.ply - b.ply);
}

// Reviews are kept in this browser, the latest few.

const KEY = 'chautari.reviews';
const MOST_KEPT = 12;

/** Whose game it was, and where its review is. */
export interface Own {
  side: string;
  address: string;
}

type Kept = [name: string, standings: Standing[], own?: Own][];

function kept(): Kept {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]');
  } catch {
    return [];
  }
}

/** What the review of a game is kept under. */
export const keptAs = (game: string, start: string | undefined, moves: string[]) => `${game} ${start ?? ''} ${moves.join(' ')}`;

export const find = (name: string): Standing[] | undefined => kept().find(([known]) => known === name)?.[1];

export function keep(name: string, standings: Standing[], own?: Own): void {
  const others = kept().filter(([known]) => known !== name);
  const all: Kept = [own ? [name, standings, own] : [name, standings], ...others];
  localStorage.setItem(KEY, JSON.stringify(all.slice(0, MOST_KEPT)));
}

/** A move of one's own in a game that was reviewed here. */
export type OwnMove = Judged & { address: string };

/** One's own moves in the reviewed games of a game, the latest game first. */
export function ownMoves(game: string, all: Kept = kept()): OwnMove[] {
  return all.flatMap(([name, standings, own]) =>
    own && name.startsWith(`${game} `) ? judge(standings).flatMap((move) => (move.side === own.side ? [{ ...move, address: own.address }] : [])) : [],
  );
}

/** Of how many of one's latest matches the server's reviews are looked at, and how many it is asked for at a time. */
const LATEST = 12;
const ASKED = 3;

/** One's own moves in the latest matches by a name that the server has reviewed, and this browser has not. */
export async function servedMoves(game: string, name: string): Promise<OwnMove[]> {
  const query = new URLSearchParams({ state: 'ended', game, person: name, limit: '100' });
  const { matches } = await get<{ matches: MatchSummary[] }>(`/matches?${query}`);
  const path = ({ id }: MatchSummary) => `/matches/${encodeURIComponent(id)}`;
  const latest = matches.filter(({ plies }) => plies > 0).slice(0, LATEST);
  const found = await Promise.all(latest.map((match) => get<MatchReview>(`${path(match)}/review`).then((review) => ({ match, review }), () => undefined)));
  // What is not there yet will be at another visit: the server reviews it when it has time.
  for (const one of found.filter((one) => one && !one.review.done).slice(0, ASKED)) void call('POST', `${path(one!.match)}/review`, undefined, me.now?.key).catch(() => {});
  const own = found.map(async (one) => {
    const side = one?.review.done && Object.entries(one.match.seats).find(([, seat]) => seat.kind === 'person' && seat.name === name)?.[0];
    if (!one || !side) return [];
    const { moves, start } = await get<MatchState>(path(one.match));
    if (find(keptAs(one.match.game, start, moves))) return [];
    const address = `/review/${one.match.game}?${new URLSearchParams({ ...(start && { position: start }), moves: moves.join(' '), side, match: one.match.id })}`;
    return judge(one.review.standings as Standing[]).flatMap((move) => (move.side === side ? [{ ...move, address }] : []));
  });
  return (await Promise.all(own)).flat();
}

/** Where a game is divided to see in which part value is lost. */
const PARTS = [20, 40, Infinity];

/** How much of the game one's moves give away on average, by how far the game has come. */
export function losses(moves: OwnMove[]): { from: number; to: number; moves: number; cost: number }[] {
  return PARTS.map((to, i) => {
    const from = (PARTS[i - 1] ?? 0) + 1;
    const part = moves.filter(({ ply }) => ply >= from && ply <= to);
    return { from, to, moves: part.length, cost: part.reduce((sum, { cost }) => sum + cost, 0) / (part.length || 1) };
  }).filter(({ moves }) => moves > 0);
}
