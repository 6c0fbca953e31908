// What the server says, as docs/protocols/api.md describes it.

export type Shape = 'crossing' | 'star' | 'light' | 'dark' | 'pin' | 'octagon' | 'base';
export type MarkKind = 'last-move' | 'captured' | 'check' | 'banned' | 'forbidden' | 'winning';

export interface Point { x: number; y: number; label: string; shape: Shape }
export interface Piece { at: number; kind: string; side: string; glyph: string }
export interface Mark { kind: MarkKind; points: number[] }
export interface Tally { label: string; side: string; count: number; of: number }

export interface BoardShape {
  look: 'lines' | 'squares' | 'octagons';
  width: number;
  height: number;
  points: Point[];
  lines: [number, number][];
  columns: [number, string][];
  rows: [number, string][];
}

export interface Scene {
  board: BoardShape;
  pieces: Piece[];
  marks: Mark[];
  tallies: Tally[];
  turn: string;
  action: string;
}

export interface Offer { move: string; points: number[]; label?: string }

/** A number in the rules that a player may change. */
export interface Rule { name: string; about: string; value: number; min: number; max: number }

export interface Game {
  id: string;
  name: string;
  about: string;
  sides: [string, string];
  rules: Rule[];
  dialects: { id: string; about: string; holds: 'position' | 'game' }[];
  start: string;
  levels: { level: number; name: string; about: string }[];
  /** RULES.md, where one game was asked for. */
  rules_text?: string;
}

export interface Ended { winner: string | null; reason: string; text: string }
export interface Ply { move: string; san?: string; position: string }

/** Who wins after a move, and in how many plies from there. */
export interface MoveValue { move: string; winner: string | null; plies: number | null }

export interface Position {
  position: string;
  turn: string;
  ply: number | null;
  outcome: Ended | null;
  check: boolean | null;
  scene: Scene;
  offers: Offer[];
  texts?: Record<string, string | null>;
  history?: Ply[];
  value?: { winner: string | null; plies: number | null };
  move_values?: MoveValue[];
}

export interface Score { kind: 'win' | 'loss' | 'draw' | 'guess'; value: number }
export interface Thought {
  move: string | null;
  score: Score;
  depth: number;
  nodes: number;
  seconds: number;
  line: string[];
  final: boolean;
}

export type Sitter =
  | { kind: 'human' }
  | { kind: 'engine'; level: number; time_ms?: number }
  | { kind: 'random' }
  | { kind: 'bot'; name: string };

export type Control = { initial_ms: number; increment_ms: number } | { per_move_ms: number };

/** What each side has left, under its name; beside it, which clock runs. */
export type Clock = Record<string, number> & { running: string | null; control: Control };

export interface MatchSummary {
  id: string;
  version: number;
  game: string;
  position: string;
  plies: number;
  turn: string | null;
  outcome: Ended | null;
  seats: Record<string, Sitter>;
  tournament?: string;
  began_ms: number;
  changed_ms: number;
}

export interface MatchState {
  id: string;
  version: number;
  game: string;
  start?: string;
  position: string;
  moves: string[];
  turn: string | null;
  check: boolean | null;
  outcome: Ended | null;
  seats: Record<string, Sitter>;
  clock: Clock | null;
  draw_offer: string | null;
  takeback_offer: string | null;
  rematch: { offered: string } | { match: string } | null;
  tournament?: string;
  began_ms: number;
  offers: Offer[];
  scene: Scene;
}

export type Action =
  | { type: 'move'; move: string }
  | { type: 'resign' | 'offer_draw' | 'accept_draw' | 'decline_draw' | 'offer_takeback' | 'accept_takeback' | 'decline_takeback' | 'rematch' };

export interface Reason { code: string; text: string; points: number[] }
export interface Complaint {
  code: string;
  text: string;
  points?: number[];
  reasons?: Reason[];
  at?: number;
  expected?: string;
  index?: number;
}
