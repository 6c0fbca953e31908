// Puzzles: each game has a file of them in its folder, which the page takes along, so that they are there without
// a connection. crates/game/src/puzzle.rs says what a line holds.

import { Away, call, get } from '../api/api';
import { byGame } from '../shell/files';
import { after, type Rating } from './glicko';
import { hasServer } from '../api/server';
import type { Position, PuzzleRating, PuzzleTried } from '../api/types';

export interface Puzzle {
  /** From 1. */
  number: number;
  /** By those who have tried it, where a server knows of any; else by how far the engine must look. */
  difficulty: number;
  /** How sure that is, and from how many tries. */
  deviation: number;
  tries: number;
  /** What it is about; the first says what is asked for. */
  themes: string[];
  /** The solver's move, the best defence, and so on. */
  moves: string[];
  position: string;
}

const FILES = byGame(import.meta.glob<string>('$repo/games/*/puzzles.txt', { query: '?url', import: 'default' }));

/** How sure the engine's word about a puzzle is, and how much puzzles vary: as the server counts. */
const DEVIATION = 200;
const VOLATILITY = 0.01;

export function read(text: string): Puzzle[] {
  const fields = text.split('\n').flatMap((line) => /^(\d+) (\S+) (\S+) (.+)$/.exec(line.trim()) ?? []);
  const puzzles: Puzzle[] = [];
  for (let at = 0; at < fields.length; at += 5) {
    const [, difficulty, themes, moves, position] = fields.slice(at, at + 5) as [string, string, string, string, string];
    puzzles.push({ number: puzzles.length + 1, difficulty: Number(difficulty), deviation: DEVIATION, tries: 0, themes: themes.split(','), moves: moves.split(','), position });
  }
  return puzzles;
}

/** The puzzles of a game; none where nobody has made any. */
export async function puzzles(game: string): Promise<Puzzle[]> {
  const file = await FILES.get(game)?.();
  return file ? measured(game, read(await (await fetch(file)).text())) : [];
}

/** The same as people have found them. */
async function measured(game: string, all: Puzzle[]): Promise<Puzzle[]> {
  const ratings = hasServer ? await get<PuzzleRating[]>(`/games/${encodeURIComponent(game)}/puzzle-ratings`).catch(() => []) : [];
  for (const { number, ...found } of ratings) if (all[number - 1]) all[number - 1] = { ...all[number - 1]!, ...found };
  return all;
}

/** In how many turns of the solver's a solution wins; 0 where the game is not over then, and only tables know that it is won. */
export function winsIn({ history = [], outcome }: Pick<Position, 'history' | 'outcome'>, solver: string): number {
  if (outcome?.winner !== solver) return 0;
  return history.filter(({ side }, i) => side === solver && history[i - 1]?.side !== solver).length;
}

const DAY_MS = 86_400_000;
const dayOf = (time: number) => Math.floor(time / DAY_MS);

/** Which of this many is the puzzle of a day: the same for everybody, as the server counts. */
export function ofDay(count: number, time = Date.now()): number {
  return count ? ((dayOf(time) % count) * (7919 % count)) % count : -1;
}

/** What somebody has solved of a game, kept in this browser. */
export interface Progress extends Rating {
  streak: number;
  best: number;
  /** The best timed run. */
  run: number;
  /** Days in a row on which the puzzle of the day was solved, and the last of them. */
  days: number;
  day: number;
  /** What was solved or failed, by number. */
  seen: Record<number, 'solved' | 'failed'>;
  /** First tries that the server has not heard of, each with what was played. */
  unsent: { number: number; moves: string[] }[];
}

const key = (game: string) => `chautari.puzzles.${game}`;

export function progress(game: string, time = Date.now()): Progress {
  const fresh: Progress = { rating: 1000, deviation: 350, volatility: 0.06, streak: 0, best: 0, run: 0, days: 0, day: 0, seen: {}, unsent: [] };
  try {
    const kept: Progress = { ...fresh, ...JSON.parse(localStorage.getItem(key(game)) ?? '{}') };
    // Whoever has left out a day begins again.
    return kept.day < dayOf(time) - 1 ? { ...kept, days: 0 } : kept;
  } catch {
    return fresh;
  }
}

function keep(game: string, now: Progress): Progress {
  localStorage.setItem(key(game), JSON.stringify(now));
  return now;
}

/** The most tries that wait to be sent. */
const MOST_UNSENT = 200;

/** Notes the first try at a puzzle and what was played, and says how things stand then. */
export function note(game: string, puzzle: Puzzle, solved: boolean, moves: string[]): Progress {
  const before = progress(game);
  if (before.seen[puzzle.number]) return before;
  const { difficulty: rating, deviation } = puzzle;
  const streak = solved ? before.streak + 1 : 0;
  return keep(game, {
    ...before,
    ...after(before, { rating, deviation, volatility: VOLATILITY }, solved ? 1 : 0),
    streak,
    best: Math.max(before.best, streak),
    seen: { ...before.seen, [puzzle.number]: solved ? 'solved' : 'failed' },
    unsent: [...before.unsent, { number: puzzle.number, moves }].slice(-MOST_UNSENT),
  });
}

/** Notes that the puzzle of the day was solved, at whichever try. */
export function noteDay(game: string, time = Date.now()): Progress {
  const [before, day] = [progress(game, time), dayOf(time)];
  if (before.day === day) return before;
  return keep(game, { ...before, day, days: before.day === day - 1 ? before.days + 1 : 1 });
}

/** Tells the server what it has not heard of, for whoever has a name, and says how things stand then. */
export async function send(game: string, token: string | undefined): Promise<Progress> {
  for (let next; token && hasServer && (next = progress(game).unsent[0]); ) {
    const path = `/games/${encodeURIComponent(game)}/puzzles/${next.number}/tries`;
    try {
      const { you } = await call<PuzzleTried>('POST', path, { moves: next.moves }, token);
      heard(game, next.number, you);
    } catch (error) {
      // It will be there again; what it refuses it will always refuse.
      if (error instanceof Away) break;
      heard(game, next.number);
    }
  }
  return progress(game);
}

function heard(game: string, number: number, you?: { rating: number; deviation: number }): void {
  const now = progress(game);
  keep(game, { ...now, ...(you && { rating: you.rating, deviation: you.deviation }), unsent: now.unsent.filter((one) => one.number !== number) });
}

/** Notes how many were solved in a timed run. */
export function noteRun(game: string, solved: number): Progress {
  const now = progress(game);
  return keep(game, { ...now, run: Math.max(now.run, solved) });
}

/** A puzzle nobody here has seen, about as hard as this, or any where all are seen. */
export function choose(all: Puzzle[], { seen }: Pick<Progress, 'seen'>, near: number, theme = ''): Puzzle | undefined {
  const fitting = all.filter((puzzle) => !theme || puzzle.themes.includes(theme));
  const fresh = fitting.filter((puzzle) => !seen[puzzle.number]);
  const from = (fresh.length ? fresh : fitting).toSorted((a, b) => Math.abs(a.difficulty - near) - Math.abs(b.difficulty - near));
  return from[Math.floor(Math.random() * Math.min(8, from.length))];
}
