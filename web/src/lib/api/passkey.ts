// Passkeys: created and used by the browser, verified by the server.

import { call } from './http';
import { me, signIn } from './me.svelte';

interface Challenge {
  challenge: string;
}

/** Whether this browser supports passkeys. */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' && !!navigator.credentials;

const text = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
const bytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));

/** Returns `undefined` if the user cancels the browser's dialogue. */
async function unlessRefused<T>(asked: Promise<T | null>): Promise<T | undefined> {
  try {
    return (await asked) ?? undefined;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotAllowedError') return undefined;
    throw error;
  }
}

/** Adds a passkey and returns its name, or `undefined` if the user cancels. */
export async function addPasskey(): Promise<string | undefined> {
  const { key, name, person } = me.now!;
  const { challenge } = await call<Challenge>('POST', '/people/me/passkeys/challenge', undefined, key);
  const made = await unlessRefused(
    navigator.credentials.create({
      publicKey: {
        challenge: bytes(challenge),
        rp: { name: 'Chautari' },
        user: { id: new TextEncoder().encode(person), name, displayName: name },
        // ES256, and RS256 for authenticators that have only that, such as Windows Hello on some machines.
        pubKeyCredParams: [
          { type: 'public-key', alg: -7 },
          { type: 'public-key', alg: -257 },
        ],
        // A passkey alone opens an account.
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        attestation: 'none',
      },
    }),
  );
  if (!made) return undefined;
  const response = (made as PublicKeyCredential).response as AuthenticatorAttestationResponse;
  const body = {
    client_data: text(response.clientDataJSON),
    authenticator_data: text(response.getAuthenticatorData()),
  };
  return (await call<{ passkey: string }>('POST', '/people/me/passkeys', body, key)).passkey;
}

export const removePasskey = (passkey: string): Promise<void> =>
  call('DELETE', `/people/me/passkeys/${passkey}`, undefined, me.now?.key);

/** Signs in with a passkey. */
export async function signInWithPasskey(): Promise<void> {
  const { challenge } = await call<Challenge>('POST', '/people/passkeys/challenge');
  const used = await unlessRefused(
    navigator.credentials.get({ publicKey: { challenge: bytes(challenge), userVerification: 'required' } }),
  );
  if (!used) return;
  const { id, response } = used as PublicKeyCredential;
  const { clientDataJSON, authenticatorData, signature } = response as AuthenticatorAssertionResponse;
  const body = {
    id,
    client_data: text(clientDataJSON),
    authenticator_data: text(authenticatorData),
    signature: text(signature),
  };
  signIn(await call<{ person: string; name: string; token: string }>('POST', '/people/passkeys', body));
}
