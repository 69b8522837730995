import { fetchOutbound, type Reply } from '#server/net/outboundHttp.ts';
import { answerText, jsonOf, quoted, refusedBy, type SendResult } from '../adapter.ts';
import { fieldsOf, handedOver } from './cloud.ts';

/** Request written in the settings of a channel, with placeholders such as `{mobile}`. */
export interface FreeCall {
  url?: string | undefined;
  method?: 'POST' | 'GET' | 'PUT' | undefined;
  /** One `Name: value` per line. */
  headers?: string | undefined;
  body?: string | undefined;
  /** Path of the result code in the answer's JSON, e.g. `data.code`; empty: only the status decides. */
  successField?: string | undefined;
  /** Values of `successField` that mean success, separated by commas. */
  successValue?: string | undefined;
  /** Path of the provider's id in the answer's JSON. */
  idField?: string | undefined;
}

type Values = Readonly<Record<string, string>>;

/** Fills the placeholders of a text, each value escaped by `clothe`; unknown names stay as they are. */
export function fillTemplate(text: string, values: Values, clothe: (value: string) => string): string {
  return text.replaceAll(/\{(\w+)\}/g, (match, name: string) =>
    Object.hasOwn(values, name) ? clothe(values[name] ?? '') : match,
  );
}

const inJson = (value: string) => JSON.stringify(value).slice(1, -1);
const inXml = (value: string) => value.replaceAll(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const inHeader = (value: string) => value.replaceAll(/[^\x20-\x7e]+/g, ' ');

function headersOf(lines: string, values: Values): Record<string, string> {
  const pairs = lines.split('\n').map((line) => /^\s*([\w-]+)\s*:\s*(.*?)\s*$/.exec(line));
  return Object.fromEntries(
    pairs.flatMap((match) => (match ? [[match[1] ?? '', fillTemplate(match[2] ?? '', values, inHeader)]] : [])),
  );
}

/** Returns the escape function for a body: by its content type, else by its first character. */
function clothesOf(type: string, body: string): (value: string) => string {
  if (/json/i.test(type) || (!type && /^\s*[[{]/.test(body))) return inJson;
  return /xml/i.test(type) ? inXml : encodeURIComponent;
}

const valueAt = (answer: Record<string, unknown>, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => fieldsOf(value)[name], answer);

const plain = (value: unknown): string => (value === null || typeof value === 'object' ? '' : String(value ?? ''));

/** Sends the request and reads the result from its answer. */
export async function askFree(call: FreeCall, values: Values, signal: AbortSignal): Promise<SendResult> {
  const method = call.method ?? 'POST';
  const headers = headersOf(call.headers ?? '', values);
  const [, type = ''] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  const template = call.body ?? '';
  const clothe = clothesOf(type, template);
  const kind =
    clothe === inJson ? 'application/json; charset=utf-8' : 'application/x-www-form-urlencoded; charset=utf-8';
  const reply = await fetchOutbound(fillTemplate(call.url ?? '', values, encodeURIComponent), {
    method,
    headers: type || method === 'GET' ? headers : { ...headers, 'Content-Type': kind },
    ...(method === 'GET' ? {} : { body: fillTemplate(template, values, clothe) }),
    signal,
  });
  return refusedBy(reply) ?? resultOf(call, reply);
}

/** Reads the result from an answer with status 2xx, as the settings define success. */
function resultOf({ successField, successValue = '', idField }: FreeCall, reply: Reply): SendResult {
  const answer = jsonOf(reply.text);
  const accepted = successValue.split(/[,，]/).map((value) => value.trim());
  if (successField && !accepted.includes(plain(valueAt(answer, successField)))) {
    const text = answerText(reply);
    const reason = text ? quoted(text) : reply.text.trim() ? '回答的不是成功的值' : '回答为空';
    return { state: 'failed', reason: `网关没有接受：${reason}`, retryable: false };
  }
  return handedOver(idField ? valueAt(answer, idField) : null);
}
