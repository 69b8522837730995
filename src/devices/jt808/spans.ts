// Byte ranges of the fields of a JT/T 808 frame, with escapes counted.

import { type ItemRule, ruleOf } from '../items.ts';
import { isAlarmType } from '../message.ts';
import type { Span } from '../span.ts';
import { type Frame808, readFrame808 } from './frame.ts';
import { itemsOf } from './items.ts';
import { locationHead } from './location.ts';
import { locationsAt } from './messages.ts';
import { rules } from './rules.ts';

/** Range of a field in the message (header, body): first byte, and the byte after the last. */
type Range = readonly [field: string, from: number, to: number];

const head: readonly Range[] = [
  ['alarms', 0, 4],
  ['position.valid', 4, 8],
  ['position.lat', 8, 12],
  ['position.lng', 12, 16],
  ['position.altitude', 16, 18],
  ['position.speed', 18, 20],
  ['position.course', 20, 22],
  ['time', 22, 28],
];

/** Fields of items that are no plain values. */
const others: Readonly<Record<number, string>> = {
  48: 'values.signal',
  87: 'alarms',
  112: 'alarms',
  81: 'values.temperature1',
  86: 'battery',
  212: 'battery',
  225: 'cells',
  227: 'battery',
  228: 'battery',
  231: 'alarms',
  232: 'values.event',
  230: 'readings.room_temperature',
  233: 'battery',
  234: 'readings.room_temperature',
  236: 'wifi',
  238: 'values.voltage',
  240: 'cells',
  244: 'wifi',
  246: 'readings.room_temperature',
  247: 'values.voltage',
  248: 'values.iccid',
  254: 'battery',
};

function fieldOf(id: number, length: number, customRules: readonly ItemRule[]): string {
  const into = ruleOf([...customRules, ...rules], { id, length })?.into;
  if (into === undefined) return others[id] ?? 'values.items';
  if (into === 'battery' || into === 'steps') return into;
  return isAlarmType(into) ? 'alarms' : `values.${into}`;
}

/** Returns the fields of the location at an offset of the body. */
function locationRanges(body: Buffer, offset: number, end: number): Range[] {
  const location = body.subarray(offset, end);
  if (location.length < locationHead) return [];
  const { items } = itemsOf(location, locationHead);
  const inItems = items.map(
    ({ id, value, offset: from }): Range => [fieldOf(id, value.length, []), from, from + value.length],
  );
  return [...head, ...inItems].map(([field, from, to]) => [field, offset + from, offset + to]);
}

const bodies: Readonly<Record<number, readonly Range[]>> = {
  1: [
    ['values.respondSerialNumber', 0, 2],
    ['values.respondId', 2, 4],
    ['values.result', 4, 5],
  ],
  256: [
    ['values.provinceId', 0, 2],
    ['values.cityId', 2, 4],
  ],
};

function bodyRanges({ id, body }: Frame808, nth: number): Range[] {
  const begins = locationsAt(id, body);
  const offset = begins[nth];
  if (offset === undefined)
    return [...(bodies[id] ?? (body.length > 0 ? [['values.data', 0, body.length] as const] : []))];
  const next = begins[nth + 1];
  // The length of the next location is between the two.
  const end = next === undefined ? body.length : next - (id === 0x0210 ? 1 : 2);
  return locationRanges(body, offset, end);
}

/** Returns the spans of the frame's nth message; empty if the bytes are no frame. */
export function spans808(bytes: Buffer, nth: number): Span[] {
  const frame = readFrame808(bytes);
  if (!frame) return [];
  const { places, bodyAt, version, numberBytes } = frame;
  const numberAt = version === null ? 4 : 5;
  const ranges: Range[] = [
    ['values.messageId', 0, 2],
    ['number', numberAt, numberAt + numberBytes.length],
    ...bodyRanges(frame, nth).map(([field, from, to]): Range => [field, bodyAt + from, bodyAt + to]),
  ];
  return ranges.flatMap(([field, from, to]) => {
    // The byte after the last begins where the escape of the last ends.
    const [first, behind] = [places[from], places[to]];
    return first !== undefined && behind !== undefined && behind > first ? [{ field, from: first, to: behind }] : [];
  });
}
