import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import type { Night } from '#shared/health/night/reckon.ts';
import type { FinalNight } from '../nightHooks.ts';
import type { Computed } from './compute.ts';
import { detailOf } from './detail.ts';
import { type Target, targetRows } from './target.ts';

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
const whole = (value: number | null) => (value === null ? null : Math.round(value));

/** Columns of a night that follow from its values: alone, as read, as stored, and as given. */
const figures = sql`
  zone, state, final_at, bed_from, bed_to, asleep_from, asleep_to, tib, tst, sol, waso, se, sme, rem_latency,
  awake, light, deep, rem, awakenings, long_awakenings, exits, longest_exit, rollovers, breath_index, snore,
  hr_min, hr_avg, hr_max, rr_min, rr_avg, rr_max, recorded, coverage, met, vendor_score, detail`;
const readFigures = sql`
  v.zone, v.state, v.final_at, v.bed_from, v.bed_to, v.asleep_from, v.asleep_to, v.tib, v.tst, v.sol, v.waso,
  v.se, v.sme, v.rem_latency, v.awake, v.light, v.deep, v.rem, v.awakenings, v.long_awakenings, v.exits,
  v.longest_exit, v.rollovers, v.breath_index, v.snore, v.hr_min, v.hr_avg, v.hr_max, v.rr_min, v.rr_avg,
  v.rr_max, v.recorded, v.coverage, v.met, v.vendor_score, v.detail`;
const storedFigures = sql`
  n.zone, n.state, n.final_at, n.bed_from, n.bed_to, n.asleep_from, n.asleep_to, n.tib, n.tst, n.sol, n.waso,
  n.se, n.sme, n.rem_latency, n.awake, n.light, n.deep, n.rem, n.awakenings, n.long_awakenings, n.exits,
  n.longest_exit, n.rollovers, n.breath_index, n.snore, n.hr_min, n.hr_avg, n.hr_max, n.rr_min, n.rr_avg,
  n.rr_max, n.recorded, n.coverage, n.met, n.vendor_score, n.detail`;
const givenFigures = sql`
  excluded.zone, excluded.state, excluded.final_at, excluded.bed_from, excluded.bed_to, excluded.asleep_from,
  excluded.asleep_to, excluded.tib, excluded.tst, excluded.sol, excluded.waso, excluded.se, excluded.sme,
  excluded.rem_latency, excluded.awake, excluded.light, excluded.deep, excluded.rem, excluded.awakenings,
  excluded.long_awakenings, excluded.exits, excluded.longest_exit, excluded.rollovers, excluded.breath_index,
  excluded.snore, excluded.hr_min, excluded.hr_avg, excluded.hr_max, excluded.rr_min, excluded.rr_avg,
  excluded.rr_max, excluded.recorded, excluded.coverage, excluded.met, excluded.vendor_score, excluded.detail`;

function rowOf({ part, night, end }: Computed & { night: Night }, now: number) {
  const { whole: window } = part.day;
  const isOpen = now < window.until;
  return {
    ...{ device_id: part.deviceId, customer_id: part.customerId, night: part.night, zone: part.zone },
    ...{ state: isOpen ? 'open' : 'done', final_at: iso(window.until) },
    bed_from: iso(night.bedFrom),
    bed_to: isOpen && night.isInBed && end === now ? null : iso(night.bedTo),
    ...{ asleep_from: iso(night.asleepFrom), asleep_to: iso(night.asleepTo) },
    ...{ tib: whole(night.tib), tst: whole(night.tst), sol: whole(night.sol), waso: whole(night.waso) },
    ...{ se: night.se, sme: night.sme, rem_latency: whole(night.remLatency) },
    ...{ awake: whole(night.awake), light: whole(night.light), deep: whole(night.deep), rem: whole(night.rem) },
    ...{ awakenings: night.awakenings, long_awakenings: night.longAwakenings },
    ...{ exits: night.exits, longest_exit: whole(night.longestExit), rollovers: whole(night.rollovers) },
    ...{ breath_index: night.breathIndex, snore: whole(night.snore) },
    ...{ hr_min: night.hr?.min ?? null, hr_avg: night.hr?.avg ?? null, hr_max: night.hr?.max ?? null },
    ...{ rr_min: night.rr?.min ?? null, rr_avg: night.rr?.avg ?? null, rr_max: night.rr?.max ?? null },
    ...{ recorded: whole(night.recorded), coverage: night.coverage, met: night.met },
    ...{ vendor_score: night.vendorScore, marks: night.marks, detail: detailOf(night) },
  };
}

/**
 * Writes computed nights; one that did not change stays untouched, one that changes after noon is marked as revised, and
 * one without raw values is never changed. Nights of these targets that are no more are deleted.
 * @returns the final nights that are new or changed
 */
export async function writeNights(
  tx: Db,
  targets: readonly Target[],
  computed: readonly Computed[],
  now: number,
): Promise<FinalNight[]> {
  const rows = computed.flatMap((one) => (one.night ? [rowOf({ ...one, night: one.night }, now)] : []));
  await sql`
    delete from sleep_night n using ${targetRows(targets)}
    where n.device_id = t.device and n.night = t.night and n.state <> 'frozen' and n.remark_cipher is null
      and not exists (
        select 1 from jsonb_to_recordset(${JSON.stringify(rows.map(({ device_id, night, customer_id }) => ({ device_id, night, customer_id })))}::jsonb) as k (device_id bigint, night date, customer_id bigint)
        where k.device_id = n.device_id and k.night = n.night and k.customer_id = n.customer_id)`.execute(tx);
  if (rows.length === 0) return [];
  const written = await tx.returning(sql<FinalNight & { state: string }>`
    insert into sleep_night as n (device_id, customer_id, night, marks, ${figures})
    select v.device_id, v.customer_id, v.night, v.marks, ${readFigures}
    from jsonb_populate_recordset(null::sleep_night, ${JSON.stringify(rows)}::jsonb) v
    order by v.device_id, v.night, v.customer_id
    on conflict (device_id, night, customer_id) do update set (${figures}) = row(${givenFigures}),
      marks = case when n.state = 'open' and not 'revised' = any(n.marks) then excluded.marks else excluded.marks || array['revised'] end,
      revision = n.revision + 1, updated_at = now()
    where n.state <> 'frozen'
      and ((${storedFigures}) is distinct from (${givenFigures}) or array_remove(n.marks, 'revised') <> excluded.marks)
    returning n.customer_id::text as "customerId", n.device_id::text as "deviceId", n.night::text as night, n.state`);
  return written.flatMap(({ state, ...night }) => (state === 'done' ? [night] : []));
}

/** Deletes the marks of nights that are written. */
export async function clearStale(tx: Db, ids: readonly string[]): Promise<void> {
  await sql`delete from sleep_stale where id = any(${bigints(ids)})`.execute(tx);
}
