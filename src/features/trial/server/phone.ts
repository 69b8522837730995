import { consumeReveal } from '#features/field/server/service.ts';
import type { trialApi } from '#features/trial/contract.ts';
import { notFound, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { inUse, requireDue } from './due.ts';

/**
 * Reveals the number of the customer of a due device: viewers who may try devices need no general reveal permission.
 * Logged as a reveal. 409 when no trial is needed any more.
 */
export async function revealTrialPhone(
  viewer: Viewer,
  { id }: InputOf<typeof trialApi.revealTrialPhone>,
): Promise<OutputOf<typeof trialApi.revealTrialPhone>> {
  const device = await db
    .selectFrom(scoped(viewer, 'equipment'))
    .select(['equipment.id', 'equipment.state', 'equipment.customerId', inUse.as('isListed')])
    .where('equipment.id', '=', id)
    .executeTakeFirst();
  if (!device) throw notFound('设备');
  await requireDue(db, device);
  if (!device.isListed) throw new Problem(409, '这位老人现在不用试按，请刷新列表', {});
  const customer = await db
    .selectFrom(scoped(viewer, 'customer'))
    .select(['customer.projectId', 'customer.mobile', 'customer.phone'])
    .where('customer.id', '=', device.customerId)
    .executeTakeFirst();
  if (!customer) throw notFound('客户');
  await consumeReveal(viewer, customer.projectId, '试按');
  return { value: customer.mobile ?? customer.phone };
}
