import { cleanText, isRecord } from '../text.ts';

/** Maximum nesting depth. */
const maxDepth = 32;

/** Parsed JSON, or why there is none. */
export type ExactJson = { value: unknown; error: null } | { value: null; error: 'not JSON' | 'nested too deep' };

/** Offset of the first byte after a byte order mark. */
function startOf(bytes: Buffer): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

const quote = 0x22;
const backslash = 0x5c;

/** Returns the offset after a text that begins at `from`. */
function afterText(bytes: Buffer, from: number): number {
  let offset = from + 1;
  while (offset < bytes.length && bytes[offset] !== quote) offset += bytes[offset] === backslash ? 2 : 1;
  return Math.min(offset + 1, bytes.length);
}

const isOpening = (byte: number | undefined) => byte === 0x7b || byte === 0x5b;
const isClosing = (byte: number | undefined) => byte === 0x7d || byte === 0x5d;
const isSpace = (byte: number | undefined) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

function isTooDeep(bytes: Buffer): boolean {
  let depth = 0;
  for (let offset = startOf(bytes); offset < bytes.length; ) {
    const byte = bytes[offset];
    if (byte === quote) {
      offset = afterText(bytes, offset);
      continue;
    }
    if (isOpening(byte) && ++depth > maxDepth) return true;
    if (isClosing(byte)) depth--;
    offset++;
  }
  return false;
}

/** Returns a number as text if it cannot be stored exactly: a whole number beyond 2^53, or one that is no number here. */
function exact(value: unknown, source: string | undefined): unknown {
  if (typeof value !== 'number' || source === undefined) return value;
  const isWhole = /^-?\d+$/.test(source);
  return (isWhole && !Number.isSafeInteger(value)) || !Number.isFinite(value) ? source : value;
}

type Reviver = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown;
const parse = JSON.parse as (text: string, reviver?: Reviver) => unknown;

const clean = (value: unknown): unknown => {
  if (typeof value === 'string') return cleanText(value);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [cleanText(key), item]));
};

/** Texts that only a visit of every value can set right: long numbers, NUL, surrogates. */
const isIntricate = /\d{16}|\\u(?:0000|d[89a-f])|e\+?\d{2,}/i;

/** Parses JSON with cleaned texts and keys; whole numbers beyond 2^53 stay text. */
export function parseExactJson(bytes: Buffer): ExactJson {
  if (isTooDeep(bytes)) return { value: null, error: 'nested too deep' };
  const text = bytes.toString('utf8', startOf(bytes));
  try {
    const value = isIntricate.test(text)
      ? parse(text, (_key, item, context) => clean(exact(item, context.source)))
      : parse(text);
    return { value, error: null };
  } catch {
    return { value: null, error: 'not JSON' };
  }
}

/** Value inside an object or array of a JSON text, with its own bytes. */
export interface JsonMember {
  /** Key in the object; '' in an array. */
  key: string;
  bytes: Buffer;
}

function skipSpace(bytes: Buffer, from: number, extra?: number): number {
  let offset = from;
  while (isSpace(bytes[offset]) || (extra !== undefined && bytes[offset] === extra)) offset++;
  return offset;
}

/** Returns the offset after a number or word that begins at `from`. */
function afterWord(bytes: Buffer, from: number): number {
  let offset = from;
  while (offset < bytes.length && bytes[offset] !== 0x2c && !isSpace(bytes[offset]) && !isClosing(bytes[offset]))
    offset++;
  return offset;
}

/** Returns the offset after the value that begins at `from`. */
function afterValue(bytes: Buffer, from: number): number {
  if (bytes[from] === quote) return afterText(bytes, from);
  if (!isOpening(bytes[from])) return afterWord(bytes, from);
  let depth = 0;
  let offset = from;
  do {
    const byte = bytes[offset];
    depth += Number(isOpening(byte)) - Number(isClosing(byte));
    offset = byte === quote ? afterText(bytes, offset) : offset + 1;
  } while (depth > 0 && offset < bytes.length);
  return offset;
}

/** Returns the members of an object or array, in order; of valid JSON only. None for any other value. */
export function jsonMembers(bytes: Buffer): JsonMember[] {
  const members: JsonMember[] = [];
  let offset = skipSpace(bytes, startOf(bytes));
  const isObject = bytes[offset] === 0x7b;
  if (!isOpening(bytes[offset])) return members;
  for (offset = skipSpace(bytes, offset + 1, 0x2c); offset < bytes.length && !isClosing(bytes[offset]); ) {
    let key = '';
    if (isObject) {
      const end = afterText(bytes, offset);
      key = cleanText(JSON.parse(bytes.toString('utf8', offset, end)) as string);
      offset = skipSpace(bytes, end, 0x3a);
    }
    const to = afterValue(bytes, offset);
    members.push({ key, bytes: bytes.subarray(offset, to) });
    offset = skipSpace(bytes, to, 0x2c);
  }
  return members;
}
