// Tests of the package's public API.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compile, engine, load, Module, Refused } from 'chautari';

const games = await load();

test('a record plays, refuses, writes and undoes moves', () => {
  const play = games.open('baghchal');
  assert.equal(play.offers().length, 21);
  assert.equal(play.play('mB1').move, 'mB1');
  assert.throws(
    () => play.play('mA1B1'),
    (error) => {
      assert.ok(error instanceof Refused);
      assert.deepEqual([error.status, error.code, error.points], [422, 'occupied', [1]]);
      return true;
    },
  );
  const copy = play.fork();
  assert.equal(play.undo(), 'mB1');
  assert.equal(play.undo(), null);
  assert.equal(copy.standing.length, 1);
  copy.close();
  assert.throws(() => copy.offers(), Refused);
  assert.match(games.svg({ game: 'creeper' }, { theme: 'dark', flip: true }), /^<svg/);
});

test('malformed requests are refused and leave the module intact', async () => {
  const module = new Module(await compile());
  const before = module.text('{"ask":"games"}');
  const { record } = module.ask({ ask: 'open', line: { game: 'baghchal' } });
  const questions = [
    '',
    '{',
    '[]',
    'null',
    '{}',
    '{"ask":"open"}',
    '{"ask":"nothing"}',
    '\0',
    '\ud800',
    '{"ask":"game","game":"\\ud800"}',
    `{"ask":"perft","record":${record},"depth":4294967295}`,
    `{"ask":"perft","record":${record},"depth":-1}`,
    '{"ask":"svg","line":{"game":"gomoku","moves":["x"]}}',
    `${'['.repeat(100_000)}`,
  ];
  for (const question of questions) {
    const { status, error } = JSON.parse(module.text(question));
    assert.ok([400, 404, 422].includes(status) && error.text, question.slice(0, 60));
  }
  assert.equal(module.text('{"ask":"games"}'), before);
  assert.equal(module.ask({ ask: 'perft', record, depth: 1 }), '21');
});

test('a search deepens, and ends by its limit, by a signal and by leaving the loop', async () => {
  const opponent = await engine();
  const heard = [];
  for await (const thought of opponent.thoughts({ game: 'gomoku' }, { nodes: 20_000 })) heard.push(thought);
  assert.ok(heard.length > 1 && heard.at(-1).final && heard.at(-1).move);
  assert.ok(heard.at(-1).depth >= heard[0].depth);

  const stop = new AbortController();
  setTimeout(() => stop.abort(), 100);
  await opponent.think({ game: 'banchess' }, {}, stop.signal);

  for await (const _ of opponent.thoughts({ game: 'creeper' })) break;
  await assert.rejects(() => opponent.think({ game: 'nothing' }), Refused);
  assert.equal((await opponent.think({ game: 'baghchal' }, { nodes: 500, level: 2, seed: 4 })).final, true);
  opponent.close();
});

test('a synchronous search is stopped by its callback', () => {
  let heard = 0;
  const last = games.think({ game: 'gomoku' }, { nodes: 1_000_000 }, () => ++heard < 2);
  assert.equal(heard, 2);
  assert.ok(last.nodes < 1_000_000);
});

test('a callback that re-enters the module or throws leaves it intact', () => {
  let told;
  games.think({ game: 'gomoku' }, { nodes: 5000 }, () => {
    try {
      games.games();
    } catch (error) {
      told = error;
    }
  });
  assert.match(String(told), /busy with another request/);
  assert.throws(
    () =>
      games.think({ game: 'gomoku' }, { nodes: 5000 }, () => {
        throw new Error('enough');
      }),
    /enough/,
  );
  assert.ok(games.games().length > 0);
});
