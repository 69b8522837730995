import type { assessmentApi } from '#features/assessment/contract.ts';
import { lockCustomer } from '#features/customer/server/service.ts';
import { encrypt } from '#server/core/crypto.ts';
import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { settleLatest } from '../latest.ts';
import { emitChange } from './changed.ts';
import { customerIdOf, lockAssessment } from './locked.ts';
import { type State, stateOf } from './state.ts';

/** Voids a submitted or finished assessment; level and latest one of the person follow from what remains. */
export async function voidAssessment(
  viewer: Viewer,
  { id, reason }: InputOf<(typeof assessmentApi)['voidAssessment']>,
): Promise<State> {
  return command(viewer, async (ctx) => {
    const { tx } = ctx;
    const customer = await lockCustomer(tx, viewer, await customerIdOf(tx, viewer, id));
    const locked = await lockAssessment(tx, viewer, id);
    const { status, updatedBy } = locked.row;
    if (status === 'void' && updatedBy === viewer.userId) return stateOf(tx, locked);
    if (status === 'draft') throw new Problem(409, '草稿不能作废，可以删除', { status });
    if (status === 'void' || status === 'replaced') throw new Problem(409, '评估已作废或已被复评替换', { status });
    await tx.updateTable('assessment').set({ status: 'void', latest: false }).where('id', '=', id).execute();
    await tx
      .updateTable('assessmentForm')
      .set({ endReasonCipher: encrypt(reason) })
      .where('assessmentId', '=', id)
      .execute();
    await settleLatest(tx, [customer.id]);
    emitChange(ctx, locked.row, customer);
    return stateOf(tx, locked);
  });
}
