import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';

/** Hours until the next call after the first, second and third that nobody answered: three times within two days. */
const waits = [4, 20, 24];

/** Hours until somebody who did not answer is called again, after so many calls before; null: somebody goes there. */
export function hoursToNext(tries: number): number | null {
  return waits[tries] ?? null;
}

/** Nobody is rung up before the first hour of the day or from the second on; what falls into the night is called at the third. */
const [dayFrom, dayUntil, morning] = [8, 20, 9];

/**
 * A call in the night of a zone is moved to the next morning at nine there.
 * @param at ISO; so is the answer
 */
export async function byDay(tx: Db, at: string, zone: string): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    select case when extract(hour from wall) >= ${dayFrom}::int and extract(hour from wall) < ${dayUntil}::int then ${at}::timestamptz
      else (date_trunc('day', wall) + make_interval(days => case when extract(hour from wall) < ${dayFrom}::int then 0 else 1 end, hours => ${morning}::int))
        at time zone ${zone} end as at
    from (select ${at}::timestamptz at time zone ${zone} as wall) as asked`.execute(tx);
  return rows[0]?.at ?? at;
}
