// What somebody has chosen: kept in this browser, and nowhere else.

import type { Language } from './words.svelte';

export type ThemeChoice = 'system' | 'light' | 'dark';
export type Sound = 'on' | 'off';

interface Settings {
  theme: ThemeChoice;
  language: Language;
  sound: Sound;
}

const KEY = 'chautari.settings';

function first(): Settings {
  const language: Language = navigator.language.startsWith('ne') ? 'ne' : 'en';
  const chosen = { theme: 'system', language, sound: 'on' } as Settings;
  try {
    return { ...chosen, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return chosen;
  }
}

export const settings = $state(first());

const evening = matchMedia('(prefers-color-scheme: dark)');

function show(): void {
  const dark = settings.theme === 'dark' || (settings.theme === 'system' && evening.matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  document.documentElement.lang = settings.language;
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', dark ? '#211c17' : '#f5eddd');
}

/** Shows the settings now, and keeps them whenever they change. */
export function followSettings(): void {
  show();
  evening.addEventListener('change', show);
  $effect.root(() => {
    $effect(() => {
      localStorage.setItem(KEY, JSON.stringify(settings));
      show();
    });
  });
}
