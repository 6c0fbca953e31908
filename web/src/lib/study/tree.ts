// Lines of play that branch.

/** A ban is written as the move it forbids, with this before it. */
export const BAN = '✗';

export interface Node {
  /** The move that led here; none at the root. */
  move: string;
  /** The same for people. */
  text: string;
  parent: Node | undefined;
  /** What was played from here; the first is the main line. */
  children: Node[];
  /** What a study says here; see lib/study. */
  comment?: string;
  arrows?: number[][];
  question?: { task: string; otherwise?: string };
  wrong?: boolean;
}

export const root = (): Node => ({ move: '', text: '', parent: undefined, children: [] });

/** The node a move leads to; a new branch where it was not played before. */
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

/** The moves that lead to a node. */
export function path(node: Node): string[] {
  const moves: string[] = [];
  for (let at: Node | undefined = node; at?.parent; at = at.parent) moves.unshift(at.move);
  return moves;
}

const isBan = (node: Node) => node.text.startsWith(BAN);

/** The number people give a move: a ban has that of the move it leaves open. */
export function turnOf(node: Node): number {
  let turn = node.parent ? 1 : 0;
  for (let at = node.parent; at?.parent; at = at.parent) if (!isBan(at)) turn++;
  return turn;
}

/** Whether the number stands before it, too: not where the ban before it has told. */
export const isNumbered = (node: Node): boolean => !node.parent || !isBan(node.parent) || node.parent.children[0] !== node;

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

/** A tree as one text: the main line, with what else was played at a place in brackets behind it. */
export function write(node: Node): string {
  const [main, ...others] = node.children;
  if (!main) return '';
  const branches = others.map((other) => `(${[other.move, write(other)].filter(Boolean).join(' ')})`);
  return [main.move, ...branches, write(main)].filter(Boolean).join(' ');
}

/** The tree that a text tells of; what is wrong in it is left out. */
export function read(text: string): Node {
  const start = root();
  const back: { at: Node; before: Node }[] = [];
  // Where the next move is made, and where the one before it was.
  let [at, before] = [start, start];
  // Brackets may be part of a move, `mA1C1(B1)`: a variation begins and ends at a blank.
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

/** Where a path of moves leads, as far as it is in the tree. */
export function find(from: Node, moves: string[]): Node {
  return moves.reduce((at, move) => at.children.find((child) => child.move === move) ?? at, from);
}

/** The ends of all lines from a node on. */
export const leaves = (node: Node): Node[] => (node.children.length ? node.children.flatMap(leaves) : node.parent ? [node] : []);

/** Tells the node at a depth on the way to another how people write its move. */
export function name(node: Node, ply: number, text: string): void {
  const way: Node[] = [];
  for (let at: Node | undefined = node; at?.parent; at = at.parent) way.unshift(at);
  const there = way[ply];
  if (there) there.text = text;
}

/** Writes the moves of a tree as people do, as the rules tell of its lines, up to so many; `told` after each. */
export async function nameAll(tree: Node, most: number, play: (moves: string[]) => Promise<{ history?: { human: string }[] }>, told: () => void): Promise<void> {
  for (const leaf of leaves(tree).slice(0, most)) {
    const there = await play(path(leaf)).catch(() => undefined);
    for (const [i, ply] of (there?.history ?? []).entries()) name(leaf, i, ply.human);
    told();
  }
}

/** Every node, the main line before what branches off it. */
export const all = (node: Node): Node[] => [node, ...node.children.flatMap(all)];
