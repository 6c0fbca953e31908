// What somebody asks for is made once, however often they must ask: under one key, which is kept until they were answered.

import { fresh } from '../../../clients/typescript/src/fresh';
import { Refused } from './refused';

/** Does what is asked for, under the key it was asked with before, where no answer came; else under a new one. */
export async function once<T>(asked: unknown, work: (key: string) => Promise<T>): Promise<T> {
  const place = `chautari.key.${JSON.stringify(asked)}`;
  const key = sessionStorage.getItem(place) ?? fresh();
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
