// Solving puzzles: one move is right, and the board replies with the best defence.

import { me } from '../api/me.svelte';
import { games, position, thoughts } from '../api/rules';
import type { Game, Offer, Position } from '../api/types';
import { errorText, whyIllegal } from '../i18n/errorText';
import { t } from '../i18n/i18n.svelte';
import { Latest } from '../shell/latest';
import { sounds } from '../shell/sound';
import {
  attempt,
  choose,
  noteDay,
  noteRun,
  ofDay,
  progress,
  type Progress,
  type Puzzle,
  puzzles,
  send,
  winsIn,
} from './puzzles';

/** Pause before a move is answered. */
const PAUSE_MS = 600;
/** A timed run ends after this long or this many mistakes. */
export const RUN_MS = 180_000;
export const MISSES = 3;
/** Interval at which the clock of a run is updated. */
const TICK_MS = 200;
/** Difficulty of the first puzzle of a run, and the increase per puzzle. */
const RUN_FROM = 700;
const RUN_STEP = 60;
/** Search limit for checking whether another move wins too; takes a moment. */
const GLANCE = { nodes: 30_000, time_ms: 1000 };

/**
 * How far the puzzle is: being tried without help, after a hint, after a wrong move; solved, or the solution was
 * shown.
 */
export type Stage = 'trying' | 'helped' | 'wrong' | 'solved' | 'shown';

/** A timed run of puzzles that become harder. */
export interface Run {
  until: number;
  solved: number;
  misses: number;
}

export interface Complaint {
  text: string;
  points: number[];
}

export class PuzzleSession {
  games = $state.raw<Game[]>([]);
  /** All puzzles of the game, once they are loaded. */
  all = $state.raw<Puzzle[]>();
  progress = $state.raw<Progress>() as Progress;
  puzzle = $state.raw<Puzzle>();
  /** The moves of the solution played so far. */
  line = $state.raw<string[]>([]);
  now = $state.raw<Position>();
  /** The side that solves the puzzle. */
  solver = $state('');
  /** Number of turns to win; 0 if the solution does not reach the end. */
  within = $state(0);
  stage = $state<Stage>('trying');
  /** A move that also wins, but later. */
  slower = $state('');
  hinted = $state(false);
  /** A move is being checked or answered. */
  busy = $state(false);
  complaint = $state.raw<Complaint>();
  trouble = $state('');
  theme = $state('');
  run = $state.raw<Run>();
  /** Remaining time of the run, in milliseconds. */
  clock = $state(0);
  /** Number of puzzles solved in the last run. */
  ran = $state<number>();

  readonly game = $derived(this.games.find((one) => one.id === this.id));
  readonly themes = $derived([...new Set(this.all?.flatMap((one) => one.themes) ?? [])].sort());
  readonly today = $derived(this.all?.[ofDay(this.all.length)]);
  readonly isToday = $derived(!!this.puzzle && this.puzzle === this.today);
  readonly isOver = $derived(this.stage === 'solved' || this.stage === 'shown');
  /** The moves that can be played now. */
  readonly offers = $derived(this.busy || this.isOver ? [] : (this.now?.offers ?? []));
  /** The next move of the solution. */
  readonly wanted = $derived(
    this.now?.offers.find((offer) => offer.move === this.puzzle?.moves[this.line.length]),
  );

  /** Cancels what was running for the puzzle before. */
  #visits = new Latest();
  #ticking: ReturnType<typeof setInterval> | undefined;
  #closed = false;

  /** `entered` is called with each puzzle that is shown. */
  constructor(
    readonly id: string,
    private readonly entered: (puzzle: Puzzle) => void = () => {},
  ) {
    this.progress = progress(id);
  }

  /** Loads the puzzles and shows one, by default that of the day. Without a game only the games are loaded. */
  async load(number?: number): Promise<void> {
    try {
      this.games = await games();
      if (this.#closed || !this.id) return;
      this.all = await puzzles(this.id);
      void send(this.id, me.now?.key).then((now) => (this.progress = now));
      const first = this.all[(number ?? 0) - 1] ?? this.today;
      if (first) await this.enter(first);
    } catch (error) {
      this.trouble = errorText(error);
    }
  }

  close(): void {
    this.#closed = true;
    this.#visits.cancel();
    clearInterval(this.#ticking);
  }

  /** Shows a puzzle from its start. */
  async enter(wanted: Puzzle): Promise<void> {
    if (this.#closed) return;
    const left = this.#visits.next();
    this.busy = false;
    try {
      const [begun, ended] = await Promise.all(
        [[], wanted.moves].map((moves) => position(this.id, { position: wanted.position, moves })),
      );
      if (left.aborted) return;
      [this.puzzle, this.line, this.stage, this.hinted] = [wanted, [], 'trying', false];
      [this.complaint, this.trouble, this.slower] = [undefined, '', ''];
      [this.now, this.solver, this.within] = [begun, begun!.turn, winsIn(ended!, begun!.turn)];
      this.entered(wanted);
    } catch (error) {
      if (!left.aborted) this.trouble = errorText(error);
    }
  }

  /** Shows another puzzle: of the chosen theme, or harder in a run. */
  async another(): Promise<void> {
    const near = this.run ? RUN_FROM + RUN_STEP * this.run.solved : this.progress.rating;
    const wanted = choose(this.all ?? [], this.progress, near, this.run ? '' : this.theme);
    if (wanted) await this.enter(wanted);
  }

  async play(offer: Offer): Promise<void> {
    const { puzzle } = this;
    if (!puzzle || !this.now || this.busy) return;
    [this.busy, this.complaint, this.slower] = [true, undefined, ''];
    const left = this.#visits.signal;
    try {
      const isRight =
        offer.move === puzzle.moves[this.line.length] ||
        (puzzle.themes[0] === 'win' && (await this.#winsAtOnce(offer.move)));
      const isSlower = !isRight && this.within > 0 && (await this.#winsLater(offer.move, left));
      if (left.aborted) return;
      if (isSlower) this.slower = offer.human;
      else if (!isRight) await this.#missed(offer.move);
      else {
        this.hinted = false;
        await this.#advance(offer.move, left);
        await this.#answer(left);
      }
    } catch (error) {
      if (!left.aborted) this.trouble = errorText(error, this.now?.scene);
    } finally {
      if (!left.aborted) [this.busy, this.complaint] = [false, undefined];
    }
  }

  /** Explains an illegal gesture. */
  async refused(points: number[]): Promise<void> {
    const { now } = this;
    if (!now) return;
    sounds.refused();
    const why = await whyIllegal(this.id, now.position, now.scene, now.offers, points);
    if (now === this.now) this.complaint = why;
  }

  /** Explains why nothing can be played now. */
  idle(point: number): void {
    this.complaint = {
      text: t(this.busy ? 'One moment, please.' : 'This puzzle is over.'),
      points: [point],
    };
  }

  /** Gives a hint. A puzzle solved with a hint does not count as solved. */
  hint(): void {
    this.hinted = true;
    if (this.stage !== 'trying') return;
    this.#tried(false, this.line);
    this.stage = 'helped';
  }

  /** Plays the rest of the solution. */
  async show(): Promise<void> {
    const { puzzle } = this;
    if (!puzzle) return;
    if (this.stage === 'trying') this.#tried(false, this.line);
    [this.stage, this.busy, this.complaint] = ['shown', true, undefined];
    const left = this.#visits.signal;
    try {
      while (!left.aborted && this.line.length < puzzle.moves.length) {
        await this.#advance(puzzle.moves[this.line.length]!, left);
        await pause();
      }
    } catch (error) {
      if (!left.aborted) this.trouble = errorText(error, this.now?.scene);
    } finally {
      if (!left.aborted) [this.busy, this.complaint] = [false, undefined];
    }
  }

  startRun(): void {
    this.ran = undefined;
    this.run = { until: Date.now() + RUN_MS, solved: 0, misses: 0 };
    this.clock = RUN_MS;
    clearInterval(this.#ticking);
    this.#ticking = setInterval(() => {
      this.clock = Math.max(0, (this.run?.until ?? 0) - Date.now());
      if (!this.clock) this.stopRun();
    }, TICK_MS);
    void this.another();
  }

  stopRun(): void {
    clearInterval(this.#ticking);
    if (!this.run) return;
    this.ran = this.run.solved;
    this.progress = noteRun(this.id, this.run.solved);
    this.run = undefined;
  }

  /** Goes to the next puzzle of a run, unless the run was stopped meanwhile. */
  async #goOn(counted: Run): Promise<void> {
    this.run = counted;
    await pause();
    if (this.run !== counted || this.#closed) return;
    if (counted.misses >= MISSES) this.stopRun();
    else await this.another();
  }

  #at(moves: string[]): Promise<Position> {
    return position(this.id, { position: this.puzzle!.position, moves });
  }

  async #advance(move: string, left: AbortSignal): Promise<void> {
    sounds.moved();
    this.line = [...this.line, move];
    const then = await this.#at(this.line);
    if (!left.aborted) this.now = then;
  }

  /** Plays the defence, or ends the puzzle if the solution is complete. */
  async #answer(left: AbortSignal): Promise<void> {
    const { puzzle } = this;
    if (!puzzle) return;
    const isDone = () => !!this.now?.outcome || this.line.length >= puzzle.moves.length;
    while (!left.aborted && !isDone() && this.now?.turn !== this.solver) {
      await pause();
      if (!left.aborted) await this.#advance(puzzle.moves[this.line.length]!, left);
    }
    if (left.aborted || !isDone()) return;
    sounds.ended();
    if (this.stage === 'trying') this.#tried(true, this.line);
    if (this.stage !== 'shown') this.stage = 'solved';
    if (this.isToday) this.progress = noteDay(this.id);
    if (this.run) await this.#goOn({ ...this.run, solved: this.run.solved + 1 });
  }

  /** Whether this move wins at once, which solves the puzzle. */
  async #winsAtOnce(move: string): Promise<boolean> {
    return (await this.#at([...this.line, move])).outcome?.winner === this.solver;
  }

  /**
   * Whether a search proves that this move wins too. In positions that only tables know to be won, no other
   * move does.
   */
  async #winsLater(move: string, left: AbortSignal): Promise<boolean> {
    const moves = [...this.line, move];
    const then = await this.#at(moves);
    if (then.outcome) return false;
    const proof = then.turn === this.solver ? 'win' : 'loss';
    const asked = { position: this.puzzle!.position, moves, ...GLANCE };
    for await (const { score } of thoughts(this.id, asked, left)) if (score.kind === proof) return true;
    return false;
  }

  async #missed(move: string): Promise<void> {
    sounds.refused();
    if (this.stage === 'trying') this.#tried(false, [...this.line, move]);
    this.stage = 'wrong';
    if (this.run) await this.#goOn({ ...this.run, misses: this.run.misses + 1 });
  }

  /** Records the first attempt. */
  #tried(solved: boolean, moves: string[]): void {
    const told = (now: Progress) => (this.progress = now);
    void attempt(this.id, this.puzzle!, solved, moves, me.now?.key, told);
  }
}

const pause = () => new Promise((over) => setTimeout(over, PAUSE_MS));
