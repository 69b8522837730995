import { type Format, type FormatReply, formatState } from '../format.ts';
import { kindOf, readProperties } from '../json/childProperties.ts';
import { jsonMembers, parseExactJson } from '../json/exactJson.ts';
import { propertySpans } from '../json/jsonSpans.ts';
import { blankDecoded, type Decoded } from '../message.ts';
import type { Profile } from '../profile.ts';
import type { Span } from '../span.ts';
import { instantOf, isRecord } from '../text.ts';
import { splitThingsboard } from './split.ts';
import { readTelemetry } from './telemetry.ts';
import { filters, mayPublish } from './topics.ts';

const protocol = 'thingsboard';
/** Age from which telemetry is a backlog. */
const backlogAfter = 5 * 60_000;
/** Clocks before this are unset (protocols.md P0.4). */
const firstClock = Date.UTC(2015, 0, 1);

type ReadContext = Parameters<Format['read']>[1];
type Read = ReturnType<Format['read']>;

const failed = (error: string): Read => ({ message: null, error });

/** Returns the profile of a button with its calls for help as presses: many a button never takes one back. */
function withPresses(profile: Profile): Profile {
  if (!profile.isButton || profile.presses) return profile;
  const calls = [...(profile.keys ?? [])].filter(([, target]) => target === 'sos').map(([name]) => name.toLowerCase());
  return { ...profile, presses: new Set(['sos', ...calls]) };
}

/** Reads telemetry or attributes; what a gateway passes on late does not show that the child is alive now. */
function readValues(word: string, body: Buffer, { number, profile, at }: ReadContext): Read {
  const read = readTelemetry(body);
  if (read.error !== null) return failed(read.error);
  const message = blankDecoded('telemetry', number, body);
  if (word.endsWith('attributes')) {
    readProperties(message, read.values, profile);
    message.kind = 'attributes';
    return { message, error: null };
  }
  message.time = instantOf(read.ts, 'ms');
  message.backlog = read.ts !== null && read.ts < at - backlogAfter;
  if (word.startsWith('child/') && message.backlog && read.ts !== null && read.ts >= firstClock)
    message.heardAt = message.time;
  readProperties(message, read.values, withPresses(profile));
  message.kind = kindOf(message, 'telemetry');
  return { message, error: null };
}

/** Sets the answer to our command: its number, and whether it was refused. */
function setAnswer(message: Decoded, id: unknown, data: unknown): void {
  const isRefused = isRecord(data) && ((data.error !== undefined && data.error !== null) || data.success === false);
  message.kind = 'answer';
  message.values = {
    ...message.values,
    answeredSerial: typeof id === 'string' && /^\d{1,10}$/.test(id) ? Number(id) : id,
    answer: typeof data === 'string' ? data : JSON.stringify(data ?? null),
    data,
    ...(isRefused ? { refused: true } : {}),
  };
}

/** Reads a message that is no telemetry. */
function readOther(word: string, body: Buffer, { number }: ReadContext): Read {
  const { value, error } = parseExactJson(body);
  if (error !== null) return failed(error);
  const isChild = word.startsWith('child/');
  const message = blankDecoded(isChild ? word.slice('child/'.length) : 'request', number, body);
  // The gateway itself says or answers these: the child was not heard.
  if (isChild) message.heardAt = null;
  if (isRecord(value)) message.values = { ...value };
  const [, answered] = /^rpc\/response\/(\d+)$/.exec(word) ?? [];
  if (answered !== undefined) {
    message.values = {};
    setAnswer(message, answered, value);
  } else if (word === 'child/rpc' && isRecord(value)) setAnswer(message, value.id, value.data);
  return { message, error: null };
}

const isValues = (word: string) => /^(?:child\/)?(?:telemetry|attributes)$/.test(word) || word === '';

/** Returns a call of a procedure on the device, or on a gateway's child. */
function call(method: string, params: unknown, serial: number, child: string | null): FormatReply {
  return child === null
    ? { topic: `v1/devices/me/rpc/request/${serial}`, payload: JSON.stringify({ method, params }) }
    : {
        topic: 'v1/gateway/rpc',
        payload: JSON.stringify({ device: child, data: { id: serial, method, params } }),
      };
}

/** Returns the spans of `{ts, values}`, or of the values alone. */
function spansOf(body: Buffer): Span[] {
  if (parseExactJson(body).error !== null) return [];
  const members = jsonMembers(body);
  const isTimed = members.some(({ key }) => key === 'ts') && members.some(({ key }) => key === 'values');
  if (!isTimed) return propertySpans(body);
  const times = propertySpans(body).filter(({ field }) => field === 'values.ts');
  return [...times.map((span) => ({ ...span, field: 'time' })), ...propertySpans(body, 'values')];
}

/** ThingsBoard's device and gateway API (protocols.md P7). */
export const thingsboardFormat: Format = {
  name: protocol,
  mayPublish,
  filters,
  createState: formatState,
  split: splitThingsboard,
  read: ({ word, body }, context) =>
    isValues(word) ? readValues(word, body, context) : readOther(word, body, context),
  encodeCommand: ({ wireName }, { command, params, word }, serial) =>
    call(word ?? command, params, serial, wireName ?? null),
  wordOf: ({ command, word }) => word ?? command,
  spans: spansOf,
};
