/**
 * Arrays in PostgreSQL's binary format for batch statements: neither side formats, quotes or parses text. Instants are
 * milliseconds since 1970, ids and keys decimal strings.
 */

const oid = { bool: 16, bytea: 17, int8: 20, int4: 23, text: 25, float8: 701, timestamptz: 1184 } as const;

/** 2000-01-01, PostgreSQL's epoch, in ms since 1970. */
const epoch = 946_684_800_000;
const headBytes = 20;

function head(out: Buffer, type: number, count: number, nulls: boolean): void {
  out.writeInt32BE(1, 0);
  out.writeInt32BE(nulls ? 1 : 0, 4);
  out.writeInt32BE(type, 8);
  out.writeInt32BE(count, 12);
  out.writeInt32BE(1, 16);
}

function sized<T>(
  type: number,
  size: number,
  values: readonly (T | null)[],
  write: (out: Buffer, offset: number, value: T) => void,
): Buffer {
  const out = Buffer.allocUnsafe(headBytes + values.length * (4 + size));
  let offset = headBytes;
  let nulls = false;
  for (const value of values) {
    out.writeInt32BE(value === null ? -1 : size, offset);
    offset += 4;
    if (value === null) nulls = true;
    else {
      write(out, offset, value);
      offset += size;
    }
  }
  head(out, type, values.length, nulls);
  return out.subarray(0, offset);
}

/** Writes an integer below 2^53 in eight bytes. */
function writeWhole(out: Buffer, offset: number, value: number): void {
  const high = Math.floor(value / 0x1_0000_0000);
  out.writeInt32BE(high, offset);
  out.writeUInt32BE(value - high * 0x1_0000_0000, offset + 4);
}

function writeId(out: Buffer, offset: number, value: string): void {
  if (value.length < 16) writeWhole(out, offset, Number(value));
  else out.writeBigInt64BE(BigInt(value), offset);
}

function writeInstant(out: Buffer, offset: number, ms: number): void {
  writeWhole(out, offset, (ms - epoch) * 1000);
}

function writeDouble(out: Buffer, offset: number, value: number): void {
  out.writeDoubleBE(value, offset);
}

function writeInt(out: Buffer, offset: number, value: number): void {
  out.writeInt32BE(value, offset);
}

function writeFlag(out: Buffer, offset: number, value: boolean): void {
  out.writeUInt8(value ? 1 : 0, offset);
}

/** `bigint[]` */
export function int8s(values: readonly (string | null)[]): Buffer {
  return sized(oid.int8, 8, values, writeId);
}

/** `timestamptz[]` */
export function instants(values: readonly (number | null)[]): Buffer {
  return sized(oid.timestamptz, 8, values, writeInstant);
}

/** `float8[]` */
export function float8s(values: readonly (number | null)[]): Buffer {
  return sized(oid.float8, 8, values, writeDouble);
}

/** `int[]` */
export function int4s(values: readonly (number | null)[]): Buffer {
  return sized(oid.int4, 4, values, writeInt);
}

/** `boolean[]` */
export function bools(values: readonly boolean[]): Buffer {
  return sized(oid.bool, 1, values, writeFlag);
}

/** `text[]` */
export function texts(values: readonly (string | null)[]): Buffer {
  let bytes = headBytes;
  for (const value of values) bytes += 4 + (value === null ? 0 : value.length * 3);
  const out = Buffer.allocUnsafe(bytes);
  let offset = headBytes;
  let nulls = false;
  for (const value of values) {
    const length = value === null ? -1 : out.write(value, offset + 4);
    out.writeInt32BE(length, offset);
    offset += 4 + Math.max(0, length);
    if (value === null) nulls = true;
  }
  head(out, oid.text, values.length, nulls);
  return out.subarray(0, offset);
}

/** Returns `bytea[]` from hex strings. */
export function byteas(hex: readonly string[]): Buffer {
  let bytes = headBytes;
  for (const value of hex) bytes += 4 + (value.length >> 1);
  const out = Buffer.allocUnsafe(bytes);
  let offset = headBytes;
  for (const value of hex) {
    const length = out.write(value, offset + 4, 'hex');
    out.writeInt32BE(length, offset);
    offset += 4 + length;
  }
  head(out, oid.bytea, hex.length, false);
  return out.subarray(0, offset);
}
