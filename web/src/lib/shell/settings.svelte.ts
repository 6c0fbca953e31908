// Settings, stored in this browser only.

import type { Language } from '../i18n/i18n.svelte';
import { store, stored } from './storage';

/** All settings with their values, default first. An unknown stored value is replaced by the default. */
export const CHOICES = {
  theme: ['system', 'light', 'dark'],
  board: ['stone', 'wood', 'slate', 'felt'],
  pieces: ['figures', 'tokens', 'letters'],
  coordinates: ['on', 'off'],
  /** When to confirm moves: with small cells, always, never. */
  confirm: ['small', 'always', 'never'],
  /** Touch-move rule. */
  touched: ['free', 'must'],
  /** Premoves. */
  ahead: ['on', 'off'],
  motion: ['usual', 'quick', 'slow', 'none'],
  sound: ['on', 'off'],
} as const;

type Choices = { -readonly [name in keyof typeof CHOICES]: (typeof CHOICES)[name][number] };
export type Settings = Choices & {
  language: Language;
  /** The server to meet people on, for a page without one; empty if not set. */
  server: string;
};
export type ThemeChoice = Choices['theme'];

const KEY = 'chautari.settings';
const PACE: Record<Choices['motion'], string> = { usual: '0.22s', quick: '0.1s', slow: '0.6s', none: '0s' };

function first(): Settings {
  const kept = stored<Record<string, unknown>>(KEY, {});
  const usual = navigator.language.startsWith('ne') ? 'ne' : 'en';
  const language = kept.language === 'en' || kept.language === 'ne' ? kept.language : usual;
  const chosen = Object.entries(CHOICES).map(([name, all]) => [
    name,
    (all as readonly unknown[]).includes(kept[name]) ? kept[name] : all[0],
  ]);
  return { ...Object.fromEntries(chosen), language, server: origin(kept.server) } as Settings;
}

/** Returns the origin of a server address; empty if it is invalid. */
export function origin(address: unknown): string {
  if (typeof address !== 'string' || !address) return '';
  try {
    return new URL(/^https?:/.test(address) ? address : `https://${address}`).origin;
  } catch {
    return '';
  }
}

export const settings = $state(first());

const evening = matchMedia('(prefers-color-scheme: dark)');

function show(): void {
  const root = document.documentElement;
  const dark = settings.theme === 'dark' || (settings.theme === 'system' && evening.matches);
  root.dataset.theme = dark ? 'dark' : 'light';
  root.dataset.board = settings.board;
  root.style.setProperty('--pace', PACE[settings.motion]);
  root.lang = settings.language;
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', dark ? '#211c17' : '#f5eddd');
}

/** Applies the settings, and stores them when they change. */
export function followSettings(): void {
  show();
  evening.addEventListener('change', show);
  $effect.root(() => {
    $effect(() => {
      store(KEY, settings);
      show();
    });
  });
}
