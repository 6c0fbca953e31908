// Studies: trees of moves with comments, arrows and questions, stored on the server. See docs/LEARNING.md.

import { call, createOnce, get } from '../api/http';
import { position } from '../api/rules';
import type { NewStudy, Study, StudyNode, StudySheet } from '../api/types';
import { insert, lines, readPgn, writePgn } from './pgn';
import { all, leaves, type Node, path, root } from './tree';

/** The dialect with variations, in games that have it. */
const PGN = 'pgn';

/** Converts a tree to the content of a study. */
export function toSheet(title: string, game: string, start: string | undefined, tree: Node): StudySheet {
  const nodes = all(tree);
  const numbers = new Map(nodes.map((node, i) => [node, i]));
  const one = ({ parent, move, comment, arrows, question, wrong }: Node): StudyNode => ({
    ...(parent && { parent: numbers.get(parent)!, move }),
    ...(comment?.trim() && { comment: comment.trim() }),
    ...(arrows?.length && { arrows }),
    ...(question?.task.trim() && {
      question: {
        task: question.task.trim(),
        ...(question.otherwise?.trim() && { otherwise: question.otherwise.trim() }),
      },
    }),
    ...(wrong && { wrong }),
  });
  return { title, game, ...(start && { start }), nodes: nodes.map(one) };
}

/** Converts the content of a study to a tree. */
export function toTree({ nodes }: StudySheet): Node {
  const made: Node[] = [];
  for (const { parent, move, comment, arrows, question, wrong } of nodes) {
    const from = parent === undefined ? undefined : made[parent];
    const node: Node = { ...root(), move: move ?? '', text: move ?? '', parent: from };
    Object.assign(node, {
      ...(comment && { comment }),
      ...(arrows && { arrows }),
      ...(question && { question }),
      ...(wrong && { wrong }),
    });
    from?.children.push(node);
    made.push(node);
  }
  return made[0] ?? root();
}

const key = (study: string) => `chautari.study.${study}`;

/** Returns the token of a study created in this browser. */
export const tokenOf = (study: string): string | undefined => localStorage.getItem(key(study)) ?? undefined;

export const find = (study: string, version?: string): Promise<Study> =>
  get<Study>(
    `/studies/${encodeURIComponent(study)}${version ? `?version=${encodeURIComponent(version)}` : ''}`,
  );

/** Creates a study, under the user's name if there is one. */
export async function make(sheet: StudySheet, person?: string): Promise<NewStudy> {
  const made = await createOnce<NewStudy>('/studies', sheet, person);
  localStorage.setItem(key(made.study), made.token);
  return made;
}

export const save = (study: string, version: number, sheet: StudySheet, token: string): Promise<Study> =>
  call<Study>('PUT', `/studies/${study}`, { version, sheet }, token);

/** Parses a study: JSON as the server stores it, or PGN. */
export async function fromText(
  game: string,
  text: string,
): Promise<{ title?: string; start: string | undefined; tree: Node }> {
  if (text.trimStart().startsWith('{') && text.includes('"nodes"')) {
    const sheet = JSON.parse(text) as StudySheet;
    return { title: sheet.title, start: sheet.start, tree: toTree(sheet) };
  }
  const { tags, start } = readPgn(text);
  const tree = root();
  let begins: string | undefined;
  const read = await Promise.all(
    lines(start).map(async (line) => {
      const pgn = `${tags}\n\n${line.map(({ token }) => token).join(' ')} *`;
      // Without the result, which does not apply to variations.
      const found = await position(game, {
        position: pgn.replace(/\[Result "[^"]*"\]\s*/, ''),
        dialect: PGN,
        write: ['moves'],
      });
      begins = /^from (.*)/.exec(found.texts?.['moves'] ?? '')?.[1];
      return [line, found.history ?? []] as [typeof line, { move: string; human: string }[]];
    }),
  );
  insert(tree, start, read);
  return { start: begins, tree };
}

/** Writes a study as PGN with variations. */
export async function toPgn(game: string, start: string | undefined, tree: Node): Promise<string> {
  const ends = leaves(tree);
  const written = await Promise.all(
    (ends.length ? ends : [tree]).map(async (leaf) => {
      const found = await position(game, { position: start, moves: path(leaf), write: [PGN] });
      return [leaf, found.texts?.[PGN] ?? ''] as [Node, string];
    }),
  );
  return writePgn(tree, written);
}
