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

/** Forbids every move from one square to another, including all promotions. */
export interface Ban {
  from: Square;
  to: Square;
}

export type Action = { move: Move } | { ban: Ban };

/** An unchecked action from user input, a file or the network; `play` checks it. */
export type AnyAction =
  | { move: { from: string; to: string; promotion?: string | null | undefined } }
  | { ban: { from: string; to: string } };

/** Flags of a position; present only if true. */
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
  /** The squares; `actionType` says whether it is a ban or a move. */
  action: Ban | Move;
  san?: string;
  /** The position after the action. */
  fen: BanChessFEN;
  /** The ban itself, or the ban in force for a move. */
  bannedMove?: Ban | null;
  flags?: GameFlags;
}

/** An action in BCN: `b:e2e4`, `m:e7e8q`, followed by an optional `+`, `#` or `=`. */
export type SerializedAction = string;
export type BanChessNotation = string;
/** FEN with a seventh field for ply and ban, followed by the indicator of the position: `6+`, `10:h1g1#`. */
export type BanChessFEN = string;

export interface SyncState {
  fen: BanChessFEN;
  lastAction?: SerializedAction;
  ply: number;
  /** The full move number of chess, as in older versions. */
  moveNumber?: number;
}

/** Where indicators are written. Default: everywhere. */
export interface IndicatorConfig {
  pgn?: boolean;
  serialization?: boolean;
  san?: boolean;
}
