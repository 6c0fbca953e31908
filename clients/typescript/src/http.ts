// Requests: answered, refused with the reason, or tried again.

import type { Complaint } from './schema.js';

/** The server said no, and why. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly complaint: Complaint,
    /** What stands beside the error, such as the `state` a conflict is with. */
    readonly body: Record<string, unknown>,
  ) {
    super(complaint.text);
    this.name = 'Refused';
  }
}

export interface Ask {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: unknown;
  token?: string | undefined;
  /** Makes a creation safe to repeat: the same key gets the same answer. */
  key?: string | undefined;
  signal?: AbortSignal | undefined;
  accept?: string;
}

export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((done, fail) => {
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      fail(signal.reason);
    });
  });

/** How long to wait before trying again: longer each time, and never all clients at once. */
export const backoff = (tries: number): number => Math.min(100 * 2 ** tries, 10_000) * (0.5 + Math.random() / 2);

/** Whether it is worth trying again: a line that was cut, a server that is busy, or something before it that waits
 * for it to start. */
export const isPassing = (error: unknown): boolean => !(error instanceof Refused) || [429, 502, 503, 504].includes(error.status);

/** Sends a request until there is an answer. A lost connection, 429, 502, 503 and 504 are tried again; it is for
 * the caller to name its command, so that what was done already is not done again. */
export function answered(url: string, ask: Ask = {}, tries = 8): Promise<Response> {
  return tried(url, ask, tries, async (response) => response);
}

/** What the answer says: a value where it is JSON, bytes where it is a picture of pixels, else text; `null` where it
 * says nothing. An answer that is cut off is asked for again, like one that does not come. */
export async function said(url: string, ask: Ask = {}, tries = 8): Promise<unknown> {
  const [type, bytes] = await tried(url, ask, tries, async (response) => {
    const type = (response.headers.get('content-type') ?? '').split(';')[0]!.trim();
    return [type, new Uint8Array(await response.arrayBuffer())] as const;
  });
  if (!bytes.length) return null;
  if (/^(image\/(?!svg)|application\/octet-stream)/.test(type)) return bytes;
  const text = new TextDecoder().decode(bytes);
  return type === 'application/json' || type.endsWith('+json') ? JSON.parse(text) : text;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isComplaint = (value: unknown): value is Complaint => isObject(value) && 'code' in value && typeof value.code === 'string';

async function tried<T>(url: string, ask: Ask, tries: number, read: (response: Response) => Promise<T>): Promise<T> {
  const headers: Record<string, string> = { accept: ask.accept ?? 'application/json' };
  if (ask.body !== undefined) headers['content-type'] = 'application/json';
  if (ask.token) headers['authorization'] = `Bearer ${ask.token}`;
  if (ask.key) headers['idempotency-key'] = ask.key;
  const init: RequestInit = { method: ask.method ?? (ask.body === undefined ? 'GET' : 'POST'), headers };
  if (ask.body !== undefined) init.body = JSON.stringify(ask.body);
  if (ask.signal) init.signal = ask.signal;
  for (let done = 0; ; done++) {
    let wait = backoff(done);
    try {
      const response = await fetch(url, init);
      if (response.ok) return await read(response);
      const said: unknown = await response.json().catch(() => ({}));
      const body = (isObject(said) ? said : {}) as Record<string, unknown>;
      // Softserve has a `detail` where the native API has an `error`; what stands before a server says it in its own way.
      const text = typeof body['detail'] === 'string' ? body['detail'] : response.statusText;
      const complaint = isComplaint(body['error']) ? body['error'] : { code: 'unknown', text };
      wait = 1000 * (Number(response.headers.get('retry-after')) || 1);
      throw new Refused(response.status, complaint, body);
    } catch (error) {
      if (!isPassing(error) || ask.signal?.aborted || done >= tries) throw error;
    }
    await pause(wait, ask.signal);
  }
}

/** Server-sent events as they come: name and data. Ends when the server closes the stream. */
export async function* events(url: string, ask: Ask): AsyncGenerator<Heard> {
  yield* heard(await answered(url, { ...ask, accept: 'text/event-stream' }));
}

export interface Heard {
  event: string;
  data: unknown;
}

/** The same from an answer that has begun. */
export async function* heard(response: Response): AsyncGenerator<Heard> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += value.replaceAll('\r', '');
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const lines = text.slice(0, end).split('\n');
        text = text.slice(end + 2);
        const field = (name: string) => lines.filter((line) => line.startsWith(name)).map((line) => line.slice(name.length).trim());
        const data = field('data:');
        if (data.length) yield { event: field('event:')[0] ?? 'message', data: JSON.parse(data.join('\n')) };
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
