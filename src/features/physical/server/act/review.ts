import { dropExaminationFollowUps } from '#features/followUp/server/service.ts';
import type { physicalApi } from '#features/physical/contract.ts';
import { encrypt } from '#server/core/crypto.ts';
import { invalidField, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { now } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { withdrawReadings } from './readings.ts';
import { openPhysical, requireStatus, type State, type StoredPhysical, stateOf } from './record.ts';
import { cipherOf } from './store.ts';

type Api = {
  [K in 'reviewPhysical' | 'voidPhysical' | 'deletePhysical']: InputOf<(typeof physicalApi)[K]>;
};

/** Returns whether the user entered or edited any of it, and therefore cannot review it. */
export const hasEdited = ({ enteredBy, editors }: Pick<StoredPhysical, 'enteredBy' | 'editors'>, userId: string) =>
  enteredBy === userId || editors.includes(userId);

/** Passes a submitted examination, or sends it back with a note: its readings are withdrawn until it is submitted again. */
export async function reviewPhysical(
  viewer: Viewer,
  { id, approved = true, note }: Api['reviewPhysical'],
): Promise<State> {
  if (!approved && !note?.trim()) throw invalidField('note', '退回请填写审核意见', 'required');
  return command(viewer, async ({ tx }) => {
    const opened = await openPhysical(tx, viewer, id);
    requireStatus(opened.physical, 'done', '只有已提交的体检可以审核');
    if (hasEdited(opened.physical, viewer.userId)) throw new Problem(409, '审核人不能是录入或修改过该体检的人');
    await tx
      .updateTable('physicalForm')
      .set({ reviewNoteCipher: cipherOf(note) })
      .where('physicalId', '=', id)
      .execute();
    if (!approved) await withdrawReadings(tx, viewer, opened, '体检被退回修改');
    await tx
      .updateTable('physical')
      .set(
        approved
          ? { status: 'reviewed', reviewedBy: viewer.userId, reviewedAt: now }
          : { status: 'draft', readingAt: null, readingSource: null },
      )
      .where('id', '=', id)
      .execute();
    return stateOf(tx, id);
  });
}

/** Voids an examination with a reason: it stays readable, its readings are withdrawn, and its follow-up is dropped. */
export async function voidPhysical(viewer: Viewer, { id, reason }: Api['voidPhysical']): Promise<State> {
  if (!reason.trim()) throw invalidField('reason', '请填写作废原因', 'required');
  return command(viewer, async ({ tx }) => {
    const opened = await openPhysical(tx, viewer, id);
    const { status } = opened.physical;
    if (status === 'draft') throw new Problem(409, '草稿请直接删除');
    if (status === 'void') throw new Problem(409, '该体检已作废');
    await tx
      .updateTable('physicalForm')
      .set({ voidReasonCipher: encrypt(reason.trim()) })
      .where('physicalId', '=', id)
      .execute();
    await withdrawReadings(tx, viewer, opened, reason.trim());
    await dropExaminationFollowUps(tx, viewer, { physicalId: id });
    await tx.updateTable('physical').set({ status: 'void' }).where('id', '=', id).execute();
    return stateOf(tx, id);
  });
}
