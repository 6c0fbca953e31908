// English and Nepali. What a game says comes with the game: names of sides and pieces, refusals, endings. What the
// page says is looked up by its English. The game on the page comes first: one may capture where another takes. A
// word nobody has translated is shown as it is.

import { loadedGames } from '../api/games.svelte';
import { nepali } from './locale/ne';
import { settings } from '../shell/settings.svelte';
import type { Game, GameWords } from '../api/types';

export type Language = 'en' | 'ne';

const DIGITS = '०१२३४५६७८९';

/** The game the page shows. */
let shown = $state.raw<Game>();

/** While a component lives, the page shows this game, and its words come first. */
export function useGameVocabulary(game: () => Game | undefined): void {
  $effect.pre(() => {
    shown = game();
    return () => (shown = undefined);
  });
}

/** The game that is meant: by its name, perhaps with rules, or else the one the page shows. */
const meant = (game?: string): Game | undefined => (game === undefined ? shown : loadedGames.all.find((one) => one.id === game.split(':')[0]));

/** What a game says in the chosen language. */
export function gameVocabulary(game?: string): GameWords | undefined {
  return meant(game)?.translations[settings.language];
}

/** What some game calls this: a page may show several. */
function ofAnyGame(english: string): string | undefined {
  for (const game of loadedGames.all) {
    const text = game.translations[settings.language]?.texts[english];
    if (text) return text;
  }
  return undefined;
}

function lookUp(english: string, game?: string): string {
  const page = settings.language === 'ne' ? nepali[english] : english;
  return gameVocabulary(game)?.texts[english] ?? page ?? ofAnyGame(english) ?? english;
}

/** A text in the chosen language, with `{0}`, `{1}` … filled in. */
export function t(english: string, ...filled: (string | number)[]): string {
  return lookUp(english).replace(/\{(\d)\}/g, (_, i) => String(filled[Number(i)] ?? ''));
}

const inNepali = (text: string) => text.replace(/\d/g, (digit) => DIGITS[Number(digit)]!);

/** A number in the digits of the chosen language. */
export function number(value: number | string): string {
  const text = String(value);
  return settings.language === 'ne' ? inNepali(text) : text;
}

/** A text of the page as it reads in every language, with a number in it. */
export const inEveryLanguage = (english: string, value: number | string = ''): string[] => [
  english.replace('{0}', String(value)),
  (nepali[english] ?? english).replace('{0}', inNepali(String(value))),
];

/** What ends a sentence. */
export const fullStop = () => (settings.language === 'ne' ? '।' : '.');

/** A number of points, with ½ for a half. */
export function points(value: number): string {
  return number(String(value).replace('.5', '½').replace(/^0½/, '½'));
}

/** What people call a side: Creeper's `x` is Teal. */
export function sideName(side: string, game?: string): string | undefined {
  const has = (one: Game | undefined) => one?.sides.includes(side);
  const of = has(meant(game)) ? meant(game) : loadedGames.all.find(has);
  return of?.called[of.sides.indexOf(side)];
}

/** What people call a side, in the middle of a sentence. */
export function sideWord(side: string, game?: string): string {
  const name = sideName(side, game) ?? side;
  const text = lookUp(name, game);
  return text === name ? lookUp(name.toLowerCase(), game) : text;
}

/** A name with a capital. */
export function title(english: string, game?: string): string {
  const text = sideName(english, game) ? sideWord(english, game) : lookUp(english, game);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
