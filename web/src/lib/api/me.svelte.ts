// Who one is here: a name and its key, kept by this browser.

import { call, createOnce } from './api';
import { forgetDrafts } from '../study/drafts';
import { clearKeys } from './idempotency';
import { Refused } from './errors';

export interface Me {
  person: string;
  name: string;
  key: string;
  /** The key is on a card that a host has handed out: it is good beyond this device. */
  card?: boolean;
}

interface Told { person: string; name: string; token: string }

const KEY = 'chautari.me';

function read(): Me | undefined {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

let now = $state.raw(read());

// Another window of this browser may have chosen a name, or gone.
globalThis.addEventListener?.('storage', (event) => {
  if (event.key === KEY) now = read();
});

export const me = {
  get now(): Me | undefined {
    return now;
  },
};

/** Whether somebody at a board, or who offers one, is whom this browser is. */
export const isMe = (one: { kind: string; id?: string }) => one.kind === 'person' && one.id === now?.person;

/** This browser is this person from now on; perhaps by a card. */
export function signIn({ person, name, token }: Told, card = false): void {
  now = { person, name, key: token, ...(card && { card }) };
  localStorage.setItem(KEY, JSON.stringify(now));
}

/** Whom a key belongs to. */
export const personOfKey = (key: string) => call<{ person: string; name: string }>('GET', '/people/me', undefined, key);

/** Chooses a name. */
export async function register(name: string): Promise<void> {
  signIn(await createOnce<Told>('/people', { name }));
}

/** A link that makes another device this person, once. A new one each time: it is good for ten minutes. */
export async function deviceLink(): Promise<string> {
  const { code } = await call<{ code: string }>('POST', '/people/me/links', undefined, now?.key);
  // Behind the #, which browsers send to nobody.
  return `${location.origin}/me#${code}`;
}

/** Becomes who one is on the device the link is from. */
export async function importSession(code: string): Promise<void> {
  signIn(await createOnce<Told>('/people/links', { code }));
}

/** A key that opens nothing any more has nothing to take back. */
export function ignoreUnauthorized(error: unknown): void {
  if (!(error instanceof Refused) || error.status !== 401) throw error;
}

/** This device leaves: its key opens nothing any more, unless it is on a card that others need. */
export async function signOut(): Promise<void> {
  if (now && !now.card) await call('DELETE', '/people/me/key', undefined, now.key).catch(ignoreUnauthorized);
  clearSession();
}

/** This browser forgets who it is. */
export function clearSession(): void {
  now = undefined;
  localStorage.removeItem(KEY);
  clearKeys();
  forgetDrafts();
}

/** The person goes for good. */
export async function deleteMe(): Promise<void> {
  await call('DELETE', '/people/me', undefined, now?.key);
  clearSession();
}
