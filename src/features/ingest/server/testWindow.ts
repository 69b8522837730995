import { deviceTypes, ringsLate, type WarnType } from '#shared/codes.ts';
import type { Folded, NewMessage } from './fold.ts';
import type { State } from './lookup.ts';
import { isPlausible } from './times.ts';

/** Returns whether a message is evidence: by the model, a call for help, any alarm, or any data. */
function isEvidence(by: State['testBy'], type: WarnType | 'data'): boolean {
  if (type === 'data') return by === 'data';
  return by !== 'help' || ringsLate.includes(type);
}

/**
 * Returns whether a message was sent within the device's test window. Excludes untrusted and backlog messages, and
 * those sent before the window, which may be real calls; an implausible clock is ignored.
 */
function isWithin({ message, times, untrusted }: NewMessage, { testFrom, testUntil }: State): boolean {
  if (testFrom === null || testUntil === null || untrusted || message.decoded?.backlog) return false;
  if (times.received < testFrom || times.received >= testUntil) return false;
  return !times.late || !isPlausible(times);
}

/**
 * Returns whether an alarm or data belongs to the device's test and raises no alarm. The first evidence closes the
 * window in `state`; later messages raise alarms again. Maintenance never belongs to a test.
 */
export function belongsToTest(into: Folded, entry: NewMessage, state: State, type: WarnType | 'data'): boolean {
  if (!isWithin(entry, state) || (type !== 'data' && deviceTypes.includes(type))) return false;
  if (isEvidence(state.testBy, type)) {
    into.evidence.push({ equipmentId: entry.device.id, receivedAt: entry.message.receivedAt, type });
    state.testFrom = null;
    state.testUntil = null;
  }
  return true;
}
