// Live matches: playing and watching, with reconnects.

import { matchAddress, subscribe, type CloseReason, type Frame, type Socket } from './connection.js';
import { backoff, Refused, sleep } from './http.js';
import { randomId } from './id.js';
import type { Chautari } from './index.js';
import type { Act, Acted, Action, Match as State } from './schema.js';

export class Match implements AsyncIterable<State> {
  constructor(
    private readonly server: Chautari,
    /** The latest known state. */
    public state: State,
    /** The token of a seat; without one you watch. */
    public readonly token?: string,
  ) {}

  get id(): string {
    return this.state.id;
  }

  get over(): boolean {
    return this.state.outcome !== null;
  }

  /** Plays a move in canonical notation, one of `state.offers`. */
  play(move: string): Promise<State> {
    return this.act({ type: 'move', move });
  }

  resign(): Promise<State> {
    return this.act({ type: 'resign' });
  }

  /** Carries out an action. It is resent under one command id until there is a response, so it happens once. */
  async act(action: Action, command: string = randomId()): Promise<State> {
    const body: Act = { command, action };
    const acted = await this.server.ask<Acted>(`/matches/${this.id}/actions`, { body, token: this.token });
    return this.update(acted.state);
  }

  private update(state: State): State {
    if (state.version >= this.state.version) this.state = state;
    return state;
  }

  /**
   * Streams the state now and after every change, each version once and in order, until the match is over. Reconnects
   * after a lost connection and continues from the last version.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<State> {
    let last = this.state;
    yield last;
    // Tests the streamed state: `this.state` may be over already because of an action in the caller's loop.
    for (let tries = 0; last.outcome === null; tries++) {
      try {
        for await (const state of this.connection(last.version)) {
          [last, tries] = [state, 0];
          yield this.update(state);
          if (state.outcome !== null) return;
        }
      } catch (error) {
        if (error instanceof Refused) throw error;
      }
      await sleep(backoff(tries));
    }
  }

  /** Streams one connection: what was missed since a version, then every change. */
  private async *connection(from: number): AsyncGenerator<State> {
    const socket = new this.server.WebSocket(matchAddress(this.server.url, this.id));
    const frames: State[] = [];
    let wake = () => {};
    let closed: CloseReason | undefined;
    const onFrame = ({ type, state }: Frame) => {
      if (state && ['state', 'event'].includes(type)) frames.push(state);
      wake();
    };
    const onClose = (reason: CloseReason) => {
      closed = reason;
      wake();
    };
    subscribe(socket as Socket, { from, token: this.token }, onFrame, onClose);
    // Some platforms report a failed connection attempt only here.
    socket.onerror = () => onClose(closed ?? { code: 1006 });
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
