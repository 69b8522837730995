import { useRef } from 'react';
import { phoneCallApi } from '#features/phoneCall/contract.ts';
import { type RunAction, useWarnDraft, type WarnDetail } from '#features/warn/web/service.ts';
import type { CallResult } from '#shared/codes.ts';
import { callApi } from '#web/api/request.ts';
import { now } from '#web/core/now.ts';
import { toast } from '#web/message/message.tsx';
import { type CallNumber, type CallTarget, callTargets } from './callOrder.ts';
import { dialInput, dialled, hungUp, type RunningCall, resultInput, stepOf, unfinishedCall } from './runningCall.ts';

export interface PhoneCall {
  /** Active call or one without a result; null without one. */
  running: RunningCall | null;
  change: (running: RunningCall) => void;
  /** Records the dial; returns false if another call still needs a result. */
  dial: (target: CallTarget, number: CallNumber) => boolean;
  hangUp: () => void;
  /** Saves the result and the note of the call. */
  save: (result: CallResult) => Promise<void>;
}

/**
 * Manages one call at a time, recorded from the dial on: after a browser was closed its call is found there again. A
 * dial that failed to save is recorded with the result, with its original time.
 */
export function usePhoneCall(detail: WarnDetail, userId: string | null, run: RunAction): PhoneCall {
  const [draft, setDraft, dropDraft] = useWarnDraft<RunningCall | null>(detail, 'call', null, hungUp);
  const writing = useRef<{ startedAt: number; stepId: Promise<string | null> } | null>(null);
  const settled = useRef(new Set<string>());
  const written = draft === null ? undefined : stepOf(draft, detail.steps, userId);
  // Another user has recorded the result meanwhile.
  const over = written !== undefined && (written.data.result !== null || settled.current.has(written.id));
  const running =
    draft !== null && !over ? draft : unfinishedCall(callTargets(detail), detail.steps, userId, settled.current);

  const write = async (begun: RunningCall) => {
    let stepId: string | null = null;
    await run(async () => {
      stepId = (await callApi(phoneCallApi.addWarnCall, dialInput(detail.id, begun))).id;
    });
    return stepId;
  };
  const dial = (target: CallTarget, number: CallNumber) => {
    if (running !== null) {
      toast.info(`先选与 ${running.name} 的通话结果`);
      return false;
    }
    const begun = dialled(target, number, now());
    setDraft(begun);
    writing.current = { startedAt: begun.startedAt, stepId: write(begun) };
    return true;
  };
  const save = async (result: CallResult) => {
    if (running === null) return;
    const pending = writing.current?.startedAt === running.startedAt ? writing.current.stepId : null;
    const stepId = (await pending) ?? stepIdOf(running, detail, userId);
    const fields = resultInput(running, result, now());
    const send = () =>
      stepId === null
        ? callApi(phoneCallApi.addWarnCall, { ...dialInput(detail.id, running), ...fields })
        : callApi(phoneCallApi.finishWarnCall, { id: detail.id, stepId, ...fields });
    const sent = await run(async () => {
      settled.current.add((await send()).id);
    });
    if (sent) dropDraft();
  };
  const hangUp = () => running !== null && setDraft({ ...running, endedAt: now() });
  return { running, change: setDraft, dial, hangUp, save };
}

/** Returns the step of a recorded call: that of its instant by any user, or the user's own open one. */
function stepIdOf(running: RunningCall, detail: WarnDetail, userId: string | null): string | null {
  const unanswered = detail.steps.filter((step) => step.kind === 'call' && step.data.result === null);
  const dialledStep = unanswered.find((step) => step.data.startedAt === new Date(running.startedAt).toISOString());
  if (dialledStep) return dialledStep.id;
  const open = unanswered.filter((step) => step.userId === userId);
  const ownStep = stepOf(running, open, userId) ?? open.find((step) => Date.parse(step.at) === running.startedAt);
  return ownStep?.id ?? null;
}
