// Trees of moves.

/** Marks a ban in human notation, before the move it forbids. */
export const BAN = '✗';

export interface Node {
  /** The move that led here; empty at the root. */
  move: string;
  /** The move in human notation. */
  text: string;
  parent: Node | undefined;
  /** Continuations; the first is the main line. */
  children: Node[];
  /** Annotations of a study; see study.ts. */
  comment?: string;
  arrows?: number[][];
  question?: { task: string; otherwise?: string };
  wrong?: boolean;
}

export const root = (): Node => ({ move: '', text: '', parent: undefined, children: [] });

/** Returns the child for a move, adding it if it is new. */
export function addMove(from: Node, move: string, text = move): Node {
  const there = from.children.find((child) => child.move === move);
  if (there) {
    if (text !== move) there.text = text;
    return there;
  }
  const child: Node = { move, text, parent: from, children: [] };
  from.children.push(child);
  return child;
}

/** Returns the moves that lead to a node. */
export function path(node: Node): string[] {
  const moves: string[] = [];
  for (let at: Node | undefined = node; at?.parent; at = at.parent) moves.unshift(at.move);
  return moves;
}

const isBan = (node: Node) => node.text.startsWith(BAN);

/** Returns the number of a move; a ban has that of the move after it. */
export function turnOf(node: Node): number {
  let turn = node.parent ? 1 : 0;
  for (let at = node.parent; at?.parent; at = at.parent) if (!isBan(at)) turn++;
  return turn;
}

/** Whether the number is shown: not if the ban before it has shown it. */
export const isNumbered = (node: Node): boolean =>
  !node.parent || !isBan(node.parent) || node.parent.children[0] !== node;

/** Returns the end of the main line. */
export function last(node: Node): Node {
  let at = node;
  while (at.children[0]) at = at.children[0];
  return at;
}

/** Returns the root. */
export function first(node: Node): Node {
  let at = node;
  while (at.parent) at = at.parent;
  return at;
}

/** Writes a tree as text: the main line with variations in brackets. */
export function write(node: Node): string {
  const [main, ...others] = node.children;
  if (!main) return '';
  const branches = others.map((other) => `(${[other.move, write(other)].filter(Boolean).join(' ')})`);
  return [main.move, ...branches, write(main)].filter(Boolean).join(' ');
}

/** Parses a tree, skipping errors. */
export function read(text: string): Node {
  const start = root();
  const back: { at: Node; before: Node }[] = [];
  // The parent of the next move, and that of the last one.
  let [at, before] = [start, start];
  // Moves may contain brackets (`mA1C1(B1)`), so variations begin and end at white space.
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const opens = word.startsWith('(') ? 1 : 0;
    if (opens) {
      back.push({ at, before });
      at = before;
    }
    let closes = 0;
    let move = word.slice(opens);
    while (move.endsWith(')') && count(move, ')') > count(move, '(')) {
      move = move.slice(0, -1);
      closes++;
    }
    if (move) [before, at] = [at, addMove(at, move)];
    for (; closes > 0; closes--) ({ at, before } = back.pop() ?? { at, before });
  }
  return start;
}

const count = (text: string, letter: string) => text.split(letter).length - 1;

/** Follows moves as far as they are in the tree. */
export function find(from: Node, moves: string[]): Node {
  return moves.reduce((at, move) => at.children.find((child) => child.move === move) ?? at, from);
}

/** Returns the leaves below a node. */
export const leaves = (node: Node): Node[] =>
  node.children.length ? node.children.flatMap(leaves) : node.parent ? [node] : [];

/** Sets the human notation of a move at a ply on the path to a node. */
export function name(node: Node, ply: number, text: string): void {
  const way: Node[] = [];
  for (let at: Node | undefined = node; at?.parent; at = at.parent) way.unshift(at);
  const there = way[ply];
  if (there) there.text = text;
}

/** Loads the human notation of the first `most` lines of a tree; calls `told` after each. */
export async function nameAll(
  tree: Node,
  most: number,
  play: (moves: string[]) => Promise<{ history?: { human: string }[] }>,
  told: () => void,
): Promise<void> {
  for (const leaf of leaves(tree).slice(0, most)) {
    const there = await play(path(leaf)).catch(() => undefined);
    for (const [i, ply] of (there?.history ?? []).entries()) name(leaf, i, ply.human);
    told();
  }
}

/** Returns all nodes, the main line first. */
export const all = (node: Node): Node[] => [node, ...node.children.flatMap(all)];
