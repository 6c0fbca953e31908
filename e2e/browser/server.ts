// The server and the browser of the tests.

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { devices, type PlaywrightTestConfig } from '@playwright/test';

// A running server can be tested with CHAUTARI_PORT=8080 ./run
const running = process.env.CHAUTARI_PORT;
// Otherwise there are four servers, one per worker, so that players in the lobby of one test do not meet those
// of another. Playwright reads this file in every process; the first one finds free ports for all.
process.env.CHAUTARI_FREE_PORTS ??= running ?? [1, 2, 3, 4].map(freePort).join(' ');
process.env.CHAUTARI_SPRINT_PORT ??= freePort();
const PORTS = process.env.CHAUTARI_FREE_PORTS.split(' ').map(Number);
export const PORT = PORTS[Number(process.env.TEST_PARALLEL_INDEX ?? 0)];
const SPRINT_PORT = Number(process.env.CHAUTARI_SPRINT_PORT);
export const chautari = process.env.CHAUTARI ?? fileURLToPath(new URL('../../target/debug/chautari', import.meta.url));

/** Returns the games of the program, each with its default rules only. */
export function games(): string[] {
  const lines = execFileSync(chautari, ['games', '--json'], { encoding: 'utf8' }).trim().split('\n');
  const ids = lines.map((line): string => JSON.parse(line).id);
  return ids.filter((id) => !ids.some((other) => id.startsWith(`${other}-`)));
}

// The program with an additional game for the tests, if it was built. It has its own server.
const sprint = fileURLToPath(new URL('../../target/debug/examples/with_sprint', import.meta.url));
export const SPRINT_URL = !running && existsSync(sprint) ? `http://127.0.0.1:${SPRINT_PORT}` : undefined;

const serve = (program: string, port: number) => ({
  command: `"${program}" serve --listen 127.0.0.1:${port} --database sqlite::memory: --gomoku off --tables ${process.env.CHAUTARI_TABLES ?? 'none'}`,
  url: `http://127.0.0.1:${port}/readyz`,
  reuseExistingServer: !!running,
  stdout: 'ignore' as const,
  stderr: 'pipe' as const,
});

// Debian's Chromium, so that nothing is downloaded. The headless shell needs a third less time; features that
// it lacks, such as notifications, are tested in the complete browser.
export const WHOLE = process.env.CHROMIUM ?? '/usr/bin/chromium';
export const launchOptions = {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-dev-shm-usage',
  ],
};

export function freePort(): string {
  const listen = "const server = require('net').createServer().listen(0, '127.0.0.1', () => { console.log(String(server.address().port)); server.close(); })";
  return execFileSync(process.execPath, ['-e', listen], { encoding: 'utf8' }).trim();
}

export const shared: PlaywrightTestConfig = {
  testDir: '.',
  outputDir: 'results',
  workers: PORTS.length,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: { baseURL: `http://127.0.0.1:${PORT}`, launchOptions, locale: 'en-GB', ...devices['Desktop Chrome'], channel: undefined },
  webServer: [...PORTS.map((port) => serve(chautari, port)), ...(SPRINT_URL ? [serve(sprint, SPRINT_PORT)] : [])],
};
