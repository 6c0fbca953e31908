// Gestures on a board: turns touched points into legal moves, without knowing any rule.

import type { Offer, Scene } from '../lib/api/types';

export type Touch =
  /** An unfinished gesture: the points touched so far. */
  | { kind: 'touched'; points: number[] }
  /** A finished gesture: one legal move, or several that differ only in their label. */
  | { kind: 'played'; offers: Offer[] }
  /** A gesture that is no legal move. */
  | { kind: 'refused'; points: number[] }
  /** Another point was touched, but the piece touched first must move. */
  | { kind: 'held'; points: number[] };

/** Touch-move rule: whether a touched piece must move. */
export type Grip = 'free' | 'must';

const begins = (points: number[], head: number[]) => head.every((point, i) => points[i] === point);

/** Returns the legal moves whose gesture continues the touched points. */
export function openOffers(offers: Offer[], touched: number[]): Offer[] {
  return offers.filter((offer) => offer.points.length > touched.length && begins(offer.points, touched));
}

/** Returns the points that can be touched next. */
export function targets(offers: Offer[], touched: number[]): Set<number> {
  return new Set(openOffers(offers, touched).map((offer) => offer.points[touched.length]!));
}

/** Adds a point to a gesture. */
export function touch(
  scene: Scene,
  offers: Offer[],
  touched: number[],
  point: number,
  grip: Grip = 'free',
): Touch {
  const points = [...touched, point];
  const whole = offers.filter(
    (offer) => offer.points.length === points.length && begins(offer.points, points),
  );
  if (whole.length) return { kind: 'played', offers: whole };
  if (openOffers(offers, points).length) return { kind: 'touched', points };
  if (grip === 'must' && touched.length && openOffers(offers, touched).length)
    return { kind: 'held', points: touched };
  if (touched.at(-1) === point) return { kind: 'touched', points: touched.slice(0, -1) };
  const own = (at: number | undefined) =>
    scene.pieces.some((piece) => piece.at === at && piece.side === scene.turn);
  if (touched.length && (targets(offers, []).has(point) || own(point)))
    return touch(scene, offers, [], point);
  // A piece of one's own without legal moves can be picked up, so that a second touch explains why the move
  // is illegal. If another piece must move, that is reported at once.
  const moves = offers.some((offer) => offer.points.length > 1 && own(offer.points[0]));
  const must = scene.marks.some((mark) => mark.kind === 'must');
  if (own(point) && moves && !must) return { kind: 'touched', points: [point] };
  return { kind: 'refused', points };
}

/**
 * Writes an illegal gesture as a player would type it, by the names of its points, so that the rules can
 * explain the refusal. Returns `undefined` if no legal move has as many points.
 */
export function gestureText(scene: Scene, offers: Offer[], points: number[]): string | undefined {
  if (!offers.some((offer) => offer.points.length === points.length)) return undefined;
  return points.map((point) => scene.board.points[point]?.label ?? '').join('');
}
