import { sql } from 'kysely';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import { zoneOf } from '#server/db/zone.ts';

/** Today in the zone of a device's project. */
export const todayOfDevice = sql<string>`(now() at time zone ${zoneOf('equipment.projectId')})::date`;

/** Writes down that a locked device is lent to whoever gets it, until a day (YYYY-MM-DD) of its project. */
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

/** 400 for a day that is over where the device is. */
export async function requireFutureDate(tx: Db, id: string, dueDate: string): Promise<void> {
  const { rows } = await sql<{ over: boolean }>`
    select ${dueDate}::date < ${todayOfDevice} as over from equipment where id = ${id}`.execute(tx);
  if (rows[0]?.over) throw invalidField('dueDate', '应还日期不能早于今天', 'range');
}

/** Until which day the device is lent, YYYY-MM-DD; undefined where it is not. */
export async function dueDateOf(tx: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ day: string }>`
    select open_due::text as day from stock_move where equipment_id = ${id} and open_due is not null`.execute(tx);
  return rows[0]?.day;
}

/** Ends the loans of these devices; they are with nobody any more. */
export async function endLoans(tx: Db, ids: readonly string[]): Promise<void> {
  await sql`update stock_move set ended_at = now() where equipment_id = any(${bigints(ids)}) and open_due is not null`.execute(
    tx,
  );
}

/** Writes down how lent devices came back. Answers which of them are lent. */
export async function recordCondition(
  tx: Db,
  ids: readonly string[],
  { condition, note }: { condition: string; note: string | null },
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    update stock_move set condition = ${condition}, note = coalesce(${note}, note)
    where equipment_id = any(${bigints(ids)}) and open_due is not null returning equipment_id::text as id`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}
