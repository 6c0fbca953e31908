// Reviews of games: what each move cost. The cost of a move is the share of the evaluation its side gave away; the
// module evaluates the positions.

import { call, get } from '../api/http';
import { review, type Search } from '../api/rules';
import { me } from '../api/me.svelte';
import type { MatchReview, MatchState, MatchSummary, Standing } from '../api/types';
import { number, t } from '../i18n/i18n.svelte';
import { evalShare, scoreText } from '../play/format';
import { store, stored } from '../shell/storage';

export type { Standing };

export type Verdict = 'fine' | 'inaccuracy' | 'mistake' | 'blunder';

/** An evaluated move. */
export interface Judged {
  /** Ply, from 1. */
  ply: number;
  side: string;
  before: Standing;
  after: Standing;
  /** Share of the evaluation given away, 0 to 1. */
  cost: number;
  verdict: Verdict;
}

/** Minimum cost of an inaccuracy. Losing a goat of Bagh Chal for nothing costs about 0.09 by a search. */
export const INACCURACY = 0.07;
/** Minimum cost of each verdict. */
const VERDICTS: [number, Verdict][] = [
  [0.3, 'blunder'],
  [0.2, 'mistake'],
  [INACCURACY, 'inaccuracy'],
];
/** Number of key moments. */
const MOMENTS = 3;

/** Evaluates the end of a line. */
export const stand = (
  game: string,
  start: string | undefined,
  moves: string[],
  signal: AbortSignal,
  effort: Pick<Search, 'nodes' | 'time_ms'> = {},
): Promise<Standing> => review(game, { position: start, moves, ...effort }, signal);

/** Returns a side's share of the evaluation, 0 to 1. */
export function chance(side: string, { score, turn }: Pick<Standing, 'score' | 'turn'>): number {
  return evalShare(score, turn, [side, '']);
}

/** Describes an evaluation from a side's point of view. */
function standing(side: string, { score, turn }: Standing): string {
  const own = turn === side;
  const { kind, value } = score;
  if (kind === 'draw') return t('drawn');
  if (kind === 'guess') return scoreText(own ? score : { kind, value: -(value ?? 0) });
  const won = (kind === 'win') === own;
  if (value) return t(won ? 'won in {0}' : 'lost in {0}', number(value));
  return t(won ? 'won' : 'lost');
}

/** Describes the change by a move: from drawn to lost in 41. */
export const change = (side: string, before: Standing, after: Standing) =>
  t('from {0} to {1}', standing(side, before), standing(side, after));

/** Evaluates the moves of a game from its positions, of which there is one more. */
export function judge(standings: Standing[]): Judged[] {
  return standings.slice(1).map((after, i) => {
    const before = standings[i]!;
    const side = before.turn;
    const cost = Math.max(0, chance(side, before) - chance(side, after));
    const verdict = VERDICTS.find(([least]) => cost >= least)?.[1] ?? 'fine';
    return { ply: i + 1, side, before, after, cost, verdict };
  });
}

/** Returns a side's accuracy, 0 to 100, by the usual formula of chess sites. */
export function accuracy(judged: Judged[], side: string): number | undefined {
  const own = judged.filter((move) => move.side === side);
  if (!own.length) return undefined;
  const one = ({ cost }: Judged) => Math.min(100, Math.max(0, 103.1668 * Math.exp(-4.354 * cost) - 3.1669));
  return Math.round(own.reduce((sum, move) => sum + one(move), 0) / own.length);
}

/** Returns the most costly moves, in order of play. */
export function moments(judged: Judged[]): Judged[] {
  const costly = judged
    .filter(({ verdict }) => verdict !== 'fine')
    .sort((a, b) => b.cost - a.cost || a.ply - b.ply);
  return costly.slice(0, MOMENTS).sort((a, b) => a.ply - b.ply);
}

// Storage of the latest reviews in this browser.

const KEY = 'chautari.reviews';
const MOST_KEPT = 12;

/** The user's side in a game, and the address of its review. */
export interface Own {
  side: string;
  address: string;
}

type Kept = [name: string, standings: Standing[], own?: Own][];

const kept = (): Kept => stored<Kept>(KEY, []);

/** Returns the storage key of a game's review. */
export const keptAs = (game: string, start: string | undefined, moves: string[]) =>
  `${game} ${start ?? ''} ${moves.join(' ')}`;

export const find = (name: string): Standing[] | undefined => kept().find(([known]) => known === name)?.[1];

export function keep(name: string, standings: Standing[], own?: Own): void {
  const others = kept().filter(([known]) => known !== name);
  const all: Kept = [own ? [name, standings, own] : [name, standings], ...others];
  store(KEY, all.slice(0, MOST_KEPT));
}

/** A move of the user in a reviewed game. */
export type OwnMove = Judged & { address: string };

/** Returns the user's moves in reviewed games of a game, newest first. */
export function ownMoves(game: string, all: Kept = kept()): OwnMove[] {
  return all.flatMap(([name, standings, own]) =>
    own && name.startsWith(`${game} `)
      ? judge(standings).flatMap((move) =>
          move.side === own.side ? [{ ...move, address: own.address }] : [],
        )
      : [],
  );
}

/**
 * Number of the user's latest matches to check for server reviews, and how many reviews to request at a time.
 */
const LATEST = 12;
const ASKED = 3;

/** Returns the user's moves in matches that the server has reviewed and this browser has not. */
export async function servedMoves(game: string, name: string): Promise<OwnMove[]> {
  const query = new URLSearchParams({ state: 'ended', game, person: name, limit: '100' });
  const { matches } = await get<{ matches: MatchSummary[] }>(`/matches?${query}`);
  const path = ({ id }: MatchSummary) => `/matches/${encodeURIComponent(id)}`;
  const latest = matches.filter(({ plies }) => plies > 0).slice(0, LATEST);
  const found = await Promise.all(
    latest.map((match) =>
      get<MatchReview>(`${path(match)}/review`).then(
        (review) => ({ match, review }),
        () => undefined,
      ),
    ),
  );
  // The server makes the missing reviews when it has time, for a later visit.
  for (const one of found.filter((one) => one && !one.review.done).slice(0, ASKED))
    void call('POST', `${path(one!.match)}/review`, undefined, me.now?.key).catch(() => {});
  const own = found.map(async (one) => {
    const side =
      one?.review.done &&
      Object.entries(one.match.seats).find(([, seat]) => seat.kind === 'person' && seat.name === name)?.[0];
    if (!one || !side) return [];
    const { moves, start } = await get<MatchState>(path(one.match));
    if (find(keptAs(one.match.game, start, moves))) return [];
    const address = `/review/${one.match.game}?${new URLSearchParams({ ...(start && { position: start }), moves: moves.join(' '), side, match: one.match.id })}`;
    return judge(one.review.standings).flatMap((move) => (move.side === side ? [{ ...move, address }] : []));
  });
  return (await Promise.all(own)).flat();
}

/** The last ply of each phase of a game. */
const PARTS = [20, 40, Infinity];

/** Returns the average cost of the user's moves by phase of the game. */
export function losses(moves: OwnMove[]): { from: number; to: number; moves: number; cost: number }[] {
  return PARTS.map((to, i) => {
    const from = (PARTS[i - 1] ?? 0) + 1;
    const part = moves.filter(({ ply }) => ply >= from && ply <= to);
    return {
      from,
      to,
      moves: part.length,
      cost: part.reduce((sum, { cost }) => sum + cost, 0) / (part.length || 1),
    };
  }).filter(({ moves }) => moves > 0);
}
