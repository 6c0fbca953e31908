// The types of ban-chess.ts, versions 3 and 4.

export type File = 'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h';
export type Rank = '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8';
export type Square = `${File}${Rank}`;
export type Promotion = 'q' | 'r' | 'b' | 'n';
export type Player = 'white' | 'black';
export type ActionType = 'ban' | 'move';

export interface Move {
  from: Square;
  to: Square;
  promotion?: Promotion;
}

/** Blocks every move from a square to a square, all promotions among them. */
export interface Ban {
  from: Square;
  to: Square;
}

export type Action = { move: Move } | { ban: Ban };

/** An action from a form, a file or the wire, whose squares nobody has looked at yet: `play` does. */
export type AnyAction =
  | { move: { from: string; to: string; promotion?: string | null | undefined } }
  | { ban: { from: string; to: string } };

/** What holds after an action; present only when true. */
export interface GameFlags {
  check?: boolean;
  checkmate?: boolean;
  stalemate?: boolean;
  draw?: boolean;
  gameOver?: boolean;
  insufficientMaterial?: boolean;
  threefoldRepetition?: boolean;
  fiftyMoveRule?: boolean;
  banCausedCheckmate?: boolean;
  banCausedStalemate?: boolean;
}

export interface ActionResult {
  success: boolean;
  action?: Action;
  san?: string;
  error?: string;
  newFen?: BanChessFEN;
  flags?: GameFlags;
  /** @deprecated Use `flags`. */
  check?: boolean;
  /** @deprecated Use `flags`. */
  checkmate?: boolean;
  /** @deprecated Use `flags`. */
  stalemate?: boolean;
  /** @deprecated Use `flags`. */
  gameOver?: boolean;
  /** @deprecated Use `flags`. */
  draw?: boolean;
}

export interface HistoryEntry {
  ply: number;
  player: Player;
  actionType: ActionType;
  /** The squares alone: `actionType` says what was done with them. */
  action: Ban | Move;
  san?: string;
  /** After the action. */
  fen: BanChessFEN;
  /** The ban itself, or the one a move was made under. */
  bannedMove?: Ban | null;
  flags?: GameFlags;
}

/** An action in BCN: `b:e2e4`, `m:e7e8q`, with `+`, `#` or `=` behind it. */
export type SerializedAction = string;
export type BanChessNotation = string;
/** FEN with a seventh field for ply and ban, and the indicator of the position behind them: `6+`, `10:h1g1#`. */
export type BanChessFEN = string;

export interface SyncState {
  fen: BanChessFEN;
  lastAction?: SerializedAction;
  ply: number;
  /** The number of the move in chess, as older versions tell it. */
  moveNumber?: number;
}

/** Where indicators are written; everywhere unless it is said. */
export interface IndicatorConfig {
  pgn?: boolean;
  serialization?: boolean;
  san?: boolean;
}
