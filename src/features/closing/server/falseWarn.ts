import type { closingApi } from '#features/closing/contract.ts';
import { beginWrapUp } from '#features/seat/server/service.ts';
import {
  addStep,
  changeWarn,
  clearedFalseRequest,
  deleteDrafts,
  dropTimers,
  encryptFacts,
  type LockedWarn,
  overdueNow,
  proofOf,
  requireHandler,
  requireOpen,
  runAfterEnd,
  type StoredWarn,
  updateWarn,
  type WarnRow,
} from '#features/warn/server/service.ts';
import { invalidField, Problem } from '#server/core/problem.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { now } from '#server/db/values.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import { confirmedBys, type FalseReason } from '#shared/codes.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { requireDispatchesDone } from './closeWarn.ts';
import { notifyLeaders, notifyRefusal } from './falseRequestNotice.ts';
import { reportFor } from './incident.ts';

type ConfirmedBy = InputOf<(typeof closingApi)['falseWarn']>['confirmedBy'];
type Needs = 'call' | 'leader' | 'drill';

const judge = 'warn:judge';

const needTexts: Record<Needs, string> = {
  call: '没有接通的通话记录，请先拨打核实，或请班长核实',
  leader: '班长核实须由班长本人标记，请提交给班长',
  drill: '设备不在进行中的演练里，请先拨打核实，或请班长核实',
};

/** Returns a 409 with the proof that 误报 lacks. */
function proofProblem(needs: Needs, row: StoredWarn, message = needTexts[needs]): Problem {
  return new Problem(409, message, { needs, status: row.status });
}

/**
 * Requires proof for 误报: a voice contact, an open drill, or the leader (domain.md 7.1). A statement alone is not
 * enough.
 */
async function requireProof({ tx, row }: LockedWarn, viewer: Viewer, confirmedBy: ConfirmedBy): Promise<void> {
  if (confirmedBy === 'leader') {
    if (!hasPermission(viewer, judge)) throw proofProblem('leader', row);
    return;
  }
  const proof = await proofOf(tx, row);
  if (!proof[confirmedBy]) throw proofProblem(confirmedBy === 'drill' ? 'drill' : 'call', row);
}

interface FalseDetails {
  reason: FalseReason;
  confirmedBy: ConfirmedBy;
  note?: string | undefined;
  incidentReport?: string | undefined;
}

/** Closes the warn as 误报; the caller has checked the permission. A drill needs no report. */
async function markFalse(locked: LockedWarn, viewer: Viewer, details: FalseDetails): Promise<void> {
  const { tx, row } = locked;
  const { reason, confirmedBy, note, incidentReport } = details;
  await requireDispatchesDone(locked);
  const report = confirmedBy === 'drill' ? row.incidentReport : await reportFor(tx, row, incidentReport);
  await updateWarn(locked, {
    status: 'false',
    falseReason: reason,
    confirmedBy,
    closeNote: note ?? null,
    incidentReport: report,
    recordCipher: await encryptFacts(tx, row),
    finishedAt: now,
    overdue: overdueNow,
    handlerId: row.handlerId ?? viewer.userId,
    test: row.test || confirmedBy === 'drill' || reason === 'test',
    progress: `误报：${labelOf('false_reason', reason)}`,
    ...clearedFalseRequest,
  });
  await dropTimers(tx, row.id);
  await addStep(tx, { ...row, status: 'false' }, viewer, 'false', note ?? null, {
    reason,
    reasonText: labelOf('false_reason', reason),
    confirmedBy,
    confirmedText: confirmedBys[confirmedBy],
  });
  await deleteDrafts(tx, row.id);
  await runAfterEnd(locked, row);
  if (row.handlerId === viewer.userId) await beginWrapUp(locked, viewer);
}

/** Closes a warn as 误报. Throws 409 with `needs` if the record has no proof, or with the handler's name. */
export async function falseWarn(viewer: Viewer, input: InputOf<(typeof closingApi)['falseWarn']>): Promise<WarnRow> {
  const { id, ...details } = input;
  const { row } = await changeWarn(viewer, id, async (locked) => {
    const { tx, row } = locked;
    if (row.status !== 'pending') await requireHandler(tx, viewer, row);
    await requireProof(locked, viewer, details.confirmedBy);
    if (row.status === 'pending' && details.confirmedBy !== 'drill' && !hasPermission(viewer, judge))
      throw proofProblem('leader', row, '请先接警，或请班长核实');
    await markFalse(locked, viewer, details);
  });
  return row;
}

/** Requests 误报 from the leaders by inbox; until the answer the warn waits, rings and escalates as before. */
export async function askFalseWarn(
  viewer: Viewer,
  input: InputOf<(typeof closingApi)['askFalseWarn']>,
): Promise<WarnRow> {
  const { row } = await changeWarn(viewer, input.id, async (locked) => {
    const { tx, row } = locked;
    if (row.status === 'handling') await requireHandler(tx, viewer, row);
    else await requireOpen(tx, row);
    if (row.falseAskedAt) throw new Problem(409, '已提交班长核实，请等待答复', { needs: 'leader', status: row.status });
    await updateWarn(locked, {
      falseAskedAt: now,
      falseAskedBy: viewer.userId,
      falseAskedReason: input.reason,
      falseAskedNote: input.note ?? null,
      incidentReport: input.incidentReport?.trim() || row.incidentReport,
    });
    const notified = await notifyLeaders(locked, viewer, row, input.reason);
    await addStep(tx, row, viewer, 'note', input.note ?? null, { falseAsked: input.reason, people: notified });
  });
  return row;
}

/** Records the leader's answer: closes the warn, or continues it with the reason in its timeline. */
export async function answerFalseWarn(
  viewer: Viewer,
  input: InputOf<(typeof closingApi)['answerFalseWarn']>,
): Promise<WarnRow> {
  const { row } = await changeWarn(viewer, input.id, async (locked) => {
    const { tx, row } = locked;
    await requireOpen(tx, row);
    const { falseAskedReason: reason, falseAskedNote, falseAskedBy } = row;
    if (!reason) throw new Problem(409, '没有待核实的误报申请', { status: row.status });
    const note = input.note?.trim() || undefined;
    if (input.accept) {
      const details = { note: note ?? falseAskedNote ?? undefined, incidentReport: input.incidentReport };
      return markFalse(locked, viewer, { reason, confirmedBy: 'leader', ...details });
    }
    if (!note) throw invalidField('note', '请写明不同意的原因', 'required');
    await updateWarn(locked, clearedFalseRequest);
    // The leader's answer is no step of the handler: the stall limit keeps running.
    await addStep(tx, { ...row, status: 'pending' }, viewer, 'note', note, { falseRefused: reason });
    await notifyRefusal(locked, viewer, row, falseAskedBy);
  });
  return row;
}
