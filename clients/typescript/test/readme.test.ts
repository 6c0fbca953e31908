// The program in the README, compiled strictly and run unchanged.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Chautari } from '../src/index.js';

const url = process.env['CHAUTARI_URL'];
assert(url, 'CHAUTARI_URL names the server to test with');
const server = new Chautari(url);
const home = fileURLToPath(new URL('../..', import.meta.url));

test('the program in the README plays its tournament to the end', { timeout: 120_000 }, async () => {
  const programs = [...readFileSync(join(home, 'README.md'), 'utf8').matchAll(/```ts\n(.*?)```/gs)].map(
    (found) => found[1]!,
  );
  assert.equal(programs.length, 1);
  const folder = mkdtempSync(join(tmpdir(), 'readme-'));
  // As `npm install PATH` links it.
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(home, join(folder, 'node_modules', 'chautari-client'));
  // The test's server has another address.
  const program = programs[0]!.replace('http://127.0.0.1:8080', url);
  assert(program.includes(url));
  writeFileSync(join(folder, 'bot.mts'), program);
  const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const options = { strict: true, target: 'es2022', module: 'nodenext', lib: ['es2023', 'dom'], types: [] };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files: ['bot.mts'] }),
  );
  execFileSync(process.execPath, [compiler], { cwd: folder, stdio: 'inherit' });
  const running = spawn(process.execPath, ['bot.mjs'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    let cup: string | undefined;
    for await (const line of createInterface(running.stdout)) {
      cup = /\/tournament\/(\S+)$/.exec(line)?.[1];
      if (cup) break;
    }
    assert(cup, 'it says where its cup is');
    while ((await server.tournament(cup)).state !== 'ended') {
      assert.equal(running.exitCode, null, 'it plays until it is told to stop');
      await new Promise((done) => setTimeout(done, 100));
    }
    assert.deepEqual(
      (await server.tournament(cup)).standings.map((row) => row.wins + row.draws + row.losses),
      [2, 2],
    );
  } finally {
    running.kill();
    rmSync(folder, { recursive: true });
  }
});
