// What people may be called, as the server counts it.

/** The longest name the server takes. */
export const LONGEST = 24;

/** How many characters the server finds in a name: in one written form, without needless blanks, and without the joiners
 * that Devanagari is written with and nobody sees. */
export function lengthOf(name: string): number {
  const words = name.normalize('NFKC').split(/\p{White_Space}+/u).filter(Boolean);
  return [...words.join(' ').replace(/[\u200c\u200d]/g, '')].length;
}
