// A live match. Every change comes from the server with a version. An action of the player is stored under
// one command id and resent until the server has answered, so that it is carried out once.
//
// The protocol is that of the TypeScript client. Its `Match` serves programs, which wait for the next state;
// the page also shows a lost connection and unanswered actions, stores them across reloads, and plays matches
// on this device.

import { type Frame, type Socket, subscribe } from 'chautari-client/connection';
import { randomId } from 'chautari-client/id';
import { Away, get, line, post, Refused } from '../api/api';
import { isMe, me } from '../api/me.svelte';
import type { Action, Complaint, MatchState } from '../api/types';

export type Line = 'connecting' | 'open' | 'lost';

interface Sent {
  command: string;
  version: number;
  side: string;
  action: Action;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;
/** A connection that breaks sooner than this is likely to break again, so the delay keeps growing. */
const STEADY = 5000;

export class LiveMatch {
  state = $state.raw<MatchState>();
  line = $state<Line>('connecting');
  /** Local time of the last update; running clocks are computed from it. */
  heardAt = $state(0);
  /** The action sent but not answered yet. */
  waiting = $state.raw<Sent>();
  refusal = $state.raw<Complaint>();
  /** The offer a side has declined, until the next event. */
  declined = $state.raw<{ what: 'draw' | 'takeback' | 'pause'; side: string }>();
  missing = $state(false);

  #socket: Socket | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wait = FIRST_WAIT;
  #openSince = 0;
  #closed = false;
  #sending = false;

  constructor(
    readonly id: string,
    readonly tokens: Record<string, string>,
  ) {
    this.waiting = kept(id);
    this.#connect();
    addEventListener('online', this.#hurry);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    removeEventListener('online', this.#hurry);
    this.#socket?.close();
  }

  /** Sends an action for a side. It is carried out once, even across reloads and lost connections. */
  act(side: string, action: Action): void {
    if (this.waiting || !this.state) return;
    this.refusal = undefined;
    this.#keep({ command: randomId(), version: this.state.version, side, action });
    void this.#send();
  }

  #hurry = (): void => {
    if (this.line !== 'lost') return;
    this.#wait = FIRST_WAIT;
    this.#connect();
  };

  #connect(): void {
    clearTimeout(this.#timer);
    if (this.#closed) return;
    this.#socket?.close();
    const socket = line(this.id);
    this.#socket = socket;
    const hear = ({ event, state }: Frame) => {
      if (socket !== this.#socket) return;
      if (event) this.declined = declined(event);
      if (state) this.#hear(state);
      if (this.line !== 'open') {
        this.line = 'open';
        this.#openSince = performance.now();
        void this.#send();
      }
    };
    const ended = () => {
      if (socket === this.#socket) void this.#lost();
    };
    subscribe(socket, { from: this.state?.version ?? null }, hear, ended);
  }

  async #lost(): Promise<void> {
    if (this.#closed) return;
    if (this.line === 'connecting' && !this.state) {
      // A WebSocket does not report why it was refused; a request does.
      try {
        this.#hear(await get<MatchState>(`/matches/${this.id}`));
      } catch (error) {
        if (error instanceof Refused && error.status === 404) {
          this.missing = true;
          return;
        }
      }
    }
    if (this.line === 'open' && performance.now() - this.#openSince >= STEADY) this.#wait = FIRST_WAIT;
    this.line = 'lost';
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#connect(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }

  /**
   * Ignores older versions. The same version updates the clock only, so that a gesture on the board is not
   * interrupted.
   */
  #hear(state: MatchState): void {
    const known = this.state;
    if (known && state.version < known.version) return;
    this.state = known?.version === state.version ? { ...known, clock: state.clock } : state;
    this.heardAt = performance.now();
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
      const acted = await post<{ state: MatchState }>(
        `/matches/${this.id}/actions`,
        { command, version, action },
        token,
      );
      this.#hear(acted.state);
      this.#keep(undefined);
    } catch (error) {
      if (error instanceof Refused) {
        this.#keep(undefined);
        // A conflict contains the current state; other refusals are shown.
        if (error.status === 409 && error.body.state) this.#hear(error.body.state as MatchState);
        this.refusal = error.complaint;
      } else if (error instanceof Away && !this.#closed) {
        setTimeout(() => void this.#send(), 1500);
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

  #keep(sent: Sent | undefined): void {
    this.waiting = sent;
    const key = `chautari.sent.${this.id}`;
    if (sent) sessionStorage.setItem(key, JSON.stringify(sent));
    else sessionStorage.removeItem(key);
  }
}

function declined({ type, side = '' }: NonNullable<Frame['event']>): LiveMatch['declined'] {
  if (type === 'draw_declined') return { what: 'draw', side };
  if (type === 'takeback_declined') return { what: 'takeback', side };
  if (type === 'pause_declined') return { what: 'pause', side };
  return undefined;
}

function kept(id: string): Sent | undefined {
  const text = sessionStorage.getItem(`chautari.sent.${id}`);
  return text ? JSON.parse(text) : undefined;
}
