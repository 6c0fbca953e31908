// Bots: reacting to turns, offers and invitations.

import { events, isTransient, Refused, warnOfRetry } from './http.js';
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
    const connect = (source: Source<Awaiting | Invited>): (() => void) => {
      const stop = new AbortController();
      void this.listen(source, stop.signal);
      return () => stop.abort();
    };
    const onRetry = (why: unknown, wait: number): void => warnOfRetry(this.server.url, why, wait);
    return reconnecting(connect, signal, { onRetry });
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
      if (isTransient(error)) source.ended(error);
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
   * finished match. Reports invitations, moves and results in a line each.
   */
  async play(choose: Choose, options: Playing = {}): Promise<void> {
    const report = options.report ?? console.log;
    report(`${this.name} is on ${this.server.url}, waiting for matches and invitations.`);
    // After a failed action the stream is reopened, and begins with everything that waits.
    while (!options.signal?.aborted) {
      for await (const event of this.awaiting(options.signal)) {
        if (event.event === 'ended') {
          report(resultText(event));
          if (options.until?.(event.state)) return;
          continue;
        }
        const [send, text] = await this.reply(event, choose, options);
        try {
          await send();
          if (text) report(text);
        } catch (error) {
          // The match has changed meanwhile; the stream has newer events.
          if (error instanceof Refused && error.status === 409) continue;
          if (!isTransient(error)) throw error;
          break;
        }
      }
    }
  }

  /** Decides on the reply to an event; returns the function that sends it, and a line about it. */
  private async reply(
    event: Awaiting | Invited,
    choose: Choose,
    options: Playing,
  ): Promise<[() => Promise<unknown>, string | null]> {
    if (event.event === 'invitation') {
      const { invitation } = event;
      const accepted = options.accept?.(invitation) ?? true;
      const sender = 'name' in invitation.from ? invitation.from.name : 'a player';
      const text = `Invitation from ${sender} to ${invitation.game}: ${accepted ? 'accepted' : 'declined'}`;
      return [() => this.answer(invitation, accepted), text];
    }
    if (event.event !== 'turn') return [() => this.act(event, answerTo(event)), null];
    const began = performance.now();
    const move = await choose(event.state, event.side);
    const seconds = ((performance.now() - began) / 1000).toFixed(2);
    const number = event.state.moves.length + 1;
    const text = `${event.match}: move ${number}, ${event.side} plays ${move} (${seconds} s)`;
    return [() => this.act(event, { type: 'move', move }), text];
  }
}

export interface Playing {
  signal?: AbortSignal;
  until?: (ended: State) => boolean;
  accept?: (invitation: Invitation) => boolean;
  /** Gets a line about each invitation, move and result [default: `console.log`]. */
  report?: (text: string) => void;
}

/** Describes the result of a match from the bot's side. */
function resultText({ match, side, state }: Awaiting): string {
  const winner = state.outcome?.winner;
  const result = winner == null ? 'drawn' : winner === side ? 'won' : 'lost';
  return `${match}: ${result} as ${side}: ${state.outcome?.reason ?? 'over'}`;
}

/** Returns the reply to an offer of the opponent. */
function answerTo({ state, side }: Awaiting): Action {
  const isTheirs = (by: string | null) => by !== null && by !== side;
  if (isTheirs(state.resume_offer)) return { type: 'resume' };
  if (isTheirs(state.draw_offer)) return { type: 'decline_draw' };
  if (isTheirs(state.takeback_offer)) return { type: 'decline_takeback' };
  return { type: 'accept_pause' };
}
