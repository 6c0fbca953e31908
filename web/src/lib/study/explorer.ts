// The opening explorer: statistics and exact values of moves in one list.

import { post } from '../api/http';
import { position } from '../api/rules';
import { hasServer } from '../api/server';
import type { GameResults, Offer, PlayedAnswer, ProspectsAnswer } from '../api/types';

type Prospect = ProspectsAnswer['moves'][number];

/** A move with statistics or an exact value. */
export interface Known {
  offer: Offer;
  people?: GameResults | undefined;
  programs?: GameResults | undefined;
  /**
   * The exact value for the side that plays it, with distances counting the move itself; `undefined` without
   * tablebases.
   */
  worth?: { kind: 'win' | 'draw' | 'loss'; plies: number | null } | undefined;
  /** Number of replies that hold the value, out of all. */
  holding?: { of: number; hold: number } | undefined;
  /** Plies until the most stubborn wrong reply loses. */
  deepest?: number | undefined;
}

/** The opening's name, if it has one, and the known moves. */
export interface Explored {
  opening?: string | undefined;
  /** Most played first, then best. */
  moves: Known[];
}

export async function explore(
  game: string,
  start: string | undefined,
  moves: string[],
  turn: string,
  offers: Offer[],
): Promise<Explored> {
  const [path, question] = [
    `/games/${encodeURIComponent(game)}`,
    { ...(start && { position: start }), moves },
  ];
  const [played, prospects] = await Promise.all([
    post<PlayedAnswer>(`${path}/played`, question),
    post<ProspectsAnswer>(`${path}/prospects`, question),
  ]);
  return {
    opening: played.opening,
    moves: sorted(
      offers.map((offer) => known(offer, turn, played, prospects)).filter((one) => one.people || one.worth),
    ),
  };
}

/** Returns for each drawing move how many replies hold the draw: fewer is harder for the opponent. */
export async function holding(
  game: string,
  at: string,
  draws: string[],
): Promise<Record<string, { holds: number }>> {
  if (hasServer) {
    const { moves } = await post<ProspectsAnswer>(`/games/${encodeURIComponent(game)}/prospects`, {
      position: at,
      moves: [],
    });
    return Object.fromEntries(
      moves.flatMap(({ move, holding }) => (draws.includes(move) ? [[move, { holds: holding }]] : [])),
    );
  }
  // Local tables are queried move by move.
  const found: Record<string, { holds: number }> = {};
  for (const move of draws) {
    const { move_values } = await position(game, { position: at, moves: [move], value: 'exact' });
    if (move_values) found[move] = { holds: move_values.filter(({ winner }) => winner === null).length };
  }
  return found;
}

function known(offer: Offer, turn: string, played: PlayedAnswer, prospects: ProspectsAnswer): Known {
  const seen = played.moves.find(({ move }) => move === offer.move);
  const prospect = prospects.moves.find(({ move }) => move === offer.move);
  return {
    offer,
    people: seen?.people,
    programs: seen?.programs,
    ...(prospect?.value && truth(prospect, turn)),
  };
}

function truth({ value, replies, holding, deepest }: Prospect, turn: string): Partial<Known> {
  const { winner, plies } = value!;
  const kind = winner == null ? 'draw' : winner === turn ? 'win' : 'loss';
  // After a losing move every reply keeps the win.
  const counts = kind !== 'loss' && replies > 0;
  return {
    worth: { kind, plies: plies == null ? null : plies + 1 },
    ...(counts && { holding: { of: replies, hold: holding }, deepest: deepest ?? undefined }),
  };
}

export const games = ({ people, programs }: Known): number => (people?.games ?? 0) + (programs?.games ?? 0);

const merit = ({ worth }: Known): number =>
  worth ? { win: 2e6 - (worth.plies ?? 0), draw: 0, loss: -2e6 + (worth.plies ?? 0) }[worth.kind] : -1e7;

/** Draws with the fewest holding replies come first. */
const hardness = ({ holding }: Known): number => (holding ? holding.hold / holding.of : 1);

export const sorted = (all: Known[]): Known[] =>
  [...all].sort((a, b) => games(b) - games(a) || merit(b) - merit(a) || hardness(a) - hardness(b));
