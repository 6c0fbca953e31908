// A match that streams: played, watched, and found again when the line was cut.

import { fresh } from './fresh.js';
import type { Chautari } from './index.js';
import { backoff, pause, Refused } from './http.js';
import { address, follow, type Frame, type Parting, type Wire } from './line.js';
import type { Act, Acted, Action, Match as State } from './schema.js';

export class Match implements AsyncIterable<State> {
  constructor(
    private readonly server: Chautari,
    /** The match as last seen. */
    public state: State,
    /** What a seat is played by; without one, you watch. */
    public readonly token?: string,
  ) {}

  get id(): string {
    return this.state.id;
  }

  get over(): boolean {
    return this.state.outcome !== null;
  }

  /** Plays a move, in the canonical notation: one of `state.offers`. */
  play(move: string): Promise<State> {
    return this.act({ type: 'move', move });
  }

  resign(): Promise<State> {
    return this.act({ type: 'resign' });
  }

  /** Does something. Named once and sent until it is answered, so that it happens once. */
  async act(action: Action, command: string = fresh()): Promise<State> {
    const act: Act = { command, action };
    const done = await this.server.ask<Acted>(`/matches/${this.id}/actions`, { body: act, token: this.token });
    return this.take(done.state);
  }

  private take(state: State): State {
    if (state.version >= this.state.version) this.state = state;
    return state;
  }

  /** The match now and after whatever happens in it, each version once and in order, until it is over. A
   * lost connection is made again, and goes on where it was. */
  async *[Symbol.asyncIterator](): AsyncGenerator<State> {
    let last = this.state;
    yield last;
    // Whoever ends the match in the loop knows that before it is told here.
    for (let tries = 0; last.outcome === null; tries++) {
      try {
        for await (const state of this.connection(last.version)) {
          [last, tries] = [state, 0];
          yield this.take(state);
          if (state.outcome !== null) return;
        }
      } catch (error) {
        if (error instanceof Refused) throw error;
      }
      await pause(backoff(tries));
    }
  }

  /** One connection: what was missed since a version, then what happens. */
  private async *connection(from: number): AsyncGenerator<State> {
    const socket = new this.server.WebSocket(address(this.server.url, this.id));
    const frames: State[] = [];
    let wake = () => {};
    let closed: Parting | undefined;
    const hear = ({ type, state }: Frame) => {
      if (state && ['state', 'event'].includes(type)) frames.push(state);
      wake();
    };
    const ended = (parting: Parting) => {
      closed = parting;
      wake();
    };
    follow(socket as Wire, { from, token: this.token }, hear, ended);
    // Some platforms tell of a connection that was never made by this alone.
    socket.onerror = () => ended(closed ?? { code: 1006 });
    try {
      for (;;) {
        for (let state = frames.shift(); state; state = frames.shift()) yield state;
        if (closed?.code === 1008) throw new Refused(400, { code: 'form', text: closed.reason ?? '' }, {});
        if (closed) return;
        await new Promise<void>((done) => (wake = done));
      }
    } finally {
      socket.close();
    }
  }
}
