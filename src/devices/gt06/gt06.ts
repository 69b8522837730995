// GT06 / Concox binary protocol over TCP (protocols.md P3) with the layouts that makers use under the same type
// numbers: login with time zone, heartbeats, positions with one cell, lists of cells and Wi-Fi points, alarms, the long
// header with information, texts and modules, requests for time and address; commands are texts. Photos are not
// collected. A login names the connection for all later frames. One with a wrong checksum is shown in a decode preview,
// but names no device and gets no reply, so firmware with a different checksum cannot log in. No device is known to do
// so.

import type { ConnectionState } from '../connectionState.ts';
import { CuttingFramer } from '../cuttingFramer.ts';
import { bit, FieldReader } from '../fieldReader.ts';
import { type Addressee, type CommandInput, checksumError, type FrameResult, type StreamProtocol } from '../framer.ts';
import { blankDecoded } from '../message.ts';
import { markPress, type Profile } from '../profile.ts';
import type { Span } from '../span.ts';
import { type Gt06Draft, readDate } from './fields.ts';
import type { TypeReader } from './forms.ts';
import { encodeGt06, type Gt06Frame, gt06Cutter, parseGt06Frame } from './frame.ts';
import { longReaders, readClimate, textReaders } from './long.ts';
import { readBeacon, readDeviceStatus, readModular, readPeripherals } from './modules.ts';
import { typeReaders } from './types.ts';

/** State of a connection: its login sets the device number and the time zone. */
class Gt06State implements ConnectionState {
  profile: Profile = {};
  number: string | null = null;
  readonly heldBytes = 0;
  /** Offset of the login; UTC without one. */
  zoneMinutes = 0;
}

const loginType = 0x01;
const timeType = 0x8a;
const addressType = 0x2a;

/** Reads the IMEI from eight BCD bytes: fifteen digits after a zero, or before a filler. */
function imeiOf(bytes: Buffer): string {
  const digits = bytes.toString('hex');
  return /^\d{15}f$/.test(digits) ? digits.slice(0, 15) : digits.slice(1);
}

/** Reads the offset: hours × 100 + minutes in the upper twelve bits, bit 3: west. */
function zoneOf(word: number): number {
  const figure = word >> 4;
  const minutes = Math.floor(figure / 100) * 60 + (figure % 100);
  return bit(word, 3) ? -minutes : minutes;
}

/** Reads a login; returns its time zone in minutes for the connection. */
function readLogin(f: FieldReader, { decoded }: Gt06Draft): number | null {
  decoded.kind = 'login';
  decoded.number = imeiOf(f.take(8, 'number'));
  if (f.remaining >= 2) decoded.values.model = f.take(2, 'values.model').toString('hex');
  if (f.remaining < 2) return null;
  const zone = zoneOf(f.uint(2, 'values.zoneMinutes'));
  decoded.values.zoneMinutes = zone;
  return zone;
}

const others: ReadonlyMap<number, TypeReader> = new Map<number, TypeReader>([
  [0x70, readModular],
  [0xf1, readDeviceStatus],
  [0xf2, readPeripherals],
  [
    0xb2,
    (f, draft) => {
      readDate(f, draft);
      readBeacon(f, draft);
    },
  ],
]);

function readerOf({ type, long }: Gt06Frame): TypeReader | undefined {
  return (
    (long ? longReaders.get(type) : undefined) ?? textReaders.get(type) ?? typeReaders.get(type) ?? others.get(type)
  );
}

/** Decodes a frame; `zone` in the result: the login's offset in minutes. */
function read(frame: Buffer, parts: Gt06Frame, state: ConnectionState, spans: Span[] | null) {
  const { type, long, length, serial } = parts;
  const zoneMinutes = state.profile.zoneMinutes ?? (state instanceof Gt06State ? state.zoneMinutes : 0);
  const decoded = blankDecoded('unknown', state.number ?? '', frame);
  decoded.values.type = type;
  const draft: Gt06Draft = { decoded, zoneMinutes, alarms: state.profile.alarmBits, type, long, length };
  const f = new FieldReader(frame, parts.from, parts.to, spans);
  spans?.push({ field: 'values.type', from: parts.from - 1, to: parts.from });
  let zone: number | null = null;
  if (type === loginType && f.remaining >= 8) zone = readLogin(f, draft);
  else {
    const reader = readerOf(parts);
    if (reader) reader(f, draft);
    else if (f.remaining > 0) decoded.values.data = f.take(f.remaining, 'values.data').toString('hex');
    if (decoded.readings.length === 0) readClimate(draft);
  }
  markPress(decoded, state.profile, type.toString(16).padStart(2, '0'));
  // The serial restarts with the device's power: only together with the time it distinguishes messages.
  if (serial !== null && decoded.time !== null) decoded.ownKey = String(serial);
  return { decoded, zone };
}

/** Types that are answered with their own type; others expect no answer. */
const answered = new Set([
  0x01, 0x13, 0x23, 0x36, 0x19, 0x16, 0x26, 0x27, 0x32, 0x33, 0x39, 0x40, 0x41, 0x70, 0x95, 0xa3, 0xa4, 0xa5, 0xa9,
  0xf1, 0xf2,
]);
/** Types that are answered with a long header if theirs is long. */
const longAnswered = new Set([0x32, 0x33, 0x41]);

function clockOf(at: number): number[] {
  const now = new Date(at);
  const date = [now.getUTCFullYear() - 2000, now.getUTCMonth() + 1, now.getUTCDate()];
  return [...date, now.getUTCHours(), now.getUTCMinutes(), now.getUTCSeconds()];
}

/** Returns an empty address, because there is no geocoder: the device may ask again. */
function noAddress(): number[] {
  const text = Buffer.from('NA&&NA&&0##');
  return [text.length, 0, 0, 0, 0, ...text];
}

function replyTo(frame: Buffer, { type, long, serial, from, sound }: Gt06Frame, at: number): Buffer | null {
  if (!sound) return null;
  if ((type === 0x17 || type === 0x69) && !long) {
    const time = frame.subarray(from, from + 6);
    return Buffer.concat([Buffer.from([0x78, 0x78, 0, type]), time, Buffer.from([0x0d, 0x0a])]);
  }
  if (serial === null) return null;
  if (type === timeType) return encodeGt06(type, Buffer.from(clockOf(at)), serial, long);
  if (type === addressType) return encodeGt06(0x97, Buffer.from(noAddress()), serial, true);
  // Cells of 0x33 are no alarm.
  if (!answered.has(type) || (type === 0x33 && !long) || (type === 0x36 && long)) return null;
  return encodeGt06(type, Buffer.alloc(0), serial, long && longAnswered.has(type));
}

/**
 * Decodes one frame after the connection's login into a message and a reply. A wrong checksum is an error without a
 * reply; the content is still returned for display.
 */
export function decodeGt06(frame: Buffer, state: ConnectionState, at: number): FrameResult {
  const parts = parseGt06Frame(frame);
  if (!parts) return { number: null, messages: [], reply: null, error: 'no GT06 frame' };
  const { decoded, zone } = read(frame, parts, state, null);
  const isLogin = decoded.kind === 'login';
  const number = isLogin ? decoded.number : state.number;
  const foreign = isLogin && state.number !== null && state.number !== '' && state.number !== decoded.number;
  if (isLogin && parts.sound && !foreign && state instanceof Gt06State) state.zoneMinutes = zone ?? 0;
  const error = parts.sound ? (number === null ? 'no login before' : null) : checksumError;
  const reply = number === null || foreign ? null : replyTo(frame, parts, at);
  return { number, messages: [decoded], reply, error };
}

/** Returns the byte ranges of a frame's fields. */
function spansOf(frame: Buffer): Span[] {
  const parts = parseGt06Frame(frame);
  const spans: Span[] = [];
  if (parts) read(frame, parts, new Gt06State(), spans);
  return spans;
}

const numbers = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Returns the text of a command for the device; null if unsupported. */
function wordsOf({ command, params }: CommandInput): string | null {
  if (command === 'locate') return 'WHERE#';
  if (command === 'restart') return 'RESET#';
  if (command === 'interval') return `TIMER,${params.seconds}#`;
  if (command === 'parameters' && params.set === undefined) return 'PARAM#';
  if (command !== 'contacts' || numbers(params.family).length + numbers(params.whitelist).length > 0) return null;
  return `SOS,A,${numbers(params.sos).join(',')}#`;
}

/** Encodes a command; its serial is the flag that the answer repeats, the language is English. */
function encodeCommand(_to: Addressee, input: CommandInput, serial: number): Buffer | null {
  const content = wordsOf(input);
  if (content === null) return null;
  const flag = [0, 0, (serial >> 8) & 0xff, serial & 0xff];
  const text = Buffer.from(content, 'latin1');
  return encodeGt06(0x80, Buffer.from([text.length + 4, ...flag, ...text, 0, 2]), serial & 0xffff);
}

/** GT06 protocol over TCP. */
export const gt06Protocol = {
  name: 'gt06',
  title: 'GT06',
  createFramer: () => new CuttingFramer(gt06Cutter),
  createState: () => new Gt06State(),
  decode: decodeGt06,
  encodeCommand,
  wordOf: (input) => wordsOf(input)?.split(/[,#]/)[0],
  spans: spansOf,
  isFrame: (bytes) => gt06Cutter.measure(bytes, 0, bytes.length, 0, true) === bytes.length,
} as const satisfies StreamProtocol;
