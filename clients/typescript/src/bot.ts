// Bots: reacting to turns, offers and invitations.

import { events, isTransient, Refused } from './http.js';
import type { Chautari } from './index.js';
import { reconnecting, type Source } from './reconnect.js';
import type { Action, Invitation, Match as State } from './schema.js';

/** An event of a match the bot plays in: its turn, an offer to answer (draw, takeback, pause, resume), or the end. */
export interface Awaiting {
  event: 'turn' | 'offer' | 'ended';
  match: string;
  version: number;
  /** The side the bot plays. */
  side: string;
  state: State;
}

/** An invitation to the bot. */
export interface Invited {
  event: 'invitation';
  invitation: Invitation;
}

export type Choose = (state: State, side: string) => string | Promise<string>;

export class Bot {
  constructor(
    readonly server: Chautari,
    readonly name: string,
    readonly token: string,
  ) {}

  /**
   * Streams the events that wait for the bot. Reconnects after a lost connection; the new stream begins with everything
   * that waits then, so events may repeat.
   */
  awaiting(signal?: AbortSignal): AsyncGenerator<Awaiting | Invited> {
    return reconnecting((source) => {
      const stop = new AbortController();
      void this.listen(source, stop.signal);
      return () => stop.abort();
    }, signal);
  }

  /** Streams the events of one connection. */
  private async listen(source: Source<Awaiting | Invited>, signal: AbortSignal): Promise<void> {
    try {
      const path = `${this.server.url}/api/v1/bots/me/stream`;
      for await (const { event, data } of events(path, { token: this.token, signal })) {
        source.opened();
        if (event === 'invitation') {
          const invitation = data as Invitation;
          // The bot's own invitations are included, too.
          if (!('name' in invitation.from) || invitation.from.name !== this.name)
            source.send({ event, invitation });
        } else if ((data as Partial<Awaiting>).state) source.send({ event, ...(data as object) } as Awaiting);
      }
      source.ended();
    } catch (error) {
      if (signal.aborted) return;
      if (isTransient(error)) source.ended();
      else source.fail(error);
    }
  }

  /** Carries out an action in a match, once for each version. */
  act(event: Awaiting, action: Action): Promise<unknown> {
    const body = { command: `at-${event.version}`, version: event.version, action };
    return this.server.ask(`/matches/${event.match}/actions`, { body, token: this.token });
  }

  /** Accepts or declines an invitation. */
  answer(invitation: Invitation, accept: boolean): Promise<unknown> {
    return this.server.ask(`/invitations/${invitation.id}/${accept ? 'accept' : 'decline'}`, {
      method: 'POST',
      token: this.token,
    });
  }

  /**
   * Plays every match the bot has a seat in, choosing moves by a function. Declines draws and takebacks, accepts pauses,
   * and accepts invitations unless `accept` returns `false`. Ends when `signal` aborts or `until` returns `true` for a
   * finished match.
   */
  async play(choose: Choose, options: Playing = {}): Promise<void> {
    // After a failed action the stream is reopened, and begins with everything that waits.
    while (!options.signal?.aborted) {
      for await (const event of this.awaiting(options.signal)) {
        if (event.event === 'ended') {
          if (options.until?.(event.state)) return;
          continue;
        }
        const send = await this.reply(event, choose, options);
        try {
          await send();
        } catch (error) {
          // The match has changed meanwhile; the stream has newer events.
          if (error instanceof Refused && error.status === 409) continue;
          if (!isTransient(error)) throw error;
          break;
        }
      }
    }
  }

  /** Decides on the reply to an event; returns the function that sends it. */
  private async reply(
    event: Awaiting | Invited,
    choose: Choose,
    options: Playing,
  ): Promise<() => Promise<unknown>> {
    if (event.event === 'invitation') {
      const accepted = options.accept?.(event.invitation) ?? true;
      return () => this.answer(event.invitation, accepted);
    }
    const action: Action =
      event.event === 'turn'
        ? { type: 'move', move: await choose(event.state, event.side) }
        : answerTo(event);
    return () => this.act(event, action);
  }
}

export interface Playing {
  signal?: AbortSignal;
  until?: (ended: State) => boolean;
  accept?: (invitation: Invitation) => boolean;
}

/** Returns the reply to an offer of the opponent. */
function answerTo({ state, side }: Awaiting): Action {
  const isTheirs = (by: string | null) => by !== null && by !== side;
  if (isTheirs(state.resume_offer)) return { type: 'resume' };
  if (isTheirs(state.draw_offer)) return { type: 'decline_draw' };
  if (isTheirs(state.takeback_offer)) return { type: 'decline_takeback' };
  return { type: 'accept_pause' };
}
