// Idempotent creation requests: a retry reuses the key of the attempt that got no response.

import { randomId } from 'chautari-client/id';
import { store, stored } from '../shell/storage';
import { Refused } from './errors';

const KEYS = 'chautari.key.';
/** After this long a repeated request is a new one, not a retry. */
const LONGEST_MS = 2 * 60_000;

/** Runs a request with the key of an earlier attempt that got no response, or with a new key. */
export async function withIdempotencyKey<T>(asked: unknown, work: (key: string) => Promise<T>): Promise<T> {
  const place = KEYS + digest(JSON.stringify(asked));
  const key = kept(place) ?? randomId();
  // Stored, because users often reload the page before they try again.
  store(place, { key, at: Date.now() }, 'session');
  try {
    const answer = await work(key);
    store(place, undefined, 'session');
    return answer;
  } catch (error) {
    if (error instanceof Refused) store(place, undefined, 'session');
    throw error;
  }
}

/** Forgets all keys, for the next user of this browser. */
export function clearKeys(): void {
  for (const place of Object.keys(sessionStorage))
    if (place.startsWith(KEYS)) sessionStorage.removeItem(place);
}

function kept(place: string): string | undefined {
  const { key, at } = stored<{ key?: string; at?: number }>(place, {}, 'session');
  return Date.now() - (at ?? 0) < LONGEST_MS ? key : undefined;
}

/**
 * Returns a short hash (FNV-1a) of a text that may be long or secret. Web Crypto hashes are available only
 * over TLS.
 */
function digest(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(36);
}
