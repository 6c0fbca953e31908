// What a hand does on the board, without a rule: the offers say which points it may touch, in order.

import type { Offer, Scene } from '../lib/api/types';

export type Touch =
  /** The points touched so far; more are to come. */
  | { kind: 'touched'; points: number[] }
  /** A whole gesture: one offer, or several that only a label tells apart. */
  | { kind: 'played'; offers: Offer[] }
  /** A gesture nobody offered. */
  | { kind: 'refused'; points: number[] }
  /** Something else was touched, but what was touched first must move. */
  | { kind: 'held'; points: number[] };

/** Whether the hand may put down what it has touched and take something else. */
export type Grip = 'free' | 'must';

const begins = (points: number[], head: number[]) => head.every((point, i) => points[i] === point);

/** The offers that go on from the points touched so far. */
export function openOffers(offers: Offer[], touched: number[]): Offer[] {
  return offers.filter((offer) => offer.points.length > touched.length && begins(offer.points, touched));
}

/** Where a hand that has touched these points may go next. */
export function targets(offers: Offer[], touched: number[]): Set<number> {
  return new Set(openOffers(offers, touched).map((offer) => offer.points[touched.length]!));
}

/** The hand touches a point. */
export function touch(scene: Scene, offers: Offer[], touched: number[], point: number, grip: Grip = 'free'): Touch {
  const points = [...touched, point];
  const whole = offers.filter((offer) => offer.points.length === points.length && begins(offer.points, points));
  if (whole.length) return { kind: 'played', offers: whole };
  if (openOffers(offers, points).length) return { kind: 'touched', points };
  if (grip === 'must' && touched.length && openOffers(offers, touched).length) return { kind: 'held', points: touched };
  if (touched.at(-1) === point) return { kind: 'touched', points: touched.slice(0, -1) };
  const own = (at: number | undefined) => scene.pieces.some((piece) => piece.at === at && piece.side === scene.turn);
  if (touched.length && (targets(offers, []).has(point) || own(point))) return touch(scene, offers, [], point);
  // One's own piece that cannot go anywhere: let the hand show where it would go, to hear why not. Where
  // it is plain that another piece is wanted, that is said at once.
  const moves = offers.some((offer) => offer.points.length > 1 && own(offer.points[0]));
  const must = scene.marks.some((mark) => mark.kind === 'must');
  if (own(point) && moves && !must) return { kind: 'touched', points: [point] };
  return { kind: 'refused', points };
}

/**
 * A gesture nobody offered, as one would type it: the names of its points. It is only good for asking the
 * server why not.
 */
export function gestureText(scene: Scene, offers: Offer[], points: number[]): string | undefined {
  if (!offers.some((offer) => offer.points.length === points.length)) return undefined;
  return points.map((point) => scene.board.points[point]?.label ?? '').join('');
}
