// Coordinates of a drawn board. The measures are those of crates/picture, so that a picture looks like the
// page.

import type { BoardShape, Scene } from '../lib/api/types';

const UNIT = 50;
const STRIP = 40;
const RIM = 14;
export const THICKNESS = 9;

export interface Place {
  x: number;
  y: number;
}

export interface Geometry {
  width: number;
  height: number;
  reach: number;
  strip: number;
  roomy: boolean;
  place(x: number, y: number): Place;
  points: Place[];
}

export function geometry(board: BoardShape, turned: boolean, labelled: boolean): Geometry {
  const reach = { lines: 52, squares: UNIT, octagons: 34 }[board.look];
  const margin = RIM + (labelled ? STRIP : 0) + reach;
  const across = (x: number) => margin + UNIT * (turned ? board.width - 1 - x : x);
  const down = (y: number) => margin + UNIT * (turned ? board.height - 1 - y : y);
  const place = (x: number, y: number) => ({ x: across(x), y: down(y) });
  return {
    width: 2 * margin + UNIT * (board.width - 1),
    height: 2 * margin + UNIT * (board.height - 1) + THICKNESS,
    reach,
    strip: RIM + STRIP / 2 - 3,
    roomy: board.width <= 20,
    place,
    points: board.points.map((point) => place(point.x, point.y)),
  };
}

/** Returns the nearest point in a direction, for keyboard navigation; points straight ahead win. */
export function neighbour(
  places: Place[],
  touchable: (point: number) => boolean,
  from: number,
  dx: number,
  dy: number,
): number {
  const here = places[from];
  if (!here) return from;
  let best = from;
  let least = Infinity;
  for (const [i, place] of places.entries()) {
    if (i === from || !touchable(i)) continue;
    const along = (place.x - here.x) * dx + (place.y - here.y) * dy;
    const aside = Math.abs((place.x - here.x) * dy) + Math.abs((place.y - here.y) * dx);
    if (along <= 0) continue;
    const cost = along + 3 * aside;
    if (cost < least) [best, least] = [i, cost];
  }
  return best;
}

/** A piece with a stable key, so that a move can be animated. */
export interface Standing {
  key: number;
  at: number;
  kind: string;
  side: string;
  glyph: string;
}

let nextKey = 1;

export function follow(before: Standing[], scene: Scene): Standing[] {
  const left = new Map(before.map((piece) => [piece.at, piece]));
  const same = (a: Standing | undefined, b: { kind: string; side: string }) =>
    !!a && a.kind === b.kind && a.side === b.side;
  const now: (Standing | undefined)[] = scene.pieces.map((piece) => {
    const stayed = left.get(piece.at);
    if (!same(stayed, piece)) return undefined;
    left.delete(piece.at);
    return { ...piece, key: stayed!.key };
  });
  const moved = scene.marks.find((mark) => mark.kind === 'last-move')?.points ?? [];
  return scene.pieces.map((piece, i) => {
    const stayed = now[i];
    if (stayed) return stayed;
    const from = [...left.values()].find(
      (old) => same(old, piece) && (old.at === moved[0] || old.at === moved.at(-1)),
    );
    const came =
      from ??
      [...left.values()].find(
        (old) => same(old, piece) && !moved.includes(piece.at) && scene.board.look === 'squares',
      );
    if (came) left.delete(came.at);
    return { ...piece, key: came?.key ?? nextKey++ };
  });
}
