// A move made ahead of one's turn. Which moves there will be only the other side decides, so it is kept as the
// points a hand touched, and played when the offers that come have just that gesture.

import type { Offer, Scene } from '../api/types';

/**
 * The hand touches a point while another is to move. What stands on the board is taken up and wants to know where
 * to; an empty point is a whole gesture. The same point again puts all of it back.
 */
export function touchPremove(scene: Scene, points: number[], point: number): number[] {
  if (points.includes(point)) return [];
  if (points.length === 1 && isPartial(scene, points)) return [...points, point];
  return [point];
}

/** Whether the gesture lacks its end. */
export const isPartial = (scene: Scene, points: number[]): boolean =>
  points.length === 1 && scene.pieces.some((piece) => piece.at === points[0]);

/** The offer with just this gesture; none where there are several, as with a promotion: that is for the player to say. */
export function matchingOffer(offers: Offer[], points: number[]): Offer | undefined {
  const same = offers.filter((offer) => offer.points.length === points.length && offer.points.every((at, i) => at === points[i]));
  return same.length === 1 ? same[0] : undefined;
}
