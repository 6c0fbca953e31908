// Tests against a real server, whose address is in CHAUTARI_URL; scripts/clients starts one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Chautari, Refused } from '../src/index.js';

const url = process.env['CHAUTARI_URL'];
assert(url, 'CHAUTARI_URL names the server to test with');
const server = new Chautari(url);
const any = <T>(list: T[]): T => list[Math.floor(Math.random() * list.length)]!;
const name = (what: string) => `${what}-${Math.random().toString(36).slice(2, 10)}`;

test('every game returns its start position', async () => {
  for (const game of await server.games()) {
    const position = await server.position(game.id);
    assert(
      position.offers.length > 0 &&
        position.scene.board.sides.map((side) => side.name).includes(position.turn),
    );
  }
});

test('an illegal move is refused with its index', async () => {
  await assert.rejects(server.position('baghchal', { moves: ['mA1B1'] }), (error) => {
    assert(error instanceof Refused);
    assert.equal(error.status, 422);
    assert.equal(error.complaint.index, 0);
    return true;
  });
});

test('a match streams until its end', async () => {
  const seats = { goats: { kind: 'human' }, tigers: { kind: 'random' } } as const;
  const match = await server.begin({ game: 'baghchal:captures=1', seats }, 'goats');
  const versions: number[] = [];
  for await (const state of match) {
    versions.push(state.version);
    // Only on its own turn, so that the other side cannot end the match meanwhile. The final move arrives before the end
    // of the match, when there are no legal moves.
    const due = state.turn === 'goats' && state.offers.length > 0 && state.version === match.state.version;
    if (due) await (state.moves.length > 12 ? match.resign() : match.play(any(state.offers).move));
  }
  assert(match.state.outcome);
  assert.deepEqual(
    versions,
    versions.toSorted((a, b) => a - b),
  );
  const watched = await server.match(match.id);
  assert.deepEqual(watched.state.outcome, match.state.outcome);
  await assert.rejects(watched.play('mB1'), (error) => error instanceof Refused && error.status === 401);
});

test('the player who ends a match receives the end as well', async () => {
  // Its messages arrive later than responses.
  class Late extends WebSocket {
    override set onmessage(hear: (message: MessageEvent) => void) {
      super.onmessage = (message) => setTimeout(() => hear(message), 300);
    }
  }
  const seats = { goats: { kind: 'human' }, tigers: { kind: 'human' } } as const;
  const match = await new Chautari(url, { WebSocket: Late }).begin({ game: 'baghchal', seats }, 'goats');
  const states = [];
  for await (const state of match) {
    states.push(state);
    if (!match.over) await (state.moves.length ? match.resign() : match.play('mC3'));
  }
  assert.deepEqual(
    states.map(({ version }) => version),
    [1, 2, 3],
  );
  assert.deepEqual(states.at(-1)!.outcome, match.state.outcome);
  assert(match.over);
});

test('a cut connection is reopened without missing a version', async () => {
  const seats = { goats: { kind: 'human' }, tigers: { kind: 'human' } } as const;
  const sockets: WebSocket[] = [];
  class Cut extends WebSocket {
    constructor(address: string) {
      super(address);
      sockets.push(this);
    }
  }
  const begun = await server.ask<{ match: string; seats: Record<string, { token?: string }> }>('/matches', {
    body: { game: 'baghchal', seats },
  });
  const goats = await server.match(begun.match, begun.seats['goats']!.token);
  const watcher = await new Chautari(url, { WebSocket: Cut }).match(begun.match);
  const seen: number[] = [];
  const watching = (async () => {
    for await (const state of watcher) {
      seen.push(state.version);
      if (state.version === 1)
        void goats
          .play('mC3')
          .then(() => sockets.at(-1)?.close())
          .then(() => goats.resign());
    }
  })();
  await watching;
  assert.deepEqual(seen, [1, 2, 3]);
  assert(sockets.length >= 2, 'it connected again');
});

test('a bot in ten lines plays a tournament', async () => {
  const bot = await server.registerBot(name('ts'));
  const players = [{ kind: 'bot', name: bot.name } as const, { kind: 'random' } as const];
  const cup = await server.beginTournament({
    name: 'Cup',
    game: 'baghchal:captures=1',
    format: 'round_robin',
    players,
    games_per_pair: 2,
  });
  let games = 0;
  await bot.play((state) => any(state.offers).move, { until: () => ++games === 2 });
  for (let tries = 0; (await server.tournament(cup.tournament)).state !== 'ended'; tries++) {
    assert(tries < 100, 'it ends');
    await new Promise((done) => setTimeout(done, 100));
  }
  assert.equal((await server.tournament(cup.tournament)).standings.length, 2);
});

test('a bot accepts an invitation and plays', { timeout: 60_000 }, async () => {
  const [bot, other] = [await server.registerBot(name('ts')), await server.registerBot(name('ts'))];
  const terms = { game: 'baghchal:captures=1', rated: false, side: 'goats' };
  for (let n = 0; n < 2; n++)
    await server.ask('/invitations', { body: { to: { bot: bot.name }, terms }, token: other.token });
  let asked = 0;
  const until = () => true;
  await Promise.all([
    bot.play((state) => any(state.offers).move, {
      until,
      accept: ({ game }) => game === terms.game && ++asked > 1,
    }),
    other.play((state) => any(state.offers).move, { until }),
  ]);
  assert.equal(asked, 2);
});
