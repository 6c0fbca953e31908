// The account of this browser: a name and its key, in local storage.

import { stored } from '../shell/storage';
import { forgetDrafts } from '../study/drafts';
import { Refused } from './errors';
import { call, createOnce } from './http';
import { clearKeys } from './idempotency';

export interface Me {
  person: string;
  name: string;
  key: string;
  /** The key comes from a tournament card, so it must stay valid after signing out. */
  card?: boolean;
}

interface Told {
  person: string;
  name: string;
  token: string;
}

const KEY = 'chautari.me';

function read(): Me | undefined {
  const found = stored<Me>(KEY);
  return found?.key && found.name && found.person ? found : undefined;
}

let now = $state.raw(read());

// Another window may have signed in or out.
globalThis.addEventListener?.('storage', (event) => {
  if (event.key === KEY) now = read();
});

export const me = {
  get now(): Me | undefined {
    return now;
  },
};

/** Whether a player or the author of an invitation is the current user. */
export const isMe = (one: { kind: string; id?: string }) => one.kind === 'person' && one.id === now?.person;

/** Signs this browser in, perhaps by a card. */
export function signIn({ person, name, token }: Told, card = false): void {
  now = { person, name, key: token, ...(card && { card }) };
  localStorage.setItem(KEY, JSON.stringify(now));
}

/** Returns the person a key belongs to. */
export const personOfKey = (key: string) =>
  call<{ person: string; name: string }>('GET', '/people/me', undefined, key);

/** Creates an account. */
export async function register(name: string): Promise<void> {
  signIn(await createOnce<Told>('/people', { name }));
}

/** Creates a link that signs another device in. Works once, within ten minutes. */
export async function deviceLink(): Promise<string> {
  const { code } = await call<{ code: string }>('POST', '/people/me/links', undefined, now?.key);
  // After #, which browsers do not send.
  return `${location.origin}/me#${code}`;
}

/** Signs in with the code of a device link. */
export async function importSession(code: string): Promise<void> {
  signIn(await createOnce<Told>('/people/links', { code }));
}

/** Ignores a 401: an invalid key needs no revoking. */
export function ignoreUnauthorized(error: unknown): void {
  if (!(error instanceof Refused) || error.status !== 401) throw error;
}

/** Signs out and revokes the key, unless it is on a card. */
export async function signOut(): Promise<void> {
  if (now && !now.card) await call('DELETE', '/people/me/key', undefined, now.key).catch(ignoreUnauthorized);
  clearSession();
}

/** Removes the account from this browser. */
export function clearSession(): void {
  now = undefined;
  localStorage.removeItem(KEY);
  clearKeys();
  forgetDrafts();
}

/** Deletes the account. */
export async function deleteMe(): Promise<void> {
  await call('DELETE', '/people/me', undefined, now?.key);
  clearSession();
}
