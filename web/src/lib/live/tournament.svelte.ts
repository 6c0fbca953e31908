// A live tournament.

import { backoff } from 'chautari-client/http';
import { gameOf, Refused } from '../api/api';
import { follow, tournament, type Tournament } from '../api/tournaments';
import type { Game } from '../api/types';
import { errorText } from '../i18n/errorText';
import { t } from '../i18n/i18n.svelte';

export class LiveTournament {
  now = $state.raw<Tournament>();
  game = $state.raw<Game>();
  trouble = $state('');

  constructor(readonly id: string) {}

  /** Responses and stream events can arrive out of order, so older versions are ignored. */
  private show(found: Tournament): void {
    if (!this.now || found.version >= this.now.version) this.now = found;
    this.trouble = '';
  }

  /** Loads the tournament. Returns whether to retry because there was no response. */
  async load(): Promise<boolean> {
    try {
      const found = await tournament(this.id);
      this.show(found);
      this.game ??= await gameOf(found.game);
      return false;
    } catch (error) {
      this.trouble = errorText(error);
      return !(error instanceof Refused);
    }
  }

  /** Subscribes until the returned function is called. */
  follow(): () => void {
    let stop = () => {};
    let left = false;
    const begin = async (tries: number): Promise<void> => {
      const again = await this.load();
      if (left) return;
      if (again) {
        const timer = setTimeout(() => void begin(tries + 1), backoff(tries));
        stop = () => clearTimeout(timer);
      } else if (this.now && this.now.state !== 'ended') {
        stop = follow(
          this.id,
          (now) => this.show(now),
          () => (this.trouble = t('No connection. Trying again; nothing is lost.')),
        );
      }
    };
    void begin(0);
    return () => {
      left = true;
      stop();
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
