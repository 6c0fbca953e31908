// The review of a game: every move evaluated, its key moments, and a second try at each.

import { call } from '../api/http';
import { hostOf } from '../api/matches';
import { me } from '../api/me.svelte';
import { gameOf, position } from '../api/rules';
import { hasServer } from '../api/server';
import type { Game, MatchReview, Offer, Position, Standing } from '../api/types';
import { errorText, whyIllegal } from '../i18n/errorText';
import { t } from '../i18n/i18n.svelte';
import { turnsOf } from '../play/format';
import { Latest } from '../shell/latest';
import { sounds } from '../shell/sound';
import { chance, change, find, judge, type Judged, keep, keptAs, moments, type Own, stand } from './review';

/** A second try counts as better if it gives away less than this. */
const CLOSE = 0.1;

const MARKS = { fine: '', inaccuracy: '?!', mistake: '?', blunder: '??' };

export class ReviewSession {
  game = $state.raw<Game>();
  /** The values of the positions evaluated so far, from the start. */
  standings = $state.raw<Standing[]>([]);
  /** The ply on the board. */
  ply = $state(0);
  now = $state.raw<Position>();
  whole = $state.raw<Position>();
  turned = $state(false);
  trouble = $state('');
  /** The move being retried, and the result. */
  better = $state.raw<Judged>();
  tried = $state.raw<{ ok: boolean; text: string; human: string }>();
  busy = $state(false);
  /** Whether the best move is shown. */
  shown = $state(false);
  complaint = $state.raw<{ text: string; points: number[] }>();

  readonly start: string | undefined;
  readonly moves: string[];
  readonly finished = $derived.by(() => this.standings.length === this.moves.length + 1);
  readonly judged = $derived(judge(this.standings));
  readonly decisive = $derived(this.finished ? moments(this.judged) : []);
  readonly plies = $derived(this.whole?.history ?? []);
  readonly sides = $derived(this.game?.sides ?? ['', '']);
  readonly marks = $derived(this.judged.map(({ verdict }) => MARKS[verdict]));
  /** Whether every move was checked against a complete solution. */
  readonly isExact = $derived(
    this.judged.length > 0 && this.judged.every(({ before, after }) => before.exact && after.exact),
  );
  readonly offers = $derived(this.better && !this.busy && !this.tried?.ok ? (this.now?.offers ?? []) : []);
  readonly best = $derived(
    this.better && this.shown
      ? (this.now?.offers ?? []).filter((offer) => offer.move === this.better?.before.best)
      : [],
  );
  /** The first side's share of the evaluation after each ply. */
  readonly shares = $derived(this.standings.map((one) => chance(this.sides[0] ?? '', one)));

  #looks = new Latest();
  #stop = new AbortController();

  /** The address of a review: the start and the moves, the user's side, and the match on the server. */
  constructor(
    readonly name: string,
    private readonly query: URLSearchParams,
  ) {
    this.start = query.get('position') ?? undefined;
    this.moves = (query.get('moves') ?? '').split(' ').filter(Boolean);
  }

  /** Loads the game and evaluates it, as far as it was not evaluated before. */
  async load(): Promise<void> {
    const { signal } = this.#stop;
    const kept = keptAs(this.name, this.start, this.moves);
    try {
      this.game = await gameOf(this.name);
      this.whole = this.now = await this.#at(this.moves.length);
      this.ply = this.moves.length;
      this.standings = find(kept) ?? (await this.#onServer()) ?? [];
      // Position by position, so that results show up early.
      for (let upto = this.standings.length; upto <= this.moves.length; upto++) {
        const next = await stand(this.name, this.start, this.moves.slice(0, upto), signal);
        if (signal.aborted) return;
        this.standings = [...this.standings, next];
      }
      keep(kept, this.standings, this.#own());
      const again = this.judged[Number(this.query.get('try')) - 1];
      if (again && !this.better) await this.tryAgain(again);
    } catch (error) {
      if (!signal.aborted) this.trouble = errorText(error);
    }
  }

  close(): void {
    this.#stop.abort();
    this.#looks.cancel();
  }

  /** Shows the position after a ply. */
  async look(to: number): Promise<void> {
    const left = this.#looks.next();
    [this.better, this.tried, this.shown, this.complaint] = [undefined, undefined, false, undefined];
    try {
      const found = await this.#at(to);
      if (!left.aborted) [this.now, this.ply] = [found, to];
    } catch (error) {
      if (!left.aborted) this.trouble = errorText(error);
    }
  }

  /** Goes to the position before a mistake. */
  async tryAgain(move: Judged): Promise<void> {
    await this.look(move.ply - 1);
    if (this.ply === move.ply - 1) this.better = move;
  }

  /** Judges another move instead of the mistake. */
  async play(offer: Offer): Promise<void> {
    const { better } = this;
    if (!better || this.busy) return;
    [this.busy, this.complaint, this.shown] = [true, undefined, false];
    sounds.moved();
    try {
      const moves = [...this.moves.slice(0, better.ply - 1), offer.move];
      const after = await stand(this.name, this.start, moves, this.#stop.signal);
      if (better !== this.better) return;
      const cost = chance(better.side, better.before) - chance(better.side, after);
      const ok = offer.move === better.before.best || cost < Math.min(CLOSE, better.cost / 2);
      if (!ok) sounds.refused();
      this.tried = { ok, human: offer.human, text: change(better.side, better.before, after) };
    } catch (error) {
      if (!this.#stop.signal.aborted) this.trouble = errorText(error);
    } finally {
      this.busy = false;
    }
  }

  /** Explains what to do. */
  idle(point: number): void {
    if (this.busy) return;
    const text = t(
      this.decisive.length
        ? 'To try other moves, choose “Play it better” or “Analyse this game”.'
        : 'To try other moves, choose “Analyse this game”.',
    );
    this.complaint = { text, points: [point] };
  }

  /** Explains an illegal gesture. */
  async refused(points: number[]): Promise<void> {
    const { now } = this;
    if (!now) return;
    sounds.refused();
    const why = await whyIllegal(this.name, now.position, now.scene, now.offers, points);
    if (now === this.now) this.complaint = why;
  }

  /** The human notation of a ply. */
  human(ply: number): string {
    return this.plies[ply - 1]?.human ?? '';
  }

  /** The number of a ply in the move list. */
  turn(ply: number): number {
    return turnsOf(this.plies).findIndex((plies) => plies.includes(ply - 1)) + 1;
  }

  /** The address of the analysis of this game. */
  get analysis(): string {
    return `/analysis/${this.name}?${this.#line()}`;
  }

  #line(): URLSearchParams {
    return new URLSearchParams({
      ...(this.start && { position: this.start }),
      moves: this.moves.join(' '),
    });
  }

  #at(ply: number): Promise<Position> {
    return position(this.name, { position: this.start, moves: this.moves.slice(0, ply) });
  }

  /** The user's side, if it is known: their mistakes are suggested for practice later. */
  #own(): Own | undefined {
    const side = this.query.get('side');
    if (!side) return undefined;
    const line = this.#line();
    line.set('side', side);
    return { side, address: `/review/${this.name}?${line}` };
  }

  /** Returns the server's review if it is ready; otherwise requests one for later. */
  async #onServer(): Promise<Standing[] | undefined> {
    const match = this.query.get('match');
    if (!match || !hasServer) return undefined;
    const path = `/matches/${encodeURIComponent(match)}/review`;
    const review = await call<MatchReview>('POST', path, undefined, me.now?.key).catch(() => undefined);
    if (!review?.done) return undefined;
    // The address could name another match, so the moves must be equal.
    const played = await hostOf(match)
      .look(match)
      .catch(() => undefined);
    return played?.moves.join(' ') === this.moves.join(' ') ? review.standings : undefined;
  }
}
