import type { Cutter } from '../cuttingFramer.ts';

const star = 0x2a;
const hash = 0x23;
const dollar = 0x24;
const markers = new Set([star, dollar]);
/** Longest text. */
const longestText = 4096;
/** Bytes of a record with a number of five bytes, with one of eight, and of either with more behind. */
const shortRecord = 32;
const imeiRecord = 42;
const longRecord = 45;

function isTwoDigits(byte: number | undefined, most: number, least = 0): boolean {
  const [high, low] = [(byte ?? 0xff) >> 4, (byte ?? 0xff) & 0x0f];
  return high < 10 && low < 10 && high * 10 + low <= most && high * 10 + low >= least;
}

/** Whether hour, minute, second, day, month and year stand at `at`, in BCD. */
function isDated(bytes: Buffer, at: number): boolean {
  const most = [23, 59, 59, 31, 12, 99];
  return most.every((limit, n) => isTwoDigits(bytes[at + n], limit, n === 3 || n === 4 ? 1 : 0));
}

/** How many bytes the number of a binary record has: its date stands right behind. */
export function numberBytes(record: Buffer, at = 0): 5 | 8 {
  return isDated(record, at + 9) && !isDated(record, at + 6) ? 8 : 5;
}

const endsAt = (bytes: Buffer, at: number, end: number): boolean =>
  at >= end || markers.has(bytes[at] ?? 0) || bytes[at] === 0x0d || bytes[at] === 0x0a;

/** Whether a clock and a date may stand at `at`, as far as has come: of a device that has no time yet they are zeros. */
function mayBeDated(bytes: Buffer, at: number, end: number): boolean {
  return [23, 59, 59, 31, 12, 99].every((limit, n) => at + n >= end || isTwoDigits(bytes[at + n], limit));
}

/** A record is as long as the next one says that begins behind it; what has come alone is not waited behind. */
function recordLength(bytes: Buffer, at: number, end: number, ended: boolean): number {
  // A dollar before anything else is none.
  if (!mayBeDated(bytes, at + 6, end) && !mayBeDated(bytes, at + 9, end)) return -1;
  if (end - at < shortRecord) return ended ? -1 : 0;
  const base = numberBytes(bytes, at) === 8 ? imeiRecord : shortRecord;
  const lengths = [base, imeiRecord, longRecord].filter((length) => length >= base && at + length <= end);
  const found = lengths.find((length) => endsAt(bytes, at + length, end));
  if (found !== undefined) return found;
  return end - at < longRecord && !ended ? 0 : base <= end - at ? base : ended ? -1 : 0;
}

function textLength(bytes: Buffer, at: number, whole: number, seen: number, ended: boolean): number {
  const end = Math.min(whole, at + longestText + 1);
  const close = bytes.subarray(0, end).indexOf(hash, seen);
  const length = (close < 0 ? end : close) - at;
  // No text has bytes such as those of a record.
  if (hasControls(bytes, Math.max(at, seen), at + length)) return -1;
  // Another text has begun: this one was never closed.
  const from = Math.max(at + 1, seen - 3);
  const again = bytes.toString('latin1', from, at + length).search(/\*[A-Za-z]{2},/);
  if (again >= 0) return at - from - again;
  if (close >= 0) return close + 1 - at;
  if (length > longestText) return -1;
  return ended ? (lacksMark(bytes, at, end) ? length : -1) : 0;
}

function hasControls(bytes: Buffer, from: number, end: number): boolean {
  return bytes.subarray(from, end).some((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d);
}

/** Whether all of a text came but the mark that ends it: it goes as far as its status. */
function lacksMark(bytes: Buffer, at: number, end: number): boolean {
  return /^\*[A-Za-z0-9]{2},\d*,\w+,.*,\d{6},[0-9A-Fa-f]{8}(?:,[^,]*)*$/.test(
    bytes.toString('latin1', at, end).trimEnd(),
  );
}

/** Texts from `*` to `#`, and binary records behind `$` whose length only shows by what follows. */
export const h02Cutter: Cutter = {
  longest: longestText + 64,
  begins(bytes, from, end) {
    for (let at = from; at < end; at++) if (markers.has(bytes[at] ?? 0)) return at;
    return end;
  },
  measure(bytes, at, end, seen, ended) {
    if (bytes[at] === star) {
      const begun = bytes.toString('latin1', at, Math.min(end, at + 4));
      if (!/^\*(?:[A-Za-z0-9]{0,2}|[A-Za-z0-9]{2},)$/.test(begun)) return -1;
      return textLength(bytes, at, end, seen, ended);
    }
    return recordLength(bytes, at, end, ended);
  },
};
