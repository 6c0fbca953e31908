// Tablebases on a static web host. A value needs a few kilobytes out of gigabytes, fetched by range requests.
// The module says which bytes it needs; this file fetches them.

import { base } from '../api/server';
import type { Position } from '../api/types';
import { ask } from './engine';

type Values = Pick<Position, 'value' | 'move_values'>;
type Stretch = { file: string; at: number; length: number };

/** Maximum rounds of fetching per value. A lookup needs fewer: the chunk index, the chunk, the entry. */
const MOST_ROUNDS = 12;
/** Hexadecimal text of each byte. */
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

const FOLDER = globalThis.document?.documentElement.dataset.tables;

/** Whether the page has tablebases beside it. */
export let hasTables = FOLDER !== undefined;

let listed: Promise<Set<string>> | undefined;

async function list(): Promise<Set<string>> {
  try {
    const response = await fetch(`${base}${FOLDER}/index.json`);
    return new Set(response.ok ? ((await response.json()) as string[]) : []);
  } catch (error) {
    // The next lookup retries.
    listed = undefined;
    throw error;
  }
}

/** Returns the exact values of a position and its moves, if the tables have them. */
export async function worth(line: object): Promise<Values> {
  for (let round = 0; ; round++) {
    const { wanted, ...values } = await ask<Values & { wanted: Stretch[] }>({ ask: 'worth', line });
    if (!wanted.length || round === MOST_ROUNDS || !hasTables) return values;
    await Promise.all(wanted.map(bring));
  }
}

async function bring({ file, at, length }: Stretch): Promise<void> {
  const bytes = (await (listed ??= list())).has(file) ? await stretch(file, at, length) : [];
  let hex = '';
  for (const byte of bytes) hex += HEX[byte];
  await ask({ ask: 'bring', file, at, length, hex });
}

async function stretch(file: string, at: number, length: number): Promise<Iterable<number>> {
  const response = await fetch(`${base}${FOLDER}/${file}`, {
    headers: { range: `bytes=${at}-${at + length - 1}` },
  });
  if (response.status === 206) return new Uint8Array(await response.arrayBuffer());
  // A host without range requests would send gigabytes; other errors send nothing.
  await response.body?.cancel();
  if (response.ok) hasTables = false;
  return [];
}
