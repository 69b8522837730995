import { notFound } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';

/** A device in scope, locked until the end of the transaction. */
export async function mine(tx: Db, viewer: Viewer, id: string) {
  const seen = tx.selectFrom(scoped(viewer, 'equipment')).select('equipment.id').where('equipment.id', '=', id);
  if (!(await seen.executeTakeFirst())) throw notFound('设备');
  return tx.selectFrom('equipment').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}
