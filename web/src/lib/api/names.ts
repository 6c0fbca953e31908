// Length of names, computed as the server does.

/** Maximum length of a name. */
export const LONGEST = 24;

/**
 * Returns the length of a name in characters: normalised (NFKC), whitespace collapsed, without the invisible
 * joiners of Devanagari.
 */
export function lengthOf(name: string): number {
  const words = name
    .normalize('NFKC')
    .split(/\p{White_Space}+/u)
    .filter(Boolean);
  return [...words.join(' ').replace(/[\u200c\u200d]/g, '')].length;
}
