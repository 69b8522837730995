import { system } from '#server/core/viewer.ts';
import { now } from '#server/db/values.ts';
import type { Change } from '#server/feature/command.ts';
import { type CaseAnswer, caseAnswers } from '#shared/caseLink.ts';
import type { DispatchState } from '#shared/codes.ts';
import { type LockedWarn, lockWarn } from './access.ts';
import type { CaseAddressee } from './caseLink.ts';
import { moveDispatch } from './dispatch.ts';
import { addStep } from './steps.ts';
import { updateWarn } from './updateWarn.ts';
import { emitWarnEvent } from './warnEvents.ts';

/** The alarm of a link, locked while it is open; null when it has ended: nothing is written any more. */
async function open(change: Change, warnId: string): Promise<LockedWarn | null> {
  const row = await lockWarn(change.tx, warnId);
  return row && (row.status === 'pending' || row.status === 'handling') ? { ...change, row } : null;
}

/**
 * Somebody whom the case was told answers it: a step of the timeline, live on every desk, and of family the moment from which
 * they know. False when the case has ended.
 */
export async function answeredFromOutside(
  change: Change,
  warnId: string,
  to: CaseAddressee,
  answer: CaseAnswer,
  note: string | null,
  linkId: string | null = null,
): Promise<boolean> {
  const locked = await open(change, warnId);
  if (!locked) return false;
  const { tx, row } = locked;
  const family = to.kind === 'contact' || to.kind === 'customer_user';
  await updateWarn(locked, {
    progress: `${to.name}：${caseAnswers[answer]}`,
    ...(family && { familyToldAt: row.familyToldAt ?? now }),
  });
  const data = {
    answer,
    answerText: caseAnswers[answer],
    by: to.name,
    byKind: to.kind,
    byId: to.id,
    ...(linkId && { linkId }),
  };
  await addStep(tx, row, system(), 'note', note, data);
  emitWarnEvent(change, row, 'changed');
  return true;
}

/** What a responder reports by their link, which is `linkId`. */
interface Report {
  warnId: string;
  dispatchId: string;
  linkId: string;
  name: string;
}

/** WGS-84; accuracy in metres. */
export interface ReportedPosition {
  lat: number;
  lng: number;
  accuracy?: number;
}

/** A responder reports how far they are, where they allow it with their position. False when the case has ended. */
export async function movedFromOutside(
  change: Change,
  { warnId, dispatchId, linkId }: Report,
  state: DispatchState,
  place: ReportedPosition | null,
): Promise<boolean> {
  const locked = await open(change, warnId);
  if (!locked) return false;
  const more = { outside: true, linkId, ...(place && { place }) };
  await moveDispatch(locked, system(), { dispatchId, state, more });
  emitWarnEvent(change, locked.row, 'changed');
  return true;
}

/** A responder sends where they are. False when the case has ended. */
export async function positionFromOutside(
  change: Change,
  { warnId, dispatchId, linkId, name }: Report,
  place: ReportedPosition,
): Promise<boolean> {
  const locked = await open(change, warnId);
  if (!locked) return false;
  const data = { by: name, byKind: 'responder', dispatchId, linkId, place };
  await addStep(change.tx, locked.row, system(), 'note', `${name} 发来位置`, data);
  emitWarnEvent(change, locked.row, 'changed');
  return true;
}

/** A responder has opened their link for the first time. */
export async function openedFromOutside(change: Change, { warnId, dispatchId, name }: Omit<Report, 'linkId'>) {
  const locked = await open(change, warnId);
  if (!locked) return;
  const data = { by: name, byKind: 'responder', dispatchId, opened: true };
  await addStep(change.tx, locked.row, system(), 'note', `${name} 打开了派单链接`, data);
  emitWarnEvent(change, locked.row, 'changed');
}
