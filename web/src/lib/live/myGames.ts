// The user's live games, sorted by urgency.

import type { YourMatch } from '../api/types';

/** A list item with its time of arrival, by `performance.now()`. */
export type Received<T = YourMatch> = T & { heardAt: number };

/** Whether a game waits for the user's move. Games with an open seat do not. */
export const awaitsMe = ({ your_turn, seats }: Pick<YourMatch, 'your_turn' | 'seats'>) =>
  your_turn && !Object.values(seats).some(({ kind }) => kind === 'open');

type Line = Received<Pick<YourMatch, 'your_turn' | 'seats' | 'time_left' | 'changed_ms'>>;

/** When the running clock will be at zero; `Infinity` without one. */
const runsOut = ({ time_left, heardAt }: Line) =>
  time_left?.running ? heardAt + (time_left[time_left.running] ?? 0) : Infinity;

/** Sorts games on the user's turn first, least time first; then by last change. */
export const byUrgency = (a: Line, b: Line) =>
  Number(awaitsMe(b)) - Number(awaitsMe(a)) ||
  (awaitsMe(a) && runsOut(a) - runsOut(b)) ||
  b.changed_ms - a.changed_ms;
