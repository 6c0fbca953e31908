// English and Nepali. What the page says is looked up by its English. What a game says comes with the game
// from the server: names of sides and pieces, refusals, endings. A word nobody has translated is shown as it
// is.

import { known } from './known.svelte';
import { nepali } from './nepali';
import { settings } from './settings.svelte';
import type { Game, GameWords } from './types';

export type Language = 'en' | 'ne';

const DIGITS = '०१२३४५६७८९';

/** The game the page shows. */
let shown = $state.raw<Game>();

/** While a component lives, the page shows this game, and its words come first. */
export function speakOf(game: () => Game | undefined): void {
  $effect.pre(() => {
    shown = game();
    return () => (shown = undefined);
  });
}

/** What the game on the page says in the chosen language. */
export function gameWords(): GameWords | undefined {
  return shown?.translations[settings.language];
}

/** What some game calls this: a page may show several. */
function ofAnyGame(english: string): string | undefined {
  for (const game of known.games) {
    const text = game.translations[settings.language]?.texts[english];
    if (text) return text;
  }
  return undefined;
}

/** A text in the chosen language, with `{0}`, `{1}` … filled in. */
export function word(english: string, ...filled: (string | number)[]): string {
  const own = settings.language === 'ne' ? nepali[english] : english;
  const text = own ?? gameWords()?.texts[english] ?? ofAnyGame(english) ?? english;
  return text.replace(/\{(\d)\}/g, (_, i) => String(filled[Number(i)] ?? ''));
}

/** A number in the digits of the chosen language. */
export function number(value: number | string): string {
  const text = String(value);
  return settings.language === 'ne' ? text.replace(/\d/g, (digit) => DIGITS[Number(digit)]!) : text;
}

/** What ends a sentence. */
export const stop = () => (settings.language === 'ne' ? '।' : '.');

/** A number of points, with ½ for a half. */
export function points(value: number): string {
  return number(String(value).replace('.5', '½').replace(/^0½/, '½'));
}

/** What people call a side: Creeper's `x` is Teal. */
function called(side: string): string | undefined {
  const game = known.games.find((one) => one.sides.includes(side));
  return game?.called[game.sides.indexOf(side)];
}

/** What people call a side, in the middle of a sentence. */
export function sideWord(side: string): string {
  const name = called(side) ?? side;
  return word(name) === name ? word(name.toLowerCase()) : word(name);
}

/** A name with a capital. */
export function title(english: string): string {
  const text = called(english) ? sideWord(english) : word(english);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
