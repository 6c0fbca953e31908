// The numbers in the rules a player may change, and the names of games with changed rules:
// `baghchal:captures=3`.

import type { Game, Rule } from '../api/types';

/** A value for each rule, by its name. */
export type Values = Record<string, number>;

/** What a name changes: the rules that do not stand as they usually do, with how they stand. */
export function changes(game: Game, name: string): { rule: Rule; value: number }[] {
  const written = new Map((name.split(':')[1] ?? '').split(',').map((change) => change.split('=') as [string, string]));
  return game.rules
    .map((rule) => ({ rule, value: Number(written.get(rule.name) ?? rule.value) }))
    .filter(({ rule, value }) => value !== rule.value);
}

/** How every rule stands under a name. */
export function values(game: Game, name: string): Values {
  const usual = game.rules.map((rule) => [rule.name, rule.value]);
  const changed = changes(game, name).map(({ rule, value }) => [rule.name, value]);
  return Object.fromEntries([...usual, ...changed]);
}

/** The name of a game under these rules; what is as usual is not said. */
export function named(game: Game, values: Values): string {
  const changed = game.rules.filter((rule) => (values[rule.name] ?? rule.value) !== rule.value);
  return game.id + (changed.length ? ':' : '') + changed.map((rule) => `${rule.name}=${values[rule.name]}`).join(',');
}

export const allowed = (rule: Rule, value: number | null | undefined) =>
  typeof value === 'number' && Number.isInteger(value) && value >= rule.min && value <= rule.max;
