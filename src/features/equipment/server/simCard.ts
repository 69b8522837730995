import { sql } from 'kysely';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { any } from '#server/db/values.ts';
import { type RecordedRow, staleWithLinks } from '#server/feature/stale.ts';
import { pick } from '#shared/endpoint.ts';

// The SIM card in a device. Every change locks the device before its card.

/** Fields of a device that are columns of its card. */
const cardColumns = { iccid: 'iccid', simNumber: 'number', simExpireDate: 'expire_date' } as const;
export type CardFields = { [K in keyof typeof cardColumns]?: string | null };
type Card = Required<CardFields> & { id: string };

const fieldNames = Object.keys(cardColumns) as (keyof CardFields)[];

/** Returns the device's card, locked; undefined without one. */
export function cardOf(tx: Db, equipmentId: string): Promise<Card | undefined> {
  return tx
    .selectFrom('sim')
    .select(['id', 'iccid', 'number as simNumber', 'expireDate as simExpireDate'])
    .where('equipmentId', '=', equipmentId)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/**
 * Locks the card of this ICCID, adds it with the device's ownership if it is new. 400 for a card out of scope or in
 * another device.
 */
async function acquireCard(tx: Db, viewer: Viewer, equipmentId: string, iccid: string): Promise<string> {
  await sql`
    insert into sim (iccid, department_id, project_id, demo, created_by)
    select ${iccid}, department_id, project_id, demo, nullif(${viewer.userId}::bigint, 0) from equipment where id = ${equipmentId}
    on conflict (iccid) where deleted_at is null do nothing`.execute(tx);
  await sql`select 1 from sim where iccid = ${iccid} and deleted_at is null for no key update`.execute(tx);
  const card = await tx.row(sql<{ id: string; seen: boolean; sn: string | null }>`
    select card.id::text, sim.id is not null as seen, equipment.sn from sim card
    left join ${scoped(viewer, 'sim')} on sim.id = card.id
    left join equipment on equipment.id = card.equipment_id and equipment.id <> ${equipmentId}::bigint
    where card.iccid = ${iccid} and card.deleted_at is null`);
  if (!card?.seen) throw invalidField('iccid', '该ICCID的流量卡不在你的范围', 'scope');
  if (card.sn) throw invalidField('iccid', `该ICCID的流量卡在设备 ${card.sn} 里，请先在那里清空`, 'unique');
  return card.id;
}

/** Takes the cards out of these devices; a card without an ICCID ends with its device. */
export async function freeCards(tx: Db, equipmentIds: readonly string[]): Promise<void> {
  await sql`
    update sim set equipment_id = null, deleted_at = case when iccid is null then now() end
    where equipment_id = ${any(equipmentIds)} and deleted_at is null`.execute(tx);
}

/** Puts the card of another ICCID into the device; it keeps what is known of it. */
async function changeCard(tx: Db, viewer: Viewer, equipmentId: string, previous: Card | undefined, iccid: string) {
  const id = await acquireCard(tx, viewer, equipmentId, iccid);
  await freeCards(tx, [equipmentId]);
  // A card without an ICCID was this one: what it lacks comes from there.
  const former = previous?.iccid === null ? previous.id : null;
  await sql`
    update sim set equipment_id = ${equipmentId}, number = coalesce(sim.number, former.number), expire_date = coalesce(sim.expire_date, former.expire_date),
      operator = coalesce(sim.operator, former.operator), plan = coalesce(sim.plan, former.plan), activated_at = coalesce(sim.activated_at, former.activated_at),
      batch = coalesce(sim.batch, former.batch), remark = coalesce(sim.remark, former.remark)
    from (select 1) one left join sim former on former.id = ${former}::bigint where sim.id = ${id}`.execute(tx);
}

/**
 * Writes number and last day; a device without a card gets one without ICCID, and an empty one of that kind is deleted.
 */
async function writeCard(tx: Db, viewer: Viewer, equipmentId: string, entered: CardFields): Promise<void> {
  const { simNumber: number, simExpireDate: expireDate } = entered;
  if (!(await cardOf(tx, equipmentId))) {
    if (number || expireDate)
      await sql`
        insert into sim (number, expire_date, equipment_id, department_id, project_id, demo, created_by)
        select ${number ?? null}, ${expireDate ?? null}::date, id, department_id, project_id, demo, nullif(${viewer.userId}::bigint, 0)
        from equipment where id = ${equipmentId}`.execute(tx);
    return;
  }
  await tx
    .updateTable('sim')
    .set({ ...(number !== undefined && { number }), ...(expireDate !== undefined && { expireDate }) })
    .where('equipmentId', '=', equipmentId)
    .where('deletedAt', 'is', null)
    .execute();
  await sql`
    update sim set equipment_id = null, deleted_at = now()
    where equipment_id = ${equipmentId} and deleted_at is null and num_nonnulls(iccid, number, expire_date, operator, plan, activated_at, batch, remark) = 0`.execute(
    tx,
  );
}

/** Writes what an input says of the card of a locked device. Number and last day of another card are its own. */
export async function saveCard(tx: Db, viewer: Viewer, equipmentId: string, input: CardFields): Promise<void> {
  if (fieldNames.every((field) => input[field] === undefined)) return;
  const previous = await cardOf(tx, equipmentId);
  const changed = fieldNames.filter(
    (field) => input[field] !== undefined && input[field] !== (previous?.[field] ?? null),
  );
  const { iccid, ...entered } = pick(input, changed);
  if (iccid) await changeCard(tx, viewer, equipmentId, previous, iccid);
  else if (iccid === null) await freeCards(tx, [equipmentId]);
  if (Object.keys(entered).length > 0) await writeCard(tx, viewer, equipmentId, entered);
}

/** Gives the cards in these devices the ownership of their device. */
export async function moveCards(tx: Db, equipmentIds: readonly string[]): Promise<void> {
  await sql`
    update sim set department_id = e.department_id, project_id = e.project_id from equipment e
    where sim.equipment_id = ${any(equipmentIds)} and sim.deleted_at is null and e.id = sim.equipment_id
      and (sim.department_id, sim.project_id) is distinct from (e.department_id, e.project_id)`.execute(tx);
}

/** Returns the changes of a card as fields of its device; `rows`: newest first. */
function cardChanges(rows: readonly RecordedRow[], current: Card | undefined) {
  const moved = rows.some(({ changes }) => changes.equipment_id);
  return fieldNames.flatMap((field) => {
    const recorded = rows.flatMap(({ changes }) => (changes[cardColumns[field]] ? [changes[cardColumns[field]]] : []));
    if (!moved && recorded.length === 0) return [];
    return [{ field, old: recorded.at(-1)?.[0] ?? null, new: current?.[field] ?? null }];
  });
}

/** Returns the 409 for an outdated version of a device, with the changes of its card. */
export async function staleDevice(
  tx: Db,
  row: { id: string; version: number; updatedAt: string; updatedBy: string | null },
  seen: number,
) {
  const cards = await tx.rows(sql<{ id: string }>`
    select distinct row_id as id from change_log where table_name = 'sim' and changes -> 'equipment_id' @> to_jsonb(${row.id}::bigint)
    union select id::text from sim where equipment_id = ${row.id}`);
  const current = await cardOf(tx, row.id);
  return staleWithLinks(tx, 'equipment', row.id, seen, row, [], null, {
    table: 'sim',
    ids: cards.map(({ id }) => id),
    tell: (rows) => cardChanges(rows, current),
  });
}
