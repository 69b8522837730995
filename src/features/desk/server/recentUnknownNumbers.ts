import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import { wireInstant } from '#server/db/values.ts';

/** Returns the numbers of a collecting warn with the latest presses. */
export async function recentUnknownNumbers(
  tx: Db,
  warn: { subject: string; origin: string | null; receivedAt: string; numbers: number | null },
): Promise<{ number: string; at: string }[]> {
  if (warn.numbers === null) return [];
  const port = warn.subject.split(':')[1] ?? '';
  const [protocol = '', gateway = null] = port.split('@');
  return tx.rows(sql<{ number: string; at: string }>`
    select number, ${wireInstant(sql`max(received_at)`)} as at from unknown_message
    where protocol = ${protocol} and gateway_id is not distinct from ${gateway}::bigint and origin is not distinct from ${warn.origin} and alarms <> '{}' and received_at >= ${warn.receivedAt}::timestamptz - interval '10 seconds'
      and not exists (select 1 from warn w where w.subject = 'n:' || ${port} || ':' || case when protocol = 'thingsboard' and gateway_id is not null then gateway_id || '/' || number else number end and w.type = 'unknown' and w.status in ('pending', 'handling'))
    group by number order by max(received_at) desc, number limit 10`);
}
