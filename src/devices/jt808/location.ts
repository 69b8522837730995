// Location of JT/T 808: alarm and status words, position, time, additional items; single, in batches, and from a query.

import type { Decoded } from '../message.ts';
import type { Profile } from '../profile.ts';
import { percent } from '../reading.ts';
import { readAlarms } from './alarms.ts';
import { itemsOf, readItems } from './items.ts';

/** Length from the alarm word to the end of the time, bytes. */
export const locationHead = 28;

/** Offset of JT/T 808 clocks from UTC in minutes, unless the model overrides it. */
const standardZone = 480;

/** Parses `yyMMddhhmmss` in BCD to an ISO instant; null for a date that does not exist. */
export function bcdTime(bytes: Buffer, { zoneMinutes = standardZone }: Profile): string | null {
  const digits = bytes.toString('hex');
  if (!/^\d{12}$/.test(digits)) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = digits.match(/../g)?.map(Number) ?? [];
  const instant = Date.UTC(2000 + year, month - 1, day, hour, minute, second);
  // Date.UTC turns 31 February into 3 March.
  const local = new Date(instant);
  if (local.getUTCMonth() !== month - 1 || local.getUTCDate() !== day || hour > 23) return null;
  if (minute > 59 || second > 59) return null;
  return new Date(instant - zoneMinutes * 60_000).toISOString();
}

/** Status bits of open doors. */
const doors = [13, 14, 15, 16, 17];

/** Reads status word and coordinates, 12 bytes; 0,0 is no position. */
export function readPlace(decoded: Decoded, body: Buffer, offset: number): void {
  const status = body.readUInt32BE(offset);
  const is = (bit: number) => ((status >>> bit) & 1) === 1;
  const lat = (body.readUInt32BE(offset + 4) / 1e6) * (is(2) ? -1 : 1);
  const lng = (body.readUInt32BE(offset + 8) / 1e6) * (is(3) ? -1 : 1);
  const valid = is(1);
  decoded.values.statusSign = status;
  decoded.values.fix = valid;
  decoded.values.working = is(0);
  if (is(5)) decoded.values.encryptedCoordinates = true;
  if (doors.some(is)) decoded.values.door = true;
  // 0,0 is "no fix" (protocols.md P0.6).
  if ((lat === 0 && lng === 0) || Math.abs(lat) > 90 || Math.abs(lng) > 180) return;
  const source = valid ? 'gnss' : 'unknown';
  decoded.position = { lat, lng, speed: null, course: null, altitude: null, accuracy: null, source, valid };
}

/** Reads altitude, speed and course, 6 bytes. */
export function readMotion(decoded: Decoded, body: Buffer, offset: number): void {
  if (!decoded.position) return;
  decoded.position.altitude = body.readInt16BE(offset);
  decoded.position.speed = body.readUInt16BE(offset + 2) / 10;
  decoded.position.course = body.readUInt16BE(offset + 4);
}

/** Reads the fixed block that an older dialect sends instead of items: mileage in km, voltage, radio. */
function readFixedBlock(decoded: Decoded, block: Buffer): void {
  decoded.values.mileage = block.readUInt32BE(4) * 1000;
  decoded.values.voltage = block.readUInt16BE(8) / 10;
  decoded.values.rssi = block[14];
}

/** Reads a location into a message; a body that is too short changes nothing. */
export function readLocation(decoded: Decoded, body: Buffer, profile: Profile): void {
  if (body.length < locationHead) {
    decoded.values.error = 'short location';
    return;
  }
  decoded.kind = 'position';
  const alarmSign = body.readUInt32BE(0);
  decoded.values.alarmSign = alarmSign;
  readPlace(decoded, body, 4);
  readMotion(decoded, body, 16);
  decoded.time = bcdTime(body.subarray(22, 28), profile);
  const rest = body.length - locationHead;
  const { items, isComplete } = itemsOf(body, locationHead);
  const isBlock = !isComplete && (rest === 18 || rest === 20);
  const usableItems = isBlock ? [] : items;
  const fence = usableItems.find(({ id, value }) => id === 0x12 && value.length === 6);
  readAlarms(decoded, alarmSign, profile, fence ? fence.value[5] === 1 : null);
  if (isBlock) readFixedBlock(decoded, body.subarray(locationHead));
  else readItems(decoded, usableItems, profile.items);
}

/** Location of a batch with its offset in the body. */
export interface Piece {
  bytes: Buffer;
  offset: number;
}

/** Maximum number of locations read from a batch. */
const maxPieces = 2000;

/** Splits a batch into locations from an offset of the body on; each follows its length of `lengthBytes` bytes. */
export function piecesOf(body: Buffer, from: number, lengthBytes: 1 | 2): Piece[] {
  const pieces: Piece[] = [];
  for (let offset = from; offset + lengthBytes <= body.length && pieces.length < maxPieces; ) {
    const length = body.readUIntBE(offset, lengthBytes);
    const begin = offset + lengthBytes;
    const bytes = body.subarray(begin, begin + length);
    if (bytes.length < length || length === 0) break;
    pieces.push({ bytes, offset: begin });
    offset = begin + length;
  }
  return pieces;
}

/** Reads battery and time, the only content of one maker's short message. */
export function readBattery(decoded: Decoded, body: Buffer, profile: Profile): void {
  decoded.kind = 'heartbeat';
  decoded.battery = percent(body[0]);
  decoded.time = bcdTime(body.subarray(1, 7), profile);
}
