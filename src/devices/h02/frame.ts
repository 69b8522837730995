import type { Cutter } from '../cuttingFramer.ts';

const star = 0x2a;
const hash = 0x23;
const dollar = 0x24;
const markers = new Set([star, dollar]);
/** Maximum length of a text. */
const maxText = 4096;
/** Lengths of a record in bytes: with a five-byte number, with eight bytes, and of either with more fields. */
const shortRecord = 32;
const imeiRecord = 42;
const longRecord = 45;

function isTwoDigits(byte: number | undefined, most: number, least = 0): boolean {
  const [high, low] = [(byte ?? 0xff) >> 4, (byte ?? 0xff) & 0x0f];
  return high < 10 && low < 10 && high * 10 + low <= most && high * 10 + low >= least;
}

/** Whether hour, minute, second, day, month and year in BCD are at `offset`. */
function isDated(bytes: Buffer, offset: number): boolean {
  const most = [23, 59, 59, 31, 12, 99];
  return most.every((limit, index) => isTwoDigits(bytes[offset + index], limit, index === 3 || index === 4 ? 1 : 0));
}

/** Returns the number of bytes of a binary record's device number: its date follows directly. */
export function numberBytes(record: Buffer, offset = 0): 5 | 8 {
  return isDated(record, offset + 9) && !isDated(record, offset + 6) ? 8 : 5;
}

const endsAt = (bytes: Buffer, offset: number, end: number): boolean =>
  offset >= end || markers.has(bytes[offset] ?? 0) || bytes[offset] === 0x0d || bytes[offset] === 0x0a;

/** Whether the bytes at `offset`, as far as received, may be time and date: zeros before a device knows the time. */
function canBeDated(bytes: Buffer, offset: number, end: number): boolean {
  return [23, 59, 59, 31, 12, 99].every(
    (limit, index) => offset + index >= end || isTwoDigits(bytes[offset + index], limit),
  );
}

/** Returns the length of a record: it ends where the next one begins. A record alone does not wait for more bytes. */
function recordLength(bytes: Buffer, offset: number, end: number, ended: boolean): number {
  // A dollar without a date after it is no record.
  if (!canBeDated(bytes, offset + 6, end) && !canBeDated(bytes, offset + 9, end)) return -1;
  if (end - offset < shortRecord) return ended ? -1 : 0;
  const base = numberBytes(bytes, offset) === 8 ? imeiRecord : shortRecord;
  const lengths = [base, imeiRecord, longRecord].filter((length) => length >= base && offset + length <= end);
  const matchedLength = lengths.find((length) => endsAt(bytes, offset + length, end));
  if (matchedLength !== undefined) return matchedLength;
  return end - offset < longRecord && !ended ? 0 : base <= end - offset ? base : ended ? -1 : 0;
}

function textLength(bytes: Buffer, offset: number, limit: number, seen: number, ended: boolean): number {
  const end = Math.min(limit, offset + maxText + 1);
  const close = bytes.subarray(0, end).indexOf(hash, seen);
  const length = (close < 0 ? end : close) - offset;
  // A text contains no control bytes.
  if (hasControls(bytes, Math.max(offset, seen), offset + length)) return -1;
  // Another text begins: this one was never closed.
  const from = Math.max(offset + 1, seen - 3);
  const again = bytes.toString('latin1', from, offset + length).search(/\*[A-Za-z]{2},/);
  if (again >= 0) return offset - from - again;
  if (close >= 0) return close + 1 - offset;
  if (length > maxText) return -1;
  return ended ? (lacksMark(bytes, offset, end) ? length : -1) : 0;
}

function hasControls(bytes: Buffer, from: number, end: number): boolean {
  return bytes.subarray(from, end).some((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d);
}

/** Whether a text is complete except for its end mark: it reaches its status. */
function lacksMark(bytes: Buffer, offset: number, end: number): boolean {
  return /^\*[A-Za-z0-9]{2},\d*,\w+,.*,\d{6},[0-9A-Fa-f]{8}(?:,[^,]*)*$/.test(
    bytes.toString('latin1', offset, end).trimEnd(),
  );
}

/** Cuts texts from `*` to `#`, and binary records after `$`; a record's length only shows by what follows. */
export const h02Cutter: Cutter = {
  longest: maxText + 64,
  begins(bytes, from, end) {
    for (let offset = from; offset < end; offset++) if (markers.has(bytes[offset] ?? 0)) return offset;
    return end;
  },
  measure(bytes, offset, end, seen, ended) {
    if (bytes[offset] === star) {
      const begun = bytes.toString('latin1', offset, Math.min(end, offset + 4));
      if (!/^\*(?:[A-Za-z0-9]{0,2}|[A-Za-z0-9]{2},)$/.test(begun)) return -1;
      return textLength(bytes, offset, end, seen, ended);
    }
    return recordLength(bytes, offset, end, ended);
  },
};
