// Nodes a second of processor time, native and WebAssembly, in turn.

import { execFileSync } from 'node:child_process';
import { load } from 'chautari';

const [program, nodes = '1000000'] = process.argv.slice(2);
/** The better of so many: whatever else runs can only slow it down. */
const TRIES = 3;

/** Processor time of another program, start included, in seconds. */
function timed(command) {
  const said = execFileSync('bash', ['-c', 'TIMEFORMAT=%U; { time "$@" >/dev/null; } 2>&1', 'bash', ...command], { encoding: 'utf8' });
  return Number(said.trim().split('\n').at(-1).replace(',', '.'));
}

const games = await load();
for (const { id } of games.games()) {
  let [native, module] = [0, 0];
  for (let i = 0; i < TRIES; i++) {
    native = Math.max(native, Number(nodes) / timed([program, id, nodes]));
    const before = process.cpuUsage();
    const { nodes: visited } = games.think({ game: id }, { nodes: Number(nodes), hash: 16 });
    module = Math.max(module, visited / (process.cpuUsage(before).user / 1e6));
  }
  const million = (n) => (n / 1e6).toFixed(2).padStart(6);
  console.log(`${id.padEnd(20)} native ${million(native)} M nodes/s, module ${million(module)}, ${((100 * module) / native).toFixed(0)} %`);
}
