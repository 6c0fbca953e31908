// Reading and writing PGN with variations. Handles only brackets, comments and numbers; the game reads and
// checks the moves. A ban is a comment before its move: `{banning: e2e4}`.

import { addMove, type Node } from './tree';

/** A token of a line: a move, or a ban in its comment. */
export interface Ply {
  token: string;
  /** The comment after it. */
  comment: string;
  children: Ply[];
}

const isBan = (token: string) => token.startsWith('{banning');
const isResult = (token: string) => ['1-0', '0-1', '1/2-1/2', '*'].includes(token);

/** Splits a game into tags and tokens. */
function parts(text: string): { tags: string; words: string[] } {
  const tags = /^(\s*\[[^\]]*\])*/.exec(text)![0];
  const words = text.slice(tags.length).match(/\{[^}]*\}|;[^\n]*|[()]|[^\s(){};]+/g) ?? [];
  return { tags: tags.trim(), words };
}

/** Whether a token is a move or a ban, not a number, sign or result. */
const isPly = (word: string) =>
  isBan(word) || !(/^(\d+\.*|\$\d+|[!?]+|e\.p\.)$/.test(word) || isResult(word));

/** Parses a game with its variations. */
export function readPgn(text: string): { tags: string; start: Ply } {
  const { tags, words } = parts(text);
  const start: Ply = { token: '', comment: '', children: [] };
  // The path from the start to the parent of the next token.
  let way = [start];
  const back: Ply[][] = [];
  for (const [i, raw] of words.entries()) {
    const word = raw.replace(/^\d+\.+(?=[^.])/, '');
    const at = way.at(-1)!;
    if (word === '(') {
      back.push(way);
      // A variation replaces the last move or, if it begins with a ban, the ban before it.
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

/** Returns all lines of a game from start to end. */
export function lines(start: Ply): Ply[][] {
  return start.children.flatMap((next) =>
    next.children.length ? lines(next).map((line) => [next, ...line]) : [[next]],
  );
}

/** Adds the parsed lines to a tree, with the moves the game has read them as. */
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
 * Writes a tree as PGN. `written` has each line from the root to a leaf as a game without variations, written
 * by the game; the first is the main line.
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
  // A numbered move consists of ban, move, ban, move.
  const opening = tokens.get(root.children[0] ?? root) ?? '';
  const from = Number.parseInt(first) * 4 + (first.endsWith('...') ? 2 : 0) + (isBan(opening) ? 0 : 1);
  const said = ({ comment }: Node) =>
    comment ? [`{${comment.replaceAll(/[{}]/g, '').replace(/^banning/, '-banning')}}`] : [];

  /**
   * Writes the main line from a node with its variations. `late` are variations that must follow the next
   * move.
   */
  function line(node: Node, ply: number, isNew: boolean, late: string[] = []): string[] {
    const [main, ...others] = node.children;
    if (!main) return late;
    const number = `${Math.floor(ply / 4)}${ply % 4 < 2 ? '.' : '...'}`;
    const one = (next: Node, fresh: boolean) => [
      ...(fresh || ply % 4 === 0 ? [number] : []),
      tokens.get(next) ?? '',
      ...said(next),
    ];
    const branches = others.map(
      (other) => `(${[...one(other, true), ...line(other, ply + 1, !!other.comment)].join(' ')})`,
    );
    // PGN puts variations after a move, so alternatives to a ban wait for the move after it.
    const waits = isBan(tokens.get(main) ?? '');
    const now = waits ? [] : [...branches, ...late];
    return [
      ...one(main, isNew),
      ...now,
      ...line(main, ply + 1, now.length > 0 || !!main.comment, waits ? [...late, ...branches] : []),
    ];
  }

  return `${tags}\n\n${[...said(root), ...line(root, from, true), result].join(' ')}\n`;
}
