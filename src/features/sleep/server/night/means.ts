import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';

/** Means of a final night of a person, per minute. */
export interface NightMean {
  customerId: string;
  deviceId: string;
  /** Day of waking, days since 1970-01-01. */
  day: number;
  heart: number | null;
  breath: number | null;
}

/**
 * Returns the means of the last nights of these people, oldest first. Of several devices the one with more coverage; nights
 * with too few data are left out.
 * @param days days before today
 */
export async function nightMeans(tx: Db, customerIds: readonly string[], days: number): Promise<NightMean[]> {
  return tx.rows(sql<NightMean>`
    select distinct on (n.customer_id, n.night) n.customer_id::text as "customerId", n.device_id::text as "deviceId", (n.night - '1970-01-01'::date)::int as day,
      n.hr_avg as heart, n.rr_avg as breath
    from sleep_night n
    where n.customer_id = any(${bigints(customerIds)}) and n.state <> 'open' and n.night > current_date - ${days}::int and not n.marks && array['short', 'gaps']
    order by n.customer_id, n.night, n.coverage desc, n.device_id`);
}
