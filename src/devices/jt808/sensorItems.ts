// Location items that some makers' sensors, cameras and recorders add: ambient climate, battery in separate lists,
// events of a vehicle unit. Bytes of locks and vehicle computers are stored raw.

import { bit } from '../fieldReader.ts';
import { gbkText } from '../items.ts';
import type { AlarmType, Decoded } from '../message.ts';
import { finite, percent, readingsOf } from '../reading.ts';
import { cleanText } from '../text.ts';
import { addLevel, addPress } from './alarms.ts';

/** Item of a list inside an item. */
interface Pair {
  id: number;
  value: Buffer;
}

/** Splits items with ids and lengths of these widths; drops a truncated one. */
export function pairs(value: Buffer, idBytes: number, lengthBytes: number): Pair[] {
  const items: Pair[] = [];
  for (let offset = 0; offset + idBytes + lengthBytes <= value.length; ) {
    const from = offset + idBytes + lengthBytes;
    const to = from + value.readUIntBE(offset + idBytes, lengthBytes);
    if (to > value.length) break;
    items.push({ id: value.readUIntBE(offset, idBytes), value: value.subarray(from, to) });
    offset = to;
  }
  return items;
}

/** Sets the climate of sensor n, from 1: the first one's is the room climate. */
export function setClimate(
  decoded: Decoded,
  sensor: number,
  temperature: number | null,
  humidity: number | null,
): void {
  if (temperature !== null) decoded.values[`temperature${sensor}`] = temperature;
  if (humidity !== null) decoded.values[`humidity${sensor}`] = humidity;
  if (decoded.readings.some(({ kind }) => kind === 'room_temperature' || kind === 'humidity')) return;
  decoded.readings.push(
    ...readingsOf([
      ['room_temperature', temperature],
      ['humidity', humidity],
    ]),
  );
}

/** Reads a signed whole part, then 255ths. */
const customDouble = (value: Buffer, offset: number): number => {
  const integer = value.readInt8(offset);
  return Number(((integer < 0 ? -1 : 1) * (Math.abs(integer) + (value[offset + 1] ?? 0) / 255)).toFixed(2));
};

/** Reads number, address, temperature and humidity of each sensor. */
function sensors(decoded: Decoded, value: Buffer): void {
  if (value.length === 0 || value.length % 11 !== 0) return;
  for (let offset = 0; offset + 11 <= value.length; offset += 11)
    setClimate(decoded, value[offset] ?? 0, customDouble(value, offset + 7), customDouble(value, offset + 9));
}

/** Reads ambient values after a kind byte. */
function surroundings(decoded: Decoded, value: Buffer): void {
  const byId = new Map(pairs(value.subarray(1), 1, 1).map((item) => [item.id, item.value]));
  const wordOf = (id: number) => {
    const word = byId.get(id);
    return word && word.length >= 2 ? word.readUInt16BE(0) : null;
  };
  const [illuminance, pressure, humidity, temperature] = [wordOf(0x13), wordOf(0x14), wordOf(0x15), wordOf(0x16)];
  if (illuminance !== null) decoded.values.illuminance = illuminance;
  if (pressure !== null) decoded.values.airPressure = pressure;
  if (temperature === null && humidity === null) return;
  setClimate(
    decoded,
    1,
    temperature === null ? null : (temperature - 500) / 10,
    humidity === null ? null : humidity / 10,
  );
}

/** Reads the wake-up event, then by a mask light, temperature and humidity. */
function wake(decoded: Decoded, value: Buffer): void {
  if (value.length < 2) return;
  const [event, mask = 0] = value;
  decoded.values.event = event;
  if (event === 2) decoded.values.motion = true;
  let offset = 2;
  const next = (has: boolean, isSigned: boolean): number | null => {
    if (!has || offset + 2 > value.length) return null;
    offset += 2;
    return isSigned ? value.readInt16BE(offset - 2) : value.readUInt16BE(offset - 2);
  };
  const light = next(bit(mask, 0), false);
  const [temperature, humidity] = [next(bit(mask, 1), true), next(bit(mask, 2), true)];
  if (light !== null) decoded.values.light = light;
  setClimate(decoded, 1, temperature === null ? null : temperature / 10, humidity === null ? null : humidity / 10);
}

/** Reads items of another table after a content byte: there the battery's second byte is its level. */
function extension(decoded: Decoded, value: Buffer): void {
  for (const { id, value: inner } of pairs(value.subarray(1), 1, 1)) readExtended(decoded, id, inner);
}

/** Reads one item of that table; returns whether it is known. */
export function readExtended(decoded: Decoded, id: number, value: Buffer): boolean {
  if (id === 0x01 && value.length === 4) decoded.values.mileage = value.readUInt32BE(0) * 100;
  else if (id === 0x56 && value.length === 2) decoded.battery = percent(value[1]) ?? decoded.battery;
  else if (id === 0x61 && value.length === 2) decoded.values.power = value.readUInt16BE(0) / 100;
  else if (id === 0x69 && value.length === 2) decoded.values.voltage = value.readUInt16BE(0) / 100;
  else if (id === 0xcc) decoded.values.iccid = value.toString('latin1').replace(/[^0-9A-Za-z]/g, '');
  else return false;
  return true;
}

/** Reads harsh driving from bits. */
function harsh(decoded: Decoded, value: Buffer): void {
  if (value.length >= 2 && (value.readUInt16BE(0) & 0x0700) !== 0) addLevel(decoded, 'other');
}

const drivingAlarms: Readonly<Record<number, AlarmType>> = { 1: 'other', 2: 'other', 3: 'other', 22: 'fall' };

/** Reads serial and state, then the event. */
function driving(decoded: Decoded, value: Buffer): void {
  const type = drivingAlarms[value[5] ?? 0];
  if (type) addPress(decoded, type);
}

const camera =
  (name: string) =>
  (decoded: Decoded, value: Buffer): void => {
    if (value.length >= 6) decoded.values[name] = value[5];
  };

/** Reads marked lists of alarms and, in the last byte, the battery level. */
export function marked(decoded: Decoded, value: Buffer): void {
  if (value.length <= 4) return;
  const isList = value[0] === 0x7c;
  const items = isList ? pairs(value.subarray(1), 1, 1) : [];
  // Items that reach the last byte leave no level.
  const endsAt = items.reduce((offset, item) => offset + 2 + item.value.length, 1);
  if (!isList || endsAt < value.length) decoded.battery = percent(value.at(-1)) ?? decoded.battery;
  const word = items.find((item) => item.id === 1 && item.value.length === 4)?.value.readUInt32BE(0) ?? 0;
  if ((word & 0b0111) !== 0) addPress(decoded, 'other');
  if (bit(word, 3)) addPress(decoded, 'fall');
  if (bit(word, 4)) addPress(decoded, 'tamper');
}

/** Reads a lock's text: the voltage of its battery. */
function lockText(decoded: Decoded, value: Buffer): void {
  if (value.length === 1) decoded.values.mode = value[0];
  const [, hundredths] = /^\*M00.{6}(\d{3})/.exec(value.toString('latin1')) ?? [];
  if (hundredths !== undefined) decoded.values.voltage = Number(hundredths) / 100;
}

/** Reads number, voltage of the battery and seal of each lock near the device. */
function locks(decoded: Decoded, value: Buffer): void {
  for (let offset = 0; offset + 11 <= value.length; offset += 11) {
    const lock = `lock${offset / 11 + 1}`;
    decoded.values[`${lock}Id`] = value.toString('hex', offset, offset + 6);
    decoded.values[`${lock}Battery`] = value.readUInt16BE(offset + 6) / 1000;
    decoded.values[`${lock}Seal`] = value[offset + 8] === 0x31;
  }
}

/** Reads number, card, battery in percent and bolt of each lock after their count. */
function countedLocks(decoded: Decoded, value: Buffer): void {
  const count = value[0] ?? 0;
  for (let nth = 1, offset = 1; nth <= count && offset + 13 <= value.length; nth++, offset += 13) {
    decoded.values[`lock${nth}Id`] = value.toString('hex', offset, offset + 5);
    decoded.values[`lock${nth}Card`] = value.toString('hex', offset + 5, offset + 10);
    decoded.values[`lock${nth}Battery`] = value[offset + 10];
    decoded.values[`lock${nth}Locked`] = !bit(value.readUInt16BE(offset + 11), 5);
  }
}

/** Bytes of the parts of a tag that a mask names, from bit 0 on. */
const tagParts = [10, 2, 2, 2, 2, 6, 2, 2];

/** Reads the tags near the device: address and signal, then name, battery, temperature and humidity by a mask. */
function tags(decoded: Decoded, value: Buffer): void {
  const mask = value[0] ?? 0;
  const width = tagParts.reduce((sum, bytes, nth) => sum + (bit(mask, nth) ? bytes : 0), 7);
  // Lists of another maker under this id begin with a zero.
  if (mask === 0 || (value.length - 1) % width !== 0) return;
  for (let nth = 1, start = 1; start < value.length; nth++, start += width) {
    const at = (part: number) =>
      bit(mask, part)
        ? start + 7 + tagParts.slice(0, part).reduce((sum, bytes, index) => sum + (bit(mask, index) ? bytes : 0), 0)
        : null;
    const [name, battery, temperature, humidity] = [at(0), at(2), at(3), at(4)];
    const tag = `tag${nth}`;
    decoded.values[`${tag}Mac`] = value.toString('hex', start, start + 6);
    decoded.values[`${tag}Rssi`] = value.readInt8(start + 6);
    if (name !== null) decoded.values[`${tag}Name`] = cleanText(value.toString('latin1', name, name + 10)).trim();
    if (battery !== null) decoded.values[`${tag}Battery`] = value.readUInt16BE(battery) / 1000;
    if (temperature !== null) decoded.values[`${tag}Temp`] = value.readInt16BE(temperature) / 10;
    if (humidity !== null) decoded.values[`${tag}Humidity`] = value.readInt16BE(humidity) / 10;
  }
}

/** Bytes of the parts of an extension that a mask names before the temperature of bit 6. */
const stateParts = [4, 4, 2, 6, 0, 8];

/** Reads accuracy and temperature of an extension whose mask names its parts. */
function extendedValues(decoded: Decoded, value: Buffer): void {
  if (value.length < 2) return;
  const mask = value.readUInt16BE(0);
  let offset = 2;
  for (const [nth, bytes] of stateParts.entries()) {
    if (!bit(mask, nth)) continue;
    if (nth === 2 && offset + 2 <= value.length) decoded.values.hdop = value.readUInt16BE(offset) / 10;
    offset += bytes;
  }
  if (bit(mask, 6) && offset + 2 <= value.length) setClimate(decoded, 3, value.readInt16BE(offset) / 10, null);
}

/** Names of the values in a text of a vehicle's computer, in their order. */
const vehicleNames = [
  'power',
  'rpm',
  'obdSpeed',
  'throttle',
  'engineLoad',
  'coolantTemp',
  'fuelConsumption',
  'averageFuelConsumption',
  'odometerTrip',
  'obdOdometer',
  'tripFuelUsed',
  'fuelUsed',
];

/** Reads a text `$OBD-RT,12.3,…` of a vehicle's computer; nothing for another text. */
export function readVehicleText(decoded: Decoded, text: string): void {
  const [head, ...values] = text.split(',');
  if (head !== '$OBD-RT') return;
  for (const [nth, name] of vehicleNames.entries()) {
    const value = finite(values[nth]);
    if (value !== null) decoded.values[name] = value;
  }
}

/** Readers by item id. */
export const sensorReaders: Readonly<Record<number, (decoded: Decoded, value: Buffer) => void>> = {
  51: lockText,
  87: harsh,
  100: camera('adasAlarm'),
  101: camera('dmsAlarm'),
  99: locks,
  112: driving,
  128: extension,
  213: countedLocks,
  218: (decoded, value) => {
    if (value.length < 3) return;
    const [, , state = 0] = value;
    Object.assign(decoded.values, { string: bit(state, 0), motion: bit(state, 2), cover: bit(state, 3) });
  },
  230: (decoded, value) => {
    if (value.includes('$OBD-RT')) readVehicleText(decoded, gbkText(value));
    else sensors(decoded, value);
  },
  234: surroundings,
  243: tags,
  246: wake,
  249: extendedValues,
  254: marked,
};
