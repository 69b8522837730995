// Additional items of a location: of the standard, and those seen on personal devices. Plain values are rules like
// those of a model's profile; the others have their own readers.

import { type ItemRule, ruleOf, setItem } from '../items.ts';
import type { AlarmType, Decoded } from '../message.ts';
import { percent } from '../reading.ts';
import { addLevel, addPress } from './alarms.ts';
import { listOrCells } from './listItems.ts';
import { cellsAlone, cellsCounted, cellsWithArea, wifi } from './network.ts';
import { list, rules } from './rules.ts';
import { pairs, readExtended, sensorReaders } from './sensorItems.ts';

/** Item: its value and the offset of that in the body. */
export interface Item {
  id: number;
  value: Buffer;
  offset: number;
}

/**
 * Returns the items from an offset of the body on; `isComplete`: their lengths fit it, else the truncated last one is
 * dropped.
 */
export function itemsOf(body: Buffer, from: number): { items: Item[]; isComplete: boolean } {
  const items: Item[] = [];
  let offset = from;
  while (offset + 2 <= body.length) {
    const length = body[offset + 1] ?? 0;
    const value = body.subarray(offset + 2, offset + 2 + length);
    if (value.length < length) break;
    items.push({ id: body[offset] ?? 0, value, offset: offset + 2 });
    offset += 2 + length;
  }
  return { items, isComplete: offset === body.length };
}

type Rules = readonly ItemRule[];
type Reader = (decoded: Decoded, value: Buffer, customRules: Rules) => void;

const readers: Readonly<Record<number, Reader>> = {
  ...sensorReaders,
  48: (decoded, value) => {
    const [rssi] = value;
    if (rssi !== undefined) setSignal(decoded, rssi);
  },
  81: temperatures,
  83: cellsCounted,
  86: (decoded, [tenth]) => setBattery(decoded, tenth === undefined ? null : tenth * 10),
  93: cellsCounted,
  208: (decoded, value) => {
    if (value.length === 4 && (value.readUInt32BE(0) & 8) !== 0) addLevel(decoded, 'other');
  },
  212: levelOrCharge,
  225: (decoded, value) => {
    if (value.length === 1) levelOrCharge(decoded, value);
    else if (value.length >= 12 && (value.length - 4) % 8 === 0) cellsWithArea(decoded, value);
  },
  227: (decoded, value) => {
    if (value.length < 4) return;
    setBattery(decoded, value[1]);
    decoded.values.voltage = value.readUInt16BE(2) / 100;
  },
  228: (decoded, [charge, level]) => {
    if (level === undefined) setBattery(decoded, charge);
    else {
      setBattery(decoded, level);
      decoded.values.charging = charge === 0;
    }
  },
  231: extendedState,
  232: event,
  233: levelOrCharge,
  [list]: listOrCells,
  236: wifi,
  238: (decoded, value) => {
    if (value.length !== 6) return;
    setSignal(decoded, value[0] ?? 0);
    const [power, voltage] = [value.readUInt16BE(1) / 1000, value.readUInt16BE(3) / 1000];
    Object.assign(decoded.values, { power, voltage, satellites: value[5] });
  },
  240: cellsAlone,
  244: wifi,
  247: (decoded, value) => {
    if (value.length < 4) return;
    decoded.values.voltage = value.readUInt32BE(0) / 1000;
    if (value.length >= 5) decoded.values.charging = value[4] === 2 || value[4] === 3;
    if (value.length >= 6) setBattery(decoded, value[5]);
  },
  248: (decoded, value) => {
    // Mode, IMEI, ICCID.
    if (value.length < 19) return;
    decoded.values.imei = value.toString('hex', 1, 9).replace(/^0/, '');
    decoded.values.iccid = value.toString('hex', 9, 19);
  },
};

function setBattery(decoded: Decoded, level: number | null | undefined): void {
  decoded.battery = percent(level) ?? decoded.battery;
}

/** Sets the radio signal: bars 0–31, or percent. */
function setSignal(decoded: Decoded, rssi: number): void {
  decoded.values.rssi = rssi;
  decoded.values.signal = rssi <= 31 ? Math.round((rssi / 31) * 100) : Math.min(rssi, 100);
}

function levelOrCharge(decoded: Decoded, value: Buffer): void {
  if (value.length !== 1) return;
  if (value[0] === 0xff) decoded.values.charging = true;
  else setBattery(decoded, value[0]);
}

/** Reads tenths of a degree with a sign bit; all ones mean none. */
function temperatures(decoded: Decoded, value: Buffer): void {
  for (let offset = 0; offset + 2 <= value.length; offset += 2) {
    const word = value.readUInt16BE(offset);
    if (word === 0xffff) continue;
    const size = (word & 0x7fff) / 10;
    decoded.values[`temperature${offset / 2 + 1}`] = word >= 0x8000 ? -size : size;
  }
}

/** Reads vibration from the first bit, SOS from the next three. */
function extendedState(decoded: Decoded, value: Buffer): void {
  if (value.length !== 8) return;
  const word = value.readUInt16BE(0);
  if ((word & 1) !== 0) addLevel(decoded, 'other');
  if ((word & 0b1110) !== 0) addLevel(decoded, 'sos');
}

/** Events of cameras and recorders, reported once each. */
const events: Readonly<Record<number, AlarmType>> = {
  1: 'other',
  1024: 'other',
  1025: 'other',
  1026: 'other',
  1027: 'other',
  1029: 'fall',
  1030: 'other',
  1031: 'other',
  1032: 'fence_in',
  1033: 'fence_out',
  1036: 'door',
  1042: 'other',
  1043: 'other',
  1044: 'other',
  1045: 'other',
  1046: 'fall',
  1047: 'fall',
  3073: 'sos',
  3074: 'low_batt',
  3077: 'other',
  3086: 'power_off',
  3087: 'low_batt',
  3088: 'power_off',
  3090: 'tamper',
};

function event(decoded: Decoded, value: Buffer): void {
  if (value.length < 4) return;
  const code = value.readUInt16BE(0);
  decoded.values.event = code;
  const type = events[code];
  if (type) addPress(decoded, type);
  if (code === 0x2003) batteryState(decoded, value.subarray(3));
  if (code === 0x2005) for (const item of pairs(value.subarray(3), 2, 1)) state(decoded, item);
}

/** Reads charging, a level of 0–6, voltage, signal and supply. */
function batteryState(decoded: Decoded, value: Buffer): void {
  if (value.length < 7) return;
  const [charging, level = 0] = value;
  if (level >= 1 && level <= 6) setBattery(decoded, Math.floor((level * 100) / 6));
  const [voltage, power] = [value.readUInt16BE(2) / 100, value.readUInt16BE(5) / 100];
  Object.assign(decoded.values, { charging: charging === 1, voltage, rssi: value[4], power });
}

function state(decoded: Decoded, { id, value }: Pick<Item, 'id' | 'value'>): void {
  if (id === 1 && value.length === 2) decoded.values.voltage = value.readUInt16BE(0) / 100;
  if (id === 3) setBattery(decoded, value[0]);
  if (id === 4 && value.length === 1) decoded.values.charging = value[0] === 0;
  if (id === 5) decoded.values.iccid = value.toString('hex').slice(0, 19);
  if (id === 7 && value.length === 2) decoded.values.hdop = value.readUInt16BE(0) / 10;
  if (id === 0x2001 && value.length === 2) decoded.values.power = value.readUInt16BE(0) / 10;
}

/** Reads one item by a rule or its own reader; returns whether there is one. */
function readItem(decoded: Decoded, { id, value }: Item, customRules: Rules): boolean {
  const rule = ruleOf(customRules, { id, length: value.length }) ?? ruleOf(rules, { id, length: value.length });
  if (!rule) {
    const reader = readers[id];
    reader?.(decoded, value, customRules);
    return reader !== undefined;
  }
  if (rule.into === 'battery' && value.length === 1 && value[0] === 0xff) decoded.values.charging = true;
  setItem(decoded, rule, value, 'be');
  return true;
}

/** Whether the item is a content byte alone: items of another table follow. */
const isMark = ({ id, value }: Item) => id === 0x80 && value.length === 1;

/**
 * Reads the items into a message: by rules of the model, then of the protocol, then by readers; unknown items stay raw.
 */
export function readItems(decoded: Decoded, items: readonly Item[], customRules: Rules = []): void {
  const unknown: Record<string, string> = {};
  const markAt = items.findIndex(isMark);
  for (const [nth, item] of items.entries()) {
    if (nth === markAt || (markAt >= 0 && nth > markAt && readExtended(decoded, item.id, item.value))) continue;
    if (!readItem(decoded, item, customRules))
      unknown[item.id.toString(16).padStart(2, '0')] = item.value.toString('hex');
  }
  if (Object.keys(unknown).length > 0) decoded.values.items = unknown;
}
