import { isRecord } from '../text.ts';

/** Readers of a field, with the bytes that each takes; 0: by its options. */
const readers = {
  u8: 1,
  i16: 2,
  u16: 2,
  u24: 3,
  u32: 4,
  bits: 0,
  enum: 1,
  hex: 1,
  version: 0,
  serial: 1,
  list: 0,
  skip: 1,
  result: 1,
} as const;
export type Reader = keyof typeof readers;

/** Condition on the item's bytes, or on its channel; where it fails the field takes no bytes. */
export interface When {
  at?: number;
  bytes?: number;
  bit?: number;
  width?: number;
  is?: number | number[];
  not?: number | number[];
  from?: number;
  channel?: string;
}

/** Field of an item. */
export interface Field {
  name: string;
  reader: Reader;
  bytes: number;
  signed: boolean;
  reverse: boolean;
  scale: number;
  add: number;
  bit: number;
  width: number;
  form: string;
  values: Readonly<Record<string, unknown>> | null;
  of: readonly Field[];
  hasCount: boolean;
  when: When | null;
}

/** Fields by channel and type (`channel << 8 | type`). */
export type Codec = ReadonlyMap<number, readonly Field[]>;

const maxItems = 300;
const maxFields = 64;

const isCount = (value: unknown, least: number, most: number): value is number =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most;

function numberIn(options: Record<string, unknown>, key: string, otherwise: number): number {
  const value = options[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}

function isWhen(when: unknown): when is When | undefined {
  if (when === undefined) return true;
  if (!isRecord(when)) return false;
  const { at = 0, bytes = 1, bit = 0, width = 1 } = when;
  const isAt = isCount(at, 0, 255) && isCount(bytes, 1, 4) && isCount(bit, 0, 31) && isCount(width, 1, 31);
  return typeof when.channel === 'string' || isAt;
}

/** Parses the list of fields inside a list field. */
function innerOf(value: unknown, depth: number): Field[] | null {
  if (value === undefined) return [];
  return depth === 0 ? fieldsOf(value, depth + 1) : null;
}

/** Maximum bytes of a field by its reader. */
const longest = (reader: Reader) => (['hex', 'serial', 'skip'].includes(reader) ? 255 : 4);

/** Parses the options of a field; null if invalid. */
function optionsOf(options: Record<string, unknown>, reader: Reader, depth: number) {
  const { bytes = reader === 'bits' ? 1 : readers[reader], bit = 0, width = 1, when } = options;
  const of = innerOf(options.of, depth);
  if (!of || !isWhen(when) || !isCount(bytes, 0, longest(reader))) return null;
  if (!isCount(bit, 0, 31) || !isCount(width, 1, 31)) return null;
  return { bytes, bit, width, of, when: when ?? null };
}

/** Parses one field; null if invalid. */
function fieldOf(value: unknown, depth: number): Field | null {
  if (!Array.isArray(value)) return null;
  const [name, reader, options = {}] = value as unknown[];
  if (typeof name !== 'string' || name.length > 80 || name.includes('__proto__')) return null;
  if (typeof reader !== 'string' || !Object.hasOwn(readers, reader) || !isRecord(options)) return null;
  const checked = optionsOf(options, reader as Reader, depth);
  return (
    checked && {
      ...checked,
      name,
      reader: reader as Reader,
      signed: options.signed === true || reader === 'i16',
      reverse: options.reverse === true,
      scale: numberIn(options, 'scale', 1),
      add: numberIn(options, 'add', 0),
      form: String(options.form ?? ''),
      values: isRecord(options.values) ? options.values : null,
      hasCount: options.count !== undefined,
    }
  );
}

function fieldsOf(value: unknown, depth = 0): Field[] | null {
  if (!Array.isArray(value) || value.length > maxFields) return null;
  const fields = value.map((field) => fieldOf(field, depth));
  return fields.every((field) => field !== null) ? fields : null;
}

/** Returns the keys of an item: `fe/ff 03` is either channel. */
function keysOf(key: string): number[] {
  const match = /^([\da-f]{2})(?:\/([\da-f]{2}))? ([\da-f]{2})$/i.exec(key);
  if (!match) return [];
  const type = Number.parseInt(match[3] ?? '', 16);
  return [match[1], match[2]].flatMap((channel) =>
    channel === undefined ? [] : [(Number.parseInt(channel, 16) << 8) | type],
  );
}

/** Parses a table `{"01 75": [["battery", "u8"]], …}` (protocols.md P6); null if it is invalid. */
export function parseCodec(table: unknown): Codec | null {
  if (!isRecord(table)) return null;
  const entries = Object.entries(table);
  if (entries.length === 0 || entries.length > maxItems) return null;
  const codec = new Map<number, Field[]>();
  for (const [key, value] of entries) {
    const [keys, fields] = [keysOf(key), fieldsOf(value)];
    if (keys.length === 0 || !fields) return null;
    for (const each of keys) codec.set(each, fields);
  }
  return codec;
}
