// Requests to the server. Every failure is a `Refused` or an `Away`.

import { request, type RequestOptions } from 'chautari-client/http';
import { connection } from './connection.svelte';
import { Away, Refused } from './errors';
import { withIdempotencyKey } from './idempotency';

export const ROOT = '/api/v1';

/** Sends a request once; whether to retry is up to the caller. */
export async function answered(url: string, ask: RequestOptions = {}): Promise<Response> {
  try {
    const response = await request(url, ask, 0);
    connection.lost = false;
    return response;
  } catch (error) {
    if (error instanceof Refused) {
      connection.lost = false;
      if (error.status < 500 && error.status !== 429) throw error;
      // A response without a reason comes from a proxy in front of the server.
      throw new Away(error.message, error.complaint.code === 'unknown' ? undefined : error.complaint);
    }
    if (ask.signal?.aborted) throw error;
    connection.lost = true;
    throw new Away(String(error));
  }
}

/** Reads a response body. A truncated one counts as no response. */
async function json<T>(response: Response): Promise<T> {
  try {
    return await response.json();
  } catch (error) {
    throw new Away(String(error));
  }
}

export const get = async <T>(path: string): Promise<T> => json<T>(await answered(ROOT + path));

export const post = async <T>(
  path: string,
  body: unknown,
  token?: string,
  signal?: AbortSignal,
): Promise<T> => json<T>(await answered(ROOT + path, { method: 'POST', body, token, signal }));

/** Sends a request by any method. Creations use `createOnce` instead. */
export async function call<T>(
  method: RequestOptions['method'],
  path: string,
  body?: unknown,
  token?: string,
): Promise<T> {
  const response = await answered(ROOT + path, { method: method!, body, token });
  return response.status === 204 ? (undefined as T) : json<T>(response);
}

/** Creates something, with a key or token if there is one. A retry after a lost response gets the same result. */
export const createOnce = <T>(path: string, body: unknown, token?: string): Promise<T> =>
  made<T>(ROOT + path, body, token);

const made = <T>(url: string, body: unknown, token?: string): Promise<T> =>
  withIdempotencyKey([url, body, token], async (key) => json<T>(await answered(url, { body, token, key })));

/** Sends a request to Softserve, whose credentials are in the body. */
export async function softserve<T>(path: string, body?: unknown): Promise<T> {
  return json<T>(await answered(path, { body }));
}

/** Creates something at Softserve, as `createOnce` does. */
export const createBySoftserve = <T>(path: string, body: unknown): Promise<T> => made<T>(path, body);
