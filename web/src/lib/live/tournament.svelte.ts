// A live tournament.

import { type Attempt, Reconnecting } from 'chautari-client/reconnect';
import { Refused } from '../api/errors';
import { gameOf } from '../api/rules';
import { tournament, type Tournament } from '../api/tournaments';
import type { Game } from '../api/types';
import { errorText } from '../i18n/errorText';
import { t } from '../i18n/i18n.svelte';

export class LiveTournament {
  now = $state.raw<Tournament>();
  game = $state.raw<Game>();
  trouble = $state('');

  #connection = new Reconnecting((attempt) => this.#connect(attempt), {
    onState: (state) => {
      if (state === 'lost' && this.now) this.trouble = t('No connection. Trying again; nothing is lost.');
    },
  });

  constructor(readonly id: string) {}

  /** Responses and stream events can arrive out of order, so older versions are ignored. */
  #show(found: Tournament): void {
    if (!this.now || found.version >= this.now.version) this.now = found;
    this.trouble = '';
    // The server closes the stream of a finished tournament, so there is no reason to reconnect.
    if (this.now.state === 'ended') this.#connection.close();
  }

  /** Loads the tournament. Returns whether to retry because there was no response. */
  async load(): Promise<boolean> {
    try {
      const found = await tournament(this.id);
      this.#show(found);
      this.game ??= await gameOf(found.game);
      return false;
    } catch (error) {
      this.trouble = errorText(error);
      return !(error instanceof Refused);
    }
  }

  /** Subscribes until the returned function is called. */
  follow(): () => void {
    this.#connection.open();
    return () => this.#connection.close();
  }

  /** Loads the tournament first, unless a broken stream is reopened: why it is refused is not in the stream. */
  #connect({ opened, ended }: Attempt): () => void {
    let stream: EventSource | undefined;
    let left = false;
    const listen = () => {
      stream = new EventSource(`/api/v1/tournaments/${this.id}/live`);
      stream.addEventListener('tournament', ({ data }) => {
        opened();
        this.#show(JSON.parse(data));
      });
      stream.onerror = ended;
    };
    const begin = async () => {
      const again = await this.load();
      if (left) return;
      if (again) ended();
      else if (this.now && this.now.state !== 'ended') listen();
      else this.#connection.close();
    };
    if (this.now && this.game) listen();
    else void begin();
    return () => {
      left = true;
      stream?.close();
    };
  }

  /** Runs an action and shows its error. Returns whether it succeeded. */
  async act(what: () => Promise<unknown>): Promise<boolean> {
    try {
      await what();
      await this.load();
      return true;
    } catch (error) {
      this.trouble = errorText(error);
      return false;
    }
  }
}
