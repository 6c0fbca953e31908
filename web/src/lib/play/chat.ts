// Chat phrases.

import type { Phrase } from '../api/types';
import { t, type Text } from '../i18n/i18n.svelte';

/** The texts of the phrases, in menu order. */
const TEXTS: Record<Phrase, Text> = {
  hello: 'Hello!',
  good_luck: 'Good luck!',
  have_fun: 'Have fun!',
  good_move: 'Good move!',
  well_played: 'Well played!',
  good_game: 'Good game!',
  thank_you: 'Thank you!',
  sorry: 'Sorry!',
  oops: 'Oops!',
  one_moment: 'One moment, please.',
  back: 'I am back.',
  play_again: 'Play again?',
  bye: 'I have to go.',
};

export const PHRASES = Object.keys(TEXTS) as Phrase[];

/** Translates a phrase. Phrases of a newer server stay as they are. */
export const phraseText = (phrase: Phrase): string => (phrase in TEXTS ? t(TEXTS[phrase]) : phrase);
