// The conformance checks of every game, run inside the module: the same code as in
// `games/tests/conformance.rs`.

import assert from 'node:assert/strict';
import { appendFileSync, existsSync } from 'node:fs';
import { test } from 'node:test';
import { load, Refused } from 'chautari';

const LAWS = new URL('../../../target/wasm/laws.wasm', import.meta.url);
const skip = !existsSync(LAWS) && '`scripts/wasm laws` builds it';
if (skip && process.env.CHAUTARI_SKIPPED)
  appendFileSync(process.env.CHAUTARI_SKIPPED, `conformance of games in the module: ${skip}\n`);
const games = skip ? undefined : await load(LAWS);

for (const { id } of games?.games() ?? []) {
  test(`${id} conforms to the rules common to all games`, () => {
    games.ask({ ask: 'conform', game: id, cases: 40, plies: 120 });
  });
}

test('an unknown game is refused', { skip }, () => {
  assert.throws(() => games.ask({ ask: 'conform', game: 'nothing', cases: 1, plies: 1 }), Refused);
});
