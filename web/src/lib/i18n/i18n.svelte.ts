// Translations (English and Nepali). Texts of the page are looked up by their English, which is checked by type.
// Texts of games (names of sides and pieces, refusals, endings) come with each game. The game of the page takes
// precedence, since games may translate the same English word differently.

import { loadedGames } from '../api/games.svelte';
import type { Game, GameWords } from '../api/types';
import { settings } from '../shell/settings.svelte';

/** A text of the page, by its English. */
export type Text = keyof typeof import('./locale/ne').ne;

export type Language = 'en' | 'ne';

const DIGITS = '०१२३४५६७८९';

/** The game of the page. */
let shown = $state.raw<Game>();

/** Makes the vocabulary of a game take precedence while the component is mounted. */
export function useGameVocabulary(game: () => Game | undefined): void {
  $effect.pre(() => {
    shown = game();
    return () => (shown = undefined);
  });
}

/** Returns a game by id (with or without rules), or the game of the page. */
const meant = (game?: string): Game | undefined =>
  game === undefined ? shown : loadedGames.all.find((one) => one.id === game.split(':')[0]);

/** Returns a game's vocabulary in the current language. */
export function gameVocabulary(game?: string): GameWords | undefined {
  return meant(game)?.translations[settings.language];
}

/** Returns the translation of any game, for pages that show several. */
function ofAnyGame(english: string): string | undefined {
  for (const game of loadedGames.all) {
    const text = game.translations[settings.language]?.texts[english];
    if (text) return text;
  }
  return undefined;
}

/** The Nepali texts, once loaded. Until then the page is in English. */
let nepali = $state.raw<typeof import('./locale/nepali')>();

/** Returns the Nepali texts if the page is in Nepali. */
export const locale = () => (settings.language === 'ne' ? nepali : undefined);

/** Loads the texts of the current language. If they cannot be loaded, the page stays in English. */
export async function loadLanguage(): Promise<void> {
  if (settings.language === 'ne') nepali ??= await import('./locale/nepali').catch(() => undefined);
}

function lookUp(english: string, game?: string): string {
  const page = settings.language === 'ne' ? nepali?.texts[english] : english;
  return gameVocabulary(game)?.texts[english] ?? page ?? ofAnyGame(english) ?? english;
}

type Value = string | number;
/** The values for the placeholders of a text. */
type Values<T> = T extends `${string}{2}${string}`
  ? [Value, Value, Value]
  : T extends `${string}{1}${string}`
    ? [Value, Value]
    : T extends `${string}{0}${string}`
      ? [Value]
      : [];

/** Translates a text of the page and fills in `{0}`, `{1}` …. */
export function t<T extends Text>(text: T, ...values: Values<T>): string {
  return lookUp(text).replace(/\{(\d)\}/g, (_, i) => String((values as Value[])[Number(i)] ?? ''));
}

/**
 * Translates a text that comes with data, such as the name of a game, a level or a state. Texts without a
 * translation stay in English.
 */
export const translate = (text: string, game?: string): string => lookUp(text, game);

/** Returns a text with a capital letter. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const inNepali = (text: string) => text.replace(/\d/g, (digit) => DIGITS[Number(digit)]!);

/** Writes a number in the digits of the current language. */
export function number(value: number | string): string {
  const text = String(value);
  return settings.language === 'ne' ? inNepali(text) : text;
}

/** Returns a text with a number in English and in the language of the page, to parse user input. */
export const inEveryLanguage = (text: Text, value: number | string = ''): string[] => [
  text.replace('{0}', String(value)),
  lookUp(text).replace('{0}', number(value)),
];

/** The full stop of the current language. */
export const fullStop = () => (settings.language === 'ne' ? '।' : '.');

/** Formats points, with ½ for a half. */
export function points(value: number): string {
  return number(String(value).replace('.5', '½').replace(/^0½/, '½'));
}

/** Returns the display name of a side: Creeper's `x` is Teal. */
export function sideName(side: string, game?: string): string | undefined {
  const has = (one: Game | undefined) => one?.sides.includes(side);
  const of = has(meant(game)) ? meant(game) : loadedGames.all.find(has);
  return of?.called[of.sides.indexOf(side)];
}

/** Returns the translated name of a side, for use inside a sentence. */
export function sideWord(side: string, game?: string): string {
  const name = sideName(side, game) ?? side;
  const text = lookUp(name, game);
  return text === name ? lookUp(name.toLowerCase(), game) : text;
}

/** Returns a translated name, of a side or from other data, with a capital letter. */
export function title(name: string, game?: string): string {
  return capitalized(sideName(name, game) ? sideWord(name, game) : lookUp(name, game));
}
