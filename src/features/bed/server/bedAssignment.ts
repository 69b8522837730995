import { sql } from 'kysely';
import type { bedApi } from '#features/bed/contract.ts';
import { isOver, lockCustomer, type MergedPair } from '#features/customer/server/service.ts';
import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { lockBed, takenProblem } from './bed.ts';

type Api = typeof bedApi;

/** Assigns a customer, locked before, to a free or reserved bed and releases the previous bed. */
export async function assignToBed(
  tx: Db,
  viewer: Viewer,
  { id, name, serviceState }: { id: string; name: string; serviceState: string },
  bedId: string,
): Promise<void> {
  if (isOver(serviceState)) {
    const is = labelOf('service_state', serviceState);
    throw new Problem(409, `「${name}」是${is}，不能安排床位`, { serviceState }, `${is}的客户不能安排床位`);
  }
  // Locks both beds of a move in a fixed order, so that two customers who swap beds do not deadlock.
  await sql`select 1 from customer_bed where id = ${bedId} or customer_id = ${id} order by id for update`.execute(tx);
  const bed = await lockBed(tx, viewer, bedId);
  if (bed.customerId === id) return;
  if (bed.customerId !== null) throw takenProblem(bed.customerName);
  if (bed.state === 'closed') throw new Problem(409, '该床位已停用');
  await clearBed(tx, id);
  await tx.updateTable('customerBed').set({ customerId: id, state: 'free' }).where('id', '=', bedId).execute();
}

/** Releases the customer's bed, if any. */
export async function clearBed(tx: Db, customerId: string): Promise<void> {
  await tx.updateTable('customerBed').set({ customerId: null }).where('customerId', '=', customerId).execute();
}

/** Assigns a served customer to a bed; of two concurrent calls the second gets 409 with the occupant. */
export async function assignBed(viewer: Viewer, { customerId, bedId }: InputOf<Api['assignBed']>): Promise<null> {
  await command(viewer, async ({ tx }) => assignToBed(tx, viewer, await lockCustomer(tx, viewer, customerId), bedId));
  return null;
}

/** Releases the customer's bed; 409 when the customer is no longer in it. */
export async function releaseBed(viewer: Viewer, { customerId, bedId }: InputOf<Api['releaseBed']>): Promise<null> {
  await command(viewer, async ({ tx }) => {
    const { name } = await lockCustomer(tx, viewer, customerId);
    const bed = await lockBed(tx, viewer, bedId);
    if (bed.customerId !== customerId) throw new Problem(409, `「${name}」不在该床位`, null, '客户不在该床位');
    await tx.updateTable('customerBed').set({ customerId: null }).where('id', '=', bedId).execute();
  });
  return null;
}

/** Releases the bed of the merged customer if the kept customer has a bed or needs none. */
export async function clearSecondBed(tx: Db, { from, to }: MergedPair): Promise<void> {
  await sql`
    update customer_bed b set customer_id = null where b.customer_id = ${from} and (
      exists (select 1 from customer_bed k where k.customer_id = ${to})
      or exists (select 1 from customer c where c.id = ${to} and c.service_state in ('ended', 'deceased')))`.execute(
    tx,
  );
}
