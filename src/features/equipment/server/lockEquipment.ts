import { sql } from 'kysely';
import { notFound } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { any } from '#server/db/values.ts';

/**
 * Locks a device in scope until the end of the transaction. Locks `device_state` first, in the order that messages use:
 * no message is stored meanwhile, and no deadlock occurs.
 */
export async function lockEquipment(tx: Db, viewer: Viewer, id: string) {
  const seen = tx.selectFrom(scoped(viewer, 'equipment')).select('equipment.id').where('equipment.id', '=', id);
  if (!(await seen.executeTakeFirst())) throw notFound('设备');
  const [row] = await lockRows(tx, [id]);
  if (!row) throw notFound('设备');
  return row;
}

/** Locks devices that the caller has checked, in the order of their ids, state rows first. */
export async function lockRows(tx: Db, ids: readonly string[]) {
  await sql`select 1 from device_state where device_id = ${any(ids)} order by device_id for no key update`.execute(tx);
  return tx
    .selectFrom('equipment')
    .selectAll()
    .where('id', '=', any(ids))
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Locks these devices; 404 when one of them is not in scope. */
export async function lockEquipmentRows(tx: Db, viewer: Viewer, ids: readonly string[]) {
  const seen = await tx
    .selectFrom(scoped(viewer, 'equipment'))
    .select('equipment.id')
    .where('equipment.id', '=', any(ids))
    .execute();
  if (seen.length !== ids.length) throw notFound('设备');
  return lockRows(tx, ids);
}
