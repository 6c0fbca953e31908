// Adjustable rules, and ids of games with changed rules: `baghchal:captures=3`.

import type { Game, Rule } from '../api/types';

/** Values of rules by name. */
export type Values = Record<string, number>;

/** Returns the rules that an id changes, with their values. */
export function changes(game: Game, name: string): { rule: Rule; value: number }[] {
  const written = new Map(
    (name.split(':')[1] ?? '').split(',').map((change) => change.split('=') as [string, string]),
  );
  return game.rules
    .map((rule) => ({ rule, value: Number(written.get(rule.name) ?? rule.value) }))
    .filter(({ rule, value }) => value !== rule.value);
}

/** Returns the values of all rules under an id. */
export function values(game: Game, name: string): Values {
  const usual = game.rules.map((rule) => [rule.name, rule.value]);
  const changed = changes(game, name).map(({ rule, value }) => [rule.name, value]);
  return Object.fromEntries([...usual, ...changed]);
}

/** Returns the id of a game with these rules; default values are omitted. */
export function named(game: Game, values: Values): string {
  const changed = game.rules.filter((rule) => (values[rule.name] ?? rule.value) !== rule.value);
  return (
    game.id +
    (changed.length ? ':' : '') +
    changed.map((rule) => `${rule.name}=${values[rule.name]}`).join(',')
  );
}

export const allowed = (rule: Rule, value: number | null | undefined) =>
  typeof value === 'number' && Number.isInteger(value) && value >= rule.min && value <= rule.max;
