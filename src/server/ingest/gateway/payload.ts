import type { AttributeRequest, ChildReport, Format, FormatReply, FormatState, Part, Split } from '#devices/format.ts';
import { emptySplit } from '#devices/format.ts';
import { readPart, storedWord } from '#devices/formats.ts';
import { type Message, toMessage } from '#devices/message.ts';
import { maskNumber, type TransportContext } from '../transport.ts';
import type { DeviceLogin } from './deviceLogin.ts';
import type { GatewayNotes } from './gatewayNotes.ts';

/** Bytes of a part that are stored: lists of a gateway are longer. */
const maxStored = 65_536;
/** Maximum children per connection whose first message is noted; an honest gateway has fewer. */
const maxReported = 10_000;

/** What a gateway says of its children in one payload. */
export interface ChildrenReport {
  children: ChildReport[];
  isWholeList: boolean;
  software: string | null;
}

/** Answers and storage that a payload may need besides its messages. */
export interface PayloadStore {
  /** Stores what a gateway says of its children, in a transaction of its own. */
  reportChildren(login: DeviceLogin, report: ChildrenReport): Promise<void>;
  /** Returns the attributes asked for, of the device or of a child behind it. */
  attributesOf(login: DeviceLogin, request: AttributeRequest): Promise<Parameters<AttributeRequest['answer']>[0]>;
}

/** Connection, or request, by which payloads of one login come. */
export interface PayloadSource {
  login: DeviceLogin;
  format: Format;
  state: FormatState;
  /** Numbers of children of which this connection has told. */
  reported: Set<string>;
  /** Registration of new children: messages wait for it, so that the first one of a child finds its device. */
  registering?: Promise<void> | undefined;
}

export interface Payload {
  topic: string;
  body: Buffer;
  /** Reception, ms since 1970. */
  at: number;
  /** A last will: kept, shows nobody alive. */
  isWill: boolean;
}

/** What a payload is stored with. */
export type PayloadContext = Pick<TransportContext, 'submit' | 'profileOf' | 'metrics' | 'log' | 'now'> & {
  payloads?: PayloadStore | undefined;
  notes?: GatewayNotes | undefined;
};

function splitSafely(
  { log }: PayloadContext,
  { format, login, state }: PayloadSource,
  { topic, body, at }: Payload,
): Split {
  try {
    return format.split(body, { topic, login, state, at });
  } catch (error) {
    log.error({ err: error, protocol: format.name }, 'decoder failed');
    return emptySplit('decoder failed');
  }
}

const numbersIn = ({ children, parts }: Split) => [
  ...children.map(({ number }) => number),
  ...parts.flatMap(({ number }) => number ?? []),
];

/** Lets the messages of the connection wait for the registration. */
function register(source: PayloadSource, report: Promise<void> | undefined): void {
  const registering = Promise.all([source.registering, report]).then(
    () => undefined,
    () => undefined,
  );
  source.registering = registering;
}

/** Returns the reports of children: those that the payload describes, and others that it speaks for the first time. */
function reportsOf({ children, parts }: Split, reported: Set<string>): ChildReport[] {
  const described = new Set(children.map(({ number }) => number));
  const spoken = new Set(parts.flatMap(({ number }) => (number === null || described.has(number) ? [] : number)));
  const first = [...spoken].filter((number) => !reported.has(number)).slice(0, maxReported - reported.size);
  for (const number of [...described, ...first]) if (reported.size < maxReported) reported.add(number);
  return [...children, ...first.map((number) => ({ number }))];
}

/**
 * Stores a payload: what it says of children, then one message per part. Resolves with the replies when all are stored;
 * rejects if one is not: then do not answer.
 */
export async function storePayload(
  context: PayloadContext,
  source: PayloadSource,
  payload: Payload,
): Promise<FormatReply[]> {
  const { login, format, reported } = source;
  const split = splitSafely(context, source, payload);
  const isNew = login.mayCreate && numbersIn(split).some((number) => !reported.has(number));
  const children = login.isGateway && !payload.isWill ? reportsOf(split, reported) : [];
  const { isWholeList = false, software = null } = split;
  const isReport = login.isGateway && (children.length > 0 || isWholeList || software !== null);
  const report = isReport ? context.payloads?.reportChildren(login, { children, isWholeList, software }) : undefined;
  if (isNew) register(source, report);
  const stored = submitParts(context, source, payload, partsOf(split, payload));
  const [refused] = (await Promise.allSettled([stored, report])).filter(({ status }) => status === 'rejected');
  if (refused?.status === 'rejected') {
    // Told again with the repeat of the message.
    for (const { number } of children) reported.delete(number);
    throw refused.reason;
  }
  context.metrics.committed.observe({ protocol: format.name }, (context.now() - payload.at) / 1000);
  const answers = (split.requests ?? []).map(async (request) => {
    const stored = await context.payloads?.attributesOf(login, request);
    return request.answer(stored ?? { client: {}, shared: {} });
  });
  return [...split.replies, ...(await Promise.all(answers))];
}

/** Part, or the whole payload with the reason why it has none. */
type Stored = Part & { error?: string };

function partsOf({ parts, error }: Split, { body }: Payload): Stored[] {
  return error === null ? parts : [...parts, { number: null, word: '', body, error }];
}

async function submitParts(
  context: PayloadContext,
  source: PayloadSource,
  payload: Payload,
  parts: readonly Stored[],
): Promise<void> {
  // All messages of the connection wait: so they keep their order.
  if (source.registering) await source.registering;
  const { metrics } = context;
  const protocol = source.format.name;
  metrics.messages.inc({ protocol }, parts.length);
  metrics.bytes.inc({ protocol }, payload.body.length);
  await Promise.all(parts.map((part) => submitPart(context, source, payload, part)));
}

async function submitPart(
  context: PayloadContext,
  source: PayloadSource,
  payload: Payload,
  part: Stored,
): Promise<void> {
  const { login, format } = source;
  const number = part.number ?? login.sn;
  const gateway = part.number === null ? undefined : login.id;
  // Without a profile the message is still stored.
  const profile = (await context.profileOf?.(format.name, number, gateway).catch(() => ({}))) ?? {};
  const message = messageOf(context, { source, payload, part, number, gateway, profile });
  if (gateway !== undefined && !payload.isWill) noteChild(context, login, message);
  await context.submit(message);
}

function messageOf(
  { metrics, log }: PayloadContext,
  of: {
    source: PayloadSource;
    payload: Payload;
    part: Stored;
    number: string;
    gateway: string | undefined;
    profile: Parameters<Format['read']>[1]['profile'];
  },
): Message {
  const { source, payload, part, number, gateway, profile } = of;
  const { format } = source;
  const topic = storedWord(part, payload.isWill);
  const read =
    part.error === undefined
      ? readSafely(log, format, { word: topic, body: part.body }, { number, profile, at: payload.at })
      : { message: null, error: part.error };
  if (read.error !== null) metrics.refused.inc({ protocol: format.name, reason: 'malformed' });
  return toMessage({
    ...{ source: format.name, protocol: format.name, number, gateway, topic },
    body: part.body.subarray(0, maxStored),
    receivedAt: new Date(payload.at).toISOString(),
    decoded: read.message,
    ...(read.more && { more: read.more }),
    error: read.error,
  });
}

function readSafely(
  log: PayloadContext['log'],
  format: Format,
  ...[part, context]: ReadArguments
): ReturnType<typeof readPart> {
  try {
    return readPart(format, part, context);
  } catch (error) {
    log.error({ err: error, protocol: format.name, number: maskNumber(context.number) }, 'decoder failed');
    return { message: null, error: 'decoder failed' };
  }
}

type ReadArguments = [part: Parameters<typeof readPart>[1], context: Parameters<typeof readPart>[2]];

/** Returns the uplink counter of LoRaWAN, of 32 bits; null for anything else that the field holds. */
function counterOf(fCnt: unknown): number | null {
  return Number.isInteger(fCnt) && Number(fCnt) >= 0 && Number(fCnt) <= 0xffff_ffff ? Number(fCnt) : null;
}

function noteChild({ notes }: PayloadContext, login: DeviceLogin, { decoded, deviceRef, receivedAt }: Message): void {
  if (!notes || !decoded) return;
  const { heardAt, values } = decoded;
  const isUplink = deviceRef.protocol === 'lorawan' && decoded.topic === 'up';
  const counter = isUplink ? counterOf(values.fCnt) : null;
  const at = Date.parse(heardAt ?? receivedAt);
  notes.child(login, deviceRef.number, at, { counter, isHeard: heardAt !== null });
}
