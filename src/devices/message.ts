import { hash, randomBytes } from 'node:crypto';
import type { DecodedNight } from './json/pushNight.ts';

/** Alarm codes of the wire, most urgent first (protocols.md P0.5); equal to `warnTypes` of the shared codes. */
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

/** Position from the device: WGS-84, speed km/h, course degrees, altitude and accuracy in metres. */
export interface Position {
  lat: number;
  lng: number;
  speed: number | null;
  course: number | null;
  altitude: number | null;
  accuracy: number | null;
  source: 'gnss' | 'wifi' | 'cell' | 'beacon' | 'unknown';
  /** False: the device has no fix and repeats an older point. */
  valid: boolean;
}

/** Measured value; `unit` in UCUM. `valid` is false outside the plausible range (stored, never averaged). */
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

/** Set bit of a level word, with the alarm that its rise means. */
export interface AlarmBit {
  bit: number;
  type: AlarmType;
}

/** Decoded message (names.md, decodeFrame). */
export interface Decoded {
  kind: string;
  /** Number of the device on the wire; for a gateway's message that of the child. */
  number: string;
  /** ISO instant of the device clock; null if the message has none or an impossible one. */
  time: string | null;
  /** Whether the device stored it while offline: it counts as late at any age. */
  backlog: boolean;
  position: Position | null;
  /** Most urgent first. */
  alarms: AlarmType[];
  /** Level word (32 bits) for edge detection; null without one. */
  alarmBits: number | null;
  /** Bits of `alarmBits` that the message tells (protocols.md P0.5); absent: all. The others keep their state. */
  alarmMask?: number;
  /** Set bits of `alarmBits` that mean an alarm, state bits included. */
  levels: AlarmBit[];
  /** True: the frame itself is a new alarm. False: alarms only come from a level word, by its rise. */
  press: boolean;
  /** Alarms that the frame itself reports; absent: all, if `press`. The others only come from the level word. */
  pressed?: AlarmType[];
  /** Alarm that `unknown` stands for while the device is tested: a test call. */
  testType?: AlarmType;
  readings: Reading[];
  /** Percent. */
  battery: number | null;
  steps: number | null;
  cells: Cell[];
  wifi: WifiPoint[];
  /** Maker's summary of a night, of a push. */
  night?: DecodedNight;
  /** All other fields, under the source's names. */
  values: Record<string, unknown>;
  /** Number or index that the device gave the message. */
  ownKey: string | null;
  /** When the device was heard, if not at reception: ISO instant; null: the message does not show that it is alive. */
  heardAt?: string | null;
  /** Word for the topic of an MQTT or gateway message, stored with the bytes: `state`, `availability`, `up`. */
  topic?: string;
  /** Received bytes, hex. */
  raw: string;
}

/** Device that a message names. */
export interface DeviceRef {
  protocol: string;
  number: string;
  /** Id of the gateway that speaks for it: only a device behind this gateway is meant. */
  gateway?: string;
}

/** Submitted message: plain and serializable, so that a durable log can carry it (scale.md). */
export interface Message {
  /** `watch`, `mqtt`, `push:<source>`, … */
  source: string;
  deviceRef: DeviceRef;
  /** Address of the connection, if the number has no other proof. */
  address?: string;
  /** Word for the topic of an MQTT or gateway message, stored with the bytes; set also if `decoded` is null. */
  topic?: string;
  /** Set if a live earlier connection from another address uses the same number. */
  conflicting?: true;
  /** Sign of life of a gateway: refreshes its state, nothing is stored. */
  isSignOfLife?: true;
  /** Set for the device's first message beyond its hourly quota; further ones are not stored. */
  overQuota?: true;
  /** Signed 64-bit number in decimal; equal for repeats of a message. */
  key: string;
  /** ISO instant of reception. */
  receivedAt: string;
  /** ISO instant of the first reception, if it was refused then and a user stores it now, as backlog. */
  firstAt?: string;
  /** Received bytes, hex. */
  body: string;
  decoded: Decoded | null;
  /** Further decoded messages of a batch. */
  more?: Decoded[];
  /** Why `decoded` is null, or why the frame was refused. */
  error: string | null;
}

/** Returns an empty Decoded; `raw`: the bytes, or the shared hex for the many messages of one frame. */
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

/** Whether a code is an alarm type. */
export function isAlarmType(code: unknown): code is AlarmType {
  return typeof code === 'string' && rank.has(code);
}

/** Returns each type once, most urgent first. */
export function byUrgency(types: Iterable<AlarmType>): AlarmType[] {
  return [...new Set(types)].sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
}

/**
 * Returns the new alarms of a message: those of a press, and those with a level bit that was 0 in `previousBits` (the
 * device's last stored level word; null if unknown). A press is an edge (domain.md 7.2).
 */
export function risenAlarms(decoded: Decoded, previousBits: number | null): AlarmType[] {
  const previous = previousBits ?? 0;
  const mask = decoded.alarmMask ?? allBits;
  const risen = decoded.levels
    .filter(({ bit }) => ((previous >>> bit) & 1) === 0 && ((mask >>> bit) & 1) === 1)
    .map(({ type }) => type);
  return byUrgency(decoded.press ? [...(decoded.pressed ?? decoded.alarms), ...risen] : risen);
}

const allBits = 0xffff_ffff;

/** Returns the level word after a message, unsigned: bits outside its mask keep their state; null for one without levels. */
export function bitsAfter(
  { alarmBits, alarmMask = allBits }: Pick<Decoded, 'alarmBits' | 'alarmMask'>,
  previousBits: number,
): number | null {
  return alarmBits === null ? null : ((previousBits & ~alarmMask) | (alarmBits & alarmMask)) >>> 0;
}

/** Returns all decoded messages of a batch. */
export function decodedOf({ decoded, more = [] }: Pick<Message, 'decoded' | 'more'>): Decoded[] {
  return decoded ? [decoded, ...more] : [];
}

/** Returns all alarms of a message, most urgent first. */
export function alarmsIn(message: Pick<Message, 'decoded' | 'more'>): AlarmType[] {
  if (!message.more) return message.decoded?.alarms ?? [];
  return byUrgency(decodedOf(message).flatMap(({ alarms }) => alarms));
}

/** Splits a batch into one message per decoded one, all with the batch's key. */
export function splitMessage(message: Message): Message[] {
  const { more, ...first } = message;
  return more ? decodedOf(message).map((decoded) => ({ ...first, decoded })) : [message];
}

const tenMinutes = 600_000;

/**
 * Returns the 64-bit key for detecting repeats (protocols.md P0.3), as signed decimal: from protocol, device, own
 * number, device time and content; an alarm adds the reception time cut to ten minutes. Random without number and time.
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

/** Wraps one received message for `submit`. `number` is the connection's device if decoding failed. */
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
  /** Gateway that speaks for the device. */
  gateway?: string | undefined;
  topic?: string | undefined;
}): Message {
  return {
    source: input.source,
    deviceRef: {
      protocol: input.protocol,
      number: input.number,
      ...(input.gateway === undefined ? {} : { gateway: input.gateway }),
    },
    ...(input.topic ? { topic: input.topic } : {}),
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
