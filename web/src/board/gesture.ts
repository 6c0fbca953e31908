// Gestures on a board: turns touched points into legal moves, without knowing any rule.

import type { LegalMove, Scene } from '../lib/api/types';

export type Touch =
  /** An unfinished gesture: the points touched so far. */
  | { kind: 'touched'; points: number[] }
  /** A finished gesture: one legal move, or several that differ only in their label. */
  | { kind: 'played'; legalMoves: LegalMove[] }
  /** A gesture that is no legal move. */
  | { kind: 'refused'; points: number[] }
  /** Another point was touched, but the piece touched first must move. */
  | { kind: 'held'; points: number[] };

/** Touch-move rule: whether a touched piece must move. */
export type Grip = 'free' | 'must';

const begins = (points: number[], head: number[]) => head.every((point, i) => points[i] === point);

/** Returns the legal moves whose gesture continues the touched points. */
export function openMoves(legalMoves: LegalMove[], touched: number[]): LegalMove[] {
  return legalMoves.filter(
    (legalMove) => legalMove.points.length > touched.length && begins(legalMove.points, touched),
  );
}

/** Returns the points that can be touched next. */
export function targets(legalMoves: LegalMove[], touched: number[]): Set<number> {
  return new Set(openMoves(legalMoves, touched).map((legalMove) => legalMove.points[touched.length]!));
}

/** Adds a point to a gesture. */
export function touch(
  scene: Scene,
  legalMoves: LegalMove[],
  touched: number[],
  point: number,
  grip: Grip = 'free',
): Touch {
  const points = [...touched, point];
  const whole = legalMoves.filter(
    (legalMove) => legalMove.points.length === points.length && begins(legalMove.points, points),
  );
  if (whole.length) return { kind: 'played', legalMoves: whole };
  if (openMoves(legalMoves, points).length) return { kind: 'touched', points };
  if (grip === 'must' && touched.length && openMoves(legalMoves, touched).length)
    return { kind: 'held', points: touched };
  if (touched.at(-1) === point) return { kind: 'touched', points: touched.slice(0, -1) };
  const own = (at: number | undefined) =>
    scene.pieces.some((piece) => piece.at === at && piece.side === scene.turn);
  if (touched.length && (targets(legalMoves, []).has(point) || own(point)))
    return touch(scene, legalMoves, [], point);
  // A piece of one's own without legal moves can be picked up, so that a second touch explains why the move
  // is illegal. If another piece must move, that is reported at once.
  const moves = legalMoves.some((legalMove) => legalMove.points.length > 1 && own(legalMove.points[0]));
  const must = scene.marks.some((mark) => mark.kind === 'must');
  if (own(point) && moves && !must) return { kind: 'touched', points: [point] };
  return { kind: 'refused', points };
}

/**
 * Writes an illegal gesture as a player would type it, by the names of its points, so that the rules can
 * explain the refusal. Returns `undefined` if no legal move has as many points.
 */
export function gestureText(scene: Scene, legalMoves: LegalMove[], points: number[]): string | undefined {
  if (!legalMoves.some((legalMove) => legalMove.points.length === points.length)) return undefined;
  return points.map((point) => scene.board.points[point]?.label ?? '').join('');
}
