// The first lesson of a game: one idea per step, played on the board.

import { begin, seated } from '../api/matches';
import { position, wholeGame } from '../api/rules';
import type { Game, LegalMove, Position } from '../api/types';
import { errorText, whyIllegal } from '../i18n/errorText';
import { t } from '../i18n/i18n.svelte';
import { go } from '../shell/route.svelte';
import { sounds } from '../shell/sound';

/** Pause before a move is answered. */
const PAUSE_MS = 700;

const pause = () => new Promise((over) => setTimeout(over, PAUSE_MS));

export class LessonSession {
  game = $state.raw<Game>();
  /** The current step. */
  at = $state(0);
  now = $state.raw<Position>();
  done = $state(false);
  busy = $state(false);
  /** The answer to a legal move that is not the one to learn. */
  said = $state('');
  hinted = $state(false);
  complaint = $state.raw<{ text: string; points: number[] }>();
  trouble = $state('');

  readonly steps = $derived(this.game?.lesson?.steps ?? []);
  readonly step = $derived(this.steps[this.at]);
  readonly isLast = $derived(this.at === this.steps.length - 1);
  readonly arrows = $derived.by(() =>
    this.hinted && !this.done
      ? (this.now?.legal_moves ?? [])
          .filter((legalMove) => legalMove.move === this.step?.moves[0])
          .map((legalMove) => legalMove.points)
      : [],
  );

  /** Start and moves of the board. A step may continue the one before. */
  #start = '';
  #line: string[] = [];

  /** `solved` is called after each solved step. */
  constructor(
    readonly id: string,
    private readonly solved: () => void = () => {},
  ) {}

  async load(): Promise<void> {
    try {
      this.game = await wholeGame(this.id);
      await this.enter(0);
    } catch (error) {
      this.trouble = errorText(error);
    }
  }

  async enter(which: number): Promise<void> {
    const { game } = this;
    const entered = this.steps[which];
    if (!entered || !game) return;
    if (entered.position !== undefined) [this.#start, this.#line] = [entered.position, []];
    try {
      this.now = await position(game.id, { position: this.#start, moves: this.#line });
      [this.at, this.done, this.said, this.hinted] = [which, false, '', false];
      [this.complaint, this.trouble] = [undefined, ''];
    } catch (error) {
      this.trouble = errorText(error);
    }
  }

  /** Restarts the step. One that continues another restarts from where that one began. */
  async again(): Promise<void> {
    let which = this.at;
    while (which > 0 && this.steps[which]?.position === undefined) which--;
    await this.enter(which);
  }

  async play(legalMove: LegalMove): Promise<void> {
    const { step, game } = this;
    if (!step || !game || this.busy) return;
    this.complaint = undefined;
    if (!step.moves.includes(legalMove.move)) {
      sounds.refused();
      this.said = step.otherwise;
      return;
    }
    const [line, now] = [this.#line, this.now];
    [this.busy, this.said, this.trouble] = [true, '', ''];
    try {
      for (const move of [legalMove.move, ...step.replies]) {
        if (move !== legalMove.move) await pause();
        sounds.moved();
        this.#line = [...this.#line, move];
        this.now = await position(game.id, { position: this.#start, moves: this.#line });
      }
      this.done = true;
      if (this.isLast) sounds.won();
      this.solved();
    } catch (error) {
      // Restores the start of the step so that it can be retried.
      [this.#line, this.now, this.trouble] = [line, now, errorText(error)];
    } finally {
      [this.busy, this.complaint] = [false, undefined];
    }
  }

  /** Explains why nothing can be played now. */
  idle(point: number): void {
    const text = t(
      this.busy ? 'One moment, please.' : this.isLast ? 'That was the lesson.' : 'This step is done.',
    );
    this.complaint = { text, points: [point] };
  }

  /** Explains an illegal gesture. */
  async refused(points: number[]): Promise<void> {
    const { now, game } = this;
    if (!now || !game) return;
    sounds.refused();
    this.said = '';
    this.complaint = await whyIllegal(game.id, now.position, now.scene, now.legal_moves, points);
  }

  /** Starts a first game with what was learned. */
  async playFirst(): Promise<void> {
    const { game } = this;
    if (!game?.lesson) return;
    const { side } = game.lesson;
    const other = game.sides.find((name) => name !== side) ?? '';
    const seats = { [side]: { kind: 'human' as const }, [other]: { kind: 'engine' as const, level: 1 } };
    this.busy = true;
    try {
      go(seated(await begin(game.id, seats, { place: 'here' })));
    } catch (error) {
      [this.trouble, this.busy] = [errorText(error), false];
    }
  }
}
