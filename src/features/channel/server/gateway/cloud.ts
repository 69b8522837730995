import { randomUUID } from 'node:crypto';
import { fetchOutbound, type Reply } from '#server/net/outboundHttp.ts';
import { jsonOf, quoted, refusedBy, type SendResult } from '../adapter.ts';
import { acs3Headers, type Keys, queryOf, tc3Headers } from './sign.ts';

/** Retryable codes: the cloud is busy or broken. */
const passing =
  /^(Throttling|ServiceUnavailable|InternalError|RequestLimitExceeded|ResourceUnavailable)|^isp\.|SYSTEM_ERROR/;

/** Returns the failure for a cloud's own code and message. */
export function cloudFailure(code: string, message: string, { readable }: Pick<Reply, 'readable'>): SendResult {
  const detail = readable ? `：${quoted(message || code)}（${code}）` : '';
  return { state: 'failed', reason: `云平台拒绝${detail}`, retryable: passing.test(code) };
}

/** Answer of a cloud, and whether users may read its text. */
interface Answered {
  answer: Record<string, unknown>;
  readable: boolean;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns the base URL `https://host[:port]` from the settings; empty: the cloud's own. */
const baseOf = (address: string | undefined, host: string) => new URL(address || `https://${host}`);

/** Calls Alibaba Cloud; returns the answer or the failure. `parameters` without a value are left out. */
export async function askAcs3(
  keys: Keys,
  { address, host, action, version }: { address: string | undefined; host: string; action: string; version: string },
  parameters: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<Answered | { failure: SendResult }> {
  const nonEmpty = Object.entries(parameters).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const url = baseOf(address, host);
  url.search = queryOf(Object.fromEntries(nonEmpty));
  const date = `${new Date().toISOString().slice(0, 19)}Z`;
  const call = { host: url.host, action, version, query: url.search.slice(1), date, nonce: randomUUID() };
  const reply = await fetchOutbound(url, {
    headers: { ...acs3Headers(keys, call), Accept: 'application/json' },
    signal,
  });
  const answer = jsonOf(reply.text);
  const code = textOf(answer.Code);
  if (code && code !== 'OK') return { failure: cloudFailure(code, textOf(answer.Message), reply) };
  const refused = refusedBy(reply);
  if (refused) return { failure: refused };
  return code ? { answer, readable: reply.readable } : { failure: unreadable };
}

/** Calls Tencent Cloud; returns the content of `Response` or the failure. */
export async function askTc3(
  keys: Keys,
  {
    address,
    host,
    ...call
  }: { address: string | undefined; host: string; service: string; action: string; version: string; region: string },
  input: object,
  signal: AbortSignal,
): Promise<Answered | { failure: SendResult }> {
  const url = baseOf(address, host);
  const body = JSON.stringify(input);
  const at = Math.floor(Date.now() / 1000);
  const reply = await fetchOutbound(url, {
    headers: tc3Headers(keys, { ...call, host: url.host, body, at }),
    body,
    signal,
  });
  const answer = fieldsOf(jsonOf(reply.text).Response);
  const error = fieldsOf(answer.Error);
  if (error.Code) return { failure: cloudFailure(textOf(error.Code), textOf(error.Message), reply) };
  const refused = refusedBy(reply);
  if (refused) return { failure: refused };
  return answer.RequestId ? { answer, readable: reply.readable } : { failure: unreadable };
}

/** Returns the fields of an object within an answer; empty if it is not one. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

const unreadable: SendResult = { state: 'failed', reason: '对方的回答不是云平台的格式', retryable: false };

/** Returns the success of an accepted message, with the provider's id. */
export function handedOver(id: unknown): SendResult {
  return {
    state: 'sent',
    providerId: typeof id === 'string' || typeof id === 'number' ? String(id).slice(0, 200) : null,
  };
}
