// HTTP requests with retries, and event streams.

import type { Complaint } from './schema.js';

/** The server refused a request, and why. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly complaint: Complaint,
    /** The whole response body, such as the `state` that a conflict is with. */
    readonly body: Record<string, unknown>,
  ) {
    super(complaint.text);
    this.name = 'Refused';
  }
}

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: unknown;
  token?: string | undefined;
  /** Idempotency key: a creation repeated with the same key returns the same result. */
  key?: string | undefined;
  signal?: AbortSignal | undefined;
  accept?: string;
}

/** Waits; rejects if the signal aborts. */
export const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((done, fail) => {
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      fail(signal.reason);
    });
  });

/** Returns the delay before a retry, in milliseconds: exponential, with jitter so that clients do not retry at once. */
export const backoff = (tries: number, first = 100): number =>
  Math.min(first * 2 ** tries, 10_000) * (0.5 + Math.random() / 2);

/** Whether a retry may succeed: the connection broke, the server is busy, or a proxy waits for it to start. */
export const isTransient = (error: unknown): boolean =>
  !(error instanceof Refused) || [429, 502, 503, 504].includes(error.status);

/** Tells the user that a server cannot be reached, and when the next attempt is. */
export function warnOfRetry(server: string, error: unknown, wait: number): void {
  // `fetch` has the reason of a failed connection in the cause of its error.
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
  console.warn(`No answer from ${server} (${reason}); trying again in ${(wait / 1000).toFixed(1)} s.`);
}

/**
 * Sends a request until there is a response. Retries after lost connections, 429, 502, 503 and 504, so the request must
 * be idempotent, by a key or a command id.
 */
export function request(url: string, options: RequestOptions = {}, tries = 8): Promise<Response> {
  return withRetries(url, options, tries, async (response) => response);
}

/**
 * Sends a request and returns the response body: a value for JSON, bytes for pixel pictures, text otherwise, `null` if
 * empty. A truncated body is retried like a lost connection.
 */
export async function requestBody(url: string, options: RequestOptions = {}, tries = 8): Promise<unknown> {
  const [type, bytes] = await withRetries(url, options, tries, async (response) => {
    const type = (response.headers.get('content-type') ?? '').split(';')[0]!.trim();
    return [type, new Uint8Array(await response.arrayBuffer())] as const;
  });
  if (!bytes.length) return null;
  if (/^(image\/(?!svg)|application\/octet-stream)/.test(type)) return bytes;
  const text = new TextDecoder().decode(bytes);
  return type === 'application/json' || type.endsWith('+json') ? JSON.parse(text) : text;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isComplaint = (value: unknown): value is Complaint =>
  isObject(value) && 'code' in value && typeof value.code === 'string';

async function withRetries<T>(
  url: string,
  options: RequestOptions,
  tries: number,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const headers: Record<string, string> = { accept: options.accept ?? 'application/json' };
  if (options.body !== undefined) headers['content-type'] = 'application/json';
  if (options.token) headers['authorization'] = `Bearer ${options.token}`;
  if (options.key) headers['idempotency-key'] = options.key;
  const init: RequestInit = {
    method: options.method ?? (options.body === undefined ? 'GET' : 'POST'),
    headers,
  };
  if (options.body !== undefined) init.body = JSON.stringify(options.body);
  if (options.signal) init.signal = options.signal;
  for (let done = 0; ; done++) {
    let wait = backoff(done);
    try {
      const response = await fetch(url, init);
      if (response.ok) return await read(response);
      const parsed: unknown = await response.json().catch(() => ({}));
      const body = (isObject(parsed) ? parsed : {}) as Record<string, unknown>;
      // Softserve has `detail` where the native API has `error`; proxies respond in forms of their own.
      const text = typeof body['detail'] === 'string' ? body['detail'] : response.statusText;
      const complaint = isComplaint(body['error']) ? body['error'] : { code: 'unknown', text };
      wait = 1000 * (Number(response.headers.get('retry-after')) || 1);
      throw new Refused(response.status, complaint, body);
    } catch (error) {
      if (!isTransient(error) || options.signal?.aborted || done >= tries) throw error;
      warnOfRetry(new URL(url).origin, error, wait);
    }
    await sleep(wait, options.signal);
  }
}

/** Streams server-sent events until the server closes the stream. */
export async function* events(url: string, options: RequestOptions): AsyncGenerator<ServerEvent> {
  yield* readEvents(await request(url, { ...options, accept: 'text/event-stream' }));
}

export interface ServerEvent {
  event: string;
  data: unknown;
}

/** Streams the server-sent events of a response. */
export async function* readEvents(response: Response): AsyncGenerator<ServerEvent> {
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
        const field = (name: string) =>
          lines.filter((line) => line.startsWith(name)).map((line) => line.slice(name.length).trim());
        const data = field('data:');
        if (data.length) yield { event: field('event:')[0] ?? 'message', data: JSON.parse(data.join('\n')) };
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
