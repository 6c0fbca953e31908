// PGN with variations. What a move is called and whether it can be played is for the game to say: here are only
// brackets, comments and numbers. A ban is a comment in front of the move it is about, `{banning: e2e4}`.

import { addMove, type Node } from './tree';

/** A word of a line: a move, or a ban in its comment. */
export interface Ply {
  token: string;
  /** What is said behind it. */
  comment: string;
  children: Ply[];
}

const isBan = (token: string) => token.startsWith('{banning');
const isResult = (token: string) => ['1-0', '0-1', '1/2-1/2', '*'].includes(token);

/** The tags of a game, and the words of its moves. */
function parts(text: string): { tags: string; words: string[] } {
  const tags = /^(\s*\[[^\]]*\])*/.exec(text)![0];
  const words = text.slice(tags.length).match(/\{[^}]*\}|;[^\n]*|[()]|[^\s(){};]+/g) ?? [];
  return { tags: tags.trim(), words };
}

/** Moves alone, with their bans: without numbers, signs and the result. */
const isPly = (word: string) => isBan(word) || !(/^(\d+\.*|\$\d+|[!?]+|e\.p\.)$/.test(word) || isResult(word));

/** Reads a game with its variations. */
export function readPgn(text: string): { tags: string; start: Ply } {
  const { tags, words } = parts(text);
  const start: Ply = { token: '', comment: '', children: [] };
  // The way from the start to where the next word belongs.
  let way = [start];
  const back: Ply[][] = [];
  for (const [i, raw] of words.entries()) {
    const word = raw.replace(/^\d+\.+(?=[^.])/, '');
    const at = way.at(-1)!;
    if (word === '(') {
      back.push(way);
      // What could have been played in place of the last move; where it begins with a ban, in place of that one's ban.
      const bans = isBan(words.slice(i + 1).find((next) => !/^\d+\.*$/.test(next)) ?? '');
      way = way.slice(0, bans && !isBan(at.token) && isBan(way.at(-2)?.token ?? '') ? -2 : -1);
    } else if (word === ')') way = back.pop() ?? way;
    else if (word.startsWith(';') || (word.startsWith('{') && !isBan(word))) {
      const said = word.startsWith(';') ? word.slice(1) : word.slice(1, -1);
      at.comment = [at.comment, said.trim().replace(/\s+/g, ' ')].filter(Boolean).join(' ');
    } else if (isPly(word)) {
      const there = at.children.find(({ token }) => token === word);
      const next = there ?? { token: word, comment: '', children: [] };
      if (!there) at.children.push(next);
      way = [...way, next];
    }
  }
  return { tags, start };
}

/** The lines of a game from its start to each end. */
export function lines(start: Ply): Ply[][] {
  return start.children.flatMap((next) => (next.children.length ? lines(next).map((line) => [next, ...line]) : [[next]]));
}

/** The tree that lines make once somebody has said which moves they are. */
export function insert(root: Node, start: Ply, read: [Ply[], { move: string; human: string }[]][]): void {
  if (start.comment) root.comment = start.comment;
  for (const [line, moves] of read) {
    let at = root;
    for (const [i, { move, human }] of moves.entries()) {
      at = addMove(at, move, human);
      const said = line[i]?.comment;
      if (said) at.comment = said;
    }
  }
}

/**
 * Writes a tree. `written` has each line from the root to a leaf as a game without variations, written by the game
 * itself; the first is the main line.
 */
export function writePgn(root: Node, written: [leaf: Node, text: string][]): string {
  const tokens = new Map<Node, string>();
  let [tags, first, result] = ['', '1.', '*'];
  for (const [i, [leaf, text]] of written.entries()) {
    const { tags: head, words } = parts(text);
    const plies = words.filter(isPly);
    if (i === 0) [tags, first, result] = [head, words[0] ?? first, words.findLast(isResult) ?? result];
    let at: Node | undefined = leaf;
    for (const token of plies.reverse()) {
      if (!at?.parent) break;
      tokens.set(at, token);
      at = at.parent;
    }
  }
  // In each move of a number: a ban, a move, a ban, a move.
  const opening = tokens.get(root.children[0] ?? root) ?? '';
  const from = Number.parseInt(first) * 4 + (first.endsWith('...') ? 2 : 0) + (isBan(opening) ? 0 : 1);
  const said = ({ comment }: Node) => (comment ? [`{${comment.replaceAll(/[{}]/g, '').replace(/^banning/, '-banning')}}`] : []);

  /** The main line from a node, with what else could be played; `late` are variations that wait for a move to stand behind. */
  function line(node: Node, ply: number, isNew: boolean, late: string[] = []): string[] {
    const [main, ...others] = node.children;
    if (!main) return late;
    const number = `${Math.floor(ply / 4)}${ply % 4 < 2 ? '.' : '...'}`;
    const one = (next: Node, fresh: boolean) => [...(fresh || ply % 4 === 0 ? [number] : []), tokens.get(next) ?? '', ...said(next)];
    const branches = others.map((other) => `(${[...one(other, true), ...line(other, ply + 1, !!other.comment)].join(' ')})`);
    // A variation stands behind a move: what could be banned in place of a ban waits for the move after it.
    const waits = isBan(tokens.get(main) ?? '');
    const now = waits ? [] : [...branches, ...late];
    return [...one(main, isNew), ...now, ...line(main, ply + 1, now.length > 0 || !!main.comment, waits ? [...late, ...branches] : [])];
  }

  return `${tags}\n\n${[...said(root), ...line(root, from, true), result].join(' ')}\n`;
}
