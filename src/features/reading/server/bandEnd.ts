import { sql } from 'kysely';
import { db } from '#server/db/db.ts';
import { zoneOf } from '#server/db/zone.ts';
import { refreshLatest } from './newest/latest.ts';
import type { Touched } from './newest/newestOf.ts';
import { runSettled } from './readingHooks.ts';

/** Days for which ended bands are looked at: longer than a server is off. */
const days = 40;
const batchSize = 200;

/** Gives new levels to the newest values of customers whose own band has ended. */
export async function judgeEnded(): Promise<void> {
  const today = sql`(now() at time zone ${zoneOf(sql`c.project_id`)})::date`;
  const ended = await db.rows(sql<Touched>`
    select distinct b.customer_id::text as "customerId", b.kind as metric from reading_band b join customer c on c.id = b.customer_id
    where b.deleted_at is null and b.until < ${today} and b.until >= ${today} - ${days}::int order by 1, 2`);
  for (let offset = 0; offset < ended.length; offset += batchSize)
    await db.transaction(async (tx) => {
      await runSettled(tx, await refreshLatest(tx, ended.slice(offset, offset + batchSize)));
    });
}
