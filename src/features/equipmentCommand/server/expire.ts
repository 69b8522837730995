import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';

/**
 * Expires pending commands when a device changes its customer: numbers and calls were meant for the previous one. They
 * stay in the log with the reason.
 */
export async function expireCommands(tx: Db, equipmentIds: readonly string[]): Promise<void> {
  await tx
    .updateTable('equipmentCommand')
    .set({ state: 'expired', answer: '设备解绑，没有再发' })
    .where('state', 'in', ['queued', 'sent'])
    .where('equipmentId', '=', any(equipmentIds))
    .execute();
}

/** Expires the pending locate commands of a customer's devices. */
export async function expireLocates(tx: Db, customerId: string): Promise<void> {
  await sql`
    update equipment_command set state = 'expired'
    where command = 'locate' and state in ('queued', 'sent') and equipment_id in (select id from equipment where customer_id = ${customerId})`.execute(
    tx,
  );
}
