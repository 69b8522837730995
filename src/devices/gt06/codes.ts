import { type AlarmType, alarmTypes, byUrgency } from '../message.ts';
import type { Gt06Draft } from './fields.ts';

/** Alarm codes (protocols.md P3), with a name for those without a specific alarm type. */
const alarmCodes: ReadonlyMap<number, readonly [type: AlarmType, word: string]> = new Map([
  [0x01, ['sos', 'sos']],
  [0x02, ['power_off', 'powerCut']],
  [0x03, ['other', 'vibration']],
  [0x04, ['fence_in', 'geofenceEnter']],
  [0x05, ['fence_out', 'geofenceExit']],
  [0x06, ['other', 'overspeed']],
  [0x09, ['other', 'vibration']],
  [0x0c, ['tamper', 'tampering']],
  [0x0e, ['low_batt', 'lowBattery']],
  [0x0f, ['low_batt', 'lowBattery']],
  [0x10, ['sim', 'simChange']],
  [0x11, ['power_off', 'powerOff']],
  [0x13, ['tamper', 'tampering']],
  [0x14, ['door', 'door']],
  [0x15, ['power_off', 'powerOff']],
  [0x18, ['off_wrist', 'removing']],
  [0x19, ['low_batt', 'lowBattery']],
  [0x1a, ['other', 'hardBraking']],
  [0x1b, ['other', 'hardCornering']],
  [0x23, ['fall', 'fallDown']],
  [0x25, ['tamper', 'tampering']],
  [0x26, ['other', 'hardAcceleration']],
  [0x27, ['other', 'hardBraking']],
  [0x28, ['other', 'hardBraking']],
  [0x29, ['other', 'hardAcceleration']],
  [0x2a, ['other', 'hardCornering']],
  [0x2b, ['other', 'hardCornering']],
  [0x2c, ['other', 'accident']],
  [0x2e, ['other', 'hardCornering']],
  [0x30, ['other', 'jamming']],
  [0x32, ['tamper', 'tampering']],
  [0x33, ['other', 'lock']],
  [0x34, ['other', 'unlock']],
  [0x53, ['other', 'fuelLeak']],
  [0x5b, ['other', 'temperature']],
  [0x5c, ['other', 'temperature']],
]);

/** Codes of an alarm frame that are no alarm: reception lost or found, first fix, ignition. */
const noAlarms = new Set([0x00, 0x0a, 0x0b, 0x0d, 0xfe, 0xff]);

/** Raises the alarm of a code; `sure`: the frame is an alarm, whatever its code. */
export function raise(draft: Gt06Draft, code: number, sure: boolean): void {
  if (noAlarms.has(code)) return;
  const customType = draft.alarms?.get(code);
  const [type, detail] = alarmCodes.get(code) ?? ['other', undefined];
  if (!customType && !alarmCodes.has(code) && !sure) return;
  addAlarm(draft, customType ?? type, detail);
  setCodeBit(draft, customType ?? type);
  draft.decoded.values.alarmCode = code;
}

/** First bit for codes; the bits below belong to the status byte. */
const firstCodeBit = 8;

/**
 * Adds the code to the level word if there is a status: a heartbeat repeats it until it ends, and only its rise alarms.
 * Also in an alarm frame, so that the next heartbeat does not alarm again.
 */
function setCodeBit({ decoded }: Gt06Draft, type: AlarmType): void {
  if (decoded.alarmBits === null) return;
  const bit = firstCodeBit + alarmTypes.indexOf(type);
  decoded.alarmBits = (decoded.alarmBits | (1 << bit)) >>> 0;
  decoded.levels = [...decoded.levels, { bit, type }];
}

/** Adds an alarm; `detail` names it if the alarm type is too general. */
export function addAlarm({ decoded }: Gt06Draft, type: AlarmType, detail?: string): void {
  decoded.alarms = byUrgency([...decoded.alarms, type]);
  if (detail !== undefined) decoded.values.alarm = detail;
}

/** Alarms of bits 3–5 of the terminal status: a level, repeated until it ends. */
export const statusAlarms: readonly (readonly [type: AlarmType, word: string] | null)[] = [
  null,
  ['other', 'vibration'],
  ['power_off', 'powerCut'],
  ['low_batt', 'lowBattery'],
  ['sos', 'sos'],
  null,
  ['fence_out', 'geofence'],
  ['off_wrist', 'removing'],
];
