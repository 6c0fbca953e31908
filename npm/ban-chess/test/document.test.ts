// Every example in the documentation of ban-chess.ts, with only the import changed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BanChess, type Action, type ActionResult, type Ban, type HistoryEntry, type IndicatorConfig, type Move } from '@chautari/ban-chess';

/** Runs a function and returns what it printed. */
function printed(run: (console: { log(...words: unknown[]): void }) => void): string[] {
  const lines: string[] = [];
  run({ log: (...words) => void lines.push(words.join(' ')) });
  return lines;
}

test('quick start', () => {
  const lines = printed((console) => {
    // Create a new Ban Chess game
    const game = new BanChess();

    // Ply 1: Black restricts a White move
    console.log(game.getPly()); // 1
    console.log(game.getActivePlayer()); // 'black'
    console.log(game.getActionType()); // 'ban'
    game.play({ ban: { from: 'e2', to: 'e4' } });

    // Ply 2: White moves (with e2-e4 banned)
    console.log(game.getPly()); // 2
    console.log(game.getActivePlayer()); // 'white'
    console.log(game.getActionType()); // 'move'
    const actions = game.getLegalActions(); // e2-e4 is NOT available
    assert.equal(actions.length, 19);
    assert.ok(!actions.some((action) => 'move' in action && action.move.from === 'e2' && action.move.to === 'e4'));
    game.play({ move: { from: 'd2', to: 'd4' } });

    // Ply 3: White restricts a Black move
    console.log(game.getPly()); // 3
    console.log(game.getActivePlayer()); // 'white'
    console.log(game.getActionType()); // 'ban'
    game.play({ ban: { from: 'e7', to: 'e5' } });

    // Ply 4: Black moves (with e7-e5 banned)
    console.log(game.getPly()); // 4
    console.log(game.getActivePlayer()); // 'black'
    console.log(game.getActionType()); // 'move'
    game.play({ move: { from: 'd7', to: 'd5' } });
  });
  assert.deepEqual(lines, ['1', 'black', 'ban', '2', 'white', 'move', '3', 'white', 'ban', '4', 'black', 'move']);
});

test('the class has every member of the reference', () => {
  const game = new BanChess();
  const result: ActionResult = game.play({ ban: { from: 'e2', to: 'e4' } });
  assert.deepEqual([result.success, result.gameOver, result.checkmate, result.stalemate], [true, false, false, false]);
  const ply: number = game.getPly();
  const player: 'white' | 'black' = game.getActivePlayer();
  const kind: 'ban' | 'move' = game.getActionType();
  const actions: Action[] = game.getLegalActions();
  assert.deepEqual([ply, player, kind, actions.length], [2, 'white', 'move', 19]);
  const next: 'ban' | 'move' = game.nextActionType();
  const moves: Move[] = game.legalMoves();
  const bans: Move[] = game.legalBans();
  const turn: 'white' | 'black' = game.turn;
  const banned: Ban | null = game.currentBannedMove;
  assert.deepEqual([next, moves.length, bans.length, turn, banned], ['move', 19, 0, 'white', { from: 'e2', to: 'e4' }]);
  const entries: HistoryEntry[] = game.history();
  assert.equal(entries.length, 1);
  assert.deepEqual([game.inCheck(), game.inCheckmate(), game.inStalemate(), game.gameOver()], [false, false, false, false]);
  const config: IndicatorConfig = game.getIndicatorConfig();
  game.setIndicatorConfig(config);
  game.reset();
  assert.equal(game.getPly(), 1);
});

test('serialization', () => {
  let game = new BanChess();

  // Serialize actions
  const serialized = BanChess.serializeAction({ ban: { from: 'e2', to: 'e4' } });
  assert.equal(serialized, 'b:e2e4');

  // Deserialize actions
  const action = BanChess.deserializeAction('m:d2d4');
  assert.deepEqual(action, { move: { from: 'd2', to: 'd4' } });

  // Apply serialized actions directly
  game.playSerializedAction('b:e2e4');

  // Get sync state for network transmission
  const syncState = game.getSyncState();
  assert.equal(syncState.fen, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 2:e2e4');
  assert.equal(syncState.lastAction, 'b:e2e4');
  const moveNumber: number = syncState.moveNumber;
  assert.equal(moveNumber, 1);
  assert.equal(syncState.ply, 2);

  // Load from sync state
  const other = new BanChess();
  other.loadFromSyncState(syncState);
  assert.equal(other.fen(), game.fen());
  assert.equal(other.getLastActionSerialized(), 'b:e2e4');

  for (const text of ['m:d2d4', 'b:e7e5', 'm:d7d5']) game.playSerializedAction(text);

  // Get complete action history
  const history = game.getActionHistory();
  assert.deepEqual(history, ['b:e2e4', 'm:d2d4', 'b:e7e5', 'm:d7d5']);

  // Replay game from actions
  const before = game.fen();
  game = BanChess.replayFromActions(history);
  assert.equal(game.fen(), before);
});

test('the notation of actions', () => {
  assert.equal(BanChess.serializeAction({ ban: { from: 'e2', to: 'e4' } }).length, 6);
  assert.equal(BanChess.serializeAction({ move: { from: 'd2', to: 'd4' } }).length, 6);
  assert.equal(BanChess.serializeAction({ move: { from: 'e7', to: 'e8', promotion: 'q' } }), 'm:e7e8q');
  assert.equal(BanChess.serializeAction({ move: { from: 'd8', to: 'h4' } }, '#'), 'm:d8h4#');
  assert.deepEqual(BanChess.deserializeAction('m:d8h4#'), { move: { from: 'd8', to: 'h4' } });
});

test('network example', () => {
  const sent: string[] = [];
  const ws = { send: (text: string) => void sent.push(text) };
  const action: Action = { ban: { from: 'e2', to: 'e4' } };
  // WebSocket - Send only the action (6-8 bytes)
  ws.send(BanChess.serializeAction(action));
  assert.deepEqual(sent, ['b:e2e4']);
  // REST API - Minimal payload
  const { action: received } = JSON.parse('{ "action": "b:e2e4" }') as { action: string };
  assert.equal(new BanChess().playSerializedAction(received).success, true);
});

const MATE = ['b:e2e4', 'm:f2f3', 'b:e7e6', 'm:e7e5', 'b:d2d4', 'm:g2g4', 'b:d8e7', 'm:d8h4'];

test('indicators', () => {
  const game = BanChess.replayFromActions(MATE);
  // Configure indicator display
  game.setIndicatorConfig({
    pgn: true, // Show indicators in PGN notation (default: true)
    serialization: true, // Show indicators in serialized actions (default: true)
    san: true, // Show indicators in SAN notation (default: true)
  });
  // Get current configuration
  const config = game.getIndicatorConfig();
  assert.deepEqual(config, { pgn: true, serialization: true, san: true });
  assert.equal(game.getLastActionSerialized(), 'm:d8h4#');

  // Example with indicators disabled for serialization
  game.setIndicatorConfig({ pgn: true, serialization: false, san: true });
  const action = game.getLastActionSerialized(); // Returns "m:d8h4" instead of "m:d8h4#"
  assert.equal(action, 'm:d8h4');
  assert.match(game.pgn(), /Qh4#/);
  assert.equal(game.history().at(-1)?.san, 'Qh4#');
});

test('bans that end a game', () => {
  // White is in check and has one way out.
  const mated = new BanChess('k7/8/8/8/8/7P/5PP1/3r2K1 w - - 0 40 157');
  assert.deepEqual([mated.inCheck(), mated.gameOver(), mated.legalBans()], [true, false, [{ from: 'g1', to: 'h2' }]]);
  const last = mated.play({ ban: { from: 'g1', to: 'h2' } });
  assert.deepEqual([last.flags?.banCausedCheckmate, last.checkmate, mated.inCheckmate()], [true, true, true]);
  assert.equal(mated.getLastActionSerialized(), 'b:g1h2#');
  // The only move of a king that is not in check.
  const stuck = new BanChess('7k/8/8/8/8/8/1q6/3K4 w - - 0 40 157');
  const ways = stuck.legalBans();
  assert.equal(ways.length, 1);
  const result = stuck.play({ ban: ways[0]! });
  assert.equal(result.flags?.banCausedStalemate, true);
  assert.equal(result.stalemate, true);
  assert.match(stuck.getLastActionSerialized()!, /=$/);
});

test('extended FEN', () => {
  const game = new BanChess();
  assert.equal(game.fen(), 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1');
  game.play({ ban: { from: 'e2', to: 'e4' } });
  assert.ok(game.fen().endsWith(' 2:e2e4'));
  game.play({ move: { from: 'd2', to: 'd4' } });
  assert.ok(game.fen().endsWith(' 3'));
  game.play({ ban: { from: 'e7', to: 'e5' } });
  assert.ok(game.fen().endsWith(' 4:e7e5'));
  assert.equal(new BanChess(game.fen()).fen(), game.fen());
});

test('PGN', () => {
  const game = BanChess.replayFromActions(MATE);
  assert.equal(
    game.pgn(),
    '1. {banning: e2e4} f3 {banning: e7e6} e5\n2. {banning: d2d4} g4 {banning: d8e7} Qh4# 0-1',
  );
  assert.equal(new BanChess(undefined, game.pgn()).fen(), game.fen());
  game.setIndicatorConfig({ pgn: false });
  assert.ok(game.pgn().endsWith('Qh4 0-1'));
});

test('complete example', () => {
  const lines = printed((console) => {
    const game = new BanChess();

    // Full game example using the new ply-based API
    console.log(`Ply ${game.getPly()}: ${game.getActivePlayer()} to ${game.getActionType()}`);

    game.play({ ban: { from: 'e2', to: 'e4' } }); // Ply 1: Black bans e4
    game.play({ move: { from: 'd2', to: 'd4' } }); // Ply 2: White moves d4
    game.play({ ban: { from: 'e7', to: 'e5' } }); // Ply 3: White bans e5
    game.play({ move: { from: 'd7', to: 'd5' } }); // Ply 4: Black moves d5

    // The API makes it crystal clear who acts and what they should do
    const actions = game.getLegalActions();
    const player = game.getActivePlayer();
    console.log(`${player} has ${actions.length} legal actions at ply ${game.getPly()}`);

    // Check game state
    if (game.inCheckmate()) {
      const winner = game.getActivePlayer() === 'white' ? 'Black' : 'White';
      console.log(`Checkmate! ${winner} wins!`);
    }

    // Reset for a new game
    game.reset();
    console.log(game.getPly()); // Back to ply 1
  });
  assert.deepEqual(lines, ['Ply 1: black to ban', 'black has 27 legal actions at ply 5', '1']);
});

test('the documented winner is right after a mate by a ban, and wrong after a mate by a move', () => {
  const told = (game: BanChess) => (game.getActivePlayer() === 'white' ? 'Black' : 'White');
  const lost = (game: BanChess) => [game.inCheckmate(), game.nextMoveColor()];
  const byMove = BanChess.replayFromActions(MATE);
  assert.deepEqual([told(byMove), lost(byMove)], ['White', [true, 'white']]);
  assert.match(byMove.pgn(), / 0-1$/);
  const byBan = new BanChess('k7/8/8/8/8/7P/5PP1/3r2K1 w - - 0 40 157');
  byBan.play({ ban: { from: 'g1', to: 'h2' } });
  assert.deepEqual([told(byBan), lost(byBan)], ['Black', [true, 'white']]);
  assert.match(byBan.pgn(), / 0-1$/);
});
