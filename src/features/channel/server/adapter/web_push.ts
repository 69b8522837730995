import { fetchOutbound, unreached } from '#server/net/outboundHttp.ts';
import { type PushMessage, type PushRequest, pushRequest } from '#server/webPush/message.ts';
import { pushPlaces } from '#server/webPush/places.ts';
import { dropEnded, type Subscription } from '#server/webPush/subscriptions.ts';
import { strict } from '#shared/endpoint.ts';
import { Type } from '#shared/typebox.ts';
import { anAdapter, refusedBy, type SendResult } from '../adapter.ts';

/** Alarms up to this level stay on the screen until the user reacts, and wake a phone in battery saver. */
const urgentTo = 2;

/** Statuses of a push service for an expired subscription (RFC 8030, 7.3). */
const ended = [404, 410];

const inPlace = pushPlaces();

async function sendTo(
  to: Subscription,
  message: PushMessage,
  contact: string,
  signal: AbortSignal,
): Promise<SendResult> {
  let request: PushRequest;
  try {
    request = await pushRequest(to, message, contact);
  } catch {
    return { state: 'failed', reason: '浏览器给的密钥不能用', retryable: false };
  }
  try {
    const reply = await inPlace(request.url, signal, (limit) =>
      fetchOutbound(request.url, { ...request, signal: limit }),
    );
    if (ended.includes(reply.status)) {
      await dropEnded(to.endpoint);
      return { state: 'failed', reason: '浏览器已不再接收推送', retryable: false };
    }
    return refusedBy(reply) ?? { state: 'sent', providerId: reply.headers.location?.slice(0, 200) ?? null };
  } catch (error) {
    const { message: reason, again } = unreached(error, new URL(request.url).hostname);
    return { state: 'failed', reason, retryable: again };
  }
}

/**
 * Resolves with the first success without waiting for the rest; else with a retryable failure, else with any failure.
 */
async function firstSent(sending: readonly Promise<SendResult>[]): Promise<SendResult> {
  const failed: SendResult[] = [];
  const attempts = sending.map(async (promise) => {
    const outcome = await promise;
    if (outcome.state !== 'failed') return outcome;
    failed.push(outcome);
    throw new Error(outcome.reason);
  });
  return Promise.any(attempts).catch(
    () =>
      failed.find((outcome) => outcome.state === 'failed' && outcome.retryable) ??
      failed[0] ?? { state: 'failed', reason: '没有开启推送的设备', retryable: false },
  );
}

/** Web Push (RFC 8030, 8291, 8292) to each browser of a user; sent when one browser is reached. */
export const adapter = anAdapter({
  kind: 'web_push',
  config: strict({
    contact: Type.String({
      pattern: '^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$',
      maxLength: 100,
      title: '联系邮箱',
      msg: '请输入正确的邮箱',
      hint: '推送服务有事时联系谁；浏览器厂商会看到它',
    }),
  }),
  secrets: [],
  async send({ contact }, { subscriptions }, { title, text, url, key, level }, signal) {
    const message = { title, text, url, key, urgent: level !== null && level <= urgentTo };
    return firstSent(subscriptions.map((subscription) => sendTo(subscription, message, contact, signal)));
  },
});
