// Avatars: an animal and the colour of its seat, from a player's name.

const ANIMALS = ['tiger', 'goat', 'owl', 'elephant', 'panda', 'yak', 'monkey'] as const;
const SEATS = [
  '#e9c46a',
  '#a8c686',
  '#8ecae6',
  '#e5989b',
  '#cdb4db',
  '#f4a261',
  '#84c5bd',
  '#d8c3a5',
] as const;

export interface Avatar {
  animal: (typeof ANIMALS)[number];
  seat: (typeof SEATS)[number];
}

/** Returns the avatar of a name; upper and lower case do not matter. */
export function avatarOf(name: string): Avatar {
  // FNV-1a.
  let hash = 0x811c9dc5;
  for (const char of name.toLowerCase()) hash = Math.imul(hash ^ char.codePointAt(0)!, 0x01000193) >>> 0;
  return {
    animal: ANIMALS[hash % ANIMALS.length]!,
    seat: SEATS[Math.floor(hash / ANIMALS.length) % SEATS.length]!,
  };
}
