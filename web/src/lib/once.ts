// What somebody asks for is made once, however often they must ask: under one key, which is kept until they were answered.

import { Refused } from './refused';

/** Where the key of a request is kept; its digest, since a request can be long, and hold what opens a name. */
async function placeOf(asked: unknown): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(asked)));
  return `chautari.key.${Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Does what is asked for, under the key it was asked with before, where no answer came; else under a new one. */
export async function once<T>(asked: unknown, work: (key: string) => Promise<T>): Promise<T> {
  const place = await placeOf(asked);
  const key = sessionStorage.getItem(place) ?? crypto.randomUUID();
  // Whoever hears nothing may well load the page again before they ask again.
  sessionStorage.setItem(place, key);
  try {
    const answer = await work(key);
    sessionStorage.removeItem(place);
    return answer;
  } catch (error) {
    if (error instanceof Refused) sessionStorage.removeItem(place);
    throw error;
  }
}
