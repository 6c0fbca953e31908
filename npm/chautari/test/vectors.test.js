// Test vectors from other programs: positions, games, single cases.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { load } from 'chautari';

const games = await load();

const read = (file) => readFileSync(new URL(`../../../spec/${file}`, import.meta.url), 'utf8');
const rows = (file, between) =>
  read(file)
    .split('\n')
    .filter((row) => row.trim() && !row.startsWith('#'))
    .map((row) => row.split(between));

const moves = (play) =>
  play
    .offers()
    .map((offer) => offer.move)
    .sort();

test('creeper/positions.txt: every action, and what it leads to', () => {
  const [x] = games.game('creeper').sides;
  const result = ({ outcome }) =>
    !outcome ? '-' : outcome.winner === null ? 'draw' : outcome.winner === x ? 'x' : 'o';
  /** Applies changes such as `22x28.85o` to a state. */
  const changed = (state, changes) => {
    const letters = [...state];
    for (const [, place, letter] of changes.matchAll(/(\d+)([xo.])/g)) letters[place] = letter;
    return letters.join('');
  };
  let successors = 0;
  for (const [state, winner, , , actions] of rows('creeper/positions.txt', ' ; ')) {
    const play = games.open({ game: 'creeper', position: state });
    assert.equal(result(play.standing), winner, state);
    const found = moves(play).map((move) => {
      play.play(move);
      const after = play.standing;
      play.undo();
      return `${move} ${after.position} ${result(after)}`;
    });
    const expected = actions
      .split(', ')
      .filter((action) => action !== '-')
      .map((action) => {
        const [move, changes, end = '-'] = action.split(' ');
        return `${move} ${changed(state, changes)} ${end}`;
      });
    assert.deepEqual(found, expected, state);
    successors += found.length;
    play.close();
  }
  assert.equal(successors, 19_908);
});

test('creeper/sequences.txt and creeper/divide.txt', () => {
  for (const [line, ended, result, states] of rows('creeper/sequences.txt', ' ; ')) {
    const play = games.open('creeper');
    const passed = [play.standing.position];
    for (const move of line.split(' ')) {
      play.play(move);
      passed.push(play.standing.position);
    }
    const { outcome, length } = play.standing;
    assert.equal(passed.join(' '), states);
    assert.deepEqual(
      [outcome?.reason ?? '-', outcome ? String(length) : '-'],
      [result === 'draw-threefold' ? 'repetition' : '-', ended],
    );
  }
  const split = games
    .open('creeper')
    .divide(5)
    .map(([move, leaves]) => `${move} ${leaves}`)
    .sort();
  assert.deepEqual(split, rows('creeper/divide.txt', '\n').flat());
});

test('gomoku/cases.json: what each move takes, forbids and ends', () => {
  const { cases } = JSON.parse(read('gomoku/cases.json'));
  for (const { name, turn, pairs, black, white, illegal_for_turn, plies } of cases) {
    const cells = Array(361).fill('-');
    for (const cell of black) cells[cell] = 'x';
    for (const cell of white) cells[cell] = 'o';
    const lines = Array.from({ length: 19 }, (_, row) =>
      cells
        .slice(19 * row, 19 * row + 19)
        .join('')
        .replace(/-+/g, (run) => run.length),
    );
    const play = games.open({ game: 'gomoku', position: `${lines.join('/')} ${turn} ${pairs.join(' ')}` });
    const free = cells.flatMap((cell, i) => (cell === '-' ? [i] : []));
    const offered = new Set(play.offers().map((offer) => offer.points[0]));
    assert.deepEqual(
      free.filter((cell) => !offered.has(cell)),
      illegal_for_turn,
      name,
    );
    for (const { move, legal, captured, pairs, winner, how } of plies) {
      if (!legal) {
        assert.throws(() => play.play(String(move)), name);
        continue;
      }
      const before = new Set(play.look().scene.pieces.map((piece) => piece.at));
      play.play(String(move));
      const { scene, outcome } = play.look();
      for (const { at } of scene.pieces) before.delete(at);
      assert.deepEqual(
        [...before].sort((a, b) => a - b),
        [...captured].sort((a, b) => a - b),
        name,
      );
      assert.deepEqual(
        scene.tallies.map((tally) => tally.count),
        pairs,
        name,
      );
      assert.deepEqual(
        [outcome ? (outcome.winner ?? 'draw') : 'no', outcome?.reason ?? null],
        [winner, how],
        name,
      );
    }
  }
  assert.equal(cases.length, 36);
});

test('banchess/games.txt: legal actions, SAN, FEN and end of every ply', () => {
  /** Expands `a2a3a4 b7b8q` to `b:a2a3`, `b:a2a4`, … */
  const spread = (groups, kind) =>
    groups
      .split(' ')
      .flatMap((group) =>
        [...group.slice(2).matchAll(/[a-h][1-8](?:[qrbn](?!\d))?/g)].map(
          ([to]) => `${kind}:${group.slice(0, 2)}${to}`,
        ),
      );
  let [play, six, expected, plies] = [undefined, '', '', 0];
  const end = () =>
    play && assert.equal(play.standing.outcome?.reason.replaceAll('-', '_') ?? 'unfinished', expected);
  for (const [head, ...fields] of rows('banchess/games.txt', ' ; ')) {
    if (head === 'game') {
      end();
      play?.close();
      const start = fields[1];
      [play, six, expected] = [
        games.open({ game: 'banchess', position: start }),
        start.slice(0, start.lastIndexOf(' ')),
        fields[3],
      ];
      continue;
    }
    const [san, fen, , actions] = fields;
    const action = head.split(' ')[2];
    assert.deepEqual(moves(play), spread(actions, action[0]).sort(), head);
    play.play(action);
    if (action.startsWith('m:')) six = fen.slice(0, fen.lastIndexOf(' '));
    assert.equal(play.standing.position, action.startsWith('m:') ? fen : `${six} ${fen}`);
    const written = play.moves('pgn').at(-1);
    assert.ok(san === written || san.slice(0, -1) === written, `${san} is written ${written}`);
    plies++;
  }
  end();
  assert.ok(plies > 7000, `${plies} plies`);
});

test('baghchal/values.txt: every legal move', () => {
  for (const [position, , , values] of rows('baghchal/values.txt', / \| ?/)) {
    const play = games.open({ game: 'baghchal', dialect: 'obx@', position });
    assert.deepEqual(
      moves(play),
      values
        .trim()
        .split(' ')
        .filter(Boolean)
        .map((value) => value.split('=')[0])
        .sort(),
      position,
    );
    play.close();
  }
});
