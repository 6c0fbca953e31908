// Actions and their notation, BCN.

import type { Action, AnyAction, Move, Promotion, SerializedAction, Square } from './types.js';

const FORM = /^(b|m):([a-h][1-8])([a-h][1-8])([qrbn]?)([+#=]?)$/;

export function isBan<A extends AnyAction>(action: A): action is Extract<A, { ban: unknown }> {
  return 'ban' in action;
}

/** Writes an action in BCN. */
export function write(action: AnyAction): SerializedAction {
  if ('ban' in action) return `b:${action.ban.from}${action.ban.to}`;
  const { from, to, promotion } = action.move;
  return `m:${from}${to}${promotion ?? ''}`;
}

/** Parses an action in BCN. Throws if it is malformed. */
export function read(text: SerializedAction): Action {
  const found = typeof text === 'string' ? FORM.exec(text) : null;
  const [, kind, from, to, promotion] = found ?? [];
  if (!found || (kind === 'b' && promotion)) {
    throw new Error(`Invalid serialized action format: ${String(text).slice(0, 32)}`);
  }
  const pair = { from: from as Square, to: to as Square };
  if (kind === 'b') return { ban: pair };
  const move: Move = promotion ? { ...pair, promotion: promotion as Promotion } : pair;
  return { move };
}

/** Returns the indicator at the end of an action in BCN. */
export function indicator(text: SerializedAction): string {
  return /[+#=]$/.exec(text)?.[0] ?? '';
}
