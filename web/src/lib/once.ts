// What somebody asks for is made once, however often they must ask: under one key, which is kept until they were answered.

import { fresh } from '../../../clients/typescript/src/fresh';
import { Refused } from './refused';

const KEYS = 'chautari.key.';
/** Whoever asks again so much later wants it again, not what became of it then. */
const LONGEST_MS = 2 * 60_000;

/** Does what is asked for, under the key it was asked with before, where no answer came; else under a new one. */
export async function once<T>(asked: unknown, work: (key: string) => Promise<T>): Promise<T> {
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
export function forgetKeys(): void {
  for (const place of Object.keys(sessionStorage)) if (place.startsWith(KEYS)) sessionStorage.removeItem(place);
}

function kept(place: string): string | undefined {
  const { key, at } = JSON.parse(sessionStorage.getItem(place) ?? '{}') as { key?: string; at?: number };
  return Date.now() - (at ?? 0) < LONGEST_MS ? key : undefined;
}

/** Short for a text, which may be long, and hold a secret. Browsers have good hashes over TLS alone; this is cyrb53. */
function digest(text: string): string {
  let [one, two] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    one = Math.imul(one ^ text.charCodeAt(at), 2654435761);
    two = Math.imul(two ^ text.charCodeAt(at), 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909);
  two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return (2 ** 32 * (two & 0x1fffff) + (one >>> 0)).toString(36);
}
