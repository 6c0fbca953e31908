// How the page presents a game: its tagline, the aim of each side, and the side that is easier to begin with. Games
// without an entry are presented by their own description.

import type { Game } from '../api/types';
import { capitalized, fullStop, t, type Text, translate } from '../i18n/i18n.svelte';

interface Presentation {
  tagline: Text;
  /** The aim of each side, or of both. */
  aims: Record<string, Text> | Text;
  /** The side that wins more easily against a beginner. */
  easier: string;
  /** A game that has begun and can be played on at once, with the easier side to move. */
  opening?: { position: string; invitation: Text };
}

const GAMES: Record<string, Presentation> = {
  baghchal: {
    tagline: 'Four tigers hunt twenty goats. Trap them, or eat five.',
    aims: {
      tigers: 'Eat five goats to win. The goats win when no tiger can move.',
      goats: 'Shut in all four tigers to win. The tigers win with five goats.',
    },
    easier: 'tigers',
    opening: {
      position: 'TGXGG/GXGXX/GXTGX/XTXXG/XXGXT t c2',
      invitation: 'You are the tigers. Leap over a goat!',
    },
  },
  banchess: {
    tagline: 'Chess with a veto: before each move, your opponent forbids one.',
    aims: 'Checkmate the king. Before every move, the other side forbids one.',
    easier: 'white',
  },
  creeper: {
    tagline: 'Leap, colour the tiles, connect your two corners.',
    aims: 'Leap over tiles to colour them, and join your two corners by your colour.',
    easier: 'x',
  },
  gomoku: {
    tagline: 'Five in a row wins, unless your opponent breaks it.',
    aims: 'Make five in a row that cannot be broken, or capture five pairs.',
    easier: 'black',
  },
};

/** Returns the id of a game's family: variants have the longer ids. */
export const familyOf = (id: string): string => /^[^-:]*/.exec(id)![0];

const presented = (id: string): Presentation | undefined => GAMES[familyOf(id)];

/** Returns one line that makes a stranger want to play. */
export function tagline(game: Game): string {
  const own = presented(game.id);
  return own ? t(own.tagline) : `${capitalized(translate(game.about))}${fullStop()}`;
}

/** Returns the aim of a side in one line; `undefined` for an unknown game or changed rules. */
export function aim(id: string, side: string): string | undefined {
  const aims = id.includes(':') ? undefined : presented(id)?.aims;
  const text = typeof aims === 'string' ? aims : aims?.[side];
  return text && t(text);
}

/** Returns the side for a first game. */
export const easierSide = ({ id, sides }: Pick<Game, 'id' | 'sides'>): string =>
  sides.find((side) => side === presented(id)?.easier) ?? sides[0];

/** Returns the opening with which a game invites strangers. */
export const openingOf = (id: string): Presentation['opening'] => GAMES[id]?.opening;
