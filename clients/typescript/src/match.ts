// Live matches: playing and watching, with reconnects.

import { matchAddress, subscribe, type CloseReason, type Frame, type Socket } from './connection.js';
import { Refused } from './http.js';
import { randomId } from './id.js';
import type { Chautari } from './index.js';
import { reconnecting, type Source } from './reconnect.js';
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
    // Tests the streamed state: `this.state` may be over already because of an action in the caller's loop.
    let last = this.state;
    yield last;
    if (last.outcome !== null) return;
    for await (const state of reconnecting<State>((source) => this.connect(source, last.version))) {
      if (state.version <= last.version) continue;
      last = state;
      yield this.update(state);
      if (state.outcome !== null) return;
    }
  }

  /** Opens one connection: first what was missed since a version, then every change. */
  private connect(source: Source<State>, from: number): () => void {
    const socket = new this.server.WebSocket(matchAddress(this.server.url, this.id));
    const onFrame = ({ type, state }: Frame) => {
      if (state && ['state', 'event'].includes(type)) source.send(state);
      else source.opened();
    };
    const onClose = ({ code, reason }: CloseReason) => {
      if (code === 1008) source.fail(new Refused(400, { code: 'form', text: reason ?? '' }, {}));
      else source.ended();
    };
    subscribe(socket as Socket, { from, token: this.token }, onFrame, onClose);
    // Some platforms report a failed connection attempt only here.
    socket.onerror = () => source.ended();
    return () => socket.close();
  }
}
