// A live match. Every change comes from the server with a version. An action of the player is stored under
// one command id and resent until the server has answered, so that it is carried out once.
//
// The protocol is that of the TypeScript client. Its `Match` serves programs, which wait for the next state;
// the page also shows a lost connection and unanswered actions, stores them across reloads, and plays matches
// on this device.

import { type Frame, subscribe } from 'chautari-client/connection';
import { randomId } from 'chautari-client/id';
import { type Attempt, Reconnecting } from 'chautari-client/reconnect';
import { Away, Refused } from '../api/errors';
import { hostOf, type MatchHost } from '../api/matches';
import { isMe, me } from '../api/me.svelte';
import type { Action, Complaint, MatchState, Player } from '../api/types';
import { store, stored } from '../shell/storage';
import { Listeners } from './listeners';

export type Line = 'connecting' | 'open' | 'lost';

/** An offer that the other side can accept or decline. */
export type OfferKind = 'draw' | 'takeback' | 'pause';

interface Sent {
  command: string;
  version: number;
  side: string;
  action: Action;
}

/**
 * The events of a match, with the state after it. A state can skip versions after a reconnection, and the response
 * to an own action comes before its event; so all but `declined` follow from the states, and each happens once.
 */
export interface MatchEvents {
  /** The first state has arrived. */
  loaded: [now: MatchState];
  /** Moves were played. */
  moved: [now: MatchState, before: MatchState];
  /** Moves were taken back. */
  takenBack: [now: MatchState, before: MatchState];
  ended: [now: MatchState];
  /** A player took an open seat. */
  seated: [side: string, player: Player, now: MatchState];
  /** A rematch was agreed on. */
  rematch: [match: string, now: MatchState];
  /** A side declined an offer. */
  declined: [what: OfferKind, side: string];
  /** The server refused an own action. */
  refused: [Complaint];
  /** There is no such match. */
  missing: [];
}

/** Delay before the second attempt to connect. */
const FIRST_MS = 400;
/** Delay before an unanswered action is sent again. */
const RESEND_MS = 1500;

export class LiveMatch {
  state = $state.raw<MatchState>();
  line = $state<Line>('connecting');
  /** Local time of the last update; running clocks are computed from it. */
  heardAt = $state(0);
  /** The action sent but not answered yet. */
  waiting = $state.raw<Sent>();
  /** The offer a side has declined, until the next event. */
  declined = $state.raw<{ what: OfferKind; side: string }>();
  missing = $state(false);

  #events = new Listeners<MatchEvents>();
  #connection = new Reconnecting((attempt) => this.#connect(attempt), {
    first: FIRST_MS,
    onState: (state) => {
      if (state === 'closed') return;
      this.line = state;
      if (state === 'open') void this.#send();
    },
  });
  #sending = false;

  constructor(
    readonly id: string,
    readonly tokens: Record<string, string>,
    private readonly host: MatchHost = hostOf(id),
  ) {
    this.waiting = stored<Sent>(this.#key, undefined, 'session');
    this.#connection.open();
  }

  /** Adds a listener. Returns a function that removes it. */
  on<Name extends keyof MatchEvents>(name: Name, listener: (...args: MatchEvents[Name]) => void): () => void {
    return this.#events.on(name, listener);
  }

  close(): void {
    this.#connection.close();
  }

  /** Sends an action for a side. It is carried out once, even across reloads and lost connections. */
  act(side: string, action: Action): void {
    if (this.waiting || !this.state) return;
    this.#keep({ command: randomId(), version: this.state.version, side, action });
    void this.#send();
  }

  #connect({ opened, ended }: Attempt): () => void {
    const socket = this.host.connect(this.id);
    const isFirst = this.line === 'connecting';
    const hear = ({ event, state }: Frame) => {
      if (event) this.#decline(event);
      if (state) this.#hear(state);
      opened();
    };
    subscribe(socket, { from: this.state?.version ?? null }, hear, () => {
      if (isFirst && !this.state) void this.#explain().then(ended);
      else ended();
    });
    return () => {
      [socket.onopen, socket.onmessage, socket.onclose] = [null, null, null];
      socket.close();
    };
  }

  /** A WebSocket does not report why it was refused; a request does. */
  async #explain(): Promise<void> {
    try {
      this.#hear(await this.host.look(this.id));
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 404) return;
      this.close();
      this.missing = true;
      this.#events.emit('missing');
    }
  }

  /**
   * Ignores older versions. The same version updates the clock only, so that a gesture on the board is not
   * interrupted.
   */
  #hear(state: MatchState): void {
    const before = this.state;
    if (before && state.version < before.version) return;
    const isSame = before?.version === state.version;
    this.state = isSame ? { ...before, clock: state.clock } : state;
    this.heardAt = performance.now();
    if (!before) this.#events.emit('loaded', state);
    else if (!isSame) this.#tell(before, state);
  }

  #tell(before: MatchState, now: MatchState): void {
    const more = now.moves.length - before.moves.length;
    if (more > 0) this.#events.emit('moved', now, before);
    else if (more < 0) this.#events.emit('takenBack', now, before);
    for (const [side, player] of Object.entries(now.seats))
      if (before.seats[side]?.kind === 'open' && player.kind !== 'open')
        this.#events.emit('seated', side, player, now);
    if (!before.outcome && now.outcome) this.#events.emit('ended', now);
    const rematch = rematchOf(now);
    if (rematch && !rematchOf(before)) this.#events.emit('rematch', rematch, now);
  }

  #decline({ type, side = '' }: NonNullable<Frame['event']>): void {
    const what = /^(draw|takeback|pause)_declined$/.exec(type)?.[1] as OfferKind | undefined;
    this.declined = what && { what, side };
    if (what) this.#events.emit('declined', what, side);
  }

  async #send(): Promise<void> {
    const sent = this.waiting;
    if (!sent || this.#sending) return;
    const token = this.tokens[sent.side] ?? this.#ownKey(sent.side);
    // The seats may not be loaded yet; opening the connection retries.
    if (!token) return this.state && this.#keep(undefined);
    this.#sending = true;
    try {
      const { command, version, action } = sent;
      const { state } = await this.host.act(this.id, { command, version, action }, token);
      // Cleared before the move is told, so that a listener can act again.
      this.#keep(undefined);
      this.#hear(state);
    } catch (error) {
      if (error instanceof Refused) {
        this.#keep(undefined);
        // A conflict contains the current state; other refusals are shown.
        if (error.status === 409 && error.body.state) this.#hear(error.body.state as MatchState);
        this.#events.emit('refused', error.complaint);
      } else if (error instanceof Away && this.#connection.state !== 'closed') {
        setTimeout(() => void this.#send(), RESEND_MS);
      }
    } finally {
      this.#sending = false;
    }
  }

  /** Returns the account's key for a seat held by name: after a reload no other token is known. */
  #ownKey(side: string): string | undefined {
    const seat = this.state?.seats[side];
    return seat && isMe(seat) ? me.now?.key : undefined;
  }

  get #key(): string {
    return `chautari.sent.${this.id}`;
  }

  #keep(sent: Sent | undefined): void {
    this.waiting = sent;
    store(this.#key, sent, 'session');
  }
}

/** Returns the id of the rematch, once it is agreed on. */
export const rematchOf = ({ rematch }: MatchState): string | undefined =>
  rematch && 'match' in rematch ? rematch.match : undefined;
