// Functions of the library beyond the examples of its documentation.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  BanChess,
  getGameState,
  hasGameFlags,
  isCheckmate,
  isGameOver,
  isUsingDeprecatedAPI,
  migrateActionResult,
  ready,
  type GameFlags,
} from '@chautari/ban-chess';

test('play never throws', () => {
  const game = new BanChess();
  const no = (action: unknown) => {
    const { success, error } = game.play(action as never);
    assert.equal(success, false);
    return error;
  };
  assert.equal(no({ move: { from: 'e2', to: 'e4' } }), 'Expected a ban, not a move');
  assert.equal(no({ ban: { from: 'e2', to: 'e5' } }), 'Invalid ban: e2-e5');
  for (const junk of [
    undefined,
    null,
    {},
    7,
    'b:e2e4',
    { move: null },
    { ban: {} },
    { ban: { from: 'z9', to: 'e4' } },
  ]) {
    assert.equal(no(junk), 'Invalid action');
  }
  assert.equal(game.getPly(), 1);
  game.play({ ban: { from: 'e2', to: 'e4' } });
  assert.equal(no({ move: { from: 'e2', to: 'e4' } }), 'Move e2-e4 is banned');
  assert.equal(no({ ban: { from: 'd2', to: 'd4' } }), 'Expected a move, not a ban');
  assert.equal(no({ move: { from: 'e2', to: 'e6' } }), 'Invalid move: e2-e6');
  assert.match(game.playSerializedAction('e2e4').error!, /^Invalid serialized action format: e2e4/);
});

test('squares may be any string, as the document has them', () => {
  const game = new BanChess();
  const click = (from: string, to: string) => game.play({ ban: { from, to } });
  assert.deepEqual(click('e9', 'e4'), { success: false, error: 'Invalid action' });
  assert.equal(click('e2', 'e4').success, true);
  const [from, to, promotion]: (string | undefined)[] = ['d2', 'd4'];
  assert.equal(game.play({ move: { from: from!, to: to!, promotion } }).success, true);
  assert.equal(BanChess.serializeAction({ move: { from: from!, to: to!, promotion } }), 'm:d2d4');
});

test('an unneeded promotion is ignored, as in the library', () => {
  const game = new BanChess();
  game.play({ ban: { from: 'e2', to: 'e4' } });
  const banned = game.play({ move: { from: 'e2', to: 'e4', promotion: 'q' } });
  assert.deepEqual([banned.success, banned.error], [false, 'Move e2-e4 is banned']);
  const result = game.play({ move: { from: 'd2', to: 'd4', promotion: 'q' } });
  assert.deepEqual(
    [result.success, result.action, result.san],
    [true, { move: { from: 'd2', to: 'd4' } }, 'd4'],
  );
  assert.equal(game.playSerializedAction('b:e7e5').success, true);
  assert.equal(game.play({ move: { from: 'd7', to: 'd5', promotion: null } }).success, true);
  game.play({ ban: { from: 'g1', to: 'f3' } });
  assert.equal(game.playSerializedAction('m:c1f4q').success, true);
  assert.deepEqual(game.getActionHistory(), ['b:e2e4', 'm:d2d4', 'b:e7e5', 'm:d7d5', 'b:g1f3', 'm:c1f4']);
  // A promoting pawn needs its piece.
  const last = new BanChess('7k/4P3/8/8/8/8/8/4K3 w - - 0 1 2:e1e2');
  assert.equal(last.play({ move: { from: 'e7', to: 'e8', promotion: null } }).success, false);
  assert.equal(last.play({ move: { from: 'e7', to: 'e8', promotion: 'r' } }).san, 'e8=R+');
});

test('malformed input throws', () => {
  assert.throws(() => new BanChess('nonsense'));
  assert.throws(() => new BanChess('8/8/8/8/8/8/8/8 w - - 0 1'));
  assert.throws(() => new BanChess(undefined, '1. e4 e5'));
  assert.throws(() => BanChess.deserializeAction('b:e2e9'));
  assert.throws(
    () => BanChess.replayFromActions(['b:e2e4', 'm:e2e4']),
    /^Error: Failed to replay action m:e2e4: Move e2-e4 is banned$/,
  );
  assert.throws(
    () => BanChess.replayFromActions(['e2e4']),
    /^Error: Failed to replay action e2e4: Invalid serialized action format: e2e4$/,
  );
  const game = BanChess.replayFromActions(['b:e2e4']);
  assert.throws(() => game.loadFromSyncState({ fen: 'nonsense', moveNumber: 1 }));
  assert.ok(game.fen().endsWith('2:e2e4'), 'it stays as it was');
});

test('undo goes back ply by ply', () => {
  const game = BanChess.replayFromActions(['b:e2e4', 'm:d2d4']);
  assert.equal(game.undo(), true);
  assert.deepEqual(game.currentBannedMove, { from: 'e2', to: 'e4' });
  assert.equal(game.history().length, 1);
  assert.equal(game.undo(), true);
  assert.equal(game.undo(), false);
  assert.equal(game.fen(), new BanChess().fen());
});

test('flags, old and new', () => {
  const game = BanChess.replayFromActions([
    'b:e2e4',
    'm:f2f3',
    'b:e7e6',
    'm:e7e5',
    'b:d2d4',
    'm:g2g4',
    'b:d8e7',
  ]);
  const result = game.play({ move: { from: 'd8', to: 'h4' } });
  assert.deepEqual(result.flags, { check: true, checkmate: true, gameOver: true });
  assert.ok(
    hasGameFlags(result) && isCheckmate(result) && isGameOver(result) && isUsingDeprecatedAPI(result),
  );
  const older = { success: true, checkmate: true, gameOver: true };
  assert.ok(
    isUsingDeprecatedAPI(older) && !isUsingDeprecatedAPI({ success: true, flags: { checkmate: true } }),
  );
  assert.deepEqual(getGameState(older), { checkmate: true, gameOver: true });
  // Deprecated fields can still be read.
  const warn = console.warn;
  const warned: unknown[] = [];
  console.warn = (...words) => warned.push(words.join(' '));
  assert.equal(migrateActionResult(older), older);
  assert.equal(migrateActionResult({ success: true }).checkmate, undefined);
  console.warn = warn;
  assert.equal(warned.length, 1);
  assert.deepEqual(game.getLegalActions(), []);
  assert.equal(game.play({ ban: { from: 'e1', to: 'f2' } }).error, 'Game is over');
});

test('draws have their flags and their functions', () => {
  const drawn = (flag: keyof GameFlags, game: BanChess, last: string) => {
    assert.deepEqual([game.inDraw(), game.gameOver()], [false, false]);
    const { flags } = game.playSerializedAction(last);
    assert.deepEqual(flags, { draw: true, gameOver: true, [flag]: true });
    assert.deepEqual([game.inDraw(), game.gameOver(), game.inStalemate()], [true, true, false]);
    assert.deepEqual(
      [game.inThreefoldRepetition(), game.insufficientMaterial()],
      [flag === 'threefoldRepetition', flag === 'insufficientMaterial'],
    );
    assert.ok(game.fen().endsWith('='), game.fen());
    assert.ok(game.pgn().endsWith('1/2-1/2'), game.pgn());
  };
  drawn('fiftyMoveRule', new BanChess('7k/8/8/3r4/8/8/1R6/K7 w - - 99 96 382:b2h2'), 'm:b2b3');
  drawn('insufficientMaterial', new BanChess('8/8/8/3k4/4Q3/8/8/4K3 b - - 0 1 4:d5c5'), 'm:d5e4');
  const there = ['b:e2e4', 'm:g1f3', 'b:e7e5', 'm:g8f6', 'b:e2e4', 'm:f3g1', 'b:e7e5', 'm:f6g8'];
  const again = ['b:d2d4', 'm:g1f3', 'b:d7d5', 'm:g8f6', 'b:a2a3', 'm:f3g1', 'b:a7a6'];
  drawn('threefoldRepetition', BanChess.replayFromActions([...there, ...again]), 'm:f6g8');
});

test('the version is that of the package', () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  assert.equal(BanChess.VERSION, version);
});

test('history has the ban in force for each action', () => {
  const game = BanChess.replayFromActions(['b:e2e4', 'm:d2d4']);
  const [ban, move] = game.history();
  assert.deepEqual(ban, {
    ply: 1,
    player: 'black',
    actionType: 'ban',
    action: { from: 'e2', to: 'e4' },
    san: 'e2e4',
    fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 2:e2e4',
    bannedMove: { from: 'e2', to: 'e4' },
  });
  assert.deepEqual(move?.action, { from: 'd2', to: 'd4' });
  assert.equal(move?.san, 'd4');
  assert.deepEqual(move?.bannedMove, { from: 'e2', to: 'e4' });
  assert.deepEqual(game.getActionLog(), ['b:e2e4', 'd4']);
  assert.deepEqual([game.nextMoveColor(), game.currentPlayer()], ['black', 'white']);
});

test('a position has an indicator after its ply, which can be read', () => {
  const mate = BanChess.replayFromActions([
    'b:e2e4',
    'm:f2f3',
    'b:e7e6',
    'm:e7e5',
    'b:d2d4',
    'm:g2g4',
    'b:d8e7',
    'm:d8h4',
  ]);
  assert.ok(mate.fen().endsWith(' 1 3 9#'), mate.fen());
  assert.equal(mate.getPly(), 9);
  assert.equal(mate.getSyncState().fen, mate.fen());
  const again = new BanChess(mate.fen());
  assert.ok(again.inCheckmate() && again.fen() === mate.fen());
  const check = new BanChess('4k3/8/8/8/8/8/4R3/4K3 b - - 0 1 3');
  assert.ok(check.fen().endsWith(' 3+'), check.fen());
  assert.equal(check.play({ ban: { from: 'e8', to: 'd7' } }).newFen, check.fen());
  assert.ok(check.fen().endsWith(' 4:e8d7+'), check.fen());
  assert.deepEqual([check.getPly(), check.currentBannedMove], [4, { from: 'e8', to: 'd7' }]);
});

test('indicators of the log are those of the library', () => {
  const game = new BanChess('4k3/8/8/8/8/8/4R3/4K3 b - - 0 1 3');
  game.play({ ban: { from: 'e8', to: 'd7' } });
  assert.deepEqual(game.getActionLog(), ['b:e8d7+']);
  game.setIndicatorConfig({ san: false });
  assert.deepEqual(game.getActionLog(), ['b:e8d7+']);
  game.setIndicatorConfig({ serialization: false });
  assert.deepEqual(game.getActionLog(), ['b:e8d7']);
});

test('six fields and seven', () => {
  const six = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
  assert.equal(new BanChess(six).fen(), `${six} 1`);
  assert.equal(BanChess.fromStandardFEN(six, 2, { from: 'e2', to: 'e4' }), `${six} 2:e2e4`);
  assert.equal(new BanChess(BanChess.fromStandardFEN(six, 1)).getPly(), 1);
});

test('a promotion is banned as a whole', () => {
  const game = new BanChess('7k/4P3/8/8/8/8/8/4K3 w - - 0 1 1');
  game.play({ ban: { from: 'e7', to: 'e8' } });
  assert.ok(!game.legalMoves().some((move) => move.from === 'e7'));
  game.undo();
  game.play({ ban: { from: 'e1', to: 'e2' } });
  assert.deepEqual(
    game
      .legalMoves()
      .filter((move) => move.from === 'e7')
      .map((move) => move.promotion)
      .sort(),
    ['b', 'n', 'q', 'r'],
  );
  assert.equal(game.play({ move: { from: 'e7', to: 'e8', promotion: 'q' } }).san, 'e8=Q+');
});

test('the board as text marks the ban', () => {
  const game = BanChess.replayFromActions(['b:e2e4']);
  assert.match(game.ascii(), /Banned: e2-e4/);
  assert.match(game.ascii(), / 2 \| P  P  P  P \[P\] P  P  P \|/);
});

test('returned objects can be changed without affecting the game', () => {
  const game = BanChess.replayFromActions(['b:e2e4', 'm:d2d4']);
  const entry = game.history()[0]!;
  entry.action.from = 'a1';
  entry.bannedMove!.to = 'a2';
  assert.deepEqual(game.history()[0]!.action, { from: 'e2', to: 'e4' });
  assert.deepEqual(game.history()[0]!.bannedMove, { from: 'e2', to: 'e4' });
});

test('ready compiles the rules', async () => {
  await ready();
  assert.equal(new BanChess().getPly(), 1);
});

test('whole games agree with a program that shares no code with this one', () => {
  const table = readFileSync(new URL('../../../../spec/banchess/games.txt', import.meta.url), 'utf8');
  let [games, plies] = [0, 0];
  let game: BanChess | undefined;
  for (const line of table.split('\n')) {
    if (!line.trim() || line.startsWith('#')) continue;
    const fields = line.split(' ; ');
    if (fields[0] === 'game') {
      game = new BanChess(fields[2] === 'start' ? undefined : fields[2]);
      games++;
      continue;
    }
    const [head, , fen = ''] = fields;
    const action = head!.split(' ').at(-1)!;
    const legal = game!.getLegalActions().length;
    const result = game!.playSerializedAction(action);
    assert.ok(result.success, `${line}: ${result.error}`);
    // The table has positions without the indicator.
    const remark = game!.gameOver() ? (game!.inCheckmate() ? '#' : '=') : game!.inCheck() ? '+' : '';
    assert.ok(legal > 0 && game!.fen().endsWith(fen + remark), `${game!.fen()} instead of ${fen}${remark}`);
    plies++;
  }
  assert.ok(games > 10 && plies > 500, `${games} games, ${plies} plies`);
});

test('the command plays', () => {
  const cli = new URL('../esm/ban-chess/src/cli.js', import.meta.url).pathname;
  const said = execFileSync('node', [cli], { input: 'e2e4\nd2d5\nd2d4\nfen\nquit\n', encoding: 'utf8' });
  assert.match(said, /Ply 1: black to ban>/);
  assert.match(said, /Invalid move: d2-d5/);
  assert.match(said, / b KQkq d3 0 1 3| b KQkq - 0 1 3/);
});
