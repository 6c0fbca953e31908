// The rule book of a game in the current language, or in English if there is no translation.

import { wholeGame } from '../api/rules';
import type { Language } from '../i18n/i18n.svelte';

export interface Rulebook {
  language: Language;
  text: string;
  hasLesson: boolean;
}

export async function rulebook(game: string, language: Language): Promise<Rulebook> {
  const { rules_text, lesson, translations } = await wholeGame(game);
  const translated = translations[language]?.rules_text;
  const hasLesson = !!lesson;
  return translated
    ? { language, text: translated, hasLesson }
    : { language: 'en', text: rules_text ?? '', hasLesson };
}
