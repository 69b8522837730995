import { OutboundError, type Reply } from '#server/net/outboundHttp.ts';
import type { ChannelKind } from '#shared/codes.ts';
import type { Static, TObject, TProperties } from '#shared/typebox.ts';

/** Push subscription of a browser, as the Push API gives it. */
export interface PushSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** Recipient of a message. A missing address is null or empty. */
export interface ChannelRecipient {
  kind: 'user' | 'contact' | 'customer_user' | 'responder';
  id: string;
  name: string;
  mobile: string | null;
  email: string | null;
  subscriptions: PushSubscription[];
}

export interface OutboundMessage {
  /** Idempotency key: equal at every retry, so that the other side can detect duplicates. */
  key: string;
  title: string;
  text: string;
  /** Text that a telephone call reads out. */
  spoken: string;
  /** Link to the page that the message is about. */
  url: string | null;
  /** Level of the alarm, 1 to 4. */
  level: number | null;
}

/**
 * Result of a send. `retryable`: a retry may succeed, the settings are not at fault. A reason may contain the whole
 * answer of the other side: `send` removes secrets and cuts it.
 */
export type SendResult =
  | { state: 'sent' | 'delivered'; providerId: string | null }
  | { state: 'failed'; reason: string; retryable: boolean };

/** Adapter of one kind of channel: the export `adapter` of `adapter/<kind>.ts`, found by its file name. */
export interface Adapter<P extends TProperties = TProperties> {
  kind: ChannelKind;
  /**
   * Strict object schema of the settings; each field is a string, integer, boolean or enum with a Chinese `title`.
   * `hint` is the text below the field, `words` the labels of an enum, `rows` the height of a text box. `asked`: for
   * which values of the field `speaks` the field is shown, and whether it is required then.
   */
  config: TObject<P>;
  /** Fields of `config` that are stored encrypted and never shown. */
  secrets: readonly (keyof P & string)[];
  /**
   * Sends one message to one recipient. A thrown error is a failure; an `OutboundError` gives its message as the
   * reason.
   */
  send(
    config: Static<TObject<P>>,
    to: ChannelRecipient,
    message: OutboundMessage,
    signal: AbortSignal,
  ): Promise<SendResult>;
}

/** Returns the adapter untyped, after its `send` was checked against the types of its own settings. */
export function anAdapter<P extends TProperties>(adapter: Adapter<P>): Adapter {
  return adapter as unknown as Adapter;
}

/** HTTP statuses below 500 after which a retry may succeed. */
const passing = [408, 425, 429];

/** Returns the text of an answer on one line; empty when users may not read answers of this host. */
export function answerText({ text, readable }: Pick<Reply, 'text' | 'readable'>): string {
  return readable ? text.replace(/\s+/g, ' ').trim() : '';
}

/** Quotes an answer from outside, to mark it as not our own text. */
export const quoted = (text: string) => `「${text}」`;

/** Returns the failure for a status other than 2xx; null for 2xx. */
export function refusedBy(reply: Reply): SendResult | null {
  const { status } = reply;
  if (status >= 200 && status < 300) return null;
  const text = answerText(reply);
  const retryable = passing.includes(status) || status >= 500;
  return { state: 'failed', reason: `对方回答 ${status}${text ? `：${quoted(text)}` : ''}`, retryable };
}

/** Returns the fields of an answered JSON object; empty if the text is not one. */
export function jsonOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}

/** Returns the failure for a thrown error. */
export function failureOf(error: unknown): SendResult {
  if (error instanceof OutboundError) return { state: 'failed', reason: error.message, retryable: error.again };
  const timedOut = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
  return { state: 'failed', reason: timedOut ? '对方没有及时回答' : '发送时出错', retryable: true };
}
