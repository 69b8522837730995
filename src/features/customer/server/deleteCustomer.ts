import type { customerApi } from '#features/customer/contract.ts';
import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { any, now } from '#server/db/values.ts';
import { blockingReasons } from '#server/feature/blockingReferences.ts';
import { command } from '#server/feature/command.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { lockCustomers } from './lockCustomer.ts';

/**
 * Deletes customers who are not served yet, with their contacts; all or none. 409 gives the reason why a customer
 * stays.
 */
export async function deleteCustomer(
  viewer: Viewer,
  { ids }: InputOf<typeof customerApi.deleteCustomer>,
): Promise<null> {
  return command(viewer, async ({ tx }) => {
    for (const { name, serviceState } of await lockCustomers(tx, viewer, ids)) {
      if (serviceState === 'pending') continue;
      const state = labelOf('service_state', serviceState);
      throw new Problem(409, `客户「${name}」${state}，只有待开通的客户可以删除`, null, '只有待开通的客户可以删除');
    }
    const [blocked] = await blockingReasons(tx, 'customer', ids);
    if (blocked) {
      const row = await tx.selectFrom('customer').select('name').where('id', '=', blocked[0]).executeTakeFirst();
      throw new Problem(409, `客户「${row?.name ?? ''}」不能删除：${blocked[1]}`, null, `客户不能删除：${blocked[1]}`);
    }
    await tx.updateTable('customer').set({ deletedAt: now }).where('id', '=', any(ids)).execute();
    await tx
      .updateTable('customerContact')
      .set({ deletedAt: now, updatedAt: now, updatedBy: viewer.userId })
      .where('customerId', '=', any(ids))
      .where('deletedAt', 'is', null)
      .execute();
    await tx
      .updateTable('file')
      .set({ deletedAt: now })
      .where('subject', '=', 'customer')
      .where('subjectId', '=', any(ids))
      .where('deletedAt', 'is', null)
      .execute();
    return null;
  });
}
