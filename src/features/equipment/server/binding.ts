import { sql } from 'kysely';
import { findSubject } from '#features/customer/server/service.ts';
import type { equipmentApi } from '#features/equipment/contract.ts';
import { invalidField, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { any, now } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { mine } from './mine.ts';
import { tellReporting } from './reporting.ts';

type Api = typeof equipmentApi;

/** Gives a device to a customer; the caller has judged who may. */
export async function bind(
  tx: Db,
  viewer: Viewer,
  id: string,
  to: { customerId: string; position: string | null; tested: boolean; installedAt?: string | undefined },
): Promise<void> {
  const { customerId, position, tested, installedAt = new Date().toISOString() } = to;
  await tx
    .insertInto('equipmentBinding')
    .values({ equipmentId: id, customerId, position, boundAt: installedAt, boundBy: viewer.userId, tested })
    .execute();
  await tx
    .updateTable('equipment')
    .set({ customerId, position, state: tested ? 'in_use' : 'activated', installedAt })
    .where('id', '=', id)
    .execute();
  await tellReporting(tx, [id]);
}

/** One customer at a time: a device bound elsewhere is refused with that reason. */
export async function bindEquipment(viewer: Viewer, input: InputOf<Api['bindEquipment']>): Promise<null> {
  await command(viewer, async ({ tx }) => {
    const row = await mine(tx, viewer, input.id);
    if (!(await findSubject(viewer, { id: input.customerId })))
      throw invalidField('customerId', '客户不存在或不在你的范围');
    if (row.customerId === input.customerId) return;
    if (row.customerId) throw new Problem(409, '设备已绑定其他客户，请先解绑或更换');
    await bind(tx, viewer, row.id, {
      customerId: input.customerId,
      position: input.position ?? row.position,
      tested: input.tested ?? false,
      installedAt: input.installedAt,
    });
  });
  return null;
}

/** Takes devices off whoever has them; the binding stays in the history with the reason. */
async function release(tx: Db, viewer: Viewer, ids: readonly string[], reason: string): Promise<void> {
  await tx
    .updateTable('equipmentBinding')
    .set({ unboundAt: now, unboundBy: viewer.userId, reason })
    .where('equipmentId', '=', any(ids))
    .where('unboundAt', 'is', null)
    .execute();
  await tx.updateTable('equipment').set({ customerId: null, state: 'issued' }).where('id', '=', any(ids)).execute();
  await tellReporting(tx, ids);
}

export async function unbindEquipment(viewer: Viewer, input: InputOf<Api['unbindEquipment']>): Promise<null> {
  await command(viewer, async ({ tx }) => {
    const row = await mine(tx, viewer, input.id);
    if (!row.customerId) throw new Problem(409, '设备没有绑定客户');
    await release(tx, viewer, [row.id], input.reason);
  });
  return null;
}

/** Takes all devices off somebody whose service ends; the caller has judged who may. */
export async function releaseAll(tx: Db, viewer: Viewer, customerId: string, reason: string): Promise<void> {
  const found = await sql<{ id: string }>`
    select id::text from equipment where customer_id = ${customerId} and deleted_at is null order by id for update`.execute(
    tx,
  );
  if (found.rows.length > 0)
    await release(
      tx,
      viewer,
      found.rows.map(({ id }) => id),
      reason,
    );
}
