// What somebody asks for is made once, however often they must ask: under one key, which is kept until they were answered.

import { fresh } from 'chautari-client/fresh';
import { Refused } from './errors';

const KEYS = 'chautari.key.';
/** Whoever asks again so much later wants it again, not what became of it then. */
const LONGEST_MS = 2 * 60_000;

/** Does what is asked for, under the key it was asked with before, where no answer came; else under a new one. */
export async function withIdempotencyKey<T>(asked: unknown, work: (key: string) => Promise<T>): Promise<T> {
  const place = KEYS + digest(JSON.stringify(asked));
  const key = kept(place) ?? fresh();
  try {
    // Whoever hears nothing may well load the page again before they ask again.
    sessionStorage.setItem(place, JSON.stringify({ key, at: Date.now() }));
  } catch {
    // What cannot be kept is asked for all the same.
  }
  try {
    const answer = await work(key);
    sessionStorage.removeItem(place);
    return answer;
  } catch (error) {
    if (error instanceof Refused) sessionStorage.removeItem(place);
    throw error;
  }
}

/** Whoever comes next asks for themselves. */
export function clearKeys(): void {
  for (const place of Object.keys(sessionStorage)) if (place.startsWith(KEYS)) sessionStorage.removeItem(place);
}

function kept(place: string): string | undefined {
  const { key, at } = JSON.parse(sessionStorage.getItem(place) ?? '{}') as { key?: string; at?: number };
  return Date.now() - (at ?? 0) < LONGEST_MS ? key : undefined;
}

/** Short for a text, which may be long, and hold a secret. Browsers have good hashes over TLS alone; this is FNV-1a. */
function digest(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(36);
}
