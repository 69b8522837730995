import { sql } from 'kysely';
import { db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import { batteryDays } from './forecast.ts';

/** The newest levels of a device that a forecast looks at, within so many days. */
const most = 120;
const back = 60;

/** For how many more days the batteries of these devices last, by id; those of which nothing can be said are left out. */
export async function forecasts(ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const found = await sql<{ id: string; at: number; value: number }>`
    select d.id::text, r.at, r.value from unnest(${bigints(ids)}) as d (id) cross join lateral (
      select (extract(epoch from reading.at) * 1000)::float8 as at, reading.value from reading
      where device_id = d.id and metric = 'battery' and reading.at > now() - make_interval(days => ${back}) and flags & 1 = 0
      order by reading.at desc limit ${most}) r
    order by d.id, r.at`.execute(db);
  const byDevice = Map.groupBy(found.rows, ({ id }) => id);
  return new Map(
    [...byDevice].flatMap(([id, levels]) => {
      const days = batteryDays(levels);
      return days === null ? [] : [[id, days] as const];
    }),
  );
}
