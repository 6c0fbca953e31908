export { BanChess } from './ban-chess.js';
export {
  getGameState,
  hasGameFlags,
  isCheckmate,
  isGameOver,
  isUsingDeprecatedAPI,
  migrateActionResult,
} from './flags.js';
export { ready } from './rules.js';
export type * from './types.js';
