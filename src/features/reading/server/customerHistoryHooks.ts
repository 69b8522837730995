import { sql } from 'kysely';
import type { HistoryChange } from '#features/customerHistory/contract.ts';
import type { CustomerHistoryHooks, HealthChanges } from '#features/customerHistory/server/service.ts';
import { decrypt } from '#server/core/crypto.ts';
import { db } from '#server/db/db.ts';
import { zoneOf } from '#server/db/zone.ts';
import type { Band } from '#shared/health/bands.ts';
import { type BandFor, bandsText, bandTitle } from '#shared/health/bandWords.ts';
import { type ReadingKindName, readingKinds } from '#shared/health/readingKinds.ts';
import { spanRows, spansOf } from './spans.ts';

interface Withdrawn {
  at: string;
  userName: string | null;
  metrics: ReadingKindName[];
  /** Times of the customer's zone: MM-DD HH:MM. */
  first: string;
  last: string;
  reasonCipher: string;
}

/** Returns the withdrawals of the customer's values, newest first, each call once. */
async function withdrawals(customerId: string, most: number): Promise<HealthChanges[]> {
  const spans = await spansOf(db, customerId, 0, Date.now());
  const rows = await db.rows(sql<Withdrawn>`
    select n.created_at as at, u.name as "userName", array_agg(distinct n.metric) as metrics, min(n.reason_cipher) as "reasonCipher",
      to_char(min(n.at) at time zone min(z.zone), 'MM-DD HH24:MI') as first, to_char(max(coalesce(n.until, n.at)) at time zone min(z.zone), 'MM-DD HH24:MI') as last
    from ${spanRows(spans)} join reading_note n on n.source_id = s.source and n.kind = 'withdrawn' and n.at >= s.since and n.at < s.until
    left join "user" u on u.id = n.created_by
    cross join (select ${zoneOf(sql`c.project_id`)} as zone from customer c where c.id = ${customerId}) z
    group by n.created_at, u.id order by n.created_at desc limit ${most}::int`);
  return rows.map(({ at, userName, metrics, first, last, reasonCipher }) => {
    const titles = metrics.map((metric) => readingKinds[metric].title).join('、');
    const old = first === last ? `${titles} ${first}` : `${titles} ${first} 至 ${last}`;
    const change = { field: 'withdrawn', label: '撤回', old, new: decrypt(reasonCipher) };
    return { trace: `withdrawn ${at}`, at, userName, section: '体征', changes: [change] };
  });
}

interface LoggedBand extends BandFor {
  id: string;
  at: string;
  trace: string | null;
  action: string;
  userName: string | null;
  changes: { bands?: [Band[] | null, Band[] | null]; until?: [string | null, string | null]; deleted_at?: unknown[] };
}

function bandChanges({ action, changes, ...band }: LoggedBand): HistoryChange[] {
  const title = `${bandTitle(band)}本人界限`;
  const { bands = [null, null], until } = changes;
  const [old, next] = bands.map((one) => one && bandsText(one));
  if (changes.deleted_at?.[1]) return [{ field: 'band', label: `删除${title}`, old: null, new: null }];
  return [
    ...(changes.bands ? [{ field: 'band', label: title, old: old ?? null, new: next ?? null }] : []),
    ...(until && (action !== 'insert' || until[1])
      ? [{ field: 'until', label: `${title} · 有效期至`, old: until[0], new: until[1] }]
      : []),
  ];
}

/** Returns the changes of the customer's own limits, newest first. */
async function limits(customerId: string, most: number): Promise<HealthChanges[]> {
  const rows = await db.rows(sql<LoggedBand>`
    select l.id::text, l.at, l.trace_id as trace, l.action, l.changes, u.name as "userName", b.kind, b.meal, b.asleep
    from reading_band b join change_log l on l.table_name = 'reading_band' and l.row_id = b.id::text
    left join "user" u on u.id = l.actor_id
    where b.customer_id = ${customerId} order by l.at desc, l.id desc limit ${most}::int`);
  return rows.map((row) => ({
    ...{ trace: row.trace ?? row.id, at: row.at, userName: row.userName, section: '体征界限' },
    changes: bandChanges(row),
  }));
}

/** Withdrawn values and the customer's own limits in the history of a customer. */
const hooks: CustomerHistoryHooks = {
  async healthChanges(customerId, most) {
    return (await Promise.all([withdrawals(customerId, most), limits(customerId, most)])).flat();
  },
};
export default hooks;
