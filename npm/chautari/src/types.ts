// What the module says. The server's API speaks of the same things in the same words.

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
  /** Lines between points, by their numbers. */
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
  /** What the side to move is asked to do, without its full stop. */
  prompt: string;
}

/** A legal move, with the points a hand touches in order, and what tells it from others with the same points. */
export interface Offer {
  move: string;
  /** As people write it. */
  human: string;
  points: number[];
  label?: string;
}

/** A way of writing a game down. */
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
  /** What people call them. */
  called: [string, string];
  rule_version: number;
  repetition: string | null;
  /** Numbers a player may change, behind a colon: `baghchal:captures=3`. */
  rules: { name: string; about: string; value: number; min: number; max: number }[];
  /** The canonical one first. */
  dialects: Dialect[];
  start: string;
  levels: { level: number; name: string; about: string }[];
  /** The whole rules in Markdown, where one game was asked for. */
  rules_text?: string;
}

export interface Outcome {
  /** `null` is a draw. */
  winner: string | null;
  /** Stable, for programs. */
  reason: string;
  text: string;
}

/** Where a record stands. */
export interface Standing {
  position: string;
  turn: string;
  /** What that side is to do, as a verb: `move`, `place`, `ban`. */
  action: string;
  /** Plies played in all, where that is known. */
  ply: number | null;
  /** Moves played since the record began. */
  length: number;
  outcome: Outcome | null;
  check: boolean | null;
  /** The hash of the position, in hexadecimal. */
  key: string;
}

/** A position and what can be done in it. */
export interface Position {
  position: string;
  turn: string;
  ply: number | null;
  outcome: Outcome | null;
  check: boolean | null;
  scene: Scene;
  offers: Offer[];
  /** In other dialects, where they were asked for; `null` where one cannot express it. */
  texts?: Record<string, string | null>;
  /** Every ply since it began. */
  history?: { move: string; human: string; side: string; action: string; san?: string; position: string }[];
}

/** A line of play: where it begins, and what is played from there. */
export interface Line {
  /** The game, perhaps with rules changed: `baghchal:captures=3`. */
  game: string;
  /** Where to begin; the start of the game if it is not said. */
  position?: string;
  /** The dialect `position` and `moves` are written in; the canonical one if it is not said. */
  dialect?: string;
  moves?: string[];
  /** What somebody typed, to be played last: a move in any notation people use. */
  typed?: string;
}

/** `win` and `loss` are proven, their value in plies, `null` where it is not known how many; `draw` is proven, too; `guess` is in hundredths. */
export interface Score {
  kind: 'win' | 'loss' | 'draw' | 'guess';
  value: number | null;
}

export interface Thought {
  /** The best move; `null` where the game is over. */
  move: string | null;
  /** How good the position is for the side to move. */
  score: Score;
  depth: number;
  nodes: number;
  seconds: number;
  /** The play expected, the best move first. */
  line: string[];
  /** The same as people write it. */
  human: string[];
  /** The best moves, best first, as many as were asked for; the first says the same as above. */
  lines: { move: string; score: Score; exact: boolean; line: string[]; human: string[] }[];
  final: boolean;
}

/** How strong and how long to think. Whatever is reached first ends it. */
export interface Effort {
  /** 1 to 10, full strength if it is not said. */
  level?: number;
  time_ms?: number;
  depth?: number;
  nodes?: number;
  /** The random seed, where a level leaves something to chance. */
  seed?: number;
  /** How many of the best moves to tell, up to 20 [default: 1]. */
  lines?: number;
  /** Memory for what has been seen, in MiB [default: 16]. */
  hash?: number;
}

export interface Reason {
  code: string;
  text: string;
  points: number[];
}

/** Why the answer is no. */
export interface Complaint {
  /** Stable, for programs. */
  code: string;
  text: string;
  /** The points of the board to light up. */
  points?: number[];
  /** Every reason the rules have. */
  reasons?: Reason[];
  /** Where in the text, in bytes from its start. */
  at?: number;
  /** What could have stood there. */
  expected?: string;
  /** Which move of a list, from 0. */
  index?: number;
}
