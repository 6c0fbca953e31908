// Premoves. The legal moves depend on the opponent, so a premove is stored as the touched points and played
// if exactly one legal move has this gesture.

import type { Offer, Scene } from '../api/types';

/**
 * Adds a touch to the premove. A piece starts a gesture that needs a target; an empty point is a complete
 * gesture. Touching a point again cancels the premove.
 */
export function touchPremove(scene: Scene, points: number[], point: number): number[] {
  if (points.includes(point)) return [];
  if (points.length === 1 && isPartial(scene, points)) return [...points, point];
  return [point];
}

/** Whether the gesture still needs a target. */
export const isPartial = (scene: Scene, points: number[]): boolean =>
  points.length === 1 && scene.pieces.some((piece) => piece.at === points[0]);

/**
 * Returns the legal move with exactly this gesture. Returns `undefined` if there are several, such as
 * promotions: the player has to choose.
 */
export function matchingOffer(offers: Offer[], points: number[]): Offer | undefined {
  const same = offers.filter(
    (offer) => offer.points.length === points.length && offer.points.every((at, i) => at === points[i]),
  );
  return same.length === 1 ? same[0] : undefined;
}
