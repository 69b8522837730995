import type { CallResult } from '#shared/codes.ts';
import type { CallNumber, CallTarget } from './callOrder.ts';

/** A call that was dialled and is not yet on record; kept as a draft, so that nothing said in it is lost. */
export interface RunningCall {
  /** Key of the target. */
  key: string;
  name: string;
  contactId: string | null;
  phone: string;
  /** Epoch ms by the server's clock. */
  startedAt: number;
  endedAt: number | null;
  result: CallResult | null;
  note: string;
}

/** The call as it begins, with nothing said yet. */
export function dialled(target: CallTarget, number: CallNumber, startedAt: number): RunningCall {
  return {
    key: target.key,
    name: target.name,
    contactId: target.contactId,
    phone: number.phone,
    startedAt,
    endedAt: null,
    result: null,
    note: '',
  };
}

/** Whole seconds from dialling to the end, or to `now` while it runs. */
export function callSeconds(running: RunningCall, now: number): number {
  return Math.max(0, Math.floor(((running.endedAt ?? now) - running.startedAt) / 1000));
}

/** What addWarnCall takes: a contact by id, anyone else by number in the characters that the contract allows. */
export function callInput(warnId: string, running: RunningCall, result: CallResult, now: number) {
  const whom = running.contactId === null ? {} : { contactId: running.contactId };
  const phone = running.phone.replaceAll(/[^0-9+*#-]/g, '');
  const note = running.note.trim();
  return {
    id: warnId,
    ...whom,
    ...(phone.length >= 3 ? { phone } : {}),
    result,
    startedAt: new Date(running.startedAt).toISOString(),
    seconds: callSeconds(running, now),
    ...(note === '' ? {} : { note }),
  };
}

/** The address that makes the browser dial. */
export function telLink(phone: string): string {
  return `tel:${phone.replaceAll(/[^0-9+*#-]/g, '').replaceAll('#', '%23')}`;
}
