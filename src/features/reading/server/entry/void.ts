import { sql } from 'kysely';
import { lockCustomer, requireUnsealed } from '#features/customer/server/service.ts';
import type { readingApi } from '#features/reading/contract.ts';
import { encrypt } from '#server/core/crypto.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { instants, int8s, texts } from '#server/db/pgBinary.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { readingFlag } from '#shared/health/readingKinds.ts';
import { readingKeyOf } from '../list/readingId.ts';
import { refreshLatest } from '../newest/latest.ts';
import { runSettled } from '../readingHooks.ts';
import { spanRows, spansOf } from '../spans.ts';

type Api = typeof readingApi;

const longestDays = 366;
const withdrawn = readingFlag.withdrawn;

const pressure: readonly string[] = ['systolic', 'diastolic'];

/** Returns both halves of a pressure: one half alone is no value. */
const wholeOf = (kind: string) => (pressure.includes(kind) ? pressure : [kind]);

/** Returns the condition that a reading `r` is one of these; of a pressure both halves. */
function isOneOf(ids: readonly string[]) {
  const keys = ids.map(readingKeyOf).flatMap((key) => wholeOf(key.metric).map((metric) => ({ ...key, metric })));
  return sql`(r.device_id, r.metric, date_trunc('milliseconds', r.at)) in (select * from unnest(
    ${int8s(keys.map(({ sourceId }) => sourceId))}::bigint[], ${texts(keys.map(({ metric }) => metric))}::text[], ${instants(keys.map(({ at }) => at))}::timestamptz[]))`;
}

/**
 * Withdraws a person's values of these kinds between two instants, both inclusive, or those chosen among them, with a
 * reason: they stay in the table and count nowhere, at once for the newest values. Pressures are withdrawn with both
 * halves. Returns the number of values.
 */
export async function voidReading(
  viewer: Viewer,
  { customerId, kind, from, to, sourceId, ids, reason }: InputOf<Api['voidReading']>,
): Promise<OutputOf<Api['voidReading']>> {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  if (first > last) throw invalidField('to', '结束时间不能早于开始时间', 'order');
  if (last - first > longestDays * 86_400_000) throw invalidField('from', '一次最多撤回一年', 'range');
  return command(viewer, async ({ tx }) => {
    await requireUnsealed(tx, [await lockCustomer(tx, viewer, customerId)]);
    const until = last + 1;
    const all = await spansOf(tx, customerId, first, until);
    const spans = all.filter((span) => sourceId === undefined || span.sourceId === sourceId);
    const kinds = [...new Set(kind.flatMap(wholeOf))];
    const chosen = ids ? sql`and ${isOneOf(ids)}` : sql``;
    // A span has one note for each source and kind; between chosen values lie others.
    const noted = ids ? sql`device_id, metric, at` : sql`device_id, metric`;
    const start = new Date(first).toISOString();
    const end = new Date(until).toISOString();
    const [done] = await tx.returning(sql<{ count: number }>`
      with raw as (
        update reading r set flags = r.flags | ${withdrawn}::int from ${spanRows(spans)}
        where r.device_id = s.source and r.metric = any(${kinds}::text[]) and r.at >= s.since and r.at < s.until
          and r.at >= ${start}::timestamptz and r.at < ${end}::timestamptz and r.flags & ${withdrawn}::int = 0 ${chosen}
        returning r.device_id, r.metric, r.at),
      kept as (
        update reading_kept r set flags = r.flags | ${withdrawn}::int from ${spanRows(spans)}
        where r.device_id = s.source and r.metric = any(${kinds}::text[]) and r.at >= s.since and r.at < s.until
          and r.at >= ${start}::timestamptz and r.at < ${end}::timestamptz and r.flags & ${withdrawn}::int = 0 ${chosen}
        returning r.device_id, r.metric, r.at),
      hit as (select * from raw union select * from kept),
      noted as (
        insert into reading_note (source_id, metric, at, until, kind, reason_cipher, created_by)
        select device_id, metric, min(at), max(at), 'withdrawn', ${encrypt(reason)}, ${viewer.userId}::bigint from hit group by ${noted}),
      queued as (
        insert into reading_queue (device_id, metric, at) select device_id, metric, min(at) from hit group by device_id, metric)
      select count(*)::int as count from hit`);
    const touched = kinds.map((metric) => ({ customerId, metric }));
    await runSettled(tx, await refreshLatest(tx, touched));
    return { count: done?.count ?? 0 };
  });
}
