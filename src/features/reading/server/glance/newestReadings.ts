import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';

export interface NewestReading<Kind extends string = string> {
  kind: Kind;
  value: number;
  at: string;
}

/** Days within which every value lies. */
export const anyAge = 40_000;

/** Returns the customer's newest value of each of these kinds, if it was measured within `days`, in the order of the kinds. */
export async function newestReadings<Kind extends string>(
  tx: Db,
  customerId: string,
  kinds: readonly Kind[],
  days: number,
): Promise<NewestReading<Kind>[]> {
  const rows = await tx.rows(sql<NewestReading>`
    select l.metric as kind, l.value, l.at from reading_latest l
    where l.customer_id = ${customerId} and l.metric = any(${kinds}::text[]) and l.at > now() - make_interval(days => ${days}::int)
    order by array_position(${kinds}::text[], l.metric)`);
  return rows as NewestReading<Kind>[];
}
