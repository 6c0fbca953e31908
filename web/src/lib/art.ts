// The pieces: the same drawings that pictures are made of, taken in while building.

const files = import.meta.glob<string>('../../../crates/picture/art/*.svg', { query: '?raw', import: 'default', eager: true });

const drawings = new Map(
  Object.entries(files).map(([path, text]) => {
    const kind = path.slice(path.lastIndexOf('/') + 1, -'.svg'.length);
    return [kind, text.slice(text.indexOf('>') + 1, text.lastIndexOf('</svg>'))];
  }),
);

export const hasDrawing = (kind: string): boolean => drawings.has(kind);

/** The shapes of a kind of piece on a square of 100 by 100; a plain disc where nobody has drawn it. */
export const drawing = (kind: string): string => drawings.get(kind) ?? drawings.get('piece') ?? '';

/** A side that is called after a colour has it; others are told apart by their order. */
export function tone(side: string, sides: readonly string[]): 'light' | 'dark' | 'one' | 'two' {
  if (side === 'white') return 'light';
  if (side === 'black') return 'dark';
  return side === sides[0] ? 'one' : 'two';
}
