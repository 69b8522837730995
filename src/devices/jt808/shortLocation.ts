// Locations of padlocks and other small terminals (0x5501, from memory 0x5502): all in BCD, a one-byte serial, an
// answer only if the header requests it.

import { bit } from '../fieldReader.ts';
import type { AlarmType, Decoded } from '../message.ts';
import type { Profile } from '../profile.ts';
import { percent } from '../reading.ts';
import { wallTime } from '../wallTime.ts';
import { addPress } from './alarms.ts';
import { itemsOf } from './items.ts';
import { shortIds } from './shortSerial.ts';

/** Length of position, radio, mileage, battery, cell, product and states. */
const headBytes = 35;

/** Parses degrees followed by minutes in ten-thousandths. */
function degrees(digits: string, degreeDigits: number): number {
  const minutes = Number(digits.slice(degreeDigits)) / 10_000;
  return Math.round((Number(digits.slice(0, degreeDigits)) + minutes / 60) * 1e7) / 1e7;
}

/** Alarm bits: small locators use bit 0, the third product more. */
const alarms: readonly (readonly [bit: number, type: AlarmType])[] = [
  [0, 'other'],
  [1, 'low_batt'],
  [2, 'other'],
  [3, 'low_batt'],
  [5, 'fence_in'],
  [6, 'fence_out'],
];

function readAlarms(decoded: Decoded, product: number, word: number): void {
  if (product === 1 || product === 2) {
    if (bit(word, 0)) addPress(decoded, 'low_batt');
  } else if (product === 3) {
    for (const [index, type] of alarms) if (bit(word, index)) addPress(decoded, type);
  }
}

function readTime(digits: string, { zoneMinutes = 0 }: Profile): string | null {
  const [day = 0, month = 0, year = 0, hour = 0, minute = 0, second = 0] = (digits.match(/../g) ?? []).map(Number);
  return wallTime([2000 + year, month, day, hour, minute, second], zoneMinutes);
}

function readPlace(decoded: Decoded, body: Buffer, valid: boolean): void {
  const digits = body.toString('hex', 6, 16);
  decoded.values.fix = valid;
  if (!/^\d{17}[0-9a-f]\d\d/.test(digits)) return;
  const [lat, lng] = [degrees(digits.slice(0, 8), 2), degrees(digits.slice(8, 17), 3)];
  const flags = Number.parseInt(digits[17] ?? '', 16);
  if (lat > 90 || lng > 180 || (lat === 0 && lng === 0)) return;
  decoded.position = {
    lat: bit(flags, 1) ? lat : -lat,
    lng: bit(flags, 2) ? lng : -lng,
    // Knots.
    speed: Math.round(Number(digits.slice(18, 20)) * 1852) / 1000,
    course: (body[16] ?? 0) * 2,
    altitude: null,
    accuracy: null,
    source: valid ? 'gnss' : 'unknown',
    valid,
  };
}

function readMore(decoded: Decoded, body: Buffer): void {
  for (const { id, value } of itemsOf(body, headBytes).items) {
    if (id === 0x02 && value.length === 2 && decoded.position) decoded.position.altitude = value.readInt16BE(0);
    if (id === 0x10) decoded.values.wakeSource = value[0];
    if (id === 0xfc) decoded.values.fence = value[0];
  }
}

/** Reads the body of a short location; its clock is UTC unless the model overrides it. */
export function readShortLocation(decoded: Decoded, id: number, body: Buffer, profile: Profile): void {
  if (body.length < headBytes) {
    decoded.values.error = 'short location';
    return;
  }
  decoded.kind = 'position';
  const digits = body.toString('hex', 0, 6);
  decoded.time = /^\d{12}$/.test(digits) ? readTime(digits, profile) : null;
  readPlace(decoded, body, id === shortIds.placed);
  const level = body[23] ?? 0;
  decoded.battery = percent(level);
  if (level === 0xaa || level === 0xab) decoded.values.charging = true;
  const [cid, lac] = [body.readUInt32BE(24), body.readUInt16BE(28)];
  if (cid > 0 && lac > 0) decoded.cells.push({ mcc: null, mnc: null, lac, cid, signal: null });
  Object.assign(decoded.values, {
    rssi: body[17],
    satellites: body[18],
    mileage: body.readUInt32BE(19) * 1000,
    status: body.readUInt16BE(31),
  });
  readAlarms(decoded, body[30] ?? 0, body.readUInt16BE(33));
  readMore(decoded, body);
}
