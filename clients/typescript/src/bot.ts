// A bot: whatever awaits it is answered, wherever it plays.

import { backoff, events, pause, Refused } from './http.js';
import type { Chautari } from './index.js';
import type { Action, Invitation, Match as State } from './schema.js';

/** Something that awaits a bot: its turn, an offer to be answered, or the end of a match. */
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
        if (error instanceof Refused) throw error;
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
   * takebacks; invitations are accepted unless `accept` says no. Ends when `signal` says so, or `until` of an ended
   * match is true. */
  async play(
    choose: Choose,
    options: { signal?: AbortSignal; until?: (ended: State) => boolean; accept?: (invitation: Invitation) => boolean } = {},
  ): Promise<void> {
    for await (const told of this.awaiting(options.signal)) {
      try {
        if (told.event === 'invitation') await this.answer(told.invitation, options.accept?.(told.invitation) ?? true);
        else if (told.event === 'turn') await this.act(told, { type: 'move', move: await choose(told.state, told.side) });
        else if (told.event === 'offer') {
          await this.act(told, { type: told.state.draw_offer ? 'decline_draw' : 'decline_takeback' });
        } else if (options.until?.(told.state)) return;
      } catch (error) {
        // Things have moved on; what awaits the bot now comes by the stream.
        if (!(error instanceof Refused) || error.status !== 409) throw error;
      }
    }
  }
}
