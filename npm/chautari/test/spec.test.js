// The tables of spec/, and comparison of the module's answers with those of native code.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { compile, load, Module, Refused, RULES } from 'chautari';

const SPEC = new URL('../../../spec/', import.meta.url);
/** Larger leaf counts are skipped. */
const MOST_LEAVES = 400_000;

const games = await load();

function rows(file) {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .map((text, i) => ({ text, at: `${file.pathname}:${i + 1}` }));
  return lines
    .filter(({ text }) => text.trim() && !text.startsWith('#'))
    .map(({ text, at }) => ({ at, fields: text.split(' ; ') }));
}

const line = (game, position) => (position === 'start' ? { game } : { game, position });

const TABLES = {
  'perft.txt': ([game, start, counts]) => {
    const play = games.open(line(game, start));
    for (const [i, count] of counts.split(' ').entries()) {
      if (Number(count) > MOST_LEAVES) break;
      assert.equal(play.perft(i + 1), BigInt(count));
    }
  },
  'accept.txt': ([game, dialect, text, written = text]) => {
    assert.equal(games.open({ game, dialect, position: text }).write(dialect), written);
  },
  'refuse.txt': ([game, ...fields]) => {
    const [run, expected] =
      fields[0] === 'play'
        ? [() => games.open(line(game, fields[1])).play(fields[2]), fields[3]]
        : [() => games.open({ game, dialect: fields[0], position: fields[1] }), fields[2]];
    assert.throws(run, (error) => {
      assert.ok(error instanceof Refused, String(error));
      const { code, at, reasons } = error.complaint;
      assert.equal(
        code === 'syntax' ? `syntax@${at}` : (reasons ?? [{ code }]).map((reason) => reason.code).join(' '),
        expected,
      );
      return true;
    });
  },
  'playthrough.txt': ([game, start, moves, last, winner, reason]) => {
    const play = games.open(line(game, start));
    for (const move of moves.split(/\s+/).filter(Boolean)) play.play(move);
    const { position, outcome } = play.standing;
    assert.deepEqual(
      [position, outcome ? (outcome.winner ?? 'draw') : '-', outcome?.reason ?? '-'],
      [last, winner, reason],
    );
  },
};

for (const folder of readdirSync(SPEC)) {
  for (const [table, holds] of Object.entries(TABLES)) {
    const all = rows(new URL(`${folder}/${table}`, SPEC));
    if (!all.length) continue;
    test(`${folder}/${table}, ${all.length} rows`, () => {
      for (const { at, fields } of all) {
        try {
          holds(fields);
        } catch (error) {
          error.message = `${at}: ${error.message}`;
          throw error;
        }
      }
    });
  }
}

test('gomoku/games.json', () => {
  const { games: played } = JSON.parse(readFileSync(new URL('gomoku/games.json', SPEC), 'utf8'));
  for (const { first, moves, steps, winner } of played) {
    const play = games.open('gomoku');
    // Here Black begins, so colours are swapped in games that White began.
    const turned = (pair) => (first === 'b' ? pair : [...pair].reverse());
    moves.forEach((move, i) => {
      play.play(String(move));
      const { scene, offers, outcome } = play.look();
      assert.deepEqual(
        scene.tallies.map((tally) => tally.count),
        turned(steps[i].c),
      );
      // While a five can still be broken, other moves are illegal as well.
      if (outcome || steps[i].p) return;
      const taken = new Set([
        ...scene.pieces.map((piece) => piece.at),
        ...offers.map((offer) => offer.points[0]),
      ]);
      const forbidden = [...Array(361).keys()].filter((cell) => !taken.has(cell));
      assert.deepEqual(forbidden, steps[i].x ?? []);
    });
    assert.equal(play.standing.outcome !== null, winner !== undefined && winner !== 'no');
  }
});

const ANSWERS = new URL('../dist/answers.jsonl', import.meta.url);

/** Durations differ from run to run. */
const timeless = (answer) => answer.replace(/"seconds":[^,]*/, '"seconds":0');

/** Requests that the module without engines does not support. */
const MORE = new Set(['think', 'worth', 'bring', 'begin', 'match', 'act']);

test(
  'every response equals that of native code',
  { skip: !existsSync(ANSWERS) && 'npm/check writes them' },
  async () => {
    const [module, rules] = [new Module(await compile()), new Module(await compile(RULES))];
    const lines = readFileSync(ANSWERS, 'utf8').trimEnd().split('\n');
    assert.ok(lines.length > 2000, `${lines.length} questions`);
    for (const text of lines) {
      const [question, answer] = JSON.parse(text);
      // The native program also has the request of the laws, `conform`, which its error lists.
      const native = answer.replace(', `conform`', '');
      assert.equal(timeless(module.text(question)), timeless(native), question);
      const { ask } = JSON.parse(question);
      if (MORE.has(ask)) assert.match(rules.text(question), /^{"status":404,/);
      // The error for an unknown request lists the known ones, which differ.
      else if (ask !== 'nothing') assert.equal(rules.text(question), answer, question);
    }
  },
);

test('the module without engines refuses to search', async () => {
  const rules = await load(RULES);
  assert.equal(rules.version.engines, false);
  assert.throws(() => rules.think({ game: 'gomoku' }, { nodes: 100 }), Refused);
});
