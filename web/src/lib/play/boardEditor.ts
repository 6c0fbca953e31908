// The board editor: positions as text in the dialect `pieces`, which every game reads.

import type { Piece, Scene } from '../api/types';

/** Whether a point is an octagon tile, which lies beneath the pieces and has an owner. */
export const isGround = (scene: Scene, at: number): boolean =>
  ['octagon', 'base'].includes(scene.board.points[at]?.shape ?? '');

/** Writes a scene in the dialect `pieces`. */
export function positionText({ board, pieces, tallies, turn }: Scene): string {
  const labels = (side: string, kind: string) =>
    pieces
      .filter((piece) => piece.side === side && piece.kind === kind)
      .map(({ at }) => board.points[at]!.label);
  const standing = board.sides.flatMap(({ name, pieces: kinds }) =>
    kinds.map((kind) => [name, kind, ...labels(name, kind)]),
  );
  const counted = tallies.filter(({ counted, count }) => counted === 'in-play' && count > 0);
  return [
    turn,
    ...standing.filter(({ length }) => length > 2).map((words) => words.join(' ')),
    ...counted.map(({ side, label, count }) => `${side} ${label} ${count}`),
  ].join(', ');
}

/** Returns the pieces with one added, replacing the one on its point. */
export const placePiece = (pieces: Piece[], piece: Piece): Piece[] => [
  ...removePiece(pieces, piece.at),
  piece,
];

export const removePiece = (pieces: Piece[], at: number): Piece[] =>
  pieces.filter((piece) => piece.at !== at);

/** Returns the points for a kind of piece: tiles if others of its kind lie on tiles. */
export function allowedPoints(scene: Scene, kind: string): number[] {
  const lies = scene.pieces.find((piece) => piece.kind === kind);
  const low = kind === 'octagon' || (!!lies && isGround(scene, lies.at));
  return [...scene.board.points.keys()].filter(
    (at) => isGround(scene, at) === low && scene.board.points[at]!.shape !== 'base',
  );
}
