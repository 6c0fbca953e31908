// The rules and engines of the module in this browser, with the exact tables beside the page if it has any.

import type { Known } from 'chautari/types';
import type { Question, Rules, Search } from '../api/rules';
import type { Game, Position, RemarksAnswer, Standing, Thought } from '../api/types';
import * as engine from './engine';
import { hasTables, worth } from './tables';

/** How long a board waits for exact values. */
const PATIENCE_MS = 3000;

export class ModuleRules implements Rules {
  games = () => engine.ask<Game[]>({ ask: 'games' });
  game = (id: string) => engine.ask<Game>({ ask: 'game', game: id });

  async position(game: string, { value, write = [], ...line }: Question): Promise<Position> {
    const asked = engine.ask<Position>({ ask: 'position', line: { game, ...line }, write });
    if (!value || !hasTables) return asked;
    const late = new Promise<object>((resolve) => setTimeout(resolve, PATIENCE_MS, {}));
    const exact = worth({ game, ...line }).catch(() => ({}));
    const [found, values] = await Promise.all([asked, Promise.race([exact, late])]);
    return { ...found, ...values };
  }

  async remarks(game: string, { position, moves = [] }: Pick<Question, 'position' | 'moves'>, move: string) {
    const line = { game, ...(position && { position }), moves };
    return (await engine.ask<RemarksAnswer>({ ask: 'remarks', line, move })).remarks;
  }

  async review(
    game: string,
    { position, moves = [], ...effort }: Search,
    signal: AbortSignal,
    known?: Known,
  ): Promise<Standing> {
    const line = { game, ...(position && { position }), moves };
    const values = known ?? (hasTables ? await worth(line).catch(() => ({})) : {});
    return engine.review(line, values, effort, signal);
  }

  async *thoughts(game: string, search: Search, signal: AbortSignal): AsyncGenerator<Thought> {
    const { position, dialect, moves = [], ...effort } = search;
    const line = { game, ...(position && { position }), ...(dialect && { dialect }), moves };
    yield* engine.thoughts({ line, ...effort }, signal);
  }
}
