// What was played from a position, and what is true of it, in one list.

import { position, post } from '../api/api';
import { hasServer } from '../api/server';
import type { GameResults, Offer, PlayedAnswer, ProspectsAnswer } from '../api/types';

type Prospect = ProspectsAnswer['moves'][number];

/** A move that was played here, or that tables know. */
export interface Known {
  offer: Offer;
  people?: GameResults | undefined;
  programs?: GameResults | undefined;
  /** What it is worth to the side that makes it, the move itself counted; none where no table knows. */
  worth?: { kind: 'win' | 'draw' | 'loss'; plies: number | null } | undefined;
  /** How many answers keep what it is worth, of how many. */
  holding?: { of: number; hold: number } | undefined;
  /** How many plies the longest of the wrong answers takes to lose. */
  deepest?: number | undefined;
}

/** What the opening is called, where it has a name, and what is known of the moves from here. */
export interface Explored {
  opening?: string | undefined;
  /** The most played first, then the best. */
  moves: Known[];
}

export async function explore(game: string, start: string | undefined, moves: string[], turn: string, offers: Offer[]): Promise<Explored> {
  const [path, question] = [`/games/${encodeURIComponent(game)}`, { ...(start && { position: start }), moves }];
  const [played, prospects] = await Promise.all([
    post<PlayedAnswer>(`${path}/played`, question),
    post<ProspectsAnswer>(`${path}/prospects`, question),
  ]);
  return { opening: played.opening, moves: sorted(offers.map((offer) => known(offer, turn, played, prospects)).filter((one) => one.people || one.worth)) };
}

/** Of these moves, how many answers to each keep the draw: fewer ask more of the other side. */
export async function holding(game: string, at: string, draws: string[]): Promise<Record<string, { holds: number }>> {
  if (hasServer) {
    const { moves } = await post<ProspectsAnswer>(`/games/${encodeURIComponent(game)}/prospects`, { position: at, moves: [] });
    return Object.fromEntries(moves.flatMap(({ move, holding }) => (draws.includes(move) ? [[move, { holds: holding }]] : [])));
  }
  // Tables beside the page are asked move by move.
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
  return { offer, people: seen?.people, programs: seen?.programs, ...(prospect?.value && truth(prospect, turn)) };
}

function truth({ value, replies, holding, deepest }: Prospect, turn: string): Partial<Known> {
  const { winner, plies } = value!;
  const kind = winner == null ? 'draw' : winner === turn ? 'win' : 'loss';
  // What has already been lost holds itself.
  const counts = kind !== 'loss' && replies > 0;
  return {
    worth: { kind, plies: plies == null ? null : plies + 1 },
    ...(counts && { holding: { of: replies, hold: holding }, deepest: deepest ?? undefined }),
  };
}

export const games = ({ people, programs }: Known): number => (people?.games ?? 0) + (programs?.games ?? 0);

const merit = ({ worth }: Known): number =>
  worth ? { win: 2e6 - (worth.plies ?? 0), draw: 0, loss: -2e6 + (worth.plies ?? 0) }[worth.kind] : -1e7;

/** Of draws, those come first that the fewest answers hold. */
const hardness = ({ holding }: Known): number => (holding ? holding.hold / holding.of : 1);

export const sorted = (all: Known[]): Known[] => [...all].sort((a, b) => games(b) - games(a) || merit(b) - merit(a) || hardness(a) - hardness(b));
