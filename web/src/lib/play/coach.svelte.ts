// A coach for casual games: hints on request, and warnings before a mistake, based on tablebases or a search.

import { position, remarks } from '../api/rules';
import type { MatchState, Offer, Reason, Scene } from '../api/types';
import { complaintText } from '../i18n/errorText';
import { number, t } from '../i18n/i18n.svelte';
import { chance, change, INACCURACY, stand, type Standing } from '../study/review';

/** Search limit without tablebases; the player waits for it. */
const EFFORT = { nodes: 30_000, time_ms: 2500 };
const KEY = 'chautari.coach';

/** A piece of advice and the points it is about. */
interface Said {
  text: string;
  points: number[][];
}

export class Coach {
  on = $state(localStorage.getItem(KEY) === 'on');
  busy = $state(false);
  hint = $state.raw<Said & { move?: Offer | undefined }>();
  /** The warning about a move that waits for confirmation. */
  warning = $state.raw<Said & { offer: Offer }>();

  #match: MatchState | undefined;
  #now: Promise<Standing> | undefined;
  #stop = new AbortController();

  /** Whether the coach may help: only in casual games against an engine. */
  static helps(match: MatchState, theirs: string | undefined): boolean {
    return !match.rated && !match.tournament && !!theirs && match.seats[theirs]?.kind === 'engine';
  }

  choose(on: boolean): void {
    this.on = on;
    localStorage.setItem(KEY, on ? 'on' : 'off');
  }

  /** Starts to evaluate a position with the player to move. */
  attend(match: MatchState): void {
    this.leave();
    [this.#match, this.#stop] = [match, new AbortController()];
    this.#now = stand(match.game, match.start, match.moves, this.#stop.signal, EFFORT);
    this.#now.catch(() => {});
  }

  /** Cancels the evaluation. */
  leave(): void {
    this.#stop.abort();
    [this.#match, this.#now, this.hint, this.warning, this.busy] = [
      undefined,
      undefined,
      undefined,
      undefined,
      false,
    ];
  }

  /** Gives a hint; on the second request, the best move. */
  async help(): Promise<void> {
    const match = this.#match;
    if (!match || this.busy) return;
    await this.#think(async (now) => {
      const move = match.offers.find((offer) => offer.move === now.best);
      if (!move) return;
      if (this.hint) {
        this.hint = { text: t('The best move is {0}.', move.human), points: [move.points], move };
        return;
      }
      const seen = await remarks(match.game, { position: match.start, moves: match.moves }, move.move);
      if (match !== this.#match) return;
      // Without remarks on the move, its first point is the hint.
      const where = t('Look at {0}.', match.scene.board.points[move.points[0]!]!.label);
      const said = seen.length ? sentences(seen.slice(0, 2), match.scene) : where;
      const points = seen.length ? seen[0]!.points : [move.points[0]!];
      this.hint = {
        text: [truth(now), said].filter(Boolean).join(' '),
        points: points.map((point) => [point]),
      };
    });
  }

  /** Checks a move. Returns `false` after warning about it. */
  async lets(offer: Offer): Promise<boolean> {
    const match = this.#match;
    if (!match || this.warning?.offer.move === offer.move) return true;
    let fine = true;
    await this.#think(async (before) => {
      if (offer.move === before.best) return;
      const moves = [...match.moves, offer.move];
      const after = await stand(match.game, match.start, moves, this.#stop.signal, EFFORT);
      const lost = chance(before.turn, before) - chance(before.turn, after);
      if (match !== this.#match || lost <= 0) return;
      const answer = after.turn === before.turn ? undefined : after.best;
      const [there, seen] = answer
        ? await Promise.all([
            position(match.game, { position: match.start, moves }),
            remarks(match.game, { position: match.start, moves }, answer),
          ])
        : [undefined, []];
      if (match !== this.#match) return;
      // Losing one goat of twenty barely changes the evaluation, but is hardly ever intended.
      const given = seen[0]?.code === 'can-be-taken' && seen[0].points.includes(offer.points.at(-1)!);
      if (lost < INACCURACY && !given) return;
      const then = there && seen.length ? `${t('Then:')} ${sentences(seen.slice(0, 1), there.scene)}` : '';
      const costs =
        lost < INACCURACY
          ? ''
          : t('Careful: after {0} the game goes {1}.', offer.human, change(before.turn, before, after));
      const text = `${costs} ${then}`;
      [this.warning, this.hint, fine] = [
        { offer, text: text.trim(), points: (seen[0]?.points ?? []).map((point) => [point]) },
        undefined,
        false,
      ];
    });
    return fine;
  }

  /** Runs `work` once the evaluation is ready. Errors are silent. */
  async #think(work: (now: Standing) => Promise<void>): Promise<void> {
    const asked = this.#now;
    if (!asked) return;
    this.busy = true;
    try {
      await work(await asked);
    } catch {
      // The server is unavailable, or the position has changed.
    } finally {
      if (asked === this.#now) this.busy = false;
    }
  }
}

const sentences = (seen: Reason[], scene: Scene) =>
  seen.map((reason) => complaintText(reason, scene)).join(' ');

/** Describes the evaluation to the side to move. */
function truth({ score, exact, holding }: Standing): string {
  switch (score.kind) {
    case 'win':
      return score.value === null ? t('You can win.') : t('You can win in {0}.', number(score.value));
    case 'loss':
      return score.value === null
        ? t('You are losing against best play. Make it hard for them.')
        : t('You lose in {0} against best play. Make it hard for them.', number(score.value));
    case 'draw':
      return exact && holding
        ? t('{0} of {1} moves keep the draw.', number(holding.hold), number(holding.of))
        : '';
    default:
      return '';
  }
}
