import { deviceTypes, ringsLate, type WarnType } from '#shared/codes.ts';
import type { Folded, NewMessage } from './fold.ts';
import type { State } from './lookup.ts';
import { isPlausible } from './times.ts';

/** What shows that the device works: by what its model can, a call for help, any alarm, or any data. */
function isEvidence(by: State['testBy'], type: WarnType | 'data'): boolean {
  if (type === 'data') return by === 'data';
  return by !== 'help' || ringsLate.includes(type);
}

/**
 * Whether a message was sent in the test window of its device. One from another address is none of the device's; a backlog, and
 * what was sent before the window, may be somebody's call from then. A clock that is plainly wrong says nothing of it.
 */
function isWithin({ message, times, untrusted }: NewMessage, { testFrom, testUntil }: State): boolean {
  if (testFrom === null || testUntil === null || untrusted || message.decoded?.backlog) return false;
  if (times.received < testFrom || times.received >= testUntil) return false;
  return !times.late || !isPlausible(times);
}

/**
 * Whether an alarm, or the data of a message, belongs to its device's test: it is marked then, and rings nowhere. The first that
 * shows that the device works closes the window in `state`: what comes after it rings as any. Work on the device is none of it.
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
