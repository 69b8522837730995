import { type AlarmType, byUrgency, type Decoded, isAlarmType } from '../message.ts';
import type { KeyTarget, Profile } from '../profile.ts';
import { finite, percent, readingOf } from '../reading.ts';
import { isRecord } from '../text.ts';

/** Whether a property reports something: a released button sends off, none or nothing. */
export function isSet(value: unknown): boolean {
  const text = typeof value === 'string' ? value.trim().toLowerCase() : value;
  return !!text && text !== 'off' && text !== 'none' && text !== 'false' && text !== '0';
}

/** Returns a truth value from a boolean or its text; null for anything else. */
export function truthOf(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
  if (text === 'true' || text === 'on') return true;
  return text === 'false' || text === 'off' ? false : null;
}

/**
 * Bits of alarm types in the level word of messages that name their alarms. Fixed: a device's stored word depends on
 * them. Bits 0–7 are left to the properties of a format.
 */
export const typeBits = {
  sos: 8,
  fall: 9,
  smoke: 10,
  gas: 11,
  out_bed: 12,
  fence_out: 13,
  fence_in: 14,
  no_motion: 15,
  breath: 16,
  heart: 17,
  water: 18,
  unknown: 19,
  manual: 20,
  off_wrist: 21,
  tamper: 22,
  power_off: 23,
  no_out: 24,
  sedentary: 25,
  water_use: 26,
  door: 27,
  low_batt: 28,
  offline: 29,
  sim: 30,
  other: 31,
} as const satisfies Record<AlarmType, number>;

/** Sets one bit of the level word, on or off, and says that the message tells it. On wins within one message. */
export function setLevel(decoded: Decoded, { bit, type }: { bit: number; type: AlarmType }, isOn: boolean): void {
  decoded.alarmMask = ((decoded.alarmMask ?? 0) | (1 << bit)) >>> 0;
  decoded.alarmBits ??= 0;
  if (!isOn || (decoded.alarmBits >>> bit) & 1) return;
  decoded.alarmBits = (decoded.alarmBits | (1 << bit)) >>> 0;
  decoded.levels.push({ bit, type });
  decoded.alarms = byUrgency([...decoded.alarms, type]);
}

/** Sets the level of an alarm type. */
export function setTypeLevel(decoded: Decoded, type: AlarmType, isOn: boolean): void {
  setLevel(decoded, { bit: typeBits[type], type }, isOn);
}

/** Adds an alarm that the message itself reports, not a state. */
export function addPress(decoded: Decoded, type: AlarmType): void {
  decoded.alarms = byUrgency([...decoded.alarms, type]);
  decoded.pressed = byUrgency([...(decoded.pressed ?? []), type]);
  decoded.press = true;
}

/** Returns where a value is between two bounds, in whole percent, 0 to 100. */
function shareOf(value: unknown, least: number, most: number): number | null {
  const number = finite(value);
  if (number === null) return null;
  return Math.round(Math.min(1, Math.max(0, (number - least) / (most - least))) * 100);
}

/** Returns a signal of −120 to −40 dBm in percent. */
export const signalOf = (rssi: unknown): number | null => shareOf(rssi, -120, -40);

/** Returns 1 or 0 for a truth value, one of the words, or the number itself. */
function stateOf(value: unknown, words: Readonly<Record<string, number>> = {}): number | null {
  const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
  if (Object.hasOwn(words, text)) return words[text] ?? null;
  const truth = truthOf(value);
  return truth === null ? finite(value) : Number(truth);
}

/** Returns 1 for open from a contact: true is closed. */
function openOf(value: unknown): number | null {
  const closed = stateOf(value, { open: 0, close: 1, closed: 1 });
  return closed === 0 || closed === 1 ? 1 - closed : null;
}

/** Returns a battery in percent; a fraction below 5 is a voltage. */
function batteryOf(value: unknown): number | null {
  const number = finite(value);
  return number !== null && number < 5 && !Number.isInteger(number) ? null : percent(value);
}

/** Returns a breath rate: 0 is no measurement of a radar. */
function breathOf(value: unknown): number | null {
  const rate = finite(value);
  return rate !== null && rate > 0 ? rate : null;
}

const presence = { occupied: 1, vacant: 0, trigger: 1, normal: 0 };

/** Readings by the usual names of properties (protocols.md P5), in every format in which properties have names. */
const readings: Readonly<Record<string, readonly [kind: string, valueOf: (value: unknown) => number | null]>> = {
  temperature: ['room_temperature', finite],
  humidity: ['humidity', finite],
  occupancy: ['motion', (value) => stateOf(value, presence)],
  presence: ['motion', (value) => stateOf(value, presence)],
  pir: ['motion', (value) => stateOf(value, presence)],
  contact: ['door', openOf],
  magnet_status: ['door', (value) => stateOf(value, { open: 1, close: 0, closed: 0 })],
  respiratory_rate: ['breath_rate', breathOf],
  battery: ['battery', batteryOf],
  linkquality: ['signal', (value) => shareOf(value, 0, 255)],
  rssi: ['signal', signalOf],
};

/** Returns the kind of reading that a property of this name usually is; undefined for none. */
export function readingKindOf(name: string): string | undefined {
  return Object.hasOwn(readings, name) ? readings[name]?.[0] : undefined;
}

/** Sets a measured value: the battery and the signal belong to the device, the others are readings. */
function setReading(decoded: Decoded, kind: string, value: number | null): void {
  if (value === null) return;
  if (kind === 'battery') decoded.battery = percent(value) ?? decoded.battery;
  else if (kind === 'signal') decoded.values.signal ??= percent(value);
  else if (kind === 'steps') decoded.steps = value;
  else {
    const reading = readingOf(kind, value);
    if (reading) decoded.readings.push(reading);
  }
}

/** Sets what a model's profile makes of a property. */
function setTarget(decoded: Decoded, target: KeyTarget, name: string, value: unknown): void {
  if (value === undefined || value === null || target === 'value') return;
  if (typeof target !== 'string') {
    const type = target.get(String(value).trim().toLowerCase()) ?? (isSet(value) ? target.get('*') : undefined);
    for (const each of new Set(target.values())) setTypeLevel(decoded, each, each === type);
  } else if (target !== 'door' && isAlarmType(target)) setTypeLevel(decoded, target, isSet(value));
  else
    setReading(
      decoded,
      target,
      (readingKindOf(name) === target ? readings[name]?.[1] : undefined)?.(value) ?? stateOf(value),
    );
}

/** Returns the value under a name, or under a dotted path into objects; undefined if missing. */
function valueAt(properties: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(properties, name)) return properties[name];
  return name
    .split('.')
    .reduce<unknown>(
      (value, key) => (isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined),
      properties,
    );
}

/** Reads an alarm that a property means in one format; returns false if the property means none. */
export type ReadAlarm = (decoded: Decoded, name: string, value: unknown) => boolean;

/** Reads a property that is named like an alarm type and is true or false (protocols.md P7). */
export function readNamedAlarm(decoded: Decoded, name: string, value: unknown): boolean {
  const type = name.trim().toLowerCase();
  const truth = isAlarmType(type) ? truthOf(value) : null;
  if (!isAlarmType(type) || truth === null) return false;
  setTypeLevel(decoded, type, truth);
  return true;
}

/**
 * Reads a device's properties: each stands in `values` under its own name; readings, battery, signal, alarms and presses
 * follow from the profile's `keys` and `presses`, else from the usual names. Alarms are levels of which the message
 * tells those that it mentions.
 */
export function readProperties(
  decoded: Decoded,
  properties: Readonly<Record<string, unknown>>,
  profile: Profile,
  readAlarm: ReadAlarm = readNamedAlarm,
): void {
  decoded.values = { ...decoded.values, ...properties };
  for (const [name, target] of profile.keys ?? []) setTarget(decoded, target, name, valueAt(properties, name));
  for (const [name, value] of Object.entries(properties)) {
    if (profile.presses?.has(name.toLowerCase())) {
      if (isSet(value)) addPress(decoded, 'sos');
      continue;
    }
    if (profile.keys?.has(name) || readAlarm(decoded, name, value)) continue;
    const reading = Object.hasOwn(readings, name) ? readings[name] : undefined;
    if (reading) setReading(decoded, reading[0], reading[1](value));
  }
}

/** Returns the kind of a message by what it reports. */
export function kindOf({ alarms, readings: measured, position }: Decoded, otherwise: string): string {
  if (alarms.length > 0) return 'alarm';
  if (measured.length > 0) return 'reading';
  return position ? 'position' : otherwise;
}
