import type { CallResult } from '#shared/codes.ts';
import type { CallNumber, CallTarget } from './callOrder.ts';
import type { WarnStep } from './types.ts';

/** A call that was dialled and has no result yet; what is noted of it is kept as a draft, so that nothing is lost. */
export interface RunningCall {
  /** Key of the target. */
  key: string;
  name: string;
  contactId: string | null;
  phone: string;
  /** Epoch ms by the server's clock. */
  startedAt: number;
  /** When somebody said that it was answered; absent: nobody did. */
  answeredAt?: number;
  endedAt: number | null;
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
    note: '',
  };
}

/** The call that another person had on the line when they left: it is over, what they wrote is still to be saved. */
export function hungUp(call: RunningCall | null, stored: { at: string }): RunningCall | null {
  return call && { ...call, endedAt: call.endedAt ?? Date.parse(stored.at) };
}

/** Whole seconds to the end, or to `now` while it runs: of the call where somebody said that it was answered, else from dialling. */
export function callSeconds(running: RunningCall, now: number): number {
  return Math.max(0, Math.floor(((running.endedAt ?? now) - (running.answeredAt ?? running.startedAt)) / 1000));
}

/** What addWarnCall takes at the dial: a contact by id, anyone else by number in the characters that the contract allows. */
export function dialInput(warnId: string, running: RunningCall) {
  const whom = running.contactId === null ? {} : { contactId: running.contactId };
  const phone = running.phone.replaceAll(/[^0-9+*#-]/g, '');
  return {
    id: warnId,
    ...whom,
    ...(phone.length >= 3 ? { phone } : {}),
    startedAt: new Date(running.startedAt).toISOString(),
  };
}

/** What came of the call, for finishWarnCall. */
export function resultInput(running: RunningCall, result: CallResult, now: number) {
  const note = running.note.trim();
  return { result, seconds: callSeconds(running, now), ...(note === '' ? {} : { note }) };
}

/** The step that the dial of this call has left in the timeline; undefined until it is there. */
export function stepOf(running: RunningCall, steps: readonly WarnStep[], userId: string | null): WarnStep | undefined {
  const startedAt = new Date(running.startedAt).toISOString();
  return steps.find((step) => step.kind === 'call' && step.userId === userId && step.data.startedAt === startedAt);
}

/**
 * The person's own call that has no result yet, from the record: what is left of one after the browser has gone.
 * @param settled ids of steps whose result is on its way here
 */
export function unfinishedCall(
  targets: readonly CallTarget[],
  steps: readonly WarnStep[],
  userId: string | null,
  settled: ReadonlySet<string>,
): RunningCall | null {
  for (const step of steps.toReversed()) {
    if (step.kind !== 'call' || step.data.result !== null || step.userId !== userId || settled.has(step.id)) continue;
    const target = targets.find(({ calls }) => calls.some((call) => call.stepId === step.id));
    const phone = typeof step.data.phone === 'string' ? step.data.phone : '';
    const startedAt = Date.parse(typeof step.data.startedAt === 'string' ? step.data.startedAt : step.at);
    if (target) return { ...dialled(target, { way: '', phone }, startedAt), note: step.note ?? '' };
  }
  return null;
}

/** The address that makes the browser dial. */
export function telLink(phone: string): string {
  return `tel:${phone.replaceAll(/[^0-9+*#-]/g, '').replaceAll('#', '%23')}`;
}
