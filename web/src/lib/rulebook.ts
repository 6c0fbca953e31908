// The rules of a game in the chosen language, where somebody has written them; else in English.

import { get } from './api';
import type { Game } from './types';
import type { Language } from './words.svelte';

const NEPALI = import.meta.glob<string>('../../../games/*/RULES.ne.md', { query: '?raw', import: 'default' });

export interface Rulebook { language: Language; text: string }

export async function rulebook(game: string, language: Language): Promise<Rulebook> {
  // The profiles of a game share its book.
  const folder = game.split(/[-:]/)[0];
  const nepali = language === 'ne' ? NEPALI[`../../../games/${folder}/RULES.ne.md`] : undefined;
  if (nepali) return { language: 'ne', text: await nepali() };
  return { language: 'en', text: (await get<Game>(`/games/${game}`)).rules_text ?? '' };
}
