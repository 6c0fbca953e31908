// The game to offer after a win against the engine.

import { games } from '../api/rules';
import type { Game } from '../api/types';
import { number, sideWord, t, translate } from '../i18n/i18n.svelte';
import { gameFamilies } from './format';
import { addWin, type NextGame, nextGame, wins } from './progress';

export class NextGames {
  /** One game of each family; loaded after the first win, because only then another game is offered. */
  #others = $state.raw<Game[]>([]);

  /** Stores a win. */
  won(game: string, side: string, level: number): void {
    addWin(game, side, level);
    void games().then(
      (all) => (this.#others = gameFamilies(all).map((family) => family.game)),
      () => {},
    );
  }

  /** Returns the game to play after a won one, and the text of its button. */
  after(played: Game, side: string, level: number): NextGame & { text: string } {
    const next = nextGame(wins(), this.#others, played, side, level);
    return { ...next, text: this.#text(next) };
  }

  #text({ change, game: id, side, level }: NextGame): string {
    if (change === 'side') return t('Next: play {0}', sideWord(side));
    if (change === 'level') return t('Next: level {0}', number(level));
    return t('Next: {0}', translate(this.#others.find((other) => other.id === id)?.name ?? id));
  }
}
