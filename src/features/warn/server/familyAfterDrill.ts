import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';

/**
 * Makes family rungs due again that sent no message because of a drill: these warns were pressed for real since. Each
 * rung is rearmed once.
 */
export async function rearmFamily(tx: Db, warnIds: readonly string[]): Promise<void> {
  if (warnIds.length === 0) return;
  await sql`
    with skipped as (
      update warn_step set data = data - 'drill'
      where warn_id = ${any(warnIds)} and kind = 'note' and data @> '{"cause": "contacts", "drill": true}'
      returning warn_id, (data ->> 'rung')::int as rung)
    update warn_timer t set done_at = null from skipped s
    where t.warn_id = s.warn_id and t.rung = s.rung and t.kind = 'claim' and t.name = 'contacts'`.execute(tx);
}
