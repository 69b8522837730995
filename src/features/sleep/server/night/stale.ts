import { sql } from 'kysely';
import { rawSince, type Series, seriesRows } from '#features/reading/server/service.ts';
import { type Db, db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import { zoneOf } from '#server/db/zone.ts';
import type { Target } from './target.ts';

/** Kinds of which each value may begin a night. */
const presenceKinds = ['in_bed', 'sleep_stage'];
/** Kinds that change a night that is there. */
const furtherKinds = ['heart_rate', 'breath_rate', 'motion', 'rollovers', 'breath_events', 'snore'];

const noMark = sql`not exists (select 1 from sleep_stale s where s.device_id = d.device and s.night = d.night and s.taken_at is null)`;
/** 05:00 of the day of waking. */
const dueAt = sql`(d.night::timestamp + interval '5 hours') at time zone d.zone`;

/**
 * Marks the nights of these series, from their oldest changed value on, as stale. A mark that is not taken yet stays as it
 * is: a night is read after its mark was taken.
 */
export async function markStale(tx: Db, series: readonly Series[]): Promise<void> {
  const kinds = [...presenceKinds, ...furtherKinds];
  const own = series.filter(({ metric }) => kinds.includes(metric));
  if (own.length === 0) return;
  const start = (await rawSince()).toISOString();
  await sql`
    insert into sleep_stale (device_id, night, due_at)
    select d.device, d.night, ${dueAt} from (
      select distinct z.device, z.zone, g.day::date as night from (
        select q.source as device, q.metric, greatest(q.oldest, ${start}::timestamptz + interval '1 day') as oldest, ${zoneOf(sql`e.project_id`)} as zone
        from ${seriesRows(own)} join equipment e on e.id = q.source) z
      cross join lateral generate_series(
        ((z.oldest at time zone z.zone) + interval '12 hours')::date, ((now() at time zone z.zone) + interval '12 hours')::date, interval '1 day') as g (day)
      where z.metric = any(${presenceKinds}::text[])
        or exists (select 1 from sleep_night n where n.device_id = z.device and n.night = g.day::date)) d
    where ${noMark}`.execute(tx);
}

/**
 * Marks last night of people who are in bed: a sensor that sends changes alone says nothing meanwhile. Only from 05:00 to
 * noon, and of devices that are online.
 */
export async function markThoseInBed(): Promise<void> {
  await sql`
    insert into sleep_stale (device_id, night, due_at)
    select d.device, d.night, ${dueAt} from (
      select l.source_id as device, z.zone, (now() at time zone z.zone)::date as night
      from reading_latest l join equipment e on e.id = l.source_id join device_state s on s.device_id = e.id and s.online
      cross join lateral (select ${zoneOf(sql`e.project_id`)} as zone) z
      where l.metric = 'in_bed' and l.value = 1 and l.at > now() - interval '7 days'
        and (now() at time zone z.zone)::time between '05:00' and '12:00') d
    where ${noMark}`.execute(db);
}

/** Marks the nights of these devices that run now and are stored already. */
export async function markRunning(tx: Db, ids: readonly string[]): Promise<void> {
  await sql`
    insert into sleep_stale (device_id, night, due_at)
    select d.device, d.night, ${dueAt} from (
      select distinct n.device_id as device, n.zone, n.night from sleep_night n
      where n.device_id = any(${bigints(ids)}) and n.night >= current_date - 1 and n.final_at > now()) d
    where ${noMark}`.execute(tx);
}

/** Marks nights that became final: they are computed once more. */
export async function markFinal(): Promise<void> {
  await sql`
    insert into sleep_stale (device_id, night, due_at)
    select distinct d.device_id, d.night, d.final_at from sleep_night d
    where d.state = 'open' and d.final_at <= now()
      and not exists (select 1 from sleep_stale s where s.device_id = d.device_id and s.night = d.night and s.taken_at is null)`.execute(
    db,
  );
}

/** Time after which a mark that was taken is free again: whoever took it was stopped. */
const lostAfter = sql`interval '15 minutes'`;

/** Marks that were taken, with the nights. */
export interface Taken {
  targets: Target[];
  ids: string[];
}

/** Takes marks that are due, at most `limit`, in a transaction of its own. */
export async function takeStale(limit: number): Promise<Taken> {
  const rows = await db.returning(sql<Target & { id: string }>`
    with due as (
      select id from sleep_stale where due_at <= now() and (taken_at is null or taken_at < now() - ${lostAfter})
      order by due_at, device_id limit ${limit}::int for update skip locked)
    update sleep_stale s set taken_at = now() from due where s.id = due.id
    returning s.id::text, s.device_id::text as "deviceId", s.night::text as night`);
  const targets = new Map(rows.map(({ deviceId, night }) => [`${deviceId} ${night}`, { deviceId, night }]));
  return { targets: [...targets.values()], ids: rows.map(({ id }) => id) };
}
