import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import { retention } from '#server/db/partitions.ts';
import { float8s, instants, int4s, int8s, texts } from '#server/db/pgBinary.ts';
import type { ReadingLevel } from '#shared/health/bands.ts';
import { bandSetsOf, judgeBy } from '../levels.ts';
import type { Settled } from '../readingHooks.ts';
import { formerlyAbnormal, settleAbnormal } from './abnormal.ts';
import { newestBmi, withBmi } from './bmi.ts';
import { settleMeasured } from './measured.ts';
import { type Changed, keyOf, lockNewest, type Newest, newestOf, type Touched } from './newestOf.ts';

interface Stored extends Touched {
  at: string;
  value: number;
  level: ReadingLevel | null;
}

async function storedOf(tx: Db, touched: readonly Touched[]): Promise<Map<string, Stored>> {
  const rows = await tx.rows(sql<Stored>`
    select l.customer_id::text as "customerId", l.metric, l.at, l.value, l.level
    from unnest(${int8s(touched.map(({ customerId }) => customerId))}::bigint[], ${texts(touched.map(({ metric }) => metric))}::text[]) as t (customer_id, metric)
    join reading_latest l on l.customer_id = t.customer_id and l.metric = t.metric`);
  return new Map(rows.map((row) => [keyOf(row), row]));
}

/**
 * Removes newest values that are gone. A device's value older than the raw ones stays: nothing can be read in its place; what
 * people enter is never dropped.
 */
async function removeLatest(tx: Db, gone: readonly Touched[]): Promise<void> {
  if (gone.length === 0) return;
  const oldestRaw = new Date(Date.now() - (await retention()).reading * 86_400_000).toISOString();
  await sql`
    delete from reading_latest l using unnest(${int8s(gone.map(({ customerId }) => customerId))}::bigint[], ${texts(gone.map(({ metric }) => metric))}::text[]) as t (customer_id, metric)
    where l.customer_id = t.customer_id and l.metric = t.metric
      and (l.at >= ${oldestRaw}::timestamptz or not exists (select 1 from equipment e where e.id = l.source_id))`.execute(
    tx,
  );
}

type Levelled = Newest & { level: ReadingLevel | null };

/** Writes the newest values. `since` moves when the level changes, or when an older value takes the place of a newer one. */
async function writeLatest(tx: Db, rows: readonly Levelled[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into reading_latest as l (customer_id, metric, at, value, flags, source_id, level, since, abnormal_at)
    select n.customer_id, n.metric, n.at, n.value, n.flags, n.source_id, n.level, n.at, case when n.level is not null then n.at end
    from unnest(${int8s(rows.map((row) => row.customerId))}::bigint[], ${texts(rows.map((row) => row.metric))}::text[],
      ${instants(rows.map((row) => Date.parse(row.at)))}::timestamptz[], ${float8s(rows.map((row) => row.value))}::float8[],
      ${int4s(rows.map((row) => row.flags))}::int[], ${int8s(rows.map((row) => row.sourceId))}::bigint[], ${int4s(rows.map((row) => row.level))}::int[])
      as n (customer_id, metric, at, value, flags, source_id, level)
    on conflict (customer_id, metric) do update set at = excluded.at, value = excluded.value, flags = excluded.flags, source_id = excluded.source_id,
      level = excluded.level, since = case when l.level is not distinct from excluded.level and l.since <= excluded.at then l.since else excluded.at end,
      abnormal_at = greatest(l.abnormal_at, excluded.abnormal_at)`.execute(tx);
}

/**
 * Settles for each customer and kind the newest value with its level, when it was last out of its band, and when anything
 * was measured; returns the changed newest values. The caller has locked them.
 */
export async function settleLatest(tx: Db, changed: readonly Changed[]): Promise<Settled[]> {
  if (changed.length === 0) return [];
  const again = await formerlyAbnormal(tx, changed);
  const settled = await refreshLocked(tx, changed);
  await settleAbnormal(tx, changed, again);
  return settled;
}

/** Reads the newest values of these again, with their levels, and the BMI that follows; returns the changed ones. */
export async function refreshLatest(tx: Db, touched: readonly Touched[]): Promise<Settled[]> {
  if (touched.length === 0) return [];
  await lockNewest(tx, touched);
  return refreshLocked(tx, touched);
}

/** Does so for customers whose newest values are locked. */
async function refreshLocked(tx: Db, touched: readonly Touched[]): Promise<Settled[]> {
  const { stored, bmi } = withBmi(touched);
  const changed = await replaceLatest(tx, stored, await newestOf(tx, stored));
  await settleMeasured(tx, touched);
  return bmi.length === 0 ? changed : [...changed, ...(await replaceLatest(tx, bmi, await newestBmi(tx, bmi)))];
}

/** Writes the newest values of what was touched, with their levels, and removes those that are gone. */
async function replaceLatest(tx: Db, touched: readonly Touched[], newest: readonly Newest[]): Promise<Settled[]> {
  const stored = await storedOf(tx, touched);
  const judges = await bandSetsOf(tx, [...new Set(newest.map(({ customerId }) => customerId))]);
  const rows = newest.map((row): Levelled => {
    const sets = judges.get(row.customerId);
    return { ...row, level: sets ? judgeBy(sets)(row) : null };
  });
  await writeLatest(tx, rows);
  const found = new Set(rows.map(keyOf));
  await removeLatest(
    tx,
    touched.filter((one) => !found.has(keyOf(one))),
  );
  return rows.flatMap(({ inBed: _inBed, metric, ...row }) => {
    const former = stored.get(keyOf({ ...row, metric }));
    const isSame = former && former.at === row.at && former.value === row.value && former.level === row.level;
    return isSame ? [] : [{ ...row, kind: metric, formerLevel: former?.level ?? null }];
  });
}
