import { endWarn, needsReport, refusalsOf } from '#features/closing/server/service.ts';
import { dispatchesUnderWay, moveDispatch } from '#features/dispatch/server/service.ts';
import { wakeSenders } from '#features/equipmentCommand/server/service.ts';
import { type LostResult, type lostApi, lostResults } from '#features/lost/contract.ts';
import { changeWarn, type LockedWarn, proofOf, requireHandler } from '#features/warn/server/service.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { WarnResult } from '#shared/codes.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { encrypted, requireLost } from './access.ts';

type Input = InputOf<typeof lostApi.closeLost>;

/** Result of the alarm by the end of the search. */
const warnResultOf: Record<LostResult, WarnResult> = {
  found: 'on_site',
  hospital: 'hospital',
  death: 'death',
  none: 'none',
};

const dayMs = 86_400_000;

/** Ends the dispatches: nobody searches any longer. */
async function recallResponders(locked: LockedWarn, viewer: Viewer): Promise<void> {
  for (const { id: dispatchId, state } of await dispatchesUnderWay(locked.tx, locked.row.id))
    await moveDispatch(locked, viewer, {
      dispatchId,
      state: state === 'arrived' ? 'done' : 'cancelled',
      note: '走失已结束',
    });
}

/** Throws 400 for an end that the record does not support, and for a time outside the search. */
async function validateEnd({ tx, row }: LockedWarn, { result, foundAt }: Input, seenAt: string): Promise<void> {
  const { results } = refusalsOf(row, await proofOf(tx, row));
  const refused = result === 'found' ? undefined : results.find((one) => one.result === warnResultOf[result]);
  if (refused) throw invalidField('result', `不能以「${lostResults[result]}」结束：${refused.why}`, 'proof');
  if (foundAt === undefined) return;
  if (Date.parse(foundAt) > Date.now() + 60_000) throw invalidField('foundAt', '找到时间不能晚于现在');
  if (foundAt < seenAt) throw invalidField('foundAt', '找到时间不能早于最后见到的时间');
}

/**
 * Ends the search in one transaction: the alarm is closed, responders are recalled, devices report as before, and links
 * end. 409 for an alarm that somebody else handles, or nobody.
 */
export async function closeLost(viewer: Viewer, input: Input): Promise<null> {
  const { id, result, foundAt } = input;
  const { lost } = await requireLost(viewer, id);
  const note = input.note.trim();
  if (note.length < 5) throw invalidField('note', '经过至少5个字', 'minLength');
  await changeWarn(viewer, id, async (locked) => {
    const { tx, row } = locked;
    await requireHandler(tx, viewer, row);
    await validateEnd(locked, input, lost.seenAt);
    await recallResponders(locked, viewer);
    await tx
      .updateTable('lostCase')
      .set({ result, foundAt: foundAt ?? null, endNoteCipher: encrypted(note) })
      .where('id', '=', id)
      .execute();
    const isTold = row.familyToldAt !== null;
    await endWarn(locked, viewer, {
      conclusion: {
        result: warnResultOf[result],
        familyTold: isTold,
        familyNote: isTold ? null : '结束走失时没有告知记录',
        noContactReason: row.calledAt === null ? '结束走失时没有呼叫记录' : null,
        followUpAt: result === 'hospital' ? new Date(Date.now() + dayMs).toISOString() : null,
      },
      // The words are in the case, encrypted.
      note: `走失结束：${lostResults[result]}`,
      resultText: `走失·${lostResults[result]}`,
      incidentReport: (await needsReport(tx, row)) ? note : undefined,
    });
  });
  wakeSenders();
  return null;
}
