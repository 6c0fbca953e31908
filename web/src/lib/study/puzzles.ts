// Puzzles, bundled from the file in each game's folder so that they work offline. crates/game/src/puzzle.rs
// describes the format.

import type { Rating } from 'chautari/types';
import { Away } from '../api/errors';
import { call, get } from '../api/http';
import { hasServer } from '../api/server';
import type { Position, PuzzleRating, PuzzleTried } from '../api/types';
import { isBuiltIn, rate } from '../offline/engine';
import { byGame } from '../shell/files';
import { store, stored } from '../shell/storage';

export interface Puzzle {
  /** Position in the file, from 1. */
  number: number;
  /** Rating from attempts, if a server has any; otherwise an estimate by the engine. */
  difficulty: number;
  /** Rating deviation, and number of attempts. */
  deviation: number;
  tries: number;
  /** Themes; the first is the task. */
  themes: string[];
  /** Moves of the solution: the solver's, the best defence, and so on. */
  moves: string[];
  position: string;
}

const FILES = byGame(
  import.meta.glob<string>('$repo/games/*/puzzles.txt', { query: '?url', import: 'default' }),
);

/** Deviation of the engine's estimate, and volatility of puzzles, as on the server. */
const DEVIATION = 200;
const VOLATILITY = 0.01;

export function read(text: string): Puzzle[] {
  const fields = text.split('\n').flatMap((line) => /^(\d+) (\S+) (\S+) (.+)$/.exec(line.trim()) ?? []);
  const puzzles: Puzzle[] = [];
  for (let at = 0; at < fields.length; at += 5) {
    const [, difficulty, themes, moves, position] = fields.slice(at, at + 5) as [
      string,
      string,
      string,
      string,
      string,
    ];
    puzzles.push({
      number: puzzles.length + 1,
      difficulty: Number(difficulty),
      deviation: DEVIATION,
      tries: 0,
      themes: themes.split(','),
      moves: moves.split(','),
      position,
    });
  }
  return puzzles;
}

/** Returns the puzzles of a game, possibly none. */
export async function puzzles(game: string): Promise<Puzzle[]> {
  const file = await FILES.get(game)?.();
  return file ? measured(game, read(await (await fetch(file)).text())) : [];
}

/** Adds the server's ratings. */
async function measured(game: string, all: Puzzle[]): Promise<Puzzle[]> {
  const ratings = hasServer
    ? await get<PuzzleRating[]>(`/games/${encodeURIComponent(game)}/puzzle-ratings`).catch(() => [])
    : [];
  for (const { number, ...found } of ratings)
    if (all[number - 1]) all[number - 1] = { ...all[number - 1]!, ...found };
  return all;
}

/** Returns the number of the solver's turns until the win; 0 if the solution ends earlier. */
export function winsIn(
  { history = [], outcome }: Pick<Position, 'history' | 'outcome'>,
  solver: string,
): number {
  if (outcome?.winner !== solver) return 0;
  return history.filter(({ side }, i) => side === solver && history[i - 1]?.side !== solver).length;
}

const DAY_MS = 86_400_000;
const dayOf = (time: number) => Math.floor(time / DAY_MS);

/** Returns the index of the puzzle of the day, the same as on the server. */
export function ofDay(count: number, time = Date.now()): number {
  return count ? ((dayOf(time) % count) * (7919 % count)) % count : -1;
}

/** The user's progress in a game, stored in this browser. */
export interface Progress extends Rating {
  streak: number;
  best: number;
  /** Best result of a timed run. */
  run: number;
  /** Number of consecutive days with a solved puzzle of the day, and the last such day. */
  days: number;
  day: number;
  /** Results by puzzle number. */
  seen: Record<number, 'solved' | 'failed'>;
  /** First attempts not sent to the server yet, with their moves. */
  unsent: { number: number; moves: string[] }[];
}

const key = (game: string) => `chautari.puzzles.${game}`;

export function progress(game: string, time = Date.now()): Progress {
  const fresh: Progress = {
    rating: 1000,
    deviation: 350,
    volatility: 0.06,
    streak: 0,
    best: 0,
    run: 0,
    days: 0,
    day: 0,
    seen: {},
    unsent: [],
  };
  const kept: Progress = { ...fresh, ...stored<Partial<Progress>>(key(game), {}) };
  // A missed day resets the streak.
  return kept.day < dayOf(time) - 1 ? { ...kept, days: 0 } : kept;
}

function keep(game: string, now: Progress): Progress {
  store(key(game), now);
  return now;
}

/** Maximum number of unsent attempts. */
const MOST_UNSENT = 200;

/** Records the first attempt at a puzzle and returns the progress, still with the rating of before. */
export function note(game: string, puzzle: Puzzle, solved: boolean, moves: string[]): Progress {
  const before = progress(game);
  if (before.seen[puzzle.number]) return before;
  const streak = solved ? before.streak + 1 : 0;
  return keep(game, {
    ...before,
    streak,
    best: Math.max(before.best, streak),
    seen: { ...before.seen, [puzzle.number]: solved ? 'solved' : 'failed' },
    unsent: [...before.unsent, { number: puzzle.number, moves }].slice(-MOST_UNSENT),
  });
}

/** Ratings follow one another. */
let rating: Promise<unknown> = Promise.resolve();

/** Rates a first attempt with the module in this browser, and returns the progress. */
function rated(game: string, { difficulty, deviation }: Puzzle, solved: boolean): Promise<Progress> {
  const work = async (): Promise<Progress> => {
    // Without the module only a server rates.
    if (!isBuiltIn) return progress(game);
    const hardness = { rating: difficulty, deviation, volatility: VOLATILITY };
    const after = await rate(progress(game), hardness, solved ? 1 : 0);
    return keep(game, { ...progress(game), ...after });
  };
  const done = rating.then(work, work).catch(() => progress(game));
  rating = done;
  return done;
}

/**
 * Records, rates and sends the first attempt at a puzzle; later ones change nothing. `told` receives the progress
 * after each step. The server's rating replaces that of the module.
 */
export async function attempt(
  game: string,
  puzzle: Puzzle,
  solved: boolean,
  moves: string[],
  token: string | undefined,
  told: (now: Progress) => void,
): Promise<void> {
  if (progress(game).seen[puzzle.number]) return;
  told(note(game, puzzle, solved, moves));
  told(await rated(game, puzzle, solved));
  told(await send(game, token));
}

/** Records that the puzzle of the day was solved, at any attempt. */
export function noteDay(game: string, time = Date.now()): Progress {
  const [before, day] = [progress(game, time), dayOf(time)];
  if (before.day === day) return before;
  return keep(game, { ...before, day, days: before.day === day - 1 ? before.days + 1 : 1 });
}

/** Sends unsent attempts if the user has a name, and returns the progress. */
export async function send(game: string, token: string | undefined): Promise<Progress> {
  for (let next; token && hasServer && (next = progress(game).unsent[0]);) {
    const path = `/games/${encodeURIComponent(game)}/puzzles/${next.number}/tries`;
    try {
      const { you } = await call<PuzzleTried>('POST', path, { moves: next.moves }, token);
      heard(game, next.number, you);
    } catch (error) {
      // An unavailable server is retried later; a refusal is final.
      if (error instanceof Away) break;
      heard(game, next.number);
    }
  }
  return progress(game);
}

function heard(game: string, number: number, you?: { rating: number; deviation: number }): void {
  const now = progress(game);
  keep(game, {
    ...now,
    ...(you && { rating: you.rating, deviation: you.deviation }),
    unsent: now.unsent.filter((one) => one.number !== number),
  });
}

/** Records the result of a timed run. */
export function noteRun(game: string, solved: number): Progress {
  const now = progress(game);
  return keep(game, { ...now, run: Math.max(now.run, solved) });
}

/** Returns an unseen puzzle of about this difficulty, or any if all are seen. */
export function choose(
  all: Puzzle[],
  { seen }: Pick<Progress, 'seen'>,
  near: number,
  theme = '',
): Puzzle | undefined {
  const fitting = all.filter((puzzle) => !theme || puzzle.themes.includes(theme));
  const fresh = fitting.filter((puzzle) => !seen[puzzle.number]);
  const from = (fresh.length ? fresh : fitting).toSorted(
    (a, b) => Math.abs(a.difficulty - near) - Math.abs(b.difficulty - near),
  );
  return from[Math.floor(Math.random() * Math.min(8, from.length))];
}
