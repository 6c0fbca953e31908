// Lines of play that branch.

export interface Node {
  /** The move that led here; none at the root. */
  move: string;
  /** The same for people. */
  text: string;
  parent: Node | undefined;
  /** What was played from here; the first is the main line. */
  children: Node[];
}

export const root = (): Node => ({ move: '', text: '', parent: undefined, children: [] });

/** The node a move leads to; a new branch where it was not played before. */
export function grow(from: Node, move: string, text = move): Node {
  const there = from.children.find((child) => child.move === move);
  if (there) {
    if (text !== move) there.text = text;
    return there;
  }
  const child: Node = { move, text, parent: from, children: [] };
  from.children.push(child);
  return child;
}

/** The moves that lead to a node. */
export function path(node: Node): string[] {
  const moves: string[] = [];
  for (let at: Node | undefined = node; at?.parent; at = at.parent) moves.unshift(at.move);
  return moves;
}

export const depth = (node: Node): number => path(node).length;

/** The end of the main line from a node on. */
export function last(node: Node): Node {
  let at = node;
  while (at.children[0]) at = at.children[0];
  return at;
}

/** The start of everything. */
export function first(node: Node): Node {
  let at = node;
  while (at.parent) at = at.parent;
  return at;
}
