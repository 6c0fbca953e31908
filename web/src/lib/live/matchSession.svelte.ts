// A match on its page: seats, moves, offers, refusals, announcements, and the game to play next.

import { untrack } from 'svelte';
import { connection } from '../api/connection.svelte';
import { Refused } from '../api/errors';
import { begin, begun, seated as firstSeat } from '../api/matches';
import { isMe, me as person } from '../api/me.svelte';
import { report, sendChat, sitDown } from '../api/people';
import { gameOf, position } from '../api/rules';
import type { Action, Game, MatchState, LegalMove, ChatPhrase, Position } from '../api/types';
import { complaintText, errorText, resultText, whyIllegal } from '../i18n/errorText';
import { fullStop, number, t, title, translate } from '../i18n/i18n.svelte';
import { isHere } from '../offline/matches';
import { Coach } from '../play/coach.svelte';
import { playerText, plySpoken, profilePath, turnText } from '../play/format';
import { aim } from '../play/games';
import { NextGames } from '../play/nextGames.svelte';
import { matchingMove, touchPremove } from '../play/premove';
import { hasWon, type NextGame, wins } from '../play/progress';
import { accept, keep, leave, remember, type Tokens, tokens as kept } from '../play/seats';
import { address, go } from '../shell/route.svelte';
import { settings } from '../shell/settings.svelte';
import { sounds } from '../shell/sound';
import { lobby } from './lobby.svelte';
import { LiveMatch } from './match.svelte';

/** A refusal fades after this time. */
const FADING_MS = 6000;

/** A refusal, and the points that it is about. */
interface Complaint {
  text: string;
  points: number[];
}

export class MatchSession {
  readonly tokens = $state<Tokens>({});
  readonly live: LiveMatch;
  readonly coach = new Coach();
  readonly nextGames = new NextGames();

  game = $state.raw<Game>();
  /** The earlier ply on display, while looking back. */
  past = $state.raw<{ ply: number; now: Position }>();
  /** Whether the second side is at the bottom. */
  turned = $state(false);
  complaint = $state.raw<Complaint>();
  /** The move that waits for confirmation. */
  pending = $state.raw<LegalMove>();
  /** The text for screen readers. */
  announced = $state('');
  /** Whether this user has won while this page was open. */
  cheers = $state(false);
  /** The points of the premove. */
  ahead = $state.raw<number[]>([]);

  readonly match = $derived.by(() => this.live.state);
  readonly sides = $derived(this.game?.sides ?? (['', ''] as const));
  readonly mine = $derived(this.sides.filter((side) => this.tokens[side]));
  readonly both = $derived(this.mine.length === 2);
  readonly seated = $derived(this.mine.length > 0);
  /** The side the buttons act for; with both seats, the side to move. */
  readonly me = $derived(this.both ? (this.match?.turn ?? this.mine[0]) : this.mine[0]);
  readonly theirs = $derived(this.me === this.sides[0] ? this.sides[1] : this.sides[0]);
  readonly myTurn = $derived.by(() => {
    const { match } = this;
    return (
      !!match?.turn && this.mine.includes(match.turn) && !match.paused && !this.live.waiting && !this.past
    );
  });
  readonly openSide = $derived(
    this.match && !this.match.outcome
      ? this.sides.find((side) => this.match?.seats[side]?.kind === 'open')
      : undefined,
  );
  /** Whether the opponent can read chat. */
  readonly hasCompany = $derived(
    !!this.theirs &&
      ['human', 'person', 'bot'].includes(this.match?.seats[this.theirs]?.kind ?? '') &&
      !this.both,
  );
  /** Whether the match waits for this user; shown in the page title. */
  readonly isAwaited = $derived(
    !!this.match?.turn && this.mine.includes(this.match.turn) && this.hasCompany && !this.match.paused,
  );
  /** The engine that this user plays under the usual rules. */
  readonly rival = $derived.by(() => {
    const { match } = this;
    const seat = this.theirs && !this.both ? match?.seats[this.theirs] : undefined;
    return seat?.kind === 'engine' && !match?.game.includes(':') && !match?.tournament ? seat : undefined;
  });
  /** The result for this user; `over` for watchers and two at one screen. */
  readonly result = $derived.by(() => {
    const outcome = this.match?.outcome;
    if (!outcome) return undefined;
    if (!outcome.winner) return 'drawn';
    if (this.mine.length !== 1) return 'over';
    return outcome.winner === this.me ? 'won' : 'lost';
  });
  /** The game to play next, after a win against the engine. */
  readonly next = $derived(
    this.result === 'won' && this.rival && this.game && this.me
      ? this.nextGames.after(this.game, this.me, this.rival.level)
      : undefined,
  );
  /** The game to repeat, after a loss against the engine. */
  readonly again = $derived(
    this.result === 'lost' && this.rival && this.match && this.me
      ? { game: this.match.game, side: this.me, level: this.rival.level }
      : undefined,
  );
  /** The aim of this user's side, until they have won with it. */
  readonly advice = $derived(
    this.match && !this.match.outcome && this.rival && this.me && !hasWon(wins(), this.match.game, this.me)
      ? aim(this.match.game, this.me)
      : undefined,
  );
  readonly coached = $derived(
    !!this.match && this.seated && !this.both && Coach.helps(this.match, this.theirs),
  );
  /** Whether moves can be planned ahead. */
  readonly plans = $derived(
    settings.ahead === 'on' &&
      this.hasCompany &&
      !this.openSide &&
      !this.match?.paused &&
      !this.match?.outcome,
  );
  /** The scene on display. */
  readonly scene = $derived(this.past?.now.scene ?? this.match?.scene);
  readonly analysis = $derived.by(() => {
    const { match } = this;
    return match
      ? `/analysis/${match.game}?${new URLSearchParams({ ...(match.start && { position: match.start }), moves: match.moves.join(' ') })}`
      : '';
  });
  /** The address to share. A match of this device has none, so its analysis is shared. */
  readonly link = $derived.by(() =>
    isHere(this.id) ? location.origin + address(this.analysis) : `${location.origin}/play/${this.id}`,
  );
  /** The game as it is drawn on its card. */
  readonly line = $derived({
    game: this.match?.game ?? '',
    start: this.match?.start,
    moves: this.match?.moves ?? [],
    turned: this.turned,
  });

  readonly #version = $derived(this.match?.version);
  /** The side that made the last move, as far as this page has seen. */
  #mover: string | undefined;
  #fading: ReturnType<typeof setTimeout> | undefined;
  #isLoading = false;
  #isFollowing = false;

  constructor(readonly id: string) {
    Object.assign(this.tokens, accept(id));
    this.live = new LiveMatch(id, this.tokens);
    this.#listen();
  }

  close(): void {
    this.live.close();
    this.coach.leave();
    clearTimeout(this.#fading);
  }

  /** Follows the state until the component that calls this is destroyed. */
  follow(): void {
    $effect(() => () => this.close());
    $effect(() => this.openOwnSeats());
    $effect(() => this.acceptOwn());
    $effect(() => this.playAhead());
    $effect(() => {
      if (!this.isAwaited) return;
      lobby.board = this.id;
      return () => (lobby.board = undefined);
    });
    $effect(() => {
      connection.lost = this.live.line === 'lost';
      connection.waiting = !!this.live.waiting;
      return () => Object.assign(connection, { lost: false, waiting: false });
    });
    $effect(() => {
      // Matches with a clock are updated all the time; the coach's advice stays until the version changes.
      if (this.#version !== undefined && this.coached && this.coach.on && this.myTurn)
        this.coach.attend(untrack(() => this.match!));
      else this.coach.leave();
    });
  }

  #listen(): void {
    const { live } = this;
    live.on('loaded', (now) => {
      remember(now, Object.keys(this.tokens));
      void this.#loadGame();
    });
    live.on('moved', (now, before) => {
      const captured =
        now.scene.marks.some((mark) => mark.kind === 'captured') ||
        now.scene.pieces.length < before.scene.pieces.length;
      if (captured) sounds.captured();
      else sounds.moved();
      this.#changed(before);
      this.#announce(now);
    });
    live.on('takenBack', (now, before) => {
      this.#changed(before);
      sounds.moved();
      this.announced = turnText(now.scene);
    });
    live.on('seated', (side, player) => {
      if (!this.mine.length || this.mine.includes(side)) return;
      sounds.came();
      this.announced = t('{0} has sat down.', playerText(player, false));
      scrollTo(0, 0);
    });
    live.on('ended', (now) => this.#end(now));
    // Only a new rematch: a user who returns to this game wants to see this game.
    live.on('rematch', (rematch) => void (this.seated && this.goToRematch(rematch)));
    live.on('refused', (why) =>
      this.refuse({ text: complaintText(why, this.match?.scene), points: why.points ?? [] }),
    );
    live.on('missing', () => leave(this.id));
  }

  /** Loads the game. If this fails, the next move retries it. */
  async #loadGame(): Promise<void> {
    if (this.game || this.#isLoading || !this.match) return;
    this.#isLoading = true;
    try {
      this.game = await gameOf(this.match.game);
      this.turnToOwn();
    } catch {
      // The page shows that it is loading.
    } finally {
      this.#isLoading = false;
    }
  }

  #changed(before: MatchState): void {
    [this.past, this.complaint, this.#mover] = [undefined, undefined, before.turn ?? undefined];
    void this.#loadGame();
  }

  /** Announces the last move, and the result or the action that is due. */
  #announce({ history, scene, outcome }: MatchState): void {
    const last = history?.at(-1);
    const after = outcome ? resultText(outcome) : turnText(scene);
    this.announced = last ? `${title(last.side)}: ${plySpoken(last)}${fullStop()} ${after}` : after;
  }

  #end(now: MatchState): void {
    const outcome = now.outcome!;
    if (this.result === 'drawn') sounds.drawn();
    else if (this.result === 'lost') sounds.lost();
    else sounds.won();
    this.cheers = this.result === 'won';
    if (this.cheers && this.me && this.rival && this.game)
      this.nextGames.won(this.game.id, this.me, this.rival.level);
    this.complaint = undefined;
    // A last move was announced together with the result.
    const result = resultText(outcome);
    if (!this.announced.includes(result)) this.announced = result;
    remember(now, Object.keys(this.tokens));
  }

  /** Opens seats held by name with the account's key. */
  openOwnSeats(): void {
    for (const [side, seat] of Object.entries(this.match?.seats ?? {}))
      if (person.now && isMe(seat) && this.tokens[side] !== person.now.key)
        this.tokens[side] = person.now.key;
  }

  /** Turns the board so that the user's side is at the bottom. */
  turnToOwn(): void {
    this.turned =
      this.match?.scene.board.look === 'squares' && this.mine.length === 1 && this.mine[0] === this.sides[1];
  }

  /** Shows a refusal for a while. */
  refuse(why: Complaint): void {
    this.complaint = why;
    sounds.refused();
    clearTimeout(this.#fading);
    this.#fading = setTimeout(() => (this.complaint = undefined), FADING_MS);
  }

  /** Runs a request and shows its error. */
  async #try(what: () => Promise<unknown>): Promise<void> {
    try {
      await what();
    } catch (error) {
      this.refuse({ text: errorText(error, this.match?.scene), points: [] });
    }
  }

  /** Takes the open seat. */
  sit = (): Promise<void> =>
    this.#try(async () => {
      const { side, token } = await sitDown(this.id);
      if (token) {
        keep(this.id, { [side]: token });
        remember(this.match!, [side]);
      }
      this.tokens[side] = token ?? person.now!.key;
      this.turnToOwn();
      scrollTo(0, 0);
    });

  speak = (phrase: ChatPhrase): Promise<void> =>
    this.#try(() => sendChat(this.id, phrase, this.tokens[this.me!]!));

  /** Reports the opponent to the operator of the server. */
  complain = (why: string): Promise<void> =>
    this.#try(async () => {
      await report(this.id, why, this.tokens[this.me!]!);
      this.announced = t('It has been reported.');
    });

  /** Begins a game against the engine. */
  playNext = ({ game: id, side, level }: Omit<NextGame, 'change'>): Promise<void> =>
    this.#try(async () => {
      const [one, two] = (await gameOf(id)).sides;
      const seats = {
        [side]: { kind: 'human' as const },
        [side === one ? two : one]: { kind: 'engine' as const, level },
      };
      go(firstSeat(await begin(id, seats, { place: isHere(this.id) ? 'here' : 'server' })));
    });

  /** Goes to the rematch, with sides exchanged: each token opens the other seat. */
  goToRematch = async (next: string): Promise<void> => {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    await begun(next);
    const [one, two] = this.sides;
    const swapped: Tokens = {};
    // A seat held by name needs no token.
    if (this.tokens[one] && this.tokens[one] !== person.now?.key) swapped[two] = this.tokens[one];
    if (this.tokens[two] && this.tokens[two] !== person.now?.key) swapped[one] = this.tokens[two];
    if (!Object.keys(kept(next)).length) keep(next, swapped);
    go(`/play/${next}`);
  };

  #other = (side: string) => this.sides.find((one) => one !== side)!;

  act = (action: Action): void => {
    if (!this.me) return;
    // A takeback is asked for by the side that moved.
    const made = this.both && action.type === 'offer_takeback';
    this.live.act(made ? (this.#mover ?? this.#other(this.me)) : this.me, action);
  };

  /** With both seats held, the other side accepts every offer. */
  acceptOwn(): void {
    const { match, live } = this;
    if (!this.both || !match || live.waiting) return;
    const { draw_offer, takeback_offer, pause_offer, resume_offer, rematch } = match;
    if (draw_offer) live.act(this.#other(draw_offer), { type: 'accept_draw' });
    else if (takeback_offer) live.act(this.#other(takeback_offer), { type: 'accept_takeback' });
    else if (pause_offer) live.act(this.#other(pause_offer), { type: 'accept_pause' });
    else if (resume_offer) live.act(this.#other(resume_offer), { type: 'resume' });
    else if (rematch && 'offered' in rematch) live.act(this.#other(rematch.offered), { type: 'rematch' });
  }

  play = async (legalMove: LegalMove): Promise<void> => {
    this.complaint = undefined;
    if (this.coached && this.coach.on && (this.coach.busy || !(await this.coach.lets(legalMove)))) return;
    this.act({ type: 'move', move: legalMove.move });
  };

  /** Explains an illegal gesture. */
  explain = async (points: number[], held: boolean): Promise<void> => {
    const { match } = this;
    if (!match) return;
    this.refuse(
      held
        ? { text: t('A touched piece must move.'), points }
        : await whyIllegal(match.game, match.position, match.scene, match.legal_moves, points),
    );
  };

  /** Plays the premove once it is the user's turn. */
  playAhead(): void {
    const { ahead, match } = this;
    if (!ahead.length || !match) return;
    if (!this.plans) this.ahead = [];
    if (!this.myTurn || !this.plans) return;
    this.ahead = [];
    const legalMove = matchingMove(match.legal_moves, ahead);
    if (legalMove) this.act({ type: 'move', move: legalMove.move });
    else this.refuse({ text: t('The move planned ahead cannot be played.'), points: ahead });
  }

  /** Explains why nothing can be played now, or plans a move ahead. */
  idle = (point: number): void => {
    const { match } = this;
    if (!match || this.live.waiting) return;
    if (this.plans && !this.past && this.seated) this.ahead = touchPremove(match.scene, this.ahead, point);
    else this.refuse({ text: this.#whyIdle(match), points: [point] });
  };

  #whyIdle({ outcome, paused, turn }: MatchState): string {
    if (this.past) return t('This is an earlier move. Go back to the game to play on.');
    if (outcome) return t('The game is over.');
    if (!this.seated) return t('You are watching.');
    if (paused) return t('The game is paused.');
    return t('It is not your turn: {0} to move.', title(turn ?? ''));
  }

  /** Plays a typed move in any notation, or explains why it cannot. Returns whether it was read. */
  type = async (text: string): Promise<boolean> => {
    const { match } = this;
    if (!text || !match) return false;
    try {
      // Parsed first, so that a typing error costs nothing.
      const read = await position(match.game, { position: match.position, typed: text });
      const move = read.history?.at(-1)?.move;
      const legalMove = match.legal_moves.find((one) => one.move === move);
      if (legalMove) void this.play(legalMove);
      return true;
    } catch (error) {
      if (error instanceof Refused)
        this.refuse({
          text: complaintText(error.complaint, match.scene),
          points: error.complaint.points ?? [],
        });
      return false;
    }
  };

  /** Shows the position after a ply. */
  look = async (ply: number): Promise<void> => {
    const { match } = this;
    if (!match) return;
    if (ply >= match.moves.length) this.past = undefined;
    else
      this.past = {
        ply,
        now: await position(match.game, { position: match.start, moves: match.moves.slice(0, ply) }),
      };
  };

  /** Returns the address of a player's profile, if they have one. */
  profile(side: string): string | undefined {
    const seat = this.match?.seats[side];
    return this.tokens[side] === undefined && seat && 'name' in seat ? profilePath(seat.name) : undefined;
  }

  /** Returns the name that a player's avatar and rating are found by, if they have one. */
  avatar(side: string): string | undefined {
    const seat = this.match?.seats[side];
    if (seat && 'name' in seat) return seat.name;
    return seat?.kind === 'human' && !this.both && this.mine.includes(side) ? person.now?.name : undefined;
  }

  /** Returns the points of a side: 1, ½ or 0 once the game is over. */
  points(side: string): string {
    const outcome = this.match?.outcome;
    if (!outcome) return '';
    return outcome.winner ? number(outcome.winner === side ? 1 : 0) : '½';
  }

  /** Returns the status text next to a side's name. */
  status(side: string): string {
    const { match } = this;
    if (!match || match.outcome || match.turn !== side) return '';
    if (match.paused) return t('paused');
    if (this.mine.includes(side)) return translate(match.scene.prompt);
    return t(match.seats[side]?.kind === 'engine' ? 'is thinking…' : 'to play');
  }
}
