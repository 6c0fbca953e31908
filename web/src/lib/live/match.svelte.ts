// A match as it happens. Every change comes from the server with a version; what a player does is
// kept, under one command id, until the server has answered it, however often the line breaks.
//
// The line is that of the TypeScript client. Its `Match` is for programs, which wait for the next state; a page also shows
// that the line is lost and what was sent but not answered, keeps that when it is closed, and plays matches of its own device.

import { fresh } from 'chautari-client/fresh';
import { follow, type Frame, type Wire } from 'chautari-client/line';
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
/** A line that breaks sooner is likely to break again. */
const STEADY = 5000;

export class LiveMatch {
  state = $state.raw<MatchState>();
  line = $state<Line>('connecting');
  /** When the state came, by this machine's clock: what runs has run since. */
  heardAt = $state(0);
  /** What was sent and is not answered yet. */
  waiting = $state.raw<Sent>();
  refusal = $state.raw<Complaint>();
  /** What a side has said no to, until something else happens. */
  declined = $state.raw<{ what: 'draw' | 'takeback' | 'pause'; side: string }>();
  missing = $state(false);

  #socket: Wire | undefined;
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

  /** Does something for a side; the page may be closed or the line break: it is done once. */
  act(side: string, action: Action): void {
    if (this.waiting || !this.state) return;
    this.refusal = undefined;
    this.#keep({ command: fresh(), version: this.state.version, side, action });
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
    follow(socket, { from: this.state?.version ?? null }, hear, ended);
  }

  async #lost(): Promise<void> {
    if (this.#closed) return;
    if (this.line === 'connecting' && !this.state) {
      // A socket does not say why it was refused; a request does.
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

  /** Older news is no news; the same again only tells the time, so that a hand at the board is not disturbed. */
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
    // Whose seat it is may not be known yet; the line, once open, asks again.
    if (!token) return this.state && this.#keep(undefined);
    this.#sending = true;
    try {
      const { command, version, action } = sent;
      const acted = await post<{ state: MatchState }>(`/matches/${this.id}/actions`, { command, version, action }, token);
      this.#hear(acted.state);
      this.#keep(undefined);
    } catch (error) {
      if (error instanceof Refused) {
        this.#keep(undefined);
        // A conflict says how things stand; anything else is a reason to show.
        if (error.status === 409 && error.body.state) this.#hear(error.body.state as MatchState);
        this.refusal = error.complaint;
      } else if (error instanceof Away && !this.#closed) {
        setTimeout(() => void this.#send(), 1500);
      }
    } finally {
      this.#sending = false;
    }
  }

  /** A seat of one's name is opened by one's key: after a reload that is all there is. */
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
