// Exact tables that lie on a web host beside the page: a value takes a few kilobytes of gigabytes, fetched by
// range requests. Which bytes are wanted is known to the games; here they are only fetched.

import { base } from '../api/server';
import type { Position } from '../api/types';
import { ask } from './engine';

type Values = Pick<Position, 'value' | 'move_values'>;
type Stretch = { file: string; at: number; length: number };

/** A value is found in fewer steps: where a chunk begins, what is in it, and what stands there. */
const MOST_ROUNDS = 12;
/** Bytes as the games read them. */
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

const FOLDER = globalThis.document?.documentElement.dataset.tables;

/** Whether there are tables beside this page. */
export let hasTables = FOLDER !== undefined;

let listed: Promise<Set<string>> | undefined;

async function list(): Promise<Set<string>> {
  try {
    const response = await fetch(`${base}${FOLDER}/index.json`);
    return new Set(response.ok ? ((await response.json()) as string[]) : []);
  } catch (error) {
    // The next question asks again.
    listed = undefined;
    throw error;
  }
}

/** What a position and its moves are worth, as far as the tables tell. */
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
  const response = await fetch(`${base}${FOLDER}/${file}`, { headers: { range: `bytes=${at}-${at + length - 1}` } });
  if (response.status === 206) return new Uint8Array(await response.arrayBuffer());
  // A host that sends the whole file would send gigabytes; one that has it not, nothing.
  await response.body?.cancel();
  if (response.ok) hasTables = false;
  return [];
}
