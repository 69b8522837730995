import { callApi } from '#web/api/request.ts';
import { notificationApi } from '../contract.ts';

/**
 * State of web push in this browser. `insecure`: page without HTTPS; `later`: iPhone or iPad before the page is added
 * to the home screen; `missing`: not supported; `denied`: forbidden by user or administrator.
 */
export type WebPushState = 'insecure' | 'later' | 'missing' | 'denied' | 'off' | 'on';

const file = './sw.js';

/** Returns the state known from the browser alone; undefined when the server must be asked. */
function plainState(): WebPushState | undefined {
  if (!isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return /iPhone|iPad/.test(navigator.userAgent) || navigator.maxTouchPoints > 1 ? 'later' : 'missing';
  return Notification.permission === 'denied' ? 'denied' : undefined;
}

async function subscribed(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(file);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Returns the state for the logged-in user. Rejects when the server does not answer. */
export async function webPushState(): Promise<WebPushState> {
  const plain = plainState();
  if (plain) return plain;
  const subscription = await subscribed();
  if (!subscription || Notification.permission !== 'granted') return 'off';
  const { on } = await callApi(notificationApi.getPushState, { endpoint: subscription.endpoint });
  return on ? 'on' : 'off';
}

/** Returns the public key as bytes, as browsers need it. */
function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0));
}

/** Error: the browser gets no URL from its push service. */
export class NoPushService extends Error {}

/**
 * Turns web push on; asks for the browser permission first, so it only works inside a click. Rejects with
 * NoPushService, or as an API call does.
 */
export async function turnOn(): Promise<WebPushState> {
  if ((await Notification.requestPermission()) !== 'granted') return webPushState();
  const [{ publicKey }] = await Promise.all([
    callApi(notificationApi.getPushState, {}),
    navigator.serviceWorker.register(file),
  ]);
  const { pushManager } = await navigator.serviceWorker.ready;
  // A subscription with another key cannot be reused; one of another user gets a new URL.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) })
    .catch((cause: unknown) => Promise.reject(new NoPushService('', { cause })));
  const { endpoint, expirationTime, keys } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys ?? {};
  await callApi(notificationApi.subscribePush, {
    endpoint: endpoint ?? '',
    expirationTime: expirationTime ?? null,
    keys: { p256dh, auth },
  });
  return webPushState();
}

/** Turns web push off, here and on the server. */
export async function turnOff(): Promise<WebPushState> {
  const subscription = await subscribed();
  if (subscription) {
    await callApi(notificationApi.unsubscribePush, { endpoint: subscription.endpoint });
    await subscription.unsubscribe();
  }
  return webPushState();
}

/** Calls back when the permission changes in the browser's settings; the returned function stops it. */
export function onLeaveChanged(changed: () => void): () => void {
  let status: PermissionStatus | undefined;
  navigator.permissions?.query({ name: 'notifications' }).then(
    (permissionStatus) => {
      status = permissionStatus;
      permissionStatus.onchange = changed;
    },
    () => undefined,
  );
  return () => {
    if (status) status.onchange = null;
  };
}
