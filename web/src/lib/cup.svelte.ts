// A tournament on the page, as it goes on.

import { gameOf } from './api';
import { told } from './explain';
import { follow, tournament, type Tournament } from './tournaments';
import type { Game } from './types';
import { word } from './words.svelte';

export class Cup {
  now = $state.raw<Tournament>();
  game = $state.raw<Game>();
  trouble = $state('');

  constructor(readonly id: string) {}

  async load(): Promise<void> {
    try {
      this.now = await tournament(this.id);
      this.game ??= await gameOf(this.now.game);
      this.trouble = '';
    } catch (error) {
      this.trouble = told(error);
    }
  }

  /** Follows it until the page is left. */
  follow(): () => void {
    let stop = () => {};
    let left = false;
    void this.load().then(() => {
      if (left || !this.now || this.now.state === 'ended') return;
      stop = follow(
        this.id,
        (now) => ([this.now, this.trouble] = [now, '']),
        () => (this.trouble = word('No connection. Trying again; nothing is lost.')),
      );
    });
    return () => {
      left = true;
      stop();
    };
  }

  /** Does something, and says what was wrong with it. */
  async act(what: () => Promise<unknown>): Promise<boolean> {
    try {
      await what();
      await this.load();
      return true;
    } catch (error) {
      this.trouble = told(error);
      return false;
    }
  }
}
