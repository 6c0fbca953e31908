// Push notifications while the page is closed. They are encrypted, so the push service cannot read them.

import { call } from '../api/http';
import { me } from '../api/me.svelte';
import { settings } from './settings.svelte';

/** The id of this browser's subscription. */
const KEY = 'chautari.push';

/** Whether this browser supports push notifications. */
export const isSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

/** Whether one of the subscriptions is this browser's. */
export const isSubscribed = (pushes: string[]): boolean => pushes.includes(localStorage.getItem(KEY) ?? '');

const bytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));

/** Subscribes this browser. Returns the subscription's id, or why it failed. */
export async function subscribe(): Promise<{ push: string } | { why: 'server' | 'denied' | 'browser' }> {
  const { key } = await call<{ key: string | null }>('GET', '/push/key');
  if (!key) return { why: 'server' };
  if ((await Notification.requestPermission()) !== 'granted') return { why: 'denied' };
  const worker = await navigator.serviceWorker.ready;
  let subscription: PushSubscription;
  try {
    subscription = await worker.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: bytes(key),
    });
  } catch {
    // Browsers without a push service fail only here.
    return { why: 'browser' };
  }
  const { endpoint, keys } = subscription.toJSON();
  const address = { endpoint, keys: { p256dh: keys?.p256dh, auth: keys?.auth } };
  const { push } = await call<{ push: string }>(
    'POST',
    '/people/me/pushes',
    { address, language: settings.language },
    me.now?.key,
  );
  localStorage.setItem(KEY, push);
  return { push };
}

/** Unsubscribes this browser. */
export async function unsubscribe(): Promise<void> {
  const push = localStorage.getItem(KEY);
  const worker = await navigator.serviceWorker?.getRegistration();
  await (await worker?.pushManager?.getSubscription())?.unsubscribe();
  if (push) await call('DELETE', `/people/me/pushes/${push}`, undefined, me.now?.key);
  localStorage.removeItem(KEY);
}
