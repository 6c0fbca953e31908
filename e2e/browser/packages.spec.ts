// The npm packages in a browser, as static files: no bundler, nothing installed.

import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';

const NPM = new URL('../../npm/', import.meta.url);
const KINDS: Record<string, string> = { js: 'text/javascript', wasm: 'application/wasm' };

test.skip(!existsSync(new URL('chautari/dist/browser.js', NPM)), 'npm/check has not built the packages');

let host: Server;
let home: string;

test.beforeAll(async () => {
  host = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://host');
    const kind = KINDS[pathname.split('.').at(-1)!];
    if (!kind) return void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Host</title>');
    const file = new URL(`.${pathname}`, NPM);
    if (!existsSync(file)) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': kind }).end(readFileSync(file));
  });
  await new Promise<void>((ready) => host.listen(0, '127.0.0.1', ready));
  home = `http://127.0.0.1:${(host.address() as AddressInfo).port}/`;
});

test.afterAll(() => void host?.close());

test('chautari plays in the page and searches in a worker, which can be stopped', async ({ page }) => {
  await page.goto(home);
  const said = await page.evaluate(async (from) => {
    const { load, engine, RULES, Refused } = await import(from);
    const rules = await load(RULES);
    const play = rules.open('baghchal');
    play.play('mB1');
    let refused: unknown;
    try {
      play.play('mA1B1');
    } catch (error) {
      refused = error instanceof Refused && (error as { code: string }).code;
    }
    const opponent = await engine();
    const heard: { final: boolean; move: string | null }[] = [];
    for await (const thought of opponent.thoughts({ game: 'gomoku' }, { nodes: 20_000 })) heard.push(thought);
    // Without a limit it would think forever.
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 200);
    await opponent.think({ game: 'banchess' }, {}, stop.signal);
    const again = await opponent.think({ game: 'creeper' }, { nodes: 500, level: 3 });
    opponent.close();
    return { offers: play.offers().length, refused, thoughts: heard.length, last: heard.at(-1), again: again.final };
  }, `${home}chautari/dist/browser.js`);
  expect(said).toMatchObject({ refused: 'occupied', last: { final: true }, again: true });
  expect(said.offers).toBeGreaterThan(0);
  expect(said.thoughts).toBeGreaterThan(1);
  expect(said.last?.move).toBeTruthy();
});

test('ban-chess is synchronous', async ({ page }) => {
  await page.goto(home);
  const said = await page.evaluate(async (from) => {
    const { BanChess } = await import(from);
    const game = new BanChess();
    game.play({ ban: { from: 'e2', to: 'e4' } });
    return [game.fen(), game.getLegalActions().length];
  }, `${home}ban-chess/dist/esm/ban-chess/src/index.js`);
  expect(said).toEqual(['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 2:e2e4', 19]);
});

test('both work asynchronously in a browser without synchronous compilation', async ({ page }) => {
  await page.addInitScript(() => {
    const refuse = { construct: () => { throw new RangeError('too large for the main thread'); } };
    WebAssembly.Module = new Proxy(WebAssembly.Module, refuse);
    WebAssembly.Instance = new Proxy(WebAssembly.Instance, refuse);
  });
  await page.goto(home);
  const said = await page.evaluate(async ([games, bans]) => {
    const [{ load }, { BanChess, ready }] = await Promise.all([import(games!), import(bans!)]);
    const atOnce = (() => {
      try {
        return Boolean(new BanChess());
      } catch (error) {
        return (error as Error).name;
      }
    })();
    await ready();
    return [(await load()).open('gomoku').offers().length, atOnce, new BanChess().getPly()];
  }, [`${home}chautari/dist/browser.js`, `${home}ban-chess/dist/esm/ban-chess/src/index.js`]);
  expect(said).toEqual([361, 'RangeError', 1]);
});
