// Transparent messages (0x0900) with a position: of recorders and tags. Bytes of others are stored raw.

import { bit } from '../fieldReader.ts';
import { gbkText } from '../items.ts';
import type { AlarmType, Decoded } from '../message.ts';
import type { Profile } from '../profile.ts';
import { addPress } from './alarms.ts';
import { bcdTime, readMotion, readPlace } from './location.ts';
import { readVehicleText, setClimate } from './sensorItems.ts';

/** Reads signed coordinates after the time. */
function readSigned(decoded: Decoded, data: Buffer, profile: Profile): void {
  if (data.length < 20) return;
  const [lat, lng] = [data.readInt32BE(6) / 1e6, data.readInt32BE(10) / 1e6];
  decoded.kind = 'position';
  decoded.time = bcdTime(data.subarray(0, 6), profile);
  if ((lat === 0 && lng === 0) || Math.abs(lat) > 90 || Math.abs(lng) > 180) return;
  const rest = { speed: null, course: null, altitude: null, accuracy: null };
  decoded.position = { lat, lng, ...rest, source: 'gnss', valid: true };
  readMotion(decoded, data, 14);
}

/** Reads status, position, motion and time; then tags or a sensor's sample. */
function readPlaced(decoded: Decoded, data: Buffer, profile: Profile, type: number): void {
  if (data.length < 24) return;
  decoded.kind = 'position';
  readPlace(decoded, data, 0);
  readMotion(decoded, data, 12);
  decoded.time = bcdTime(data.subarray(18, 24), profile);
  if (type === 0x54 && data.length >= 32) readSample(decoded, data.subarray(24));
  if (type === 0x53) readTags(decoded, data.subarray(25));
}

/** Reads received tags: number from 0, address, signal, data after its length. */
function readTags(decoded: Decoded, data: Buffer): void {
  for (let offset = 0; offset + 9 <= data.length; ) {
    const tag = `tag${(data[offset] ?? 0) + 1}`;
    const length = data[offset + 8] ?? 0;
    Object.assign(decoded.values, {
      [`${tag}Mac`]: data.toString('hex', offset + 1, offset + 7),
      [`${tag}Rssi`]: data.readInt8(offset + 7),
      [`${tag}Data`]: data.toString('hex', offset + 9, offset + 9 + length),
    });
    offset += 9 + length;
  }
}

/** Reads the first sample after its mask and time: light, temperature with humidity. */
function readSample(decoded: Decoded, data: Buffer): void {
  const mask = data.readUInt16BE(0);
  const offset = bit(mask, 0) ? 10 : 8;
  if (bit(mask, 0) && data.length >= 10) decoded.values.light = data.readUInt16BE(8);
  if (bit(mask, 1) && data.length >= offset + 4)
    setClimate(decoded, 1, data.readInt16BE(offset) / 10, data.readInt16BE(offset + 2) / 10);
}

/** Alarms by the codes of a recorder's trip. */
const tripAlarms: Readonly<Record<number, AlarmType>> = {
  2: 'power_off',
  14: 'other',
  26: 'other',
  27: 'other',
  28: 'other',
  29: 'other',
  30: 'other',
  31: 'other',
  35: 'other',
  37: 'other',
  38: 'fall',
  39: 'fall',
  40: 'fall',
  49: 'door',
  50: 'door',
};

/** Alarms of a trip by the number of a camera event. */
const tripEvents: Readonly<Record<number, AlarmType>> = {
  51: 'other',
  52: 'other',
  53: 'other',
  54: 'other',
  56: 'fall',
};

function readTripEvent(decoded: Decoded, data: Buffer): void {
  if (data.length < 13) return;
  const event = data.readUInt32BE(9);
  decoded.values.event = event;
  const type = tripEvents[event];
  if (type) addPress(decoded, type);
}

/** Skips ids and values and returns the end offset; those of the third kind are alarms. */
function readTripItems(decoded: Decoded, data: Buffer, areAlarms: boolean): number {
  const idBytes = areAlarms ? 1 : 2;
  let offset = 10;
  for (let remaining = data[9] ?? 0; remaining > 0 && offset < data.length; remaining--) {
    const type = areAlarms ? tripAlarms[data[offset] ?? 0] : undefined;
    if (type) addPress(decoded, type);
    offset += idBytes + 1 + (data[offset + idBytes] ?? 0);
  }
  return offset;
}

/** Reads ids and values of a trip, then its position. */
function readTrip(decoded: Decoded, data: Buffer, profile: Profile): void {
  decoded.time = bcdTime(data.subarray(0, 6), profile);
  decoded.backlog = data[6] === 1;
  const sort = data[8];
  if (sort === 0x02 && data.length >= 23) placeAtEnd(decoded, data);
  if (sort === 0x15) readTripEvent(decoded, data);
  if (sort !== 0x01 && sort !== 0x03) return;
  const offset = readTripItems(decoded, data, sort === 0x03);
  if (offset + 12 > data.length) return;
  decoded.kind = 'position';
  readPlace(decoded, data, offset);
}

function placeAtEnd(decoded: Decoded, data: Buffer): void {
  decoded.kind = 'position';
  readPlace(decoded, data, data.length - 12);
}

/** Types whose data is a text of a serial port. */
const textTypes = [0x40, 0x41];

/** Reads data as a text if its type says so or it is printable; other data stays bytes. */
function readText(decoded: Decoded, data: Buffer, type: number): void {
  const text = gbkText(data);
  if (!textTypes.includes(type) && (text === '' || /[^\P{C}\r\n\t]|\uFFFD/u.test(text))) return;
  decoded.values.text = text;
  readVehicleText(decoded, text);
}

/** Reads type and data of a transparent message. */
export function readTransparent(decoded: Decoded, body: Buffer, profile: Profile): void {
  const [type = 0] = body;
  const data = body.subarray(1);
  decoded.kind = 'information';
  decoded.values.dataType = type;
  if (type === 0xff) readSigned(decoded, data, profile);
  else if (type === 0x53 || type === 0x54) readPlaced(decoded, data, profile, type);
  else if (type === 0xf0) readTrip(decoded, data, profile);
  else readText(decoded, data, type);
  decoded.values.data = data.toString('hex', 0, 512);
}
