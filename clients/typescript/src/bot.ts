// A bot: whatever awaits it is answered, wherever it plays.

import { backoff, events, isPassing, pause, Refused } from './http.js';
import type { Chautari } from './index.js';
import type { Action, Invitation, Match as State } from './schema.js';

/** Something that awaits a bot: its turn, an offer to be answered (a draw, a takeback, a pause, or to play on after
 * one), or the end of a match. */
export interface Awaiting {
  event: 'turn' | 'offer' | 'ended';
  match: string;
  version: number;
  /** The side the bot plays. */
  side: string;
  state: State;
}

/** Somebody would like to play the bot. */
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

  /** What awaits the bot, for as long as you listen; a lost connection is made again, and begins with all that
   * awaits it then, so that something may be told twice. */
  async *awaiting(signal?: AbortSignal): AsyncGenerator<Awaiting | Invited> {
    for (let tries = 0; !signal?.aborted; tries++) {
      try {
        const path = `${this.server.url}/api/v1/bots/me/stream`;
        for await (const { event, data } of events(path, { token: this.token, signal })) {
          tries = 0;
          if (event === 'invitation') {
            const invitation = data as Invitation;
            // Its own are told, too, and are for the others to answer.
            if (!('name' in invitation.from) || invitation.from.name !== this.name) yield { event, invitation };
          } else if ((data as Partial<Awaiting>).state) yield { event, ...(data as object) } as Awaiting;
        }
      } catch (error) {
        if (signal?.aborted) return;
        if (!isPassing(error)) throw error;
      }
      await pause(backoff(tries), signal).catch(() => {});
    }
  }

  /** Does something in a match, once for each version it answers. */
  act(told: Awaiting, action: Action): Promise<unknown> {
    const body = { command: `at-${told.version}`, version: told.version, action };
    return this.server.ask(`/matches/${told.match}/actions`, { body, token: this.token });
  }

  /** Accepts an invitation, or declines it. */
  answer(invitation: Invitation, accept: boolean): Promise<unknown> {
    return this.server.ask(`/invitations/${invitation.id}/${accept ? 'accept' : 'decline'}`, { method: 'POST', token: this.token });
  }

  /** Plays every match it has a seat in, by a function from a state to a move. Draws are declined, and so are
   * takebacks; whoever wants a pause gets one; invitations are accepted unless `accept` says no. Ends when `signal` says
   * so, or `until` of an ended match is true. */
  async play(choose: Choose, options: Playing = {}): Promise<void> {
    // A server that was away for long is listened to anew, and begins with all that awaits the bot.
    while (!options.signal?.aborted) {
      for await (const told of this.awaiting(options.signal)) {
        if (told.event === 'ended') {
          if (options.until?.(told.state)) return;
          continue;
        }
        const send = await this.reply(told, choose, options);
        try {
          await send();
        } catch (error) {
          // Things have moved on; what awaits the bot now comes by the stream.
          if (error instanceof Refused && error.status === 409) continue;
          if (!isPassing(error)) throw error;
          break;
        }
      }
    }
  }

  /** What the bot says to whatever awaits it, ready to be sent. */
  private async reply(told: Awaiting | Invited, choose: Choose, options: Playing): Promise<() => Promise<unknown>> {
    if (told.event === 'invitation') {
      const accepted = options.accept?.(told.invitation) ?? true;
      return () => this.answer(told.invitation, accepted);
    }
    const action: Action = told.event === 'turn' ? { type: 'move', move: await choose(told.state, told.side) } : answerTo(told);
    return () => this.act(told, action);
  }
}

export interface Playing {
  signal?: AbortSignal;
  until?: (ended: State) => boolean;
  accept?: (invitation: Invitation) => boolean;
}

/** How a bot answers what it is offered. */
function answerTo({ state, side }: Awaiting): Action {
  const isTheirs = (by: string | null) => by !== null && by !== side;
  if (isTheirs(state.resume_offer)) return { type: 'resume' };
  if (isTheirs(state.draw_offer)) return { type: 'decline_draw' };
  if (isTheirs(state.takeback_offer)) return { type: 'decline_takeback' };
  return { type: 'accept_pause' };
}
