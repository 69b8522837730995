import { createHash } from 'node:crypto';
import { vapidKeys } from './keys.ts';
import type { Subscription } from './subscriptions.ts';

/** What `sw.js` shows. */
export interface PushMessage {
  title: string;
  text: string;
  /** Where a click leads, within the product. */
  url: string | null;
  /** Names the matter: told again, it takes the place of what was shown. */
  key: string;
  /** It stands until it is answered, and wakes a phone that saves its battery. */
  urgent: boolean;
}

export interface PushRequest {
  url: string;
  headers: Record<string, string>;
  body: Buffer<ArrayBuffer>;
}

/** What is worth telling for an hour only is not told to a phone that is switched on the next day; seconds. */
const lives = { urgent: 86_400, other: 3_600 };

/** Push services take 4,096 bytes, of which the cipher needs 103 (RFC 8291, 4). */
const longest = { title: 80, text: 400, url: 500 };

/**
 * The POST that brings a message to a browser: encrypted for it (aes128gcm, RFC 8291), signed for its push service (VAPID).
 * Throws when the browser's keys are none. @param contact mail address of whom a push service may write to
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
    // What is repeated while the phone is off waits there once.
    topic: createHash('sha256').update(message.key).digest('base64url').slice(0, 32),
  });
  const { 'Content-Length': _length, ...sent } = headers as Record<string, string | number>;
  return {
    url: endpoint,
    headers: Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, String(value)])),
    body: Buffer.from(body ?? ''),
  };
}
