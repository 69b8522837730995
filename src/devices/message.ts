import { hash, randomBytes } from 'node:crypto';

/** Alarm codes of the wire, most urgent first (protocols.md P0.5); the same set as `warnTypes` of the shared codes. */
export const alarmTypes = [
  'sos',
  'fall',
  'smoke',
  'gas',
  'out_bed',
  'fence_out',
  'fence_in',
  'no_motion',
  'breath',
  'heart',
  'water',
  'unknown',
  'manual',
  'off_wrist',
  'tamper',
  'power_off',
  'no_out',
  'sedentary',
  'water_use',
  'door',
  'low_batt',
  'offline',
  'sim',
  'other',
] as const;
export type AlarmType = (typeof alarmTypes)[number];

/** A position as the device sent it: WGS-84, speed km/h, course degrees, altitude and accuracy in metres. */
export interface Position {
  lat: number;
  lng: number;
  speed: number | null;
  course: number | null;
  altitude: number | null;
  accuracy: number | null;
  source: 'gnss' | 'wifi' | 'cell' | 'beacon' | 'unknown';
  /** False: the device had no fix and repeats an older point. */
  valid: boolean;
}

/** One measured value; `unit` in UCUM. `valid` is false outside the plausible range (kept, never averaged). */
export interface Reading {
  kind: string;
  value: number;
  unit: string;
  valid: boolean;
}

export interface Cell {
  mcc: number | null;
  mnc: number | null;
  lac: number;
  cid: number;
  signal: number | null;
}

export interface WifiPoint {
  name: string;
  mac: string;
  signal: number | null;
}

/** A set bit of a level word and the alarm that its rise means. */
export interface AlarmBit {
  bit: number;
  type: AlarmType;
}

/** What a decoder says about one message (names.md, decodeFrame). */
export interface Decoded {
  kind: string;
  /** The device's number on the wire; of a gateway's message the child's. */
  number: string;
  /** ISO instant of the device's clock; null when the message has none or an impossible one. */
  time: string | null;
  /** Stored on the device while it had no network: late whatever its age. */
  backlog: boolean;
  position: Position | null;
  /** Most urgent first. */
  alarms: AlarmType[];
  /** The level word (32 bits) for edge detection; null when the message has none. */
  alarmBits: number | null;
  /** Every set bit of `alarmBits` that means an alarm, state bits included. */
  levels: AlarmBit[];
  /** True: the frame itself is a new alarm. False: alarms come from a level word only, its rise counts. */
  press: boolean;
  readings: Reading[];
  /** Percent. */
  battery: number | null;
  steps: number | null;
  cells: Cell[];
  wifi: WifiPoint[];
  /** Everything else, under the source's own names. */
  values: Record<string, unknown>;
  /** The message's own number or index. */
  ownKey: string | null;
  /** The bytes as they came, hex. */
  raw: string;
}

/** What is submitted: plain and serialisable, so that a durable log may carry it (scale.md). */
export interface Message {
  /** `watch`, `mqtt`, `push:<source>`, … */
  source: string;
  deviceRef: { protocol: string; number: string };
  /** The address of the connection, where that is all that stands behind the number. */
  address?: string;
  /** An earlier connection from another address, which is alive, gives the same number. */
  conflicting?: true;
  /** The first message of its device past what may be stored of it in an hour; further ones are not stored. */
  overQuota?: true;
  /** Signed 64-bit number in decimal: a repeat of the message has the same. */
  key: string;
  /** ISO instant of reception. */
  receivedAt: string;
  /** ISO instant when it came first: it was refused then, and somebody has it stored now, as a backlog. */
  firstAt?: string;
  /** The bytes as they came, hex. */
  body: string;
  decoded: Decoded | null;
  /** What a batch says beyond its first. */
  more?: Decoded[];
  /** Why `decoded` is null, or why the frame was refused. */
  error: string | null;
}

/** An empty Decoded to fill in; `raw`: the bytes, or for the many things that one frame says the hex that they share. */
export function blankDecoded(kind: string, number: string, raw: Buffer | string): Decoded {
  return {
    kind,
    number,
    time: null,
    backlog: false,
    position: null,
    alarms: [],
    alarmBits: null,
    levels: [],
    press: false,
    readings: [],
    battery: null,
    steps: null,
    cells: [],
    wifi: [],
    values: {},
    ownKey: null,
    raw: typeof raw === 'string' ? raw : raw.toString('hex'),
  };
}

const rank = new Map<string, number>(alarmTypes.map((type, index) => [type, index]));

/** Whether a code is one of the alarm types. */
export function isAlarmType(code: unknown): code is AlarmType {
  return typeof code === 'string' && rank.has(code);
}

/** Each type once, most urgent first. */
export function byUrgency(types: Iterable<AlarmType>): AlarmType[] {
  return [...new Set(types)].sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
}

/**
 * The alarms that are new in this message: those of a press, and those whose level bit was 0 in `previousBits` (the last
 * stored level word of the device; null when none is known). Domain.md 7.2: a press is an edge.
 */
export function risenAlarms(decoded: Decoded, previousBits: number | null): AlarmType[] {
  const previous = previousBits ?? 0;
  const risen = decoded.levels.filter((level) => ((previous >>> level.bit) & 1) === 0).map((level) => level.type);
  return byUrgency(decoded.press ? [...decoded.alarms, ...risen] : risen);
}

/** Everything that a message says. */
export function decodedOf({ decoded, more = [] }: Pick<Message, 'decoded' | 'more'>): Decoded[] {
  return decoded ? [decoded, ...more] : [];
}

/** All alarms of a message, most urgent first. */
export function alarmsIn(message: Pick<Message, 'decoded' | 'more'>): AlarmType[] {
  if (!message.more) return message.decoded?.alarms ?? [];
  return byUrgency(decodedOf(message).flatMap(({ alarms }) => alarms));
}

/** A message as one for each thing that it says, under the key of the whole. */
export function splitMessage(message: Message): Message[] {
  const { more, ...first } = message;
  return more ? decodedOf(message).map((decoded) => ({ ...first, decoded })) : [message];
}

const tenMinutes = 600_000;

/**
 * The 64-bit key by which a repeat is known (protocols.md P0.3), as signed decimal: from protocol, device, own number,
 * device time and content; an alarm adds the reception time cut to ten minutes; without number and time it is random.
 */
export function messageKey(input: {
  protocol: string;
  number: string;
  body: Buffer;
  receivedAt: string;
  decoded: Decoded | null;
  more?: Decoded[];
}): string {
  const { decoded } = input;
  if (!decoded || (decoded.ownKey === null && decoded.time === null)) return signed(randomBytes(8));
  const parts = [input.protocol, input.number, decoded.ownKey ?? '', decoded.time ?? ''];
  if (alarmsIn(input).length > 0) parts.push(String(Math.floor(Date.parse(input.receivedAt) / tenMinutes)));
  const bytes = Buffer.concat([Buffer.from(`${parts.join('\0')}\0`), input.body]);
  return signed(hash('sha256', bytes, 'buffer'));
}

function signed(bytes: Buffer): string {
  return bytes.readBigInt64BE(0).toString();
}

/** Wraps one received message for `submit`. `number` is the connection's device when nothing could be decoded. */
export function toMessage(input: {
  source: string;
  protocol: string;
  number: string;
  body: Buffer;
  receivedAt: string;
  decoded: Decoded | null;
  more?: Decoded[];
  error: string | null;
  address?: string;
  conflicting?: true;
}): Message {
  return {
    source: input.source,
    deviceRef: { protocol: input.protocol, number: input.number },
    ...(input.address === undefined ? {} : { address: input.address }),
    ...(input.conflicting === undefined ? {} : { conflicting: input.conflicting }),
    key: messageKey(input),
    receivedAt: input.receivedAt,
    body: input.body.toString('hex'),
    decoded: input.decoded,
    ...(input.more === undefined || input.more.length === 0 ? {} : { more: input.more }),
    error: input.error,
  };
}
