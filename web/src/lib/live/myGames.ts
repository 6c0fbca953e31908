// One's live games: which of them wait, and which is the most urgent.

import type { YourMatch } from '../api/types';

/** A game as a list shows it, and when this page heard of it, as `performance.now()` counts. */
export type Received<T = YourMatch> = T & { heardAt: number };

/** Whether a game waits for one's move; before anybody has come, nobody waits. */
export const awaitsMe = ({ your_turn, seats }: Pick<YourMatch, 'your_turn' | 'seats'>) => your_turn && !Object.values(seats).some(({ kind }) => kind === 'open');

type Line = Received<Pick<YourMatch, 'your_turn' | 'seats' | 'time_left' | 'changed_ms'>>;

/** When the clock that runs has nothing left; where none runs, never. */
const runsOut = ({ time_left, heardAt }: Line) => (time_left?.running ? heardAt + (time_left[time_left.running] ?? 0) : Infinity);

/** Those that wait come first, the least time before the others; then what changed last. */
export const byUrgency = (a: Line, b: Line) =>
  Number(awaitsMe(b)) - Number(awaitsMe(a)) || (awaitsMe(a) && runsOut(a) - runsOut(b)) || b.changed_ms - a.changed_ms;
