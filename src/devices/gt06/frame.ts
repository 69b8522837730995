import { crcX25 } from '../crc16.ts';
import type { Cutter } from '../cuttingFramer.ts';

/** Maximum content of a frame with a long header; photo parts are shorter. */
const maxContent = 8192;
const tail = 0x0d0a;
/** Maximum distance after the declared end in which a tail is searched. */
const beyond = 256;

/** Frame header: `78 78` with a one-byte length, or `79 79` with two bytes. */
export interface Gt06Head {
  long: boolean;
  /** Offset of the type. */
  typeAt: number;
  /** Declared number of bytes from the type to the checksum. */
  length: number;
}

/** Reads the header at `offset`; null if there is none or it is incomplete. */
export function readGt06Head(bytes: Buffer, offset = 0, end = bytes.length): Gt06Head | null {
  const first = bytes[offset];
  if (end - offset < 5 || (first !== 0x78 && first !== 0x79) || bytes[offset + 1] !== first) return null;
  const long = first === 0x79;
  return {
    long,
    typeAt: offset + (long ? 4 : 3),
    length: long ? bytes.readUInt16BE(offset + 2) : (bytes[offset + 2] ?? 0),
  };
}

function isTail(bytes: Buffer, offset: number, end: number): boolean {
  return offset + 2 <= end && bytes.readUInt16BE(offset) === tail;
}

/** Whether a frame of the declared length ends at `end` with a right checksum. */
function isSound(bytes: Buffer, offset: number, head: Gt06Head, end: number): boolean {
  const checkAt = head.typeAt + head.length - 2;
  if (checkAt + 4 !== end || checkAt < head.typeAt + 3 || !isTail(bytes, end - 2, bytes.length)) return false;
  return crcX25(bytes.subarray(offset + 2, checkAt)) === bytes.readUInt16BE(checkAt);
}

/** Distance before a tail in which a hidden frame is searched: about twice the longest frame with a short header. */
const reach = 512;

/**
 * Returns the start after `offset` of a frame with a right checksum that ends at `end`; -1 for none. Bytes before it
 * are garbage.
 */
function soundInside(bytes: Buffer, offset: number, end: number): number {
  for (let from = Math.max(offset + 1, end - reach); from + 10 <= end; from++) {
    const head = readGt06Head(bytes, from, end);
    if (head && isSound(bytes, from, head, end)) return from;
  }
  return -1;
}

/** Returns the end by the next `0D 0A`: some devices declare a wrong length. */
function byTail(bytes: Buffer, offset: number, end: number, from: number, ended: boolean): number {
  const within = bytes.subarray(0, end);
  for (
    let tailAt = within.indexOf(0x0d, from);
    tailAt >= 0 && tailAt + 1 < end;
    tailAt = within.indexOf(0x0d, tailAt + 1)
  ) {
    if (within[tailAt + 1] !== 0x0a) continue;
    const sound = soundInside(bytes, offset, tailAt + 2);
    if (sound >= 0) return offset - sound;
    return tailedBy(bytes, offset, tailAt, end, ended);
  }
  return 0;
}

/** Returns the end by the tail at `tailAt` unless it is inside another frame; 0 while that may still be incomplete. */
function tailedBy(bytes: Buffer, offset: number, tailAt: number, end: number, ended: boolean): number {
  const across = soundAcross(bytes, offset, tailAt, end);
  if (across > 0) return offset - across;
  return across < 0 && !ended ? 0 : tailAt + 2 - offset;
}

/**
 * Returns the start of a frame with a right checksum and the tail at `tailAt` in its content; -1: more bytes are
 * needed; 0 for none.
 */
function soundAcross(bytes: Buffer, offset: number, tailAt: number, end: number): number {
  let begun = 0;
  for (let from = offset + 1; from + 4 < tailAt; from++) {
    const head = readGt06Head(bytes, from, end);
    if (!head || head.length < 5 || head.length > reach) continue;
    const to = head.typeAt + head.length + 2;
    if (to > tailAt + 2 && isSound(bytes, from, head, to)) return from;
    if (to > end) begun = -1;
  }
  return begun;
}

/** Returns the end of a frame with a too large length, once a valid frame arrived inside it; 0 before. */
function beforeSound(bytes: Buffer, offset: number, end: number, seen: number): number {
  const within = bytes.subarray(0, end);
  const tailFrom = (from: number) => within.indexOf('\r\n', from);
  for (let tailAt = tailFrom(Math.max(offset + 4, seen - 1)); tailAt >= 0; tailAt = tailFrom(tailAt + 2)) {
    const sound = soundInside(bytes, offset, tailAt + 2);
    if (sound < 0) continue;
    const tailed = tailFrom(offset + 4) + 2;
    return tailed <= sound ? tailedBy(bytes, offset, tailed - 2, end, true) : offset - sound;
  }
  return 0;
}

/** Returns the end of a frame without a tail at its declared end of `total` bytes. */
function untailed(bytes: Buffer, offset: number, end: number, total: number, ended: boolean): number {
  const limit = Math.min(end, offset + total + beyond);
  const tailAt = byTail(bytes, offset, limit, offset + 4, ended);
  if (tailAt !== 0) return tailAt;
  if (!ended) return limit < end ? -1 : 0;
  // Only its tail is missing.
  return end - offset >= total - 2 && total >= 10 ? end - offset : -1;
}

/** Cuts frames at their declared length if a tail is there, else at the next tail. */
export const gt06Cutter: Cutter = {
  longest: maxContent + 512,
  begins(bytes, from, end) {
    for (let offset = from; offset < end; offset++) {
      const byte = bytes[offset];
      if ((byte === 0x78 || byte === 0x79) && (offset + 1 >= end || bytes[offset + 1] === byte)) return offset;
    }
    return end;
  },
  measure(bytes, offset, end, seen, ended) {
    const head = readGt06Head(bytes, offset, end);
    if (!head) return ended ? -1 : 0;
    if (head.length > maxContent) return -1;
    const total = head.typeAt + head.length + 2 - offset;
    if (end - offset < total && !ended) return beforeSound(bytes, offset, end, seen);
    const tailed = [total, total + 2].find((length) => isTail(bytes, offset + length - 2, end));
    if (tailed !== undefined && isSound(bytes, offset, head, offset + total)) return total;
    // Possibly a random tail at a length that garbage declares.
    if (tailed !== undefined)
      return (
        beforeSound(bytes, offset, offset + tailed, offset) || tailedBy(bytes, offset, offset + tailed - 2, end, ended)
      );
    return untailed(bytes, offset, end, total, ended);
  },
};

/** Parsed frame. */
export interface Gt06Frame {
  long: boolean;
  type: number;
  /** Declared number of bytes from the type to the checksum. */
  length: number;
  /** Range of the content. */
  from: number;
  to: number;
  /** Null for frames without a serial. */
  serial: number | null;
  /** False if there is a wrong checksum. */
  sound: boolean;
}

/**
 * Parses a frame; null without a header. With a wrong length serial and checksum are taken from the end if they match.
 */
export function parseGt06Frame(frame: Buffer): Gt06Frame | null {
  const head = readGt06Head(frame);
  if (!head) return null;
  const { long, typeAt, length } = head;
  const type = frame[typeAt] ?? 0;
  const tailed = isTail(frame, frame.length - 2, frame.length);
  const last = tailed ? frame.length - 2 : frame.length;
  const ends = [typeAt + length, last].filter((end) => end <= frame.length && end - 4 > typeAt);
  const checks = (end: number) => crcX25(frame.subarray(2, end - 2)) === frame.readUInt16BE(end - 2);
  const sound = ends.find(checks);
  const end = sound ?? ends.find((candidate) => candidate === typeAt + length && last - candidate <= (tailed ? 0 : 1));
  if (end === undefined) return { long, type, length, from: typeAt + 1, to: last, serial: null, sound: true };
  const serial = frame.readUInt16BE(end - 4);
  return { long, type, length, from: typeAt + 1, to: end - 4, serial, sound: sound !== undefined };
}

/** Encodes a frame for or from a device. */
export function encodeGt06(type: number, content: Uint8Array, serial: number, long = false): Buffer {
  const length = content.length + 5;
  const head = long ? [0x79, 0x79, length >> 8, length & 0xff] : [0x78, 0x78, length];
  const body = Buffer.from([...head, type, ...content, serial >> 8, serial & 0xff]);
  const crc = crcX25(body.subarray(2));
  return Buffer.concat([body, Buffer.from([crc >> 8, crc & 0xff, 0x0d, 0x0a])]);
}
