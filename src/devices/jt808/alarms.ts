// Meanings of the alarm word's bits: by the standard, and for maker-specific bits the most common use.

import { type AlarmBit, type AlarmType, byUrgency, type Decoded } from '../message.ts';
import type { Profile } from '../profile.ts';

const meanings: ReadonlyMap<number, AlarmType> = new Map([
  [0, 'sos'],
  [7, 'low_batt'],
  [8, 'power_off'],
  [16, 'tamper'],
  [17, 'tamper'],
  [18, 'low_batt'],
  [20, 'fence_out'],
  [29, 'fall'],
  [30, 'fall'],
  [31, 'door'],
]);
/** Other alarm bits of the standard; they raise `other`. */
const others = [1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14, 15, 19, 21, 22, 23, 24, 25, 26, 27, 28];

function meaningOf(bit: number, customBits: Profile['alarmBits']): AlarmType | undefined {
  return customBits?.get(bit) ?? meanings.get(bit) ?? (others.includes(bit) ? 'other' : undefined);
}

/** Alarm-word bits of alarms that items also report: such an item sets its bit as a level. */
const bitOf: Readonly<Partial<Record<AlarmType, number>>> = {
  sos: 0,
  low_batt: 7,
  power_off: 8,
  other: 15,
  tamper: 16,
  off_wrist: 17,
};

/** Reads the alarm word; an item reports the direction of a fence alarm. */
export function readAlarms(
  decoded: Decoded,
  word: number,
  { alarmBits: customBits }: Profile,
  leftFence: boolean | null,
): void {
  const levels: AlarmBit[] = [];
  for (let bit = 0; bit < 32; bit++) {
    if (((word >>> bit) & 1) === 0) continue;
    const type = bit === 20 && leftFence === false ? 'fence_in' : meaningOf(bit, customBits);
    if (type) levels.push({ bit, type });
  }
  decoded.alarmBits = word >>> 0;
  decoded.levels = levels;
  decoded.alarms = byUrgency([...decoded.alarms, ...levels.map(({ type }) => type)]);
}

/** Adds an alarm that an item repeats in each report while it lasts. */
export function addLevel(decoded: Decoded, type: AlarmType): void {
  const bit = bitOf[type];
  if (bit === undefined) return;
  decoded.alarmBits = ((decoded.alarmBits ?? 0) | (1 << bit)) >>> 0;
  if (!decoded.levels.some((level) => level.bit === bit && level.type === type)) decoded.levels.push({ bit, type });
  decoded.alarms = byUrgency([...decoded.alarms, type]);
}

/** Adds an alarm that an item reports once. */
export function addPress(decoded: Decoded, type: AlarmType): void {
  decoded.alarms = byUrgency([...decoded.alarms, type]);
  decoded.press = true;
}
