import { moveDispatch } from '#features/dispatch/server/service.ts';
import type { CaseAddressee } from '#features/escalation/server/service.ts';
import { addStep, emitWarnEvent, type LockedWarn, lockWarn, updateWarn } from '#features/warn/server/service.ts';
import { system } from '#server/core/viewer.ts';
import { now } from '#server/db/values.ts';
import type { CommandContext } from '#server/feature/command.ts';
import type { DispatchState } from '#shared/codes.ts';
import { type CaseAnswer, caseAnswers } from '#shared/contract/caseLink.ts';

/** Locks the warn of a link while it is open; null for a closed warn, which accepts no more answers. */
async function lockOpenWarn(ctx: CommandContext, warnId: string): Promise<LockedWarn | null> {
  const row = await lockWarn(ctx.tx, warnId);
  return row && (row.status === 'pending' || row.status === 'handling') ? { ...ctx, row } : null;
}

/**
 * Records an answer by link as a step, live on every desk; for family it also sets the time of notification. Returns
 * false for a closed warn.
 */
export async function recordExternalAnswer(
  ctx: CommandContext,
  warnId: string,
  to: CaseAddressee,
  answer: CaseAnswer,
  note: string | null,
  linkId: string | null = null,
): Promise<boolean> {
  const locked = await lockOpenWarn(ctx, warnId);
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
  emitWarnEvent(ctx, row, 'changed');
  return true;
}

/** Report of a responder by the link `linkId`. */
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

/** Records a responder's state, with their position if they allow it. Returns false for a closed warn. */
export async function recordExternalMove(
  ctx: CommandContext,
  { warnId, dispatchId, linkId }: Report,
  state: DispatchState,
  position: ReportedPosition | null,
): Promise<boolean> {
  const locked = await lockOpenWarn(ctx, warnId);
  if (!locked) return false;
  const extra = { outside: true, linkId, ...(position && { place: position }) };
  await moveDispatch(locked, system(), { dispatchId, state, extra });
  emitWarnEvent(ctx, locked.row, 'changed');
  return true;
}

/** Records a responder's position. Returns false for a closed warn. */
export async function recordExternalPosition(
  ctx: CommandContext,
  { warnId, dispatchId, linkId, name }: Report,
  position: ReportedPosition,
): Promise<boolean> {
  const locked = await lockOpenWarn(ctx, warnId);
  if (!locked) return false;
  const data = { by: name, byKind: 'responder', dispatchId, linkId, place: position };
  await addStep(ctx.tx, locked.row, system(), 'note', `${name} 发来位置`, data);
  emitWarnEvent(ctx, locked.row, 'changed');
  return true;
}

/** Records that a responder opened their link for the first time. */
export async function recordLinkOpened(ctx: CommandContext, { warnId, dispatchId, name }: Omit<Report, 'linkId'>) {
  const locked = await lockOpenWarn(ctx, warnId);
  if (!locked) return;
  const data = { by: name, byKind: 'responder', dispatchId, opened: true };
  await addStep(ctx.tx, locked.row, system(), 'note', `${name} 打开了派单链接`, data);
  emitWarnEvent(ctx, locked.row, 'changed');
}
