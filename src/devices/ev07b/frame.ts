import { crcXmodem } from '../crc16.ts';
import type { Cutter } from '../cuttingFramer.ts';

const first = 0xab;
/** Bytes before the content: mark, flags, length, checksum, index. */
const headBytes = 8;
/** Longest content: a day's backlog in one frame stays below. */
const maxContent = 16_384;

/** A frame taken to pieces. */
export interface Ev07bFrame {
  flags: number;
  index: number;
  content: Buffer;
  /** Whether the checksum is right and all of the content is there. */
  sound: boolean;
}

/** Takes a frame to pieces; null when it has no head. */
export function parseEv07bFrame(frame: Buffer): Ev07bFrame | null {
  if (frame.length <= headBytes || frame[0] !== first) return null;
  const length = frame.readUInt16LE(2);
  const content = frame.subarray(headBytes, headBytes + length);
  const sound = content.length === length && crcXmodem(content) === frame.readUInt16LE(4);
  return { flags: frame[1] ?? 0, index: frame.readUInt16LE(6), content, sound };
}

/** A frame for or from a device. */
export function encodeEv07b(content: Uint8Array, index: number, flags = 0): Buffer {
  const head = Buffer.alloc(headBytes);
  head.writeUInt8(first, 0);
  head.writeUInt8(flags, 1);
  head.writeUInt16LE(content.length, 2);
  head.writeUInt16LE(crcXmodem(content), 4);
  head.writeUInt16LE(index & 0xffff, 6);
  return Buffer.concat([head, content]);
}

/** The length that a head at `at` gives; -1 where none stands, 0 where it has not come yet. */
function headLength(bytes: Buffer, offset: number, end: number): number {
  // The lowest bits of the flags are the version; bit 3 is set by some models.
  if (end - offset >= 2 && ((bytes[offset + 1] ?? 0) & 0x07) !== 0) return -1;
  if (end - offset < 4) return 0;
  const length = bytes.readUInt16LE(offset + 2);
  return length === 0 || length > maxContent ? -1 : headBytes + length;
}

/** So far behind what was looked at before a frame is looked for that has come meanwhile. */
const reach = 2048;
/** So many heads inside a spoilt frame are tried. */
const maxAttempts = 4;

/** Where a sound frame begins, from `at` on; -1 for none. */
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

/** Whether a frame begins before `to` that has not come whole. */
function isBegunIn(bytes: Buffer, offset: number, to: number, end: number): boolean {
  for (let from = bytes.indexOf(first, offset); from >= 0 && from < to; from = bytes.indexOf(first, from + 1)) {
    const length = headLength(bytes, from, end);
    if (length >= 0 && length <= reach && (length === 0 || from + length > end)) return true;
  }
  return false;
}

/** Frames are as long as they say; one with a wrong checksum gives way to a sound one inside. */
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
    // What waits for more than ever comes gives way, too.
    const sound = soundFrom(bytes, isComplete || ended ? offset + 1 : Math.max(offset + 1, seen - reach), end);
    if (sound >= 0) return offset - sound;
    if (!isComplete) return ended ? -1 : 0;
    // What a garbage head calls its content may be the beginning of a frame.
    return !ended && isBegunIn(bytes, offset + 1, offset + length, end) ? 0 : length;
  },
};
