#!/usr/bin/env node
// Ban Chess for two players at a terminal.

import { createInterface } from 'node:readline';
import { BanChess } from './index.js';

const HELP = 'An action such as e2e4 (e7e8q for a promotion), or: moves, undo, fen, pgn, quit';

const game = new BanChess();
const terminal = createInterface({ input: process.stdin, output: process.stdout });

function ask(): void {
  console.log(`\n${game.ascii()}\n`);
  terminal.setPrompt(`Ply ${game.getPly()}: ${game.getActivePlayer()} to ${game.getActionType()}> `);
  terminal.prompt();
}

/** Commands other than actions. */
const WORDS: Record<string, () => string> = {
  '': () => HELP,
  help: () => HELP,
  moves: () =>
    game
      .getLegalActions()
      .map((action) => BanChess.serializeAction(action).slice(2))
      .join(' '),
  undo: () => (game.undo() ? 'Taken back.' : 'There is nothing to take back.'),
  fen: () => game.fen(),
  pgn: () => game.pgn(),
};

function act(text: string): string {
  const { success, san, error } = game.playSerializedAction(`${game.getActionType()[0]}:${text}`);
  return success ? `${san}` : `${error}. ${HELP}`;
}

console.log(HELP);
ask();
for await (const line of terminal) {
  const said = line.trim();
  if (said === 'quit') break;
  console.log(WORDS[said]?.() ?? act(said));
  if (game.gameOver()) {
    console.log(`\n${game.ascii()}\n\n${game.pgn()}`);
    break;
  }
  ask();
}
terminal.close();
