import type { WarnStep } from '#features/warn/web/service.ts';
import type { CallResult } from '#shared/codes.ts';
import type { CallNumber, CallTarget } from './callOrder.ts';

/** Dialled call without a result; its note is saved as a draft. */
export interface RunningCall {
  /** Key of the target. */
  key: string;
  name: string;
  contactId: string | null;
  phone: string;
  /** Dial time, epoch ms of the server's clock. */
  startedAt: number;
  /** When the operator marked it as answered; absent: not marked. */
  answeredAt?: number;
  endedAt: number | null;
  note: string;
}

/** Returns a new call without notes. */
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

/** Returns the active call of a handler who left, as ended: its note is still to be saved. */
export function hungUp(call: RunningCall | null, stored: { at: string }): RunningCall | null {
  return call && { ...call, endedAt: call.endedAt ?? Date.parse(stored.at) };
}

/** Returns whole seconds to the end, or to `now` while active: since it was marked as answered, else since the dial. */
export function callSeconds(running: RunningCall, now: number): number {
  return Math.max(0, Math.floor(((running.endedAt ?? now) - (running.answeredAt ?? running.startedAt)) / 1000));
}

/**
 * Returns the input of addWarnCall at the dial: a contact by id, others by number in the characters that the contract
 * allows.
 */
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

/** Returns the input of finishWarnCall with the result. */
export function resultInput(running: RunningCall, result: CallResult, now: number) {
  const note = running.note.trim();
  return { result, seconds: callSeconds(running, now), ...(note === '' ? {} : { note }) };
}

/** Returns the step that the dial of this call created; undefined until it exists. */
export function stepOf(running: RunningCall, steps: readonly WarnStep[], userId: string | null): WarnStep | undefined {
  const startedAt = new Date(running.startedAt).toISOString();
  return steps.find((step) => step.kind === 'call' && step.userId === userId && step.data.startedAt === startedAt);
}

/**
 * Returns the user's own recorded call without a result, e.g. after the browser was closed.
 * @param settled ids of steps with a result already sent
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

/** Returns the URL that makes the browser dial. */
export function telLink(phone: string): string {
  return `tel:${phone.replaceAll(/[^0-9+*#-]/g, '').replaceAll('#', '%23')}`;
}
