// English and Nepali. What the page says is looked up here by its English; so are the names the
// games use. A word that is not known is shown as it is.

import { nepali } from './nepali';
import { settings } from './settings.svelte';

export type Language = 'en' | 'ne';

const DIGITS = '०१२३४५६७८९';

/** A text in the chosen language, with `{0}`, `{1}` … filled in. */
export function word(english: string, ...filled: (string | number)[]): string {
  const text = settings.language === 'ne' ? (nepali[english] ?? english) : english;
  return text.replace(/\{(\d)\}/g, (_, i) => String(filled[Number(i)] ?? ''));
}

/** A number in the digits of the chosen language. */
export function number(value: number | string): string {
  const text = String(value);
  return settings.language === 'ne' ? text.replace(/\d/g, (digit) => DIGITS[Number(digit)]!) : text;
}

/** A number of points, with ½ for a half. */
export function points(value: number): string {
  return number(String(value).replace('.5', '½').replace(/^0½/, '½'));
}

/** A name with a capital. */
export function title(english: string): string {
  const text = word(english);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
