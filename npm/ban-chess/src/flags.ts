// Flags of positions and results, and compatibility functions for older versions.

import type { Outcome } from '../../chautari/src/types.js';
import type { ActionResult, GameFlags } from './types.js';

const ENDINGS: Record<string, GameFlags> = {
  'checkmate-by-move': { checkmate: true },
  'checkmate-by-ban': { checkmate: true, banCausedCheckmate: true },
  'stalemate-by-move': { stalemate: true, draw: true },
  'stalemate-by-ban': { stalemate: true, draw: true, banCausedStalemate: true },
  'fifty-move': { draw: true, fiftyMoveRule: true },
  'threefold-repetition': { draw: true, threefoldRepetition: true },
  'insufficient-material': { draw: true, insufficientMaterial: true },
};

/** Returns the flags of a position. */
export function flags(check: boolean, outcome: Outcome | null): GameFlags {
  return { ...(check && { check }), ...(outcome && { ...ENDINGS[outcome.reason], gameOver: true }) };
}

/** Returns the flags for a result, in both the old and the new form. */
export function resultFlags(now: GameFlags): Partial<ActionResult> {
  const { check = false, checkmate = false, stalemate = false, draw = false, gameOver = false } = now;
  return { ...(Object.keys(now).length && { flags: now }), check, checkmate, stalemate, draw, gameOver };
}

/** Whether a result has flags as in version 4. */
export function hasGameFlags(result: ActionResult): result is ActionResult & { flags: GameFlags } {
  return result.flags !== undefined;
}

const OLDER = ['check', 'checkmate', 'stalemate', 'draw', 'gameOver'] as const;

/** Whether a result has the fields of older versions. */
export function isUsingDeprecatedAPI(result: ActionResult): boolean {
  return OLDER.some((name) => name in result);
}

/** Returns the flags of a result of any version. */
export function getGameState(result: ActionResult): GameFlags {
  if (hasGameFlags(result)) return result.flags;
  const { check, checkmate, stalemate, draw, gameOver } = result;
  const older = { check, checkmate, stalemate, draw, gameOver };
  return Object.fromEntries(Object.entries(older).filter(([, flag]) => flag));
}

/** Returns the result unchanged, and warns if it has deprecated fields. */
export function migrateActionResult(result: ActionResult): ActionResult {
  if (isUsingDeprecatedAPI(result))
    console.warn('ban-chess: read `result.flags`; what stands beside it is for older programs.');
  return result;
}

export function isCheckmate(result: ActionResult): boolean {
  return getGameState(result).checkmate === true;
}

export function isGameOver(result: ActionResult): boolean {
  return getGameState(result).gameOver === true;
}
