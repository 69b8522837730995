import type { Cutter } from '../cuttingFramer.ts';

const star = 0x2a;
const hash = 0x23;
const dollar = 0x24;
const ex = 0x58;
const markers = new Set([star, dollar, ex]);
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

/** A record is as long as the next one says that begins behind it; what has come alone is not waited behind. */
function recordLength(bytes: Buffer, at: number, end: number, ended: boolean): number {
  if (end - at < shortRecord) return ended ? -(end - at) : 0;
  const base = numberBytes(bytes, at) === 8 ? imeiRecord : shortRecord;
  const lengths = [base, imeiRecord, longRecord].filter((length) => length >= base && at + length <= end);
  const found = lengths.find((length) => endsAt(bytes, at + length, end));
  if (found !== undefined) return found;
  return end - at < longRecord && !ended ? 0 : base <= end - at ? base : ended ? -(end - at) : 0;
}

function textLength(bytes: Buffer, at: number, whole: number, seen: number, ended: boolean): number {
  const end = Math.min(whole, at + longestText + 1);
  const close = bytes.subarray(0, end).indexOf(hash, seen);
  const length = (close < 0 ? end : close) - at;
  // Another text has begun: this one was never closed.
  const again = bytes.subarray(at + 1, at + length).indexOf(star, Math.max(0, seen - at - 1));
  if (again >= 0 && /^\*[A-Za-z]{2},/.test(bytes.toString('latin1', at + 1 + again, at + 5 + again)))
    return -(again + 1);
  if (close >= 0) return close + 1 - at;
  if (length > longestText) return -1;
  return ended ? (isTextHead(bytes, at, end) ? length : -length) : 0;
}

function isTextHead(bytes: Buffer, at: number, end: number): boolean {
  return /^\*[A-Za-z0-9]{2},\d*,\w+,/.test(bytes.toString('latin1', at, Math.min(end, at + 48)));
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
    if (bytes[at] === dollar) return recordLength(bytes, at, end, ended);
    if (end - at < shortRecord) return ended ? -(end - at) : 0;
    return shortRecord;
  },
};
