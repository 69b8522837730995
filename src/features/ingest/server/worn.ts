import { sql } from 'kysely';
import type { Decoded } from '#devices/message.ts';
import type { Db } from '#server/db/db.ts';
import { int8s } from '#server/db/pgBinary.ts';
import type { NewMessage } from './fold.ts';

/** Time in which a customer had a device, ms since 1970. */
export interface Worn {
  customerId: string;
  from: number;
  until: number | null;
}

/** Returns the bindings of the devices, newest first, by device. */
export async function bindingsOf(tx: Db, deviceIds: readonly string[]): Promise<Map<string, Worn[]>> {
  const ms = (name: string) => sql`(extract(epoch from b.${sql.raw(name)}) * 1000)::float8`;
  const rows = await tx.rows(sql<Worn & { deviceId: string }>`
    select b.equipment_id::text as "deviceId", b.customer_id::text as "customerId", ${ms('bound_at')} as "from", ${ms('unbound_at')} as until
    from equipment_binding b join customer c on c.id = b.customer_id and c.deleted_at is null
    where b.equipment_id = any(${int8s([...deviceIds])}::bigint[]) order by b.bound_at desc`);
  return Map.groupBy(rows, ({ deviceId }) => deviceId);
}

/** Returns who had the device at this time; null for nobody. */
export function wearerAt(worn: readonly Worn[], at: number): string | null {
  return worn.find(({ from, until }) => from <= at && (until === null || at < until))?.customerId ?? null;
}

/**
 * Returns the customer of a value measured at `at`: of a backlog who had the device then, otherwise who has it now. A
 * late value that is no backlog may be of a slow clock: where both differ it is nobody's.
 */
export function customerOf({ device, times, worn }: NewMessage, decoded: Decoded, at: number): string | null {
  if (!worn || !times.late) return device.customerId;
  const wearer = wearerAt(worn, at);
  return decoded.backlog || wearer === device.customerId ? wearer : null;
}

/** Returns whether a late value that is no backlog claims a time at which somebody else had the device. */
export function hasDoubtedClock({ device, times, worn }: NewMessage, decoded: Decoded, at: number): boolean {
  return worn !== undefined && times.late && !decoded.backlog && wearerAt(worn, at) !== device.customerId;
}
