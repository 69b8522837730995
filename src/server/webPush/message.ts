import { createHash } from 'node:crypto';
import { vapidKeys } from './keys.ts';
import type { Subscription } from './subscriptions.ts';

/** Notification shown by `sw.js`. */
export interface PushMessage {
  title: string;
  text: string;
  /** Link target within the product. */
  url: string | null;
  /** Tag: a later message with the same key replaces the one shown. */
  key: string;
  /** True: stays until the user reacts, and wakes a phone in power-saving mode. */
  urgent: boolean;
}

export interface PushRequest {
  url: string;
  headers: Record<string, string>;
  body: Buffer<ArrayBuffer>;
}

/** Time to live in seconds: a message that matters for an hour is not delivered to a phone switched on the next day. */
const lives = { urgent: 86_400, other: 3_600 };

/** Maximum characters: push services accept 4,096 bytes, of which encryption takes 103 (RFC 8291, 4). */
const longest = { title: 80, text: 400, url: 500 };

/**
 * Builds the POST of a message to a browser: encrypted (aes128gcm, RFC 8291), signed for its push service (VAPID).
 * Throws if the browser's keys are invalid.
 * @param contact mail address for push services
 */
export async function pushRequest(to: Subscription, message: PushMessage, contact: string): Promise<PushRequest> {
  const { default: webPush } = await import('web-push');
  const payload = JSON.stringify({
    title: message.title.slice(0, longest.title),
    body: message.text.slice(0, longest.text),
    url: message.url && message.url.length <= longest.url ? message.url : null,
    tag: message.key,
    urgent: message.urgent,
  });
  const { endpoint, headers, body } = webPush.generateRequestDetails(to, payload, {
    vapidDetails: { subject: `mailto:${contact}`, ...(await vapidKeys()) },
    contentEncoding: 'aes128gcm',
    TTL: message.urgent ? lives.urgent : lives.other,
    urgency: message.urgent ? 'high' : 'normal',
    // Messages with the same key wait as one while the phone is off.
    topic: createHash('sha256').update(message.key).digest('base64url').slice(0, 32),
  });
  const { 'Content-Length': _length, ...sent } = headers as Record<string, string | number>;
  return {
    url: endpoint,
    headers: Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, String(value)])),
    body: Buffer.from(body ?? ''),
  };
}
