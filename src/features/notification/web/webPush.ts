import { callApi } from '#web/api/request.ts';
import { notificationApi } from '../contract.ts';

/**
 * How it stands with pushes in this browser. `insecure`: the page came in clear; `later`: an iPhone or iPad, whose pages may
 * push once they stand on the home screen; `missing`: it has none; `denied`: the person or their administrator forbids them.
 */
export type WebPushState = 'insecure' | 'later' | 'missing' | 'denied' | 'off' | 'on';

const file = './sw.js';

/** What the browser alone tells; undefined where the server has to be asked. */
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

/** How it stands here for the person who is logged in. Rejects when the server does not answer. */
export async function webPushState(): Promise<WebPushState> {
  const plain = plainState();
  if (plain) return plain;
  const subscription = await subscribed();
  if (!subscription || Notification.permission !== 'granted') return 'off';
  const { on } = await callApi(notificationApi.getPushState, { endpoint: subscription.endpoint });
  return on ? 'on' : 'off';
}

/** The public key as browsers take it: bytes. */
function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0));
}

/** Where the browser gets no address from its push service. */
export class NoPushService extends Error {}

/** Turns it on; asks the person for leave first, so it works inside a click only. Rejects with NoPushService, or as a call does. */
export async function turnOn(): Promise<WebPushState> {
  if ((await Notification.requestPermission()) !== 'granted') return webPushState();
  const [{ publicKey }] = await Promise.all([
    callApi(notificationApi.getPushState, {}),
    navigator.serviceWorker.register(file),
  ]);
  const { pushManager } = await navigator.serviceWorker.ready;
  // A subscription under another key cannot be taken over; one of somebody else's gets a new address.
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

/** Turns it off, here and on the server. */
export async function turnOff(): Promise<WebPushState> {
  const subscription = await subscribed();
  if (subscription) {
    await callApi(notificationApi.unsubscribePush, { endpoint: subscription.endpoint });
    await subscription.unsubscribe();
  }
  return webPushState();
}

/** Calls back when the person changes the leave in the browser's own settings; the answer ends that. */
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
