// Drawings of pieces: those of crates/picture, bundled into the page.

import type { BoardShape, Piece, Tone } from '../api/types';
import { sideName } from '../i18n/i18n.svelte';

const files = import.meta.glob<string>('$repo/crates/picture/art/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const drawings = new Map(
  Object.entries(files).map(([path, text]) => {
    const kind = path.slice(path.lastIndexOf('/') + 1, -'.svg'.length);
    return [kind, text.slice(text.indexOf('>') + 1, text.lastIndexOf('</svg>'))];
  }),
);

export const hasDrawing = (kind: string): boolean => drawings.has(kind);

/** Returns the shapes of a piece on a 100 by 100 square; a plain disc for unknown kinds. */
export const drawing = (kind: string): string => drawings.get(kind) ?? drawings.get('piece') ?? '';

/**
 * Returns the letter of a piece: its glyph, or the first letter of its side's name if the glyph stands for
 * the side, as x and o do.
 */
export const letter = ({ kind, glyph, side }: Pick<Piece, 'kind' | 'glyph' | 'side'>): string =>
  (kind.slice(0, 2).includes(glyph.toLowerCase())
    ? glyph
    : (sideName(side) ?? glyph).charAt(0)
  ).toUpperCase();

/** Returns the colour scheme of a side's pieces. */
export const tone = (board: BoardShape, side: string): Tone =>
  (board.sides[0]!.name === side ? board.sides[0]! : board.sides[1]!).tone;
