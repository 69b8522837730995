import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';

/**
 * Clears the current position when a device changes its customer: it belongs to the previous one. The caller has locked
 * `device_state`.
 */
export async function clearPositions(tx: Db, equipmentIds: readonly string[]): Promise<void> {
  await sql`
    update device_state set lat = null, lng = null, accuracy = null, position_source = null, position_at = null
    where device_id = any(${bigints(equipmentIds)}) and position_at is not null`.execute(tx);
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
    update device_state set lat = null, lng = null, accuracy = null, position_source = null, position_at = null
    where device_id in (select id from equipment where customer_id = ${customerId})`.execute(tx);
  await sql`
    delete from position where device_id in ${devices} and customer_id = ${customerId} and at >= ${since}`.execute(tx);
}
