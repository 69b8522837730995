// Frames of JT/T 808-2011, -2013 and -2019 and of the 0xE7 dialect: flags, escapes, check byte, header, device number.

import { hasShortSerial } from './shortSerial.ts';

/** Parsed bytes between the flags, without check byte. */
export interface Frame808 {
  /** 0x7E, or 0xE7 in the dialect. */
  flag: number;
  id: number;
  encrypted: boolean;
  /** Whether the header requests an answer, for messages that must be answered only on request. */
  asks: boolean;
  /** Version of the 2019 header; null for earlier ones. */
  version: number | null;
  /** Bytes of the number as received: 6, 7 in the dialect, 10 in 2019. */
  numberBytes: Buffer;
  /** Digits without leading zeros. */
  number: string;
  serial: number;
  /** For a message in several frames; both numbers from 1. */
  part: { total: number; index: number } | null;
  body: Buffer;
  /** Whether the check byte is right. */
  isSound: boolean;
  /** Offset in the frame of each byte between the flags, check byte included; `bodyAt` is the first of the body. */
  places: readonly number[];
  bodyAt: number;
}

const escapes: Readonly<Record<number, readonly (readonly [first: number, second: number, plain: number])[]>> = {
  126: [
    [0x7d, 0x01, 0x7d],
    [0x7d, 0x02, 0x7e],
  ],
  231: [
    [0xe6, 0x01, 0xe6],
    [0xe6, 0x02, 0xe7],
    [0x3e, 0x01, 0x3e],
    [0x3e, 0x02, 0x3d],
  ],
};

/** Resolves escapes and returns the original offset of each byte. Invalid escapes stay as they are. */
function unescaped(bytes: Buffer, flag: number): { bytes: Buffer; places: number[] } {
  const pairs = escapes[flag] ?? [];
  const out: number[] = [];
  const places: number[] = [];
  for (let index = 1; index < bytes.length - 1; index++) {
    const byte = bytes[index] ?? 0;
    places.push(index);
    const pair =
      index + 1 < bytes.length - 1 && pairs.find(([first, second]) => first === byte && second === bytes[index + 1]);
    out.push(pair ? pair[2] : byte);
    if (pair) index++;
  }
  return { bytes: Buffer.from(out), places };
}

/** Escapes the bytes between two flags for a frame with this flag. */
function escaped(bytes: Buffer, flag: number): Buffer {
  const pairs = escapes[flag] ?? [];
  const out = [...bytes].flatMap((byte) => {
    const pair = pairs.find(([, , plain]) => plain === byte);
    return pair ? [pair[0], pair[1]] : [byte];
  });
  return Buffer.from([flag, ...out, flag]);
}

const checksumOf = (bytes: Buffer) => bytes.reduce((sum, byte) => sum ^ byte, 0);

/** Returns the check digit of an IMEI. */
function luhn(digits: string): number {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

const noLeadingZeros = (digits: string) => digits.replace(/^0+(?=\d)/, '');

/** Returns the number's digits, or for six bytes that are no digits an IMEI without its check digit. */
function numberOf(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  if (/^\d+$/.test(hex)) return noLeadingZeros(hex);
  if (bytes.length !== 6) return hex;
  const imei = String(bytes.readUIntBE(0, 6));
  return `${imei}${luhn(imei)}`;
}

/** Encodes a device's number for a header, 2019 or older, if the device has sent nothing yet. */
export function numberBytesOf(number: string): { numberBytes: Buffer; version: number | null } | null {
  if (!/^\d{1,20}$/.test(number)) return null;
  if (number.length === 15 && luhn(number.slice(0, 14)) === Number(number[14])) {
    const numberBytes = Buffer.alloc(6);
    numberBytes.writeUIntBE(Number(number.slice(0, 14)), 0, 6);
    return { numberBytes, version: null };
  }
  const digits = number.length > 12 ? 20 : 12;
  return { numberBytes: Buffer.from(number.padStart(digits, '0'), 'hex'), version: digits === 20 ? 1 : null };
}

/** Maximum body: above the ten bits of the header's length, to read devices that declare a wrong one. */
const maxBody = 2048;

function parse(bytes: Buffer, places: readonly number[], flag: number): Frame808 | null {
  const properties = bytes.length >= 4 ? bytes.readUInt16BE(2) : 0;
  const hasVersion = (properties & 0x4000) !== 0;
  const numberAt = hasVersion ? 5 : 4;
  const serialAt = numberAt + (hasVersion ? 10 : flag === 0xe7 ? 7 : 6);
  const hasParts = (properties & 0x2000) !== 0;
  const id = bytes.length >= 2 ? bytes.readUInt16BE(0) : 0;
  const serialBytes = hasShortSerial(id) ? 1 : 2;
  const bodyAt = serialAt + serialBytes + (hasParts ? 4 : 0);
  const end = bytes.length - 1;
  if (end < bodyAt || end - bodyAt > maxBody) return null;
  const numberBytes = bytes.subarray(numberAt, serialAt);
  return {
    flag,
    id,
    // Padlocks use these bits differently.
    encrypted: !hasShortSerial(id) && (properties & 0x1c00) !== 0,
    asks: (properties & 0x8000) !== 0,
    version: hasVersion ? (bytes[4] ?? 0) : null,
    numberBytes,
    number: numberOf(numberBytes),
    serial: bytes.readUIntBE(serialAt, serialBytes),
    part: hasParts ? { total: bytes.readUInt16BE(bodyAt - 4), index: bytes.readUInt16BE(bodyAt - 2) } : null,
    body: bytes.subarray(bodyAt, end),
    isSound: checksumOf(bytes) === 0,
    places,
    bodyAt,
  };
}

/** Parses bytes without escapes; null unless length and check byte match. */
function plainFrame(bytes: Buffer, flag: number): Frame808 | null {
  const places = Array.from({ length: bytes.length - 2 }, (_, index) => index + 1);
  const frame = parse(bytes.subarray(1, -1), places, flag);
  return frame?.isSound && frame.body.length === (bytes.readUInt16BE(3) & 0x3ff) ? frame : null;
}

/** Whether bytes are one whole frame with a flag inside, because its escapes were removed. */
export function isPlainFrame(bytes: Buffer): boolean {
  const [flag = 0] = bytes;
  if (bytes.length <= 14 || !(flag in escapes) || bytes.at(-1) !== flag) return false;
  return plainFrame(bytes, flag) !== null || declaresItself(bytes, flag);
}

/** Whether bytes with a flag inside have the declared length: one frame, even with a wrong check byte. */
function declaresItself(bytes: Buffer, flag: number): boolean {
  const frame = bytes.indexOf(flag, 1) < bytes.length - 1 ? parse(bytes.subarray(1, -1), [], flag) : null;
  return frame !== null && frame.body.length > 0 && frame.body.length === (bytes.readUInt16BE(3) & 0x3ff);
}

/**
 * Returns the certainty that bytes between two flags are a frame: 2 if check byte and declared length match, 1 if one
 * does, 0 for half a frame or garbage.
 */
export function surenessOf(bytes: Buffer): 0 | 1 | 2 {
  const frame = readFrame808(bytes);
  if (!frame) return 0;
  const properties = unescaped(bytes.subarray(0, 12), bytes[0] ?? 0).bytes.readUInt16BE(2);
  const isLong = frame.body.length === (properties & 0x3ff);
  return frame.isSound && isLong ? 2 : frame.isSound || isLong ? 1 : 0;
}

/** Parses one frame, flags included, with escapes or without; null if it is none. */
export function readFrame808(bytes: Buffer): Frame808 | null {
  const [flag = 0] = bytes;
  if (bytes.length < 14 || !(flag in escapes) || bytes.at(-1) !== flag) return null;
  const plain = plainFrame(bytes, flag);
  if (plain) return plain;
  const { bytes: inner, places } = unescaped(bytes, flag);
  return parse(inner, places, flag);
}

/** Parses the header of a device's frame from its first bytes; null if they are none. */
export function readHeader808(bytes: Buffer): Pick<Frame808, 'flag' | 'version' | 'numberBytes' | 'number'> | null {
  const [flag = 0] = bytes;
  if (!(flag in escapes)) return null;
  const { bytes: inner } = unescaped(Buffer.concat([bytes, Buffer.from([flag])]), flag);
  if (inner.length < 12) return null;
  const hasVersion = (inner.readUInt16BE(2) & 0x4000) !== 0;
  const from = hasVersion ? 5 : 4;
  const numberBytes = inner.subarray(from, from + (hasVersion ? 10 : flag === 0xe7 ? 7 : 6));
  return { flag, version: hasVersion ? (inner[4] ?? 0) : null, numberBytes, number: numberOf(numberBytes) };
}

/** Encodes a frame for or from a device, in the dialect of one of its frames; the body may have 1023 bytes. */
export function encode808(
  manner: Pick<Frame808, 'flag' | 'version' | 'numberBytes'>,
  id: number,
  serial: number,
  body: Buffer,
  part?: { total: number; index: number },
): Buffer {
  const properties = body.length | (manner.version === null ? 0 : 0x4000) | (part ? 0x2000 : 0);
  const bytes = Buffer.concat([
    u16(id, properties),
    manner.version === null ? Buffer.alloc(0) : Buffer.from([manner.version]),
    manner.numberBytes,
    hasShortSerial(id) ? Buffer.from([serial & 0xff]) : u16(serial),
    u16(...(part ? [part.total, part.index] : [])),
    body,
  ]);
  return escaped(Buffer.concat([bytes, Buffer.from([checksumOf(bytes)])]), manner.flag);
}

/** Encodes numbers with two bytes each. */
export function u16(...values: number[]): Buffer {
  return Buffer.from(values.flatMap((value) => [(value >> 8) & 0xff, value & 0xff]));
}
