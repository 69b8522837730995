import { sql } from 'kysely';
import { hasConsent } from '#features/customer/server/service.ts';
import type { LastPosition } from '#features/equipment/contract.ts';
import type { Db } from '#server/db/db.ts';
import { equals } from '#server/db/filter.ts';
import { any, or } from '#server/db/values.ts';
import type { Static } from '#shared/typebox.ts';

/** Customer with all devices or, without one, a device. */
interface Subject {
  customerId: string | null;
  equipmentId: string | null;
}

/** Selects the devices of a customer or, without one, of a device. */
const devicesOf = ({ customerId, equipmentId }: Subject) => sql`
  select e.id from equipment e
  where e.deleted_at is null and case when ${customerId}::bigint is null then e.id = ${equipmentId} else e.customer_id = ${customerId} end`;

/** Returns the newest position of the device, or of any device of the customer; null without the location consent. */
export async function lastPosition(tx: Db, of: Subject): Promise<Omit<Static<typeof LastPosition>, 'address'> | null> {
  if (!of.customerId && !of.equipmentId) return null;
  const row = await tx
    .selectFrom('deviceState')
    .innerJoin('equipment', 'equipment.id', 'deviceState.deviceId')
    .leftJoin('customer', 'customer.id', 'equipment.customerId')
    .select(['deviceState.lat', 'deviceState.lng', 'deviceState.accuracy'])
    .select(['deviceState.positionSource as source', 'deviceState.positionAt as at', 'equipment.id as equipmentId'])
    .where(or(equals('equipment.id', of.equipmentId), equals('equipment.customerId', of.customerId)))
    .where('deviceState.positionAt', 'is not', null)
    .where(or(sql`customer.id is null`, hasConsent('location')))
    .orderBy('deviceState.positionAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row || row.lat === null || row.lng === null || row.at === null) return null;
  const { lat, lng, accuracy, source, at, equipmentId } = row;
  return { lat, lng, accuracy, source: source ?? 'unknown', at, equipmentId };
}

/** Returns the time of the newest position of each device of the customer; the caller has checked the consent. */
export async function fixTimes(tx: Db, of: Subject): Promise<Map<string, string>> {
  const rows = await tx.rows(sql<{ id: string; at: string }>`
    select e.id::text, s.position_at as at from (${devicesOf(of)}) e join device_state s on s.device_id = e.id where s.position_at is not null`);
  return new Map(rows.map(({ id, at }) => [id, at]));
}

export interface TrackPoint {
  lat: number;
  lng: number;
  accuracy: number | null;
  source: string;
  at: string;
}

/** Selects the ids under which positions of a customer are stored: the own one, and those of customers merged into it. */
const idsOf = (customerId: string | null) => sql`(
  select id from customer where id = ${customerId}::bigint or merged_into = ${customerId}::bigint)`;

/** Selects the devices of a customer within the last hours, replaced ones too; without a customer the device. */
const devicesWithin = ({ customerId, equipmentId }: Subject, hours: number) => sql`
  select e.id from equipment e
  where case when ${customerId}::bigint is null then e.id = ${equipmentId} else e.deleted_at is null and e.customer_id = ${customerId} end
  union select b.equipment_id from equipment_binding b
  where b.customer_id = ${customerId} and (b.unbound_at is null or b.unbound_at > now() - make_interval(hours => ${hours}))`;

/**
 * Returns the customer's track of the last `hours`, oldest first, only points stored for this customer, at most `limit`
 * of the newest; empty without the location consent.
 */
export async function trackOf(tx: Db, of: Subject, hours: number, limit = 1000): Promise<TrackPoint[]> {
  const rows = await tx.rows(sql<Record<string, unknown>>`
    select p.lat, p.lng, p.accuracy, p.source, p.at from (${devicesWithin(of, hours)}) e
    cross join lateral (
      select * from position where device_id = e.id and at > now() - make_interval(hours => ${hours}) and at <= now() + interval '5 minutes'
        and case when ${of.customerId}::bigint is null then customer_id is null else customer_id in ${idsOf(of.customerId)} end
      order by at desc limit ${limit}) p
    where ${of.customerId}::bigint is null or exists (select 1 from customer where customer.id = ${of.customerId} and ${hasConsent('location')})
    order by p.at desc limit ${limit}`);
  return rows
    .map((row) => ({ ...(row as unknown as TrackPoint), at: new Date(row.at as string).toISOString() }))
    .reverse();
}

/**
 * Clears the current position when a device changes its customer: it belongs to the previous one. The caller has locked
 * `device_state`.
 */
export async function clearPositions(tx: Db, equipmentIds: readonly string[]): Promise<void> {
  await tx
    .updateTable('deviceState')
    .set({ lat: null, lng: null, accuracy: null, positionSource: null, positionAt: null, speed: null })
    .where('deviceId', '=', any(equipmentIds))
    .where('positionAt', 'is not', null)
    .execute();
}

/**
 * Clears current positions of a customer's devices, and positions stored since the withdrawal of the consent.
 * Locks the state rows: a message being stored comes before, the next one sees the withdrawal.
 * @param since instant
 */
export async function clearStoredPositions(tx: Db, customerId: string, since: string): Promise<void> {
  const devices = sql`(select id from equipment where customer_id = ${customerId} union select equipment_id from equipment_binding where customer_id = ${customerId})`;
  await sql`
    select 1 from device_state where device_id in (select id from equipment where customer_id = ${customerId}) order by device_id for update`.execute(
    tx,
  );
  await sql`
    update device_state set lat = null, lng = null, accuracy = null, position_source = null, position_at = null, speed = null
    where device_id in (select id from equipment where customer_id = ${customerId})`.execute(tx);
  await sql`
    delete from position where device_id in ${devices} and customer_id in ${idsOf(customerId)} and at >= ${since}`.execute(
    tx,
  );
}
