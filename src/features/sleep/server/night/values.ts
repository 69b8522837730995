import { sql } from 'kysely';
import { usableReading } from '#features/equipment/server/service.ts';
import type { Db } from '#server/db/db.ts';
import type { Bin } from '#shared/health/night/bins.ts';
import type { Sample } from '#shared/health/night/presence.ts';
import { type BinnedKind, binnedKinds } from '#shared/health/night/reckon.ts';
import { type Slot, slotRows } from './source.ts';

/** Days before a window in which the last presence is looked for. */
const lookBackDays = 7;

const iso = (ms: number) => new Date(ms).toISOString();

/** Bounds of the slots as literals: the planner reads only their partitions. */
function within(slots: readonly Slot[]) {
  const from = iso(Math.min(...slots.map((slot) => slot.from)));
  const until = iso(Math.max(...slots.map((slot) => slot.until)));
  return sql`r.at >= s.since and r.at < s.until and r.at >= ${from}::timestamptz and r.at < ${until}::timestamptz and ${usableReading}`;
}

/** Groups rows by the index of their part. */
function byPart<Row extends { part: number }, T>(rows: readonly Row[], of: (row: Row) => T): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const row of rows) {
    const group = groups.get(row.part);
    if (group) group.push(of(row));
    else groups.set(row.part, [of(row)]);
  }
  return groups;
}

/** Returns the values of a state kind at which it changed, by part. */
export async function changesOf(tx: Db, slots: readonly Slot[], metric: string): Promise<Map<number, Sample[]>> {
  const rows = await tx.rows(sql<{ part: number; at: number; value: number }>`
    select v.part::int as part, (extract(epoch from v.at) * 1000)::float8 as at, v.value from (
      select s.part, r.at, r.value, lag(r.value) over (partition by s.part order by r.at) as former
      from ${slotRows(slots)} join reading r on r.device_id = s.source and r.metric = ${metric} and ${within(slots)}) v
    where v.former is distinct from v.value order by v.part, v.at`);
  return byPart(rows, ({ at, value }) => ({ at, value }));
}

/** Returns the last presence before each slot, as a sample at its beginning; `since` is when the person got the device. */
export async function presenceBefore(tx: Db, slots: readonly Slot[]): Promise<Map<number, Sample[]>> {
  const first = Math.min(...slots.map(({ from }) => from));
  const rows = await tx.rows(sql<{ part: number; value: number; from: number }>`
    select s.part::int as part, v.value, (extract(epoch from s.since) * 1000)::float8 as "from"
    from ${slotRows(slots)}
    join equipment_binding b on b.equipment_id = s.source and b.bound_at < s.since and (b.unbound_at is null or b.unbound_at >= s.until)
    cross join lateral (
      select r.value from reading r where r.device_id = s.source and r.metric = 'in_bed' and r.at < s.since and r.at >= b.bound_at
        and r.at >= s.since - make_interval(days => ${lookBackDays}::int) and r.at >= ${iso(first)}::timestamptz - make_interval(days => ${lookBackDays}::int)
        and ${usableReading}
      order by r.at desc limit 1) v`);
  return byPart(rows, ({ from, value }) => ({ at: from, value }));
}

/** Bins of a part: of each kind, and the starts of those with a value of any kind. */
export interface Binned {
  bins: Partial<Record<BinnedKind, Bin[]>>;
  heard: number[];
}

/** Kinds that only say that the device is there. */
const stateKinds = ['in_bed', 'sleep_stage'];

interface BinRow {
  part: number;
  metric: string;
  /** [start in s, number, least, greatest, sum] */
  bins: [number, number, number, number, number][];
}

/** Returns the values of the slots in bins of 5 min, by part. */
export async function binsOf(tx: Db, slots: readonly Slot[]): Promise<Map<number, Binned>> {
  const result = new Map<number, Binned>();
  if (slots.length === 0) return result;
  const kinds = [...binnedKinds, ...stateKinds];
  const rows = await tx.rows(sql<BinRow>`
    select v.part::int as part, v.metric, json_agg(json_build_array(extract(epoch from v.start)::int, v.n, v.min, v.max, v.sum)) as bins from (
      select s.part, r.metric, date_bin('5 minutes', r.at, timestamptz '2000-01-01 00:00Z') as start, count(*)::int as n, min(r.value) as min, max(r.value) as max, sum(r.value) as sum
      from ${slotRows(slots)} join reading r on r.device_id = s.source and r.metric = any(${kinds}::text[]) and ${within(slots)}
      group by 1, 2, 3) v
    group by 1, 2`);
  for (const { part, metric, bins } of rows) {
    const binned = result.get(part) ?? { bins: {}, heard: [] };
    result.set(part, binned);
    const own = bins
      .map(([start, n, min, max, sum]) => ({ at: start * 1000, n, min, max, sum }))
      .sort((a, b) => a.at - b.at);
    for (const { at } of own) binned.heard.push(at);
    if (!stateKinds.includes(metric)) binned.bins[metric as BinnedKind] = own;
  }
  return result;
}
