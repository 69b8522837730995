import type { Profile } from '../profile.ts';
import { isRecord } from '../text.ts';
import { type Codec, type Field, parseCodec, type When } from './codecTable.ts';
import tables from './milesight.json' with { type: 'json' };

type Values = Record<string, unknown>;

/** Item being read. */
interface Item {
  bytes: Buffer;
  channel: number;
  /** Offset of its first data byte. */
  start: number;
  /** Offset of the next field. */
  offset: number;
  values: Values;
  /** Refusal by the device of what the item repeats, by the field's name. */
  result: { name: string; word: unknown } | null;
}

/** The bytes end within an item. */
class Incomplete extends Error {}

function take(item: Item, count: number): Buffer {
  const { bytes, offset } = item;
  if (offset + count > bytes.length) throw new Incomplete();
  item.offset += count;
  return bytes.subarray(offset, offset + count);
}

function uintAt(bytes: Buffer, offset: number, count: number): number {
  if (offset + count > bytes.length) throw new Incomplete();
  return bytes.readUIntLE(offset, count);
}

const bitsOf = (word: number, bit: number, width: number) => Math.floor(word / 2 ** bit) % 2 ** width;
const oneOf = (list: number | number[], value: number) => (Array.isArray(list) ? list.includes(value) : list === value);

function holds(when: When | null, { bytes, start, channel }: Item): boolean {
  if (!when) return true;
  if (when.channel !== undefined) return Number.parseInt(when.channel, 16) === channel;
  const word = uintAt(bytes, start + (when.at ?? 0), when.bytes ?? 1);
  const value =
    when.bit === undefined && when.width === undefined ? word : bitsOf(word, when.bit ?? 0, when.width ?? 1);
  if (when.is !== undefined && !oneOf(when.is, value)) return false;
  if (when.not !== undefined && oneOf(when.not, value)) return false;
  return when.from === undefined || value >= when.from;
}

function wordOf(values: Field['values'], value: number): unknown {
  if (!values) return value;
  return Object.hasOwn(values, value) ? values[value] : (values['*'] ?? 'unknown');
}

/** Divides by the inverse of the scale: 308 ÷ 10 is exact to the digits, 308 × 0.1 is not. */
function scaled({ scale, add }: Field, value: number): number {
  const inverse = Math.round(1 / scale);
  const exact = scale < 1 && Math.abs(1 / scale - inverse) < 1e-9 ? value / inverse : value * scale;
  return exact + add;
}

function versionOf(form: string, item: Item): string {
  if (form === 'nibble.nibble') {
    const [byte = 0] = take(item, 1);
    return `v${byte >> 4}.${byte & 15}`;
  }
  const [major = 0, minor = 0] = take(item, 2);
  if (form === 'hex.nibble') return `v${major.toString(16)}.${minor >> 4}`;
  return form === 'hex.hex' ? `v${major.toString(16)}.${minor.toString(16)}` : `v${major}.${minor}`;
}

function hexOf({ bytes, reverse }: Field, item: Item): string {
  const piece = Buffer.from(take(item, bytes));
  return (reverse ? piece.reverse() : piece).toString('hex');
}

/** Reads one value; moves behind it. */
function valueOfField(field: Field, item: Item): unknown {
  const { reader, bytes, signed, values } = field;
  if (reader === 'hex' || reader === 'serial') return hexOf(field, item);
  if (reader === 'version') return versionOf(field.form, item);
  if (reader === 'bits') return wordOf(values, bitsOf(uintAt(item.bytes, item.offset, bytes), field.bit, field.width));
  const piece = take(item, bytes);
  const number = signed ? piece.readIntLE(0, bytes) : piece.readUIntLE(0, bytes);
  return reader === 'enum' ? wordOf(values, number) : scaled(field, number);
}

/** Sets a value; a dotted name is an object. */
function set(values: Values, name: string, value: unknown): void {
  const dot = name.indexOf('.');
  if (dot < 0) {
    values[name] = value;
    return;
  }
  const outer = name.slice(0, dot);
  const inner = values[outer];
  const object: Values = isRecord(inner) ? inner : {};
  set(object, name.slice(dot + 1), value);
  values[outer] = object;
}

/** Replaces `{0}` and `{0+1}` in a name by data byte 0. */
function nameOf({ name }: Field, { bytes, start }: Item): string {
  return name.includes('{')
    ? name.replace(/\{0(?:\+(\d))?\}/g, (_match, add = '0') => String(uintAt(bytes, start, 1) + Number(add)))
    : name;
}

/** Reads the entries of a list field: one, or as many as the count before them. */
function entriesOf({ of, hasCount }: Field, item: Item): Values[] {
  const count = hasCount ? (take(item, 1)[0] ?? 0) : 1;
  return Array.from({ length: count }, () => {
    const entry: Item = { ...item, values: {} };
    readFields(of, entry);
    item.offset = entry.offset;
    return entry.values;
  });
}

function readField(field: Field, item: Item): void {
  const { reader } = field;
  if (reader === 'skip') take(item, field.bytes);
  else if (reader === 'list') {
    const entries = entriesOf(field, item);
    if (entries.length > 0) set(item.values, nameOf(field, item), entries);
  } else if (reader === 'result') {
    const [result = 0] = take(item, 1);
    if (result !== 0) item.result = { name: field.name, word: wordOf(field.values, result) };
  } else set(item.values, nameOf(field, item), valueOfField(field, item));
}

function readFields(fields: readonly Field[], item: Item): void {
  for (const field of fields) if (holds(field.when, item)) readField(field, item);
}

/** Returns the values of an item; what the device refused stands under its answer. */
function toldBy({ values, result }: Item, type: number): Values {
  return result ? { [result.name]: { channel_type: type, result: result.word, request: values } } : values;
}

/** Adds an item: its lists continue those of the message, everything else replaces. */
function merge(into: Values, item: Values): void {
  for (const [name, value] of Object.entries(item)) {
    const present = into[name];
    into[name] = Array.isArray(present) && Array.isArray(value) ? [...present, ...value] : value;
  }
}

/** Bytes of a payload that are decoded; LoRaWAN carries 242 at most. */
const maxPayload = 1024;

/** Decodes a payload; an unknown or incomplete item ends the reading, the rest stands in `rest` as hex. */
export function decodePayload(codec: Codec, bytes: Buffer): Values {
  const values: Values = {};
  let offset = 0;
  while (offset < Math.min(bytes.length, maxPayload)) {
    const [channel = 0, type] = bytes.subarray(offset, offset + 2);
    const fields = type === undefined ? undefined : codec.get((channel << 8) | type);
    const item: Item = { bytes, channel, start: offset + 2, offset: offset + 2, values: {}, result: null };
    if (type === undefined || !fields || !isRead(fields, item)) break;
    merge(values, toldBy(item, type));
    offset = item.offset;
  }
  if (offset < bytes.length) values.rest = bytes.toString('hex', offset);
  return values;
}

/** Reads all fields of an item; returns false if the bytes end before them. */
function isRead(fields: readonly Field[], item: Item): boolean {
  try {
    readFields(fields, item);
    return true;
  } catch (error) {
    if (error instanceof Incomplete) return false;
    throw error;
  }
}

const named = tables as Readonly<Record<string, unknown>>;
const parsed = new Map<string, Codec | null>();
const own = new WeakMap<object, Codec | null>();

/** Parses a table of the product once; `{as: name}` is the table of another. */
function codecNamed(name: string): Codec | null {
  const cached = parsed.get(name);
  if (cached !== undefined) return cached;
  const table = Object.hasOwn(named, name) ? named[name] : undefined;
  if (table === undefined) return null;
  const codec = isRecord(table) && typeof table.as === 'string' ? codecNamed(table.as) : parseCodec(table);
  parsed.set(name, codec);
  return codec;
}

/** Returns the codec of a profile, by name or its own table; null for none. */
export function codecOf(codec: Profile['codec']): Codec | null {
  if (codec === undefined) return null;
  if (typeof codec === 'string') return codecNamed(codec);
  const cached = own.get(codec);
  if (cached !== undefined) return cached;
  const table = parseCodec(codec);
  own.set(codec, table);
  return table;
}

/** Names of the product's codecs. */
export const codecNames: readonly string[] = Object.keys(named);
