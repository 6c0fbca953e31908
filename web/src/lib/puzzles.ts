// Puzzles: each game has a file of them in its folder, which the page takes along, so that they are there without
// a connection. crates/game/src/puzzle.rs says what a line holds.

export interface Puzzle {
  /** From 1. */
  number: number;
  difficulty: number;
  /** What it is about; the first says what is asked for. */
  themes: string[];
  /** The solver's move, the best defence, and so on. */
  moves: string[];
  position: string;
}

const FILES = import.meta.glob<string>('../../../games/*/puzzles.txt', { query: '?url', import: 'default' });

export function read(text: string): Puzzle[] {
  const fields = text.split('\n').flatMap((line) => /^(\d+) (\S+) (\S+) (.+)$/.exec(line.trim()) ?? []);
  const puzzles: Puzzle[] = [];
  for (let at = 0; at < fields.length; at += 5) {
    const [, difficulty, themes, moves, position] = fields.slice(at, at + 5) as [string, string, string, string, string];
    puzzles.push({ number: puzzles.length + 1, difficulty: Number(difficulty), themes: themes.split(','), moves: moves.split(','), position });
  }
  return puzzles;
}

/** The puzzles of a game; none where nobody has made any. */
export async function puzzles(game: string): Promise<Puzzle[]> {
  const file = await FILES[`../../../games/${game}/puzzles.txt`]?.();
  return file ? read(await (await fetch(file)).text()) : [];
}

const DAY_MS = 86_400_000;

/** Which of this many is the puzzle of a day: the same for everybody, as the server counts. */
export function ofDay(count: number, time = Date.now()): number {
  const day = Math.floor(time / DAY_MS);
  return count ? ((day % count) * (7919 % count)) % count : -1;
}

/** What somebody has solved of a game, kept in this browser. */
export interface Progress {
  rating: number;
  streak: number;
  best: number;
  /** The best timed run. */
  run: number;
  /** What was solved or failed, by number. */
  seen: Record<number, 'solved' | 'failed'>;
}

const key = (game: string) => `chautari.puzzles.${game}`;

export function progress(game: string): Progress {
  const fresh: Progress = { rating: 1000, streak: 0, best: 0, run: 0, seen: {} };
  try {
    return { ...fresh, ...JSON.parse(localStorage.getItem(key(game)) ?? '{}') };
  } catch {
    return fresh;
  }
}

/** How fast a rating follows results. */
const PACE = 40;

/** Notes the first try at a puzzle, and says how things stand then. */
export function note(game: string, puzzle: Puzzle, solved: boolean): Progress {
  const before = progress(game);
  if (before.seen[puzzle.number]) return before;
  const expected = 1 / (1 + 10 ** ((puzzle.difficulty - before.rating) / 400));
  const rating = Math.round(before.rating + PACE * ((solved ? 1 : 0) - expected));
  const streak = solved ? before.streak + 1 : 0;
  const after = { ...before, rating, streak, best: Math.max(before.best, streak), seen: { ...before.seen, [puzzle.number]: solved ? 'solved' : 'failed' } as Progress['seen'] };
  localStorage.setItem(key(game), JSON.stringify(after));
  return after;
}

/** Notes how many were solved in a timed run. */
export function noteRun(game: string, solved: number): Progress {
  const after = { ...progress(game), run: Math.max(progress(game).run, solved) };
  localStorage.setItem(key(game), JSON.stringify(after));
  return after;
}

/** A puzzle nobody here has seen, about as hard as this, or any where all are seen. */
export function choose(all: Puzzle[], { seen }: Pick<Progress, 'seen'>, near: number, theme = ''): Puzzle | undefined {
  const fitting = all.filter((puzzle) => !theme || puzzle.themes.includes(theme));
  const fresh = fitting.filter((puzzle) => !seen[puzzle.number]);
  const from = (fresh.length ? fresh : fitting).toSorted((a, b) => Math.abs(a.difficulty - near) - Math.abs(b.difficulty - near));
  return from[Math.floor(Math.random() * Math.min(8, from.length))];
}
