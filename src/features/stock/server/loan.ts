import { sql } from 'kysely';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { any, bigints, now } from '#server/db/values.ts';
import { zoneOf } from '#server/db/zone.ts';

/** Today in the time zone of the device's project. */
export const todayOfDevice = sql<string>`(now() at time zone ${zoneOf('equipment.projectId')})::date`;

/** Records a loan of a locked device to its customer, until a day (YYYY-MM-DD) in the project's time zone. */
export async function lend(
  tx: Db,
  viewer: Viewer,
  id: string,
  { customerId, dueDate }: { customerId: string; dueDate: string },
): Promise<void> {
  await sql`
    insert into stock_move (equipment_id, kind, batch, supplier, customer_id, due_date, created_by)
    select id, 'loan', batch, supplier, ${customerId}::bigint, ${dueDate}::date, ${viewer.userId}::bigint from equipment where id = ${id}`.execute(
    tx,
  );
}

/** Throws 400 for a day in the past, in the device's time zone. */
export async function requireFutureDate(tx: Db, id: string, dueDate: string): Promise<void> {
  const row = await tx.row(sql<{ over: boolean }>`
    select ${dueDate}::date < ${todayOfDevice} as over from equipment where id = ${id}`);
  if (row?.over) throw invalidField('dueDate', '应还日期不能早于今天', 'range');
}

/** Returns the due day of the device's open loan, YYYY-MM-DD; undefined without one. */
export async function dueDateOf(tx: Db, id: string): Promise<string | undefined> {
  const row = await tx.row(sql<{ day: string }>`
    select open_due::text as day from stock_move where equipment_id = ${id} and open_due is not null`);
  return row?.day;
}

/** Ends the loans of these devices. */
export async function endLoans(tx: Db, ids: readonly string[]): Promise<void> {
  await tx
    .updateTable('stockMove')
    .set({ endedAt: now })
    .where('equipmentId', '=', any(ids))
    .where('openDue', 'is not', null)
    .execute();
}

/** Records the condition of returned devices. Returns which of them are lent. */
export async function recordCondition(
  tx: Db,
  ids: readonly string[],
  { condition, note }: { condition: string; note: string | null },
): Promise<Set<string>> {
  const rows = await tx.returning(sql<{ id: string }>`
    update stock_move set condition = ${condition}, note = coalesce(${note}, note)
    where equipment_id = any(${bigints(ids)}) and open_due is not null returning equipment_id::text as id`);
  return new Set(rows.map(({ id }) => id));
}
