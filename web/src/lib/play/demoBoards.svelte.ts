// The boards of the home page: one to play on at once, and one of each game that moves now and then.

import { games, position } from '../api/rules';
import type { Game, Position } from '../api/types';
import { t } from '../i18n/i18n.svelte';
import { byGame } from '../shell/files';
import { gameFamilies, turnText } from './format';
import { openingOf } from './games';

const PAUSE_MS = 1400;
/** The boards begin in the middle of a game, after this share of its moves. */
const MIDDLE = 0.45;

/** The demo game of each game, from its folder. */
const DEMOS = byGame(
  import.meta.glob<string>('$repo/games/*/demo.txt', { query: '?raw', import: 'default' }),
);

interface Demo {
  game: Game;
  now?: Position;
  line: string[];
  shown: number;
}

export class DemoBoards {
  all = $state.raw<Game[]>([]);
  boards = $state.raw<Demo[]>([]);
  /** The game that a stranger can play on at once. */
  hero = $state.raw<{ game: Game; now: Position; start?: string; invitation: string }>();

  /** Loads all games. Each board is shown as soon as it is loaded. */
  async load(): Promise<void> {
    this.all = await games();
    this.boards = gameFamilies(this.all).map(({ game }) => ({ game, line: [], shown: 0 }));
    if (this.boards[0]) this.hero = await this.#open(this.boards[0].game);
    await Promise.all(this.boards.map((_, which) => this.#toMiddle(which)));
  }

  /** Moves one board after the other until the returned function is called. */
  run(): () => void {
    let turn = 0;
    let stepping = false;
    const timer = setInterval(async () => {
      if (stepping || document.hidden || !this.boards.length) return;
      stepping = true;
      await this.step(turn++ % this.boards.length).catch(() => {});
      stepping = false;
    }, PAUSE_MS);
    return () => clearInterval(timer);
  }

  /** Plays one move on a board, or starts it again after the last one. */
  async step(which: number): Promise<void> {
    const board = this.boards[which];
    if (!board?.now) return;
    if (board.shown < board.line.length) await this.#show(which, board.line, board.shown + 1);
    else await this.#toMiddle(which);
  }

  async #open(game: Game): Promise<NonNullable<DemoBoards['hero']>> {
    const opening = openingOf(game.id);
    const start = opening?.position;
    const now = await position(game.id, { position: start });
    const invitation = opening ? t(opening.invitation) : turnText(now.scene);
    return { game, now, ...(start && { start }), invitation };
  }

  async #show(which: number, line: string[], shown: number): Promise<void> {
    const now = await position(this.boards[which]!.game.id, { moves: line.slice(0, shown) });
    this.boards = this.boards.map((board, i) => (i === which ? { ...board, line, shown, now } : board));
  }

  async #toMiddle(which: number): Promise<void> {
    const demo = DEMOS.get(this.boards[which]!.game.id);
    const line = ((await demo?.()) ?? '').split(/\s+/).filter(Boolean);
    await this.#show(which, line, Math.round(line.length * MIDDLE));
  }
}
