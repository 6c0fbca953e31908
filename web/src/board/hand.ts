// What a hand does on the board, without a rule: the offers say which points it may touch, in order.

import type { Offer, Scene } from '../lib/types';

export type Touch =
  /** The points touched so far; more are to come. */
  | { kind: 'touched'; points: number[] }
  /** A whole gesture: one offer, or several that only a label tells apart. */
  | { kind: 'played'; offers: Offer[] }
  /** A gesture nobody offered. */
  | { kind: 'refused'; points: number[] };

const begins = (points: number[], head: number[]) => head.every((point, i) => points[i] === point);

/** The offers that go on from the points touched so far. */
export function open(offers: Offer[], touched: number[]): Offer[] {
  return offers.filter((offer) => offer.points.length > touched.length && begins(offer.points, touched));
}

/** Where a hand that has touched these points may go next. */
export function targets(offers: Offer[], touched: number[]): Set<number> {
  return new Set(open(offers, touched).map((offer) => offer.points[touched.length]!));
}

/** The hand touches a point. */
export function touch(scene: Scene, offers: Offer[], touched: number[], point: number): Touch {
  const points = [...touched, point];
  const whole = offers.filter((offer) => offer.points.length === points.length && begins(offer.points, points));
  if (whole.length) return { kind: 'played', offers: whole };
  if (open(offers, points).length) return { kind: 'touched', points };
  if (touched.at(-1) === point) return { kind: 'touched', points: touched.slice(0, -1) };
  if (touched.length && targets(offers, []).has(point)) return touch(scene, offers, [], point);
  // One's own piece that cannot go anywhere: let the hand show where it would go, to hear why not.
  const longest = Math.max(0, ...offers.map((offer) => offer.points.length));
  const own = scene.pieces.some((piece) => piece.at === point && piece.side === scene.turn);
  if (own && longest > 1) return { kind: 'touched', points: [point] };
  return { kind: 'refused', points };
}

/**
 * A gesture nobody offered, written as the offers are: their points replaced by the ones touched. It
 * is only good for asking the server why not.
 */
export function written(scene: Scene, offers: Offer[], points: number[]): string | undefined {
  const alike = offers.filter((offer) => offer.points.length === points.length && !offer.label);
  alike.sort((a, b) => a.move.length - b.move.length);
  const name = (point: number) => scene.board.points[point]?.label ?? '';
  for (const namer of [name, String]) {
    for (const offer of alike) {
      let rest = offer.move;
      let text = '';
      const fits = offer.points.every((point, i) => {
        const at = rest.indexOf(namer(point));
        if (at < 0 || !namer(point)) return false;
        text += rest.slice(0, at) + namer(points[i]!);
        rest = rest.slice(at + namer(point).length);
        return true;
      });
      if (fits && !/[0-9]/.test(rest)) return text + rest;
    }
  }
  return undefined;
}
