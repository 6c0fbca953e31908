// Who one is here: a name and its key, kept by this browser.

import { call } from './api';

export interface Me { person: string; name: string; key: string }

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

/** This browser is this person from now on. */
export function become({ person, name, token }: Told): void {
  now = { person, name, key: token };
  localStorage.setItem(KEY, JSON.stringify(now));
}

/** Whom a key belongs to. */
export const whoHas = (key: string) => call<{ person: string; name: string }>('GET', '/people/me', undefined, key);

/** Chooses a name. The answer to a request that is repeated is the same. */
export async function choose(name: string): Promise<void> {
  become(await call<Told>('POST', '/people', { name }, undefined, crypto.randomUUID()));
}

/** A link that makes another device this person, once. */
export async function deviceLink(): Promise<string> {
  const { code } = await call<{ code: string }>('POST', '/people/me/links', undefined, now?.key);
  // Behind the #, which browsers send to nobody.
  return `${location.origin}/me#${code}`;
}

/** Becomes who one is on the device the link is from. */
export async function comeFrom(code: string): Promise<void> {
  become(await call<Told>('POST', '/people/links', { code }, undefined, crypto.randomUUID()));
}

/** This browser forgets who it is. */
export function forget(): void {
  now = undefined;
  localStorage.removeItem(KEY);
}

/** The person goes for good. */
export async function deleteMe(): Promise<void> {
  await call('DELETE', '/people/me', undefined, now?.key);
  forget();
}
