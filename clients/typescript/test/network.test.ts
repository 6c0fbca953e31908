// Responses of every kind, and broken connections: against a real server behind a proxy that breaks them.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { Chautari, Refused } from '../src/index.js';
import { proxy } from './proxy.js';

const url = process.env['CHAUTARI_URL'];
assert(url, 'CHAUTARI_URL names the server to test with');
const server = new Chautari(url);
const any = <T>(list: T[]): T => list[Math.floor(Math.random() * list.length)]!;
const name = () => `ts-${Math.random().toString(36).slice(2, 10)}`;
const humans = { goats: { kind: 'human' }, tigers: { kind: 'human' } } as const;

test('responses are returned by type: nothing, text or bytes', { timeout: 60_000 }, async () => {
  const bot = await server.registerBot(name());
  assert.equal(
    await server.ask('/bots/me/invitations', { method: 'PUT', body: { from: 'none' }, token: bot.token }),
    null,
  );
  const match = await server.begin({ game: 'baghchal', seats: humans }, 'goats');
  await match.play('mC3');
  await match.resign();
  const lines = await server.ask<string>('/matches.ndjson?state=ended&game=baghchal');
  assert(
    lines
      .split('\n')
      .filter(Boolean)
      .some((line) => (JSON.parse(line) as { id: string }).id === match.id),
  );
  assert((await server.ask<string>('/games/baghchal/picture.svg')).startsWith('<svg'));
  const picture = await server.ask<Uint8Array>('/games/baghchal/picture.png');
  assert.deepEqual(
    [...picture.slice(1, 4)],
    [...'PNG'].map((c) => c.charCodeAt(0)),
  );
  const players = [{ kind: 'random' }, { kind: 'random' }] as const;
  const cup = await server.beginTournament({
    name: 'Cup',
    game: 'baghchal:captures=1',
    format: 'round_robin',
    players: [...players],
  });
  const path = `/tournaments/${cup.tournament}`;
  while ((await server.tournament(cup.tournament)).state !== 'ended')
    await new Promise((done) => setTimeout(done, 50));
  assert.match(await server.ask<string>(`${path}/export.csv`), /^rank,/);
  assert.equal(typeof (await server.ask(`${path}/export.pgn`)), 'string');
});

test('a creation whose response is cut off happens once', async () => {
  const line = await proxy(url);
  const far = new Chautari(line.url);
  line.spoil = 1;
  const bot = await far.registerBot(name());
  assert.equal(line.spoil, 0, 'the first answer was spoilt');
  assert.equal(
    await server.ask('/bots/me/invitations', { method: 'PUT', body: { from: 'open' }, token: bot.token }),
    null,
    'its token opens',
  );
  line.spoil = 1;
  const game = `baghchal:captures=${2 + Math.floor(Math.random() * 3)}`;
  const before = (await server.ask<{ matches: unknown[] }>(`/matches?game=${game}&limit=100`)).matches.length;
  const match = await far.begin({ game, seats: humans }, 'goats');
  assert.equal(
    (await server.ask<{ matches: unknown[] }>(`/matches?game=${game}&limit=100`)).matches.length,
    before + 1,
  );
  await match.play('mC3');
  await match.resign();
  line.spoil = 1;
  const title = name();
  // It stays live because the bot never connects.
  const players = [{ kind: 'bot', name: bot.name } as const, { kind: 'random' } as const];
  await far.beginTournament({ name: title, game, format: 'round_robin', players });
  const { tournaments } = await server.ask<{ tournaments: { name: string }[] }>('/tournaments?limit=100');
  assert.equal(tournaments.filter((one) => one.name === title).length, 1);
  line.close();
});

test('errors of a proxy are retried or reported', { timeout: 60_000 }, async (t) => {
  let says: [number, unknown][] = [];
  const gateway = createServer((_, answer) => {
    const [status, body] = says.shift() ?? [200, []];
    answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((done) => gateway.listen(0, '127.0.0.1', done));
  t.after(() => gateway.close());
  const far = new Chautari(`http://127.0.0.1:${(gateway.address() as AddressInfo).port}`);
  says = [
    [502, { error: 'Bad Gateway' }],
    [503, null],
  ];
  assert.deepEqual(await far.games(), []);
  for (const body of [
    { error: 'Forbidden' },
    { error: { message: 'No.' } },
    { error: ['No.'] },
    { error: null },
    null,
    'Forbidden',
  ]) {
    says = [[403, body]];
    const isTold = (error: unknown) =>
      error instanceof Refused && error.complaint.code === 'unknown' && error.message === 'Forbidden';
    await assert.rejects(far.games(), isTold);
  }
});

test('a bot reconnects when its connections are cut', { timeout: 60_000 }, async () => {
  const line = await proxy(url);
  const bot = await server.registerBot(name());
  const far = new Chautari(line.url).bot(bot.name, bot.token);
  const players = [{ kind: 'bot', name: bot.name } as const, { kind: 'random' } as const];
  await server.beginTournament({ name: 'Cup', game: 'baghchal', format: 'round_robin', players });
  let turns = 0;
  const choose = (state: { offers: { move: string }[] }) => {
    // Not up to the end, because the end of a match is sent only once.
    if (++turns % 2 === 0 && turns <= 6) line.cut();
    return any(state.offers).move;
  };
  await far.play(choose, { until: () => true });
  assert(line.lines > 3 && turns > 6);
  line.close();
});

test('a bot accepts a pause and continues after it', { timeout: 60_000 }, async () => {
  const bot = await server.registerBot(name());
  const seats = { goats: { kind: 'human' }, tigers: { kind: 'bot', name: bot.name } } as const;
  const match = await server.begin({ game: 'baghchal', seats }, 'goats');
  const playing = bot.play((state) => any(state.offers).move, { until: () => true });
  await match.act({ type: 'offer_pause' });
  let wasPaused = false;
  for await (const state of match) {
    if (state.paused && !state.resume_offer) {
      wasPaused = true;
      await match.act({ type: 'resume' });
    } else if (wasPaused && !state.paused && !match.over) await match.resign();
  }
  await playing;
  assert(wasPaused);
});

test('a permanent error ends a bot', async () => {
  const stranger = server.bot('nobody', 'x'.repeat(40));
  await assert.rejects(
    stranger.play(() => ''),
    (error) => error instanceof Refused && error.status === 401,
  );
});
