// Parameters of JT/T 808: ids, names and widths, read from a terminal's answer and written into a command.

import { gbkText } from '../items.ts';
import { encodeGbk } from './gbk.ts';

type Form = 'dword' | 'word' | 'byte' | 'text';

/** Parameters by displayed name; others are named by id, such as `0x0031`. */
const knownParameters: readonly (readonly [name: string, id: number, form: Form])[] = [
  ['heartbeat', 0x0001, 'dword'],
  ['apn', 0x0010, 'text'],
  ['server', 0x0013, 'text'],
  ['port', 0x0018, 'dword'],
  ['strategy', 0x0020, 'dword'],
  ['sleepInterval', 0x0027, 'dword'],
  ['alarmInterval', 0x0028, 'dword'],
  ['interval', 0x0029, 'dword'],
  ['monitorNumber', 0x0048, 'text'],
  ['maxSpeed', 0x0055, 'dword'],
  ['maxSpeedSeconds', 0x0056, 'dword'],
  ['mileage', 0x0080, 'dword'],
  ['licensePlateNumber', 0x0083, 'text'],
];

const hexId = (id: number) => `0x${id.toString(16).padStart(4, '0')}`;

/** Returns a parameter's id by name or hex digits; null for an unknown name. */
export function parameterId(name: string): number | null {
  const parameter = knownParameters.find(([knownName]) => knownName === name);
  if (parameter) return parameter[1];
  return /^0x[0-9a-f]{1,8}$/i.test(name) ? Number(name) : null;
}

/** Reads consecutive parameters: id 4, length 1, value. */
export function readParameters(bytes: Buffer): Record<string, number | string> {
  const values: Record<string, number | string> = {};
  for (let offset = 0; offset + 5 <= bytes.length; ) {
    const [id, length] = [bytes.readUInt32BE(offset), bytes[offset + 4] ?? 0];
    const value = bytes.subarray(offset + 5, offset + 5 + length);
    if (value.length < length) break;
    const [name = hexId(id), , form = length <= 4 ? 'dword' : 'text'] =
      knownParameters.find(([, knownId]) => knownId === id) ?? [];
    values[name] = form === 'text' || length === 0 || length > 6 ? gbkText(value) : value.readUIntBE(0, length);
    offset += 5 + length;
  }
  return values;
}

function bytesOf(form: Form, value: unknown): Buffer | null {
  if (form === 'text') return typeof value === 'string' || typeof value === 'number' ? encodeGbk(String(value)) : null;
  const width = { dword: 4, word: 2, byte: 1 }[form];
  const number = Number(value);
  if (!Number.isInteger(number) || number < 0 || number >= 2 ** (8 * width)) return null;
  const bytes = Buffer.alloc(width);
  bytes.writeUIntBE(number, 0, width);
  return bytes;
}

/** Encodes a command that sets parameters; null for an unknown one or an invalid value. */
export function writeParameters(set: Readonly<Record<string, unknown>>): Buffer | null {
  const parts = Object.entries(set).map(([name, value]) => {
    const id = parameterId(name);
    if (id === null) return null;
    const form =
      knownParameters.find(([, knownId]) => knownId === id)?.[2] ?? (typeof value === 'number' ? 'dword' : 'text');
    const bytes = bytesOf(form, value);
    if (!bytes || bytes.length > 255) return null;
    const head = Buffer.alloc(5);
    head.writeUInt32BE(id, 0);
    head[4] = bytes.length;
    return Buffer.concat([head, bytes]);
  });
  if (parts.length === 0 || parts.length > 255 || parts.includes(null)) return null;
  const body = Buffer.concat([Buffer.from([parts.length]), ...parts.filter((part) => part !== null)]);
  return body.length <= 1023 ? body : null;
}
