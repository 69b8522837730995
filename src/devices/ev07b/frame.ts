import { crcXmodem } from '../crc16.ts';
import type { Cutter } from '../cuttingFramer.ts';

const first = 0xab;
/** Number of bytes before the content: mark, flags, length, checksum, index. */
const headBytes = 8;
/** Maximum length of the content; a backlog of a day in one frame stays below. */
const maxContent = 16_384;

/** Parsed frame. */
export interface Ev07bFrame {
  flags: number;
  index: number;
  content: Buffer;
  /** Whether the checksum is right and the content complete. */
  sound: boolean;
}

/** Parses a frame; null without a header. */
export function parseEv07bFrame(frame: Buffer): Ev07bFrame | null {
  if (frame.length <= headBytes || frame[0] !== first) return null;
  const length = frame.readUInt16LE(2);
  const content = frame.subarray(headBytes, headBytes + length);
  const sound = content.length === length && crcXmodem(content) === frame.readUInt16LE(4);
  return { flags: frame[1] ?? 0, index: frame.readUInt16LE(6), content, sound };
}

/** Encodes a frame for or from a device. */
export function encodeEv07b(content: Uint8Array, index: number, flags = 0): Buffer {
  const head = Buffer.alloc(headBytes);
  head.writeUInt8(first, 0);
  head.writeUInt8(flags, 1);
  head.writeUInt16LE(content.length, 2);
  head.writeUInt16LE(crcXmodem(content), 4);
  head.writeUInt16LE(index & 0xffff, 6);
  return Buffer.concat([head, content]);
}

/** Returns the length declared by the header at `offset`; -1 for none, 0 if it is incomplete. */
function headLength(bytes: Buffer, offset: number, end: number): number {
  // The lowest flag bits are the version; some models set bit 3.
  if (end - offset >= 2 && ((bytes[offset + 1] ?? 0) & 0x07) !== 0) return -1;
  if (end - offset < 4) return 0;
  const length = bytes.readUInt16LE(offset + 2);
  return length === 0 || length > maxContent ? -1 : headBytes + length;
}

/** Distance before the examined bytes from which a newly completed frame is searched. */
const reach = 2048;
/** Maximum number of headers tried inside a damaged frame. */
const maxAttempts = 4;

/** Returns the start of a frame with a right checksum at or after `offset`; -1 for none. */
function soundFrom(bytes: Buffer, offset: number, end: number): number {
  let tried = 0;
  for (let from = bytes.indexOf(first, offset); from >= 0 && from < end; from = bytes.indexOf(first, from + 1)) {
    const length = headLength(bytes, from, end);
    if (length <= 0 || from + length > end) continue;
    if (parseEv07bFrame(bytes.subarray(from, from + length))?.sound) return from;
    if (++tried === maxAttempts) return -1;
  }
  return -1;
}

/** Whether an incomplete frame begins before `to`. */
function isBegunIn(bytes: Buffer, offset: number, to: number, end: number): boolean {
  for (let from = bytes.indexOf(first, offset); from >= 0 && from < to; from = bytes.indexOf(first, from + 1)) {
    const length = headLength(bytes, from, end);
    if (length >= 0 && length <= reach && (length === 0 || from + length > end)) return true;
  }
  return false;
}

/** Cuts frames by their declared length; a frame with a wrong checksum yields to a valid one inside it. */
export const ev07bCutter: Cutter = {
  longest: headBytes + maxContent,
  begins(bytes, from, end) {
    const offset = bytes.subarray(0, end).indexOf(first, from);
    return offset < 0 ? end : offset;
  },
  measure(bytes, offset, end, seen, ended) {
    const length = headLength(bytes, offset, end);
    if (length < 0) return -1;
    const isComplete = length > 0 && end - offset >= length;
    if (isComplete && parseEv07bFrame(bytes.subarray(offset, offset + length))?.sound) return length;
    // A frame that waits for bytes which may never come also yields to a valid one.
    const sound = soundFrom(bytes, isComplete || ended ? offset + 1 : Math.max(offset + 1, seen - reach), end);
    if (sound >= 0) return offset - sound;
    if (!isComplete) return ended ? -1 : 0;
    // The content of a garbage header may contain the beginning of a frame.
    return !ended && isBegunIn(bytes, offset + 1, offset + length, end) ? 0 : length;
  },
};
