// Types of the module's responses, which equal those of the server's API.

export type Shape = 'crossing' | 'star' | 'light' | 'dark' | 'pin' | 'octagon' | 'base';

export interface Point {
  x: number;
  y: number;
  label: string;
  shape: Shape;
}

/** An empty board. Points lie on a half-unit grid; `y` grows downward. */
export interface Board {
  look: 'lines' | 'squares' | 'octagons';
  width: number;
  height: number;
  points: Point[];
  /** Lines between points, by point index. */
  lines: [number, number][];
  columns: [number, string][];
  rows: [number, string][];
}

/** Everything needed to draw a position. */
export interface Scene {
  board: Board;
  pieces: { at: number; kind: string; side: string; glyph: string }[];
  marks: { kind: string; points: number[] }[];
  tallies: { label: string; side: string; count: number; of: number }[];
  turn: string;
  action: string;
  /** The task of the side to move, without full stop. */
  prompt: string;
}

/** A legal move, with the points to touch in order, and a label if several moves have the same points. */
export interface Offer {
  move: string;
  /** Human notation. */
  human: string;
  points: number[];
  label?: string;
}

/** A notation of positions or games. */
export interface Dialect {
  id: string;
  about: string;
  holds: 'position' | 'game';
}

export interface Game {
  id: string;
  name: string;
  about: string;
  sides: [string, string];
  /** Display names of the sides. */
  called: [string, string];
  rule_version: number;
  repetition: string | null;
  /** Adjustable rules, written after a colon: `baghchal:captures=3`. */
  rules: { name: string; about: string; value: number; min: number; max: number }[];
  /** Canonical dialect first. */
  dialects: Dialect[];
  start: string;
  levels: { level: number; name: string; about: string }[];
  /** The rules in Markdown, if a single game was requested. */
  rules_text?: string;
}

export interface Outcome {
  /** `null` for a draw. */
  winner: string | null;
  /** Stable code for programs. */
  reason: string;
  text: string;
}

/** The state of a record. */
export interface Standing {
  position: string;
  turn: string;
  /** The kind of decision, as a verb: `move`, `place`, `ban`. */
  action: string;
  /** Total plies played, if known. */
  ply: number | null;
  /** Moves played since the start of the record. */
  length: number;
  outcome: Outcome | null;
  check: boolean | null;
  /** Hash of the position, in hexadecimal. */
  key: string;
}

/** A position with its legal moves. */
export interface Position {
  position: string;
  turn: string;
  ply: number | null;
  outcome: Outcome | null;
  check: boolean | null;
  scene: Scene;
  offers: Offer[];
  /** The position in the requested dialects; `null` if a dialect cannot express it. */
  texts?: Record<string, string | null>;
  /** Every ply since the start. */
  history?: { move: string; human: string; side: string; action: string; san?: string; position: string }[];
}

/** A line: a start position and the moves from there. */
export interface Line {
  /** The game, with optional changed rules: `baghchal:captures=3`. */
  game: string;
  /** Start position. Default: the start of the game. */
  position?: string;
  /** Dialect of `position` and `moves`. Default: the canonical one. */
  dialect?: string;
  moves?: string[];
  /** A move as typed by a user, in any notation, played last. */
  typed?: string;
}

/**
 * A score. `win` and `loss` are proven, with the distance in plies, or `null` if unknown; `draw` is proven,
 * too; `guess` is an estimate in hundredths.
 */
export interface Score {
  kind: 'win' | 'loss' | 'draw' | 'guess';
  value: number | null;
}

export interface Thought {
  /** The best move; `null` if the game is over. */
  move: string | null;
  /** Score for the side to move. */
  score: Score;
  depth: number;
  nodes: number;
  seconds: number;
  /** The principal variation. */
  line: string[];
  /** The principal variation in human notation. */
  human: string[];
  /** The requested number of best moves, best first; the first equals the fields above. */
  lines: { move: string; score: Score; exact: boolean; line: string[]; human: string[] }[];
  final: boolean;
}

/** The exact value of a position and of its legal moves, from tables. */
export interface Known {
  value?: { winner: string | null; plies: number | null } | null;
  move_values?: { move: string; winner: string | null; plies: number | null }[];
}

/** The value of a position in a review. */
export interface Review {
  /** The side to move. */
  turn: string;
  /** Score for the side to move. */
  score: Score;
  /** Whether the score is exact, by tables or because the game is over; otherwise it comes from a search. */
  exact: boolean;
  /** The best move, unless the game is over. */
  best?: string;
  /** How many of the legal moves hold the value, if tables have it. */
  holding?: { of: number; hold: number };
}

/** A Glicko-2 rating. */
export interface Rating {
  rating: number;
  deviation: number;
  volatility: number;
}

/** Strength and limits of a search. The first limit reached ends it. */
export interface Effort {
  /** 1 to 10. Default: full strength. */
  level?: number;
  time_ms?: number;
  depth?: number;
  nodes?: number;
  /** The random seed, for levels that play with chance. */
  seed?: number;
  /** Number of best moves to return, up to 20 [default: 1]. */
  lines?: number;
  /** Size of the transposition table, in MiB [default: 16]. */
  hash?: number;
}

export interface Reason {
  code: string;
  text: string;
  points: number[];
}

/** An error. */
export interface Complaint {
  /** Stable code for programs. */
  code: string;
  text: string;
  /** The points of the board concerned. */
  points?: number[];
  /** All reasons of the rules. */
  reasons?: Reason[];
  /** Byte offset in the text. */
  at?: number;
  /** The text that was expected there. */
  expected?: string;
  /** Index of the move in a list, from 0. */
  index?: number;
}
