import { OutboundError, type Reply } from '#server/net/outboundHttp.ts';
import type { ChannelKind } from '#shared/codes.ts';
import type { Static, TObject, TProperties } from '#shared/typebox.ts';

/** Where a browser takes pushes, as the Push API gives it. */
export interface PushSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** Somebody who is told. What they have not is null or empty. */
export interface ChannelRecipient {
  kind: 'user' | 'contact' | 'customer_user' | 'responder';
  id: string;
  name: string;
  mobile: string | null;
  email: string | null;
  subscriptions: PushSubscription[];
}

export interface OutboundMessage {
  /** The same for each try, so that whoever takes it twice knows it. */
  key: string;
  title: string;
  text: string;
  /** The text as it is read out over the telephone. */
  spoken: string;
  /** Where it leads. */
  url: string | null;
  /** Of the alarm, 1 to 4. */
  level: number | null;
}

/**
 * What came of it. `again`: another try may work, the fault is not one of the settings. A reason may hold the whole of what the
 * other side says: `send` takes secrets out of it and cuts it.
 */
export type SendResult =
  | { state: 'sent' | 'delivered'; providerId: string | null }
  | { state: 'failed'; reason: string; retryable: boolean };

/** How one kind of channel speaks. It stands in `adapter/<kind>.ts`, exported as `adapter`, and is found by that place. */
export interface Adapter<P extends TProperties = TProperties> {
  kind: ChannelKind;
  /**
   * What is entered for it, a strict object; each field has a Chinese `title`. Fields are strings, integers, booleans or enums;
   * a field's `hint` stands below it in the form, `words` has the labels of an enum, `rows` the height of a text; `asked` with which
   * values of the field `speaks` it is asked for at all, and whether it must be filled then.
   */
  config: TObject<P>;
  /** Fields of it that are kept encrypted and never shown. */
  secrets: readonly (keyof P & string)[];
  /** Sends one message to one receiver. What it throws is a failure: `OutboundError` in its own words. */
  send(
    config: Static<TObject<P>>,
    to: ChannelRecipient,
    message: OutboundMessage,
    signal: AbortSignal,
  ): Promise<SendResult>;
}

/** Says what an adapter is, with the types of its own settings inside. */
export function anAdapter<P extends TProperties>(adapter: Adapter<P>): Adapter {
  return adapter as unknown as Adapter;
}

/** Statuses after which the same request may work later. */
const passing = [408, 425, 429];

/** The text of an answer on one line, for people; empty where they may not read what the host says. */
export function answerText({ text, readable }: Pick<Reply, 'text' | 'readable'>): string {
  return readable ? text.replace(/\s+/g, ' ').trim() : '';
}

/** Quotes what somebody outside answered: their words are not ours. */
export const quoted = (text: string) => `「${text}」`;

/** The failure that a status other than 2xx means; null for 2xx. */
export function refusedBy(reply: Reply): SendResult | null {
  const { status } = reply;
  if (status >= 200 && status < 300) return null;
  const text = answerText(reply);
  const retryable = passing.includes(status) || status >= 500;
  return { state: 'failed', reason: `对方回答 ${status}${text ? `：${quoted(text)}` : ''}`, retryable };
}

/** The fields of a JSON object that somebody answered; empty where it is none. */
export function jsonOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}

/** The failure that an error means. */
export function failureOf(error: unknown): SendResult {
  if (error instanceof OutboundError) return { state: 'failed', reason: error.message, retryable: error.again };
  const timedOut = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
  return { state: 'failed', reason: timedOut ? '对方没有及时回答' : '发送时出错', retryable: true };
}
