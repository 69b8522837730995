// Frames of JT/T 808-2011, -2013 and -2019 and of the dialect with 0xE7: flags, escapes, check byte, header, device number.

import { hasShortSerial } from './shortSerial.ts';

/** Bytes between the flags and their meaning, without check byte. */
export interface Frame808 {
  /** 0x7E, or 0xE7 in the dialect. */
  flag: number;
  id: number;
  encrypted: boolean;
  /** The header asks for an answer, where the message is one that has to. */
  asks: boolean;
  /** Of the 2019 header; null in those before. */
  version: number | null;
  /** The number's bytes as they came: 6, 7 in the dialect, 10 in 2019. */
  numberBytes: Buffer;
  /** Digits without leading zeros. */
  number: string;
  serial: number;
  /** Of a message in several frames, both from 1. */
  part: { total: number; index: number } | null;
  body: Buffer;
  /** The check byte is that of the bytes. */
  isSound: boolean;
  /** Where each byte between the flags, check byte included, stands in the frame; `bodyAt` is the first of the body. */
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

/** Takes the escapes out; the place of each byte beside it. What is no escape stays as it is. */
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

/** What stands between two flags, escaped; for a frame of the same flag. */
function escaped(bytes: Buffer, flag: number): Buffer {
  const pairs = escapes[flag] ?? [];
  const out = [...bytes].flatMap((byte) => {
    const pair = pairs.find(([, , plain]) => plain === byte);
    return pair ? [pair[0], pair[1]] : [byte];
  });
  return Buffer.from([flag, ...out, flag]);
}

const checksumOf = (bytes: Buffer) => bytes.reduce((sum, byte) => sum ^ byte, 0);

/** The digit that makes a number an IMEI. */
function luhn(digits: string): number {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

const noLeadingZeros = (digits: string) => digits.replace(/^0+(?=\d)/, '');

/** Digits, or six bytes that are no digits: then an IMEI without its last one. */
function numberOf(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  if (/^\d+$/.test(hex)) return noLeadingZeros(hex);
  if (bytes.length !== 6) return hex;
  const imei = String(bytes.readUIntBE(0, 6));
  return `${imei}${luhn(imei)}`;
}

/** A device's number as a header has it, and whether the header is that of 2019; for a device that has sent nothing yet. */
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

/** The most that the ten bits of a header can say, and some more, that a device with a wrong length is read. */
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
    // Padlocks use these bits for something else.
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

/** Whether bytes without escapes are a frame by their own length and check byte. */
function plainFrame(bytes: Buffer, flag: number): Frame808 | null {
  const places = Array.from({ length: bytes.length - 2 }, (_, index) => index + 1);
  const frame = parse(bytes.subarray(1, -1), places, flag);
  return frame?.isSound && frame.body.length === (bytes.readUInt16BE(3) & 0x3ff) ? frame : null;
}

/** Whether bytes are one whole frame though a flag stands in it: its escapes were taken out. */
export function isPlainFrame(bytes: Buffer): boolean {
  const [flag = 0] = bytes;
  if (bytes.length <= 14 || !(flag in escapes) || bytes.at(-1) !== flag) return false;
  return plainFrame(bytes, flag) !== null || declaresItself(bytes, flag);
}

/** Whether bytes with a flag inside are as long as the head says: one frame, though its check byte be wrong. */
function declaresItself(bytes: Buffer, flag: number): boolean {
  const frame = bytes.indexOf(flag, 1) < bytes.length - 1 ? parse(bytes.subarray(1, -1), [], flag) : null;
  return frame !== null && frame.body.length > 0 && frame.body.length === (bytes.readUInt16BE(3) & 0x3ff);
}

/**
 * How surely bytes between two flags are a frame: 2 by their check byte and by the length that they declare, 1 by one of them; a
 * half frame and garbage are 0.
 */
export function surenessOf(bytes: Buffer): 0 | 1 | 2 {
  const frame = readFrame808(bytes);
  if (!frame) return 0;
  const properties = unescaped(bytes.subarray(0, 12), bytes[0] ?? 0).bytes.readUInt16BE(2);
  const isLong = frame.body.length === (properties & 0x3ff);
  return frame.isSound && isLong ? 2 : frame.isSound || isLong ? 1 : 0;
}

/** Reads one frame, flags included, escapes in it or taken out; null for bytes that are none. */
export function readFrame808(bytes: Buffer): Frame808 | null {
  const [flag = 0] = bytes;
  if (bytes.length < 14 || !(flag in escapes) || bytes.at(-1) !== flag) return null;
  const plain = plainFrame(bytes, flag);
  if (plain) return plain;
  const { bytes: inner, places } = unescaped(bytes, flag);
  return parse(inner, places, flag);
}

/** The header of the device's own frame, of which the first bytes are there; null where they are no header. */
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

/** A frame to or from a device, in the manner of one of its own; the body may have 1023 bytes. */
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

/** Numbers of two bytes each. */
export function u16(...values: number[]): Buffer {
  return Buffer.from(values.flatMap((value) => [(value >> 8) & 0xff, value & 0xff]));
}
