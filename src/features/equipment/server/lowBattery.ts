import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import { batteryDays } from './filters.ts';
import { type FaultyEquipment, faultyColumns, needsMaintenance } from './maintenance.ts';

/** A battery above this is nobody's work, percent: one that lasts two days has always few of them left. */
const enough = 20;
/** It is work once it lasts for so few days; or at so much, percent, where nothing can be forecast. */
const fewDays = 7;
const little = 10;

/** When the present run of the battery of `device_state s` began: when it was charged or changed, ms since 1970. */
const chargedAt = sql<number>`(s.state_values->'run'->>'from')::float8`;
const isCharged = (since: ReturnType<typeof sql>) =>
  sql<boolean>`(s.battery > ${enough}::int and ${chargedAt} > extract(epoch from ${since}) * 1000)`;

/** A device whose battery is work now. */
export interface LowDevice extends FaultyEquipment {
  /** Percent. */
  battery: number;
  batteryDays: number | null;
}

/** Notes when it was told of these; a row that is just being written has its turn the next time, so that no message waits. */
async function markNotified(tx: Db, at: RawBuilder<unknown>, where: RawBuilder<unknown>): Promise<void> {
  await sql`
    with these as (select s.device_id from device_state s where ${where} order by s.device_id for update of s skip locked)
    update device_state s set battery_told_at = ${at} from these where s.device_id = these.device_id`.execute(tx);
}

/**
 * Devices whose battery ends soon and is not known as work yet (domain.md 6.18), locked, and from now on known as such.
 * @param reported devices that said so themselves and are work already: known from now on, and left out
 */
export async function claimLowBatteries(tx: Db, reported: readonly string[], limit: number): Promise<LowDevice[]> {
  const reportedIds = bigints(reported);
  await markNotified(tx, sql`now()`, sql`s.device_id = any(${reportedIds}) and s.battery_told_at is null`);
  const { rows } = await sql<LowDevice>`
    with due as (
      select s.device_id from device_state s join equipment e on e.id = s.device_id
      join model m on m.id = e.model_id left join customer c on c.id = e.customer_id and c.deleted_at is null
      where s.battery <= ${enough}::int and s.battery_told_at is null and not s.device_id = any(${reportedIds}) and ${needsMaintenance}
        and coalesce(${batteryDays} <= ${fewDays}::int, s.battery <= ${little}::int)
      order by s.device_id limit ${limit} for update of s skip locked),
    told as (update device_state s set battery_told_at = now() from due where s.device_id = due.device_id returning s.*)
    select ${faultyColumns}, s.battery_told_at as "toldAt", s.battery, ${batteryDays} as "batteryDays"
    from told s join equipment e on e.id = s.device_id left join customer c on c.id = e.customer_id and c.deleted_at is null order by e.id`.execute(
    tx,
  );
  return rows;
}

/** A charged battery that ends again is new work. */
export async function clearCharged(tx: Db): Promise<void> {
  await markNotified(tx, sql`null`, sql`s.battery_told_at is not null and ${isCharged(sql`s.battery_told_at`)}`);
}

/** When those of these devices were charged whose battery was, after its instant; by id. */
export async function chargedSince(
  tx: Db,
  devices: readonly { id: string; since: string }[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; at: string }>`
    select s.device_id::text as id, to_timestamp(${chargedAt} / 1000) as at from device_state s
    join jsonb_to_recordset(${JSON.stringify(devices)}::jsonb) as d (id bigint, since timestamptz) on d.id = s.device_id
    where ${isCharged(sql`d.since`)}`.execute(tx);
  return new Map(rows.map(({ id, at }) => [id, at]));
}
