import { addPress, setLevel } from '../json/childProperties.ts';
import type { AlarmType, Decoded } from '../message.ts';

/** States that a status code begins or ends. Their bits are fixed: a device's stored word depends on them. */
const states = {
  mains: { bit: 0, type: 'power_off' },
  network: { bit: 1, type: 'other' },
} as const;

/** Alarms by status code; null: none, whatever the device. */
const byStatus: Readonly<Record<string, AlarmType | null>> = {
  '0014': 'low_batt',
  '0015': 'low_batt',
  '0016': 'low_batt',
  '0067': 'other',
  '0070': null,
  '0102': 'unknown',
  '0125': 'tamper',
};

/** Status codes that begin or end states; a reset ends all. */
const changes: Readonly<Record<string, { of: readonly (keyof typeof states)[]; isOn: boolean }>> = {
  '0023': { of: ['network'], isOn: true },
  '0085': { of: ['mains'], isOn: true },
  '0086': { of: ['mains'], isOn: false },
  '0092': { of: ['mains', 'network'], isOn: false },
  '0093': { of: ['mains', 'network'], isOn: false },
  '0112': { of: ['network'], isOn: false },
};

/** Alarms by type of device. */
const byDevice: Readonly<Record<string, AlarmType>> = {
  '0002': 'sos',
  '0003': 'sos',
  '0004': 'sos',
  '0006': 'sos',
  '0007': 'sos',
  '0017': 'sos',
  '0005': 'fall',
  '0021': 'gas',
  '0026': 'gas',
  '0023': 'smoke',
  '0033': 'water',
  '0012': 'out_bed',
  '0013': 'out_bed',
  '0014': 'door',
  '0015': 'fence_out',
  '0010': 'no_motion',
  '0018': 'no_motion',
  '0019': 'heart',
  '0011': 'other',
  '0016': 'other',
};

/** Status of a test call: a call for help where somebody tests the unit, else a call of which nobody knows. */
const testCall = '0102';

/** Sets the alarm of an alarm message: by its status first, then by the type of its device (protocols.md P8). */
export function setAlarm(decoded: Decoded, status: string, device: string): void {
  const change = Object.hasOwn(changes, status) ? changes[status] : undefined;
  if (change) {
    for (const name of change.of) setLevel(decoded, states[name], change.isOn);
    return;
  }
  const ofStatus = Object.hasOwn(byStatus, status) ? byStatus[status] : undefined;
  if (ofStatus === null) return;
  if (status === testCall) decoded.testType = 'sos';
  addPress(decoded, ofStatus ?? (Object.hasOwn(byDevice, device) ? byDevice[device] : undefined) ?? 'unknown');
}
