import { addPress, readNamedAlarm, readProperties, setTypeLevel } from '../json/childProperties.ts';
import type { AlarmType, Decoded } from '../message.ts';
import type { Profile } from '../profile.ts';
import { readingOf } from '../reading.ts';
import { isRecord } from '../text.ts';

/** Words of a property that mean an alarm, in the maker's names (protocols.md P6). */
const levels: Readonly<Record<string, readonly [word: string, type: AlarmType]>> = {
  leakage_status: ['leak', 'water'],
  tamper_status: ['uninstalled', 'tamper'],
  detection_status: ['fall', 'fall'],
};

/** Alarms of a radar's events by their kind. */
const events: Readonly<Record<string, AlarmType>> = {
  fall: 'fall',
  out_of_bed: 'out_bed',
  motionless: 'no_motion',
  tachypnea: 'breath',
  bradynea: 'breath',
  bradypnea: 'breath',
};

function readWord(decoded: Decoded, name: string, value: unknown): boolean {
  const level = Object.hasOwn(levels, name) ? levels[name] : undefined;
  if (!level) return readNamedAlarm(decoded, name, value);
  const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
  if (word === '' || word === 'unknown') return false;
  setTypeLevel(decoded, level[1], word === level[0]);
  return true;
}

/** Reads events: a triggered one is an alarm of its own, a deactivated one ends its level. */
function readEvents(decoded: Decoded, list: unknown): void {
  const last = new Map<AlarmType, boolean>();
  for (const event of Array.isArray(list) ? list.filter(isRecord) : []) {
    const kind = String(event.alarm_type).toLowerCase();
    const type = Object.hasOwn(events, kind) ? events[kind] : undefined;
    const isTriggered = event.alarm_status === 'alarm_triggered';
    if (!type || (!isTriggered && event.alarm_status !== 'alarm_deactivated')) continue;
    if (isTriggered) addPress(decoded, type);
    last.set(type, isTriggered);
  }
  for (const [type, isOn] of last) setTypeLevel(decoded, type, isOn);
}

/** Returns the words of a button's event: its text, its status, or none for a number. */
function wordsOf(value: unknown): string[] {
  const text = String(isRecord(value) ? (value.status ?? '') : (value ?? ''))
    .trim()
    .toLowerCase();
  return text === '' ? [] : [text, text.replaceAll(' ', '_'), text.split(' ')[0] ?? text];
}

const nothing = new Set(['none', 'off', 'false', '0', 'null']);

/** Reads presses of a button: any of its events, unless the profile lists those that count. */
function readButtons(decoded: Decoded, properties: Readonly<Record<string, unknown>>, profile: Profile): void {
  if (!profile.isButton) return;
  for (const [name, value] of Object.entries(properties)) {
    if (!/^(?:button_event|press|sos|button_\d+)$/.test(name)) continue;
    const words = wordsOf(value);
    const [word] = words;
    if (word === undefined || nothing.has(word)) continue;
    const type = words.map((each) => profile.words?.get(each)).find((each) => each !== undefined);
    const isPress = !profile.presses || words.some((each) => profile.presses?.has(each));
    if (type ?? isPress) addPress(decoded, type ?? 'sos');
  }
}

/** States of a radar that sees a bed. */
const bedStates = new Map<unknown, number>([
  ['in_bed', 1],
  ['out_of_bed', 0],
]);

/** Reads the properties that a codec gives, ours or the network server's: readings, levels, events and presses. */
export function readObject(decoded: Decoded, properties: Readonly<Record<string, unknown>>, profile: Profile): void {
  readProperties(decoded, properties, profile, readWord);
  const inBed = profile.keys?.has('detection_status') ? null : bedStates.get(properties.detection_status);
  const reading = readingOf('in_bed', inBed ?? null);
  if (reading) decoded.readings.push(reading);
  readEvents(decoded, properties.events);
  // An entry of a history is an event itself.
  if (properties.alarm_type !== undefined) readEvents(decoded, [properties]);
  readButtons(decoded, properties, profile);
}
