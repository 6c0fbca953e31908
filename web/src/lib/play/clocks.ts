// Time controls: common presets, and their display.

import type { Control, SideControl } from '../api/types';
import { number, t, title } from '../i18n/i18n.svelte';

const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

/** The first entry means no clock. */
export const PRESETS: (SideControl | undefined)[] = [
  undefined,
  { initial_ms: 3 * MINUTE, increment_ms: 2000 },
  { initial_ms: 10 * MINUTE, increment_ms: 5000 },
  { initial_ms: 30 * MINUTE, increment_ms: 20_000 },
  { per_move_ms: 30_000 },
  { initial_ms: MINUTE, increment_ms: 0 },
  { initial_ms: 5 * MINUTE, increment_ms: 0, delay_ms: 5000 },
  { per_move_ms: DAY },
  { per_move_ms: 3 * DAY },
  { per_move_ms: 7 * DAY },
];

/** Whether both sides have the same time control. */
const isShared = (control: Control): control is SideControl =>
  'per_move_ms' in control || 'initial_ms' in control;

export function clockText(control: Control | null | undefined): string {
  if (!control) return t('no clock');
  if (!isShared(control)) {
    return Object.entries(control)
      .map(([side, own]) => `${title(side)}: ${clockText(own)}`)
      .join(' · ');
  }
  if ('per_move_ms' in control) {
    const days = control.per_move_ms / DAY;
    if (days === 1) return t('1 day a move');
    return days >= 1
      ? t('{0} days a move', number(round(days)))
      : t('{0} s a move', number(round(control.per_move_ms / 1000)));
  }
  const minutes = number(round(control.initial_ms / MINUTE));
  if (control.delay_ms) return t('{0} min, {1} s delay', minutes, number(round(control.delay_ms / 1000)));
  return t('{0} min + {1} s', minutes, number(round((control.increment_ms ?? 0) / 1000)));
}

/** A clock in a few letters: 3+2 in minutes and seconds, or the days for a move. */
export function shortText(control: SideControl): string {
  if ('per_move_ms' in control) return control.per_move_ms === DAY ? t('1 day') : clockText(control);
  const minutes = round(control.initial_ms / MINUTE);
  return number(`${minutes}+${round((control.increment_ms ?? 0) / 1000)}`);
}

const round = (value: number) => Math.round(value * 10) / 10;

/** Formats remaining time: tenths in the last seconds, days and hours for a clock of days. */
export function leftText(ms: number): string {
  if (ms < 10_000) return number((ms / 1000).toFixed(1));
  const seconds = Math.ceil(ms / 1000);
  const [hours, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (hours >= 24) return t('{0} d {1} h', number(Math.floor(hours / 24)), number(hours % 24));
  const two = (n: number) => String(n).padStart(2, '0');
  return number(hours ? `${hours}:${two(m)}:${two(s)}` : `${m}:${two(s)}`);
}
