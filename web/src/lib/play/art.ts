// The pieces: the same drawings that pictures are made of, taken in while building.

import type { BoardShape, Piece, Tone } from '../api/types';
import { sideName } from '../i18n/i18n.svelte';

const files = import.meta.glob<string>('$repo/crates/picture/art/*.svg', { query: '?raw', import: 'default', eager: true });

const drawings = new Map(
  Object.entries(files).map(([path, text]) => {
    const kind = path.slice(path.lastIndexOf('/') + 1, -'.svg'.length);
    return [kind, text.slice(text.indexOf('>') + 1, text.lastIndexOf('</svg>'))];
  }),
);

export const hasDrawing = (kind: string): boolean => drawings.has(kind);

/** The shapes of a kind of piece on a square of 100 by 100; a plain disc where nobody has drawn it. */
export const drawing = (kind: string): string => drawings.get(kind) ?? drawings.get('piece') ?? '';

/** A piece as a letter: that of its name; where its sign stands for the side, as x and o do, that of what people call the side. */
export const letter = ({ kind, glyph, side }: Pick<Piece, 'kind' | 'glyph' | 'side'>): string =>
  (kind.slice(0, 2).includes(glyph.toLowerCase()) ? glyph : (sideName(side) ?? glyph).charAt(0)).toUpperCase();

/** The colours of a side's pieces on this board. */
export const tone = (board: BoardShape, side: string): Tone => (board.sides[0]!.name === side ? board.sides[0]! : board.sides[1]!).tone;
