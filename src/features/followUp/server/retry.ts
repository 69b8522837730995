import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';

/** Hours until the next call after the first, second and third unanswered one: three calls within two days. */
const waits = [4, 20, 24];

/** Returns the hours until the next call after this many earlier unanswered calls; null: a visit is needed. */
export function hoursToNext(tries: number): number | null {
  return waits[tries] ?? null;
}

/** Hours of the day: calls from the first until before the second; calls due at night move to the third. */
const [dayFrom, dayUntil, morning] = [8, 20, 9];

/**
 * Moves a call in the night of a zone to the next morning at 09:00 there.
 * @param at ISO instant; so is the result
 */
export async function byDay(tx: Db, at: string, zone: string): Promise<string> {
  const row = await tx.row(sql<{ at: string }>`
    select case when extract(hour from wall) >= ${dayFrom}::int and extract(hour from wall) < ${dayUntil}::int then ${at}::timestamptz
      else (date_trunc('day', wall) + make_interval(days => case when extract(hour from wall) < ${dayFrom}::int then 0 else 1 end, hours => ${morning}::int))
        at time zone ${zone} end as at
    from (select ${at}::timestamptz at time zone ${zone} as wall) as asked`);
  return row?.at ?? at;
}
