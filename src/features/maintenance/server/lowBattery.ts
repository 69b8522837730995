import { type RawBuilder, sql } from 'kysely';
import { storedBatteryDays } from '#features/equipment/server/service.ts';
import type { Db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import { type FaultyEquipment, faultyColumns, needsMaintenance } from './faultyEquipment.ts';

/** Battery level above which no work arises, percent: a battery that lasts two days always has few days left. */
const enough = 20;
/** Days left from which a battery needs work; without a forecast the level in percent. */
const fewDays = 7;
const little = 10;

/** Start of the current battery run of `device_state s` (charge or change), ms since 1970. */
const chargedAt = sql<number>`(s.state_values->'run'->>'from')::float8`;
const isCharged = (since: ReturnType<typeof sql>) =>
  sql<boolean>`(s.battery > ${enough}::int and ${chargedAt} > extract(epoch from ${since}) * 1000)`;

/** Device with a battery that needs work now. */
export interface LowDevice extends FaultyEquipment {
  /** Percent. */
  battery: number;
  batteryDays: number | null;
}

/**
 * Sets the notification time; rows locked by another transaction are skipped until the next run, so that no message
 * waits.
 */
async function markNotified(tx: Db, at: RawBuilder<unknown>, where: RawBuilder<unknown>): Promise<void> {
  await sql`
    with these as (select s.device_id from device_state s where ${where} order by s.device_id for update of s skip locked)
    update device_state s set battery_told_at = ${at} from these where s.device_id = these.device_id`.execute(tx);
}

/**
 * Locks devices with a battery that ends soon and marks them as notified (domain.md 6.18).
 * @param reported devices that already have a warn of their own: marked, but not returned
 */
export async function claimLowBatteries(tx: Db, reported: readonly string[], limit: number): Promise<LowDevice[]> {
  const reportedIds = bigints(reported);
  await markNotified(tx, sql`now()`, sql`s.device_id = any(${reportedIds}) and s.battery_told_at is null`);
  return tx.returning(sql<LowDevice>`
    with due as (
      select s.device_id from device_state s join equipment e on e.id = s.device_id
      join model m on m.id = e.model_id left join customer c on c.id = e.customer_id and c.deleted_at is null
      where s.battery <= ${enough}::int and s.battery_told_at is null and not s.device_id = any(${reportedIds}) and ${needsMaintenance}
        and coalesce(${storedBatteryDays} <= ${fewDays}::int, s.battery <= ${little}::int)
      order by s.device_id limit ${limit} for update of s skip locked),
    told as (update device_state s set battery_told_at = now() from due where s.device_id = due.device_id returning s.*)
    select ${faultyColumns}, s.battery_told_at as "toldAt", s.battery, ${storedBatteryDays} as "batteryDays"
    from told s join equipment e on e.id = s.device_id left join customer c on c.id = e.customer_id and c.deleted_at is null order by e.id`);
}

/** Clears the mark of charged batteries, so that the next low level counts again. */
export async function clearCharged(tx: Db): Promise<void> {
  await markNotified(tx, sql`null`, sql`s.battery_told_at is not null and ${isCharged(sql`s.battery_told_at`)}`);
}

/** Returns the charge time of batteries charged after the given instant, by device id. */
export async function chargedSince(
  tx: Db,
  devices: readonly { id: string; since: string }[],
): Promise<Map<string, string>> {
  const rows = await tx.rows(sql<{ id: string; at: string }>`
    select s.device_id::text as id, to_timestamp(${chargedAt} / 1000) as at from device_state s
    join jsonb_to_recordset(${JSON.stringify(devices)}::jsonb) as d (id bigint, since timestamptz) on d.id = s.device_id
    where ${isCharged(sql`d.since`)}`);
  return new Map(rows.map(({ id, at }) => [id, at]));
}
