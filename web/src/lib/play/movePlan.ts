// Conditional moves: lines of expected moves and own replies, as a tree with one reply per position.

/** Lines from the position on the board, in the canonical notation. Each ends with an own reply. */
export type Lines = string[][];

/** The most lines of a plan, and the most moves of a line. */
export const MOST_LINES = 50;
export const LONGEST_LINE = 20;

const begins = (line: string[], start: string[]): boolean => start.every((move, i) => line[i] === move);

/**
 * Adds a line. It replaces the lines that have another reply to the same moves, and those that are its beginning;
 * a line that is the beginning of another is already planned. `owned[i]` says whether move `i` is an own one.
 */
export function addLine(lines: Lines, line: string[], owned: boolean[]): Lines {
  const isOther = (known: string[]): boolean => {
    const parting = line.findIndex((move, i) => known[i] !== move);
    // The lines part where this side is to reply.
    return parting >= 0 && parting < known.length && owned[parting] === true;
  };
  const kept = lines.filter((known) => !isOther(known) && !begins(line, known));
  return kept.some((known) => begins(known, line)) ? kept : [...kept, line];
}

/** Returns the reply that is planned after these moves, if any. */
export const replyAfter = (lines: Lines, moves: string[]): string | undefined =>
  lines.find((line) => line.length > moves.length && begins(line, moves))?.[moves.length];
