// Nodes per second of processor time, native and WebAssembly in turn.

import { execFileSync } from 'node:child_process';
import { load } from 'chautari';

const [program, nodes = '1000000'] = process.argv.slice(2);
/** The best of this many runs in one process: the first one warms up, and other load only slows down. */
const TRIES = 3;

const games = await load();
for (const { id } of games.games()) {
  const native = Number(execFileSync(program, [id, nodes, String(TRIES)], { encoding: 'utf8' }));
  let module = 0;
  for (let i = 0; i < TRIES; i++) {
    const before = process.cpuUsage();
    const { nodes: visited } = games.think({ game: id }, { nodes: Number(nodes), hash: 16 });
    const { user, system } = process.cpuUsage(before);
    module = Math.max(module, visited / ((user + system) / 1e6));
  }
  const million = (n) => (n / 1e6).toFixed(2).padStart(6);
  console.log(
    `${id.padEnd(20)} native ${million(native)} M nodes/s, module ${million(module)}, ${((100 * module) / native).toFixed(0)} %`,
  );
}
