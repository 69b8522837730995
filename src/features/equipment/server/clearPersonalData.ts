import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';

/** Forgets where devices are now as they change hands: it was said of whoever had them. The caller holds their state rows. */
export async function clearPositions(tx: Db, equipmentIds: readonly string[]): Promise<void> {
  await sql`
    update device_state set lat = null, lng = null, accuracy = null, position_source = null, position_at = null
    where device_id = any(${bigints(equipmentIds)}) and position_at is not null`.execute(tx);
}

/**
 * Ends what devices are still to be told as they change hands: numbers to dial and calls were meant for whoever had them. It stands
 * as expired with its reason, and is not sent again.
 */
export async function expireCommands(tx: Db, equipmentIds: readonly string[]): Promise<void> {
  await sql`
    update equipment_command set state = 'expired', answer = '设备解绑，没有再发'
    where state in ('queued', 'sent') and equipment_id = any(${bigints(equipmentIds)})`.execute(tx);
}

/**
 * Forgets where somebody's devices are now, what they told since they should not have, and what they are still to be asked.
 * The rows of the devices are locked: a message that is being stored comes before, and the next one knows of it.
 * @param since instant
 */
export async function clearLocationData(tx: Db, customerId: string, since: string): Promise<void> {
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
  await sql`
    update equipment_command set state = 'expired'
    where command = 'locate' and state in ('queued', 'sent') and equipment_id in (select id from equipment where customer_id = ${customerId})`.execute(
    tx,
  );
}
