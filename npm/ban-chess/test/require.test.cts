// A program in TypeScript that loads the package by `require`, with its types.

import assert = require('node:assert/strict');
import nodeTest = require('node:test');
import bans = require('@chautari/ban-chess');

nodeTest.test('require works, too, with types of its own', () => {
  const game: bans.BanChess = new bans.BanChess();
  const result: bans.ActionResult = game.play({ ban: { from: 'e2', to: 'e4' } });
  const ban: bans.Ban | null = game.currentBannedMove;
  assert.deepEqual([result.success, ban], [true, { from: 'e2', to: 'e4' }]);
});
