import { type RawBuilder, sql } from 'kysely';
import { awake, seldom } from '#features/equipment/server/service.ts';
import type { Db } from '#server/db/db.ts';
import type { onlineStates } from '#shared/codes.ts';
import { type FaultyEquipment, faultyColumns, needsMaintenance } from './faultyEquipment.ts';

/** Last reports of a device, instants in ms since 1970. */
export interface Heard {
  lastSeenAt: number | null;
  /** Time of the first report after an offline period. */
  returnedAt: number | null;
  /** Values of the model, s: report interval, and silence after which the device is offline. */
  intervalSeconds: number;
  offlineSeconds: number;
}

/** Returns whether the device has been silent for its model's limit, counted only while messages are received. */
function isOffline({ lastSeenAt, offlineSeconds }: Heard, now: number, since: number): boolean {
  return now >= Math.max(lastSeenAt ?? 0, since) + offlineSeconds * 1000;
}

/**
 * Returns the online state (domain.md 6.19). Silence counts from `upSince`, the start of uninterrupted reception, and
 * behind a gateway only while that is heard. While it is away, and one interval after its return: unknown.
 */
export function onlineState(
  device: Heard & { gateway: Heard | null },
  { now, upSince }: { now: number; upSince: number },
): keyof typeof onlineStates {
  const { lastSeenAt, intervalSeconds, gateway } = device;
  if (lastSeenAt === null) return 'never';
  if (gateway) {
    if (gateway.lastSeenAt === null || isOffline(gateway, now, upSince)) return 'unknown';
    const returned = gateway.returnedAt ?? 0;
    if (isOffline(device, gateway.lastSeenAt, Math.max(upSince, returned))) return 'offline';
    if (returned > lastSeenAt) return 'unknown';
  } else if (isOffline(device, now, upSince)) return 'offline';
  return intervalSeconds >= seldom && now - lastSeenAt > awake ? 'sleeping' : 'online';
}

/** Devices per statement: their rows are locked, and their messages wait. */
const most = 1000;

const upSince = sql`(select h.up_since from equipment_heartbeat h)`;
/** Instant before which `device_state s` of `model m` cannot be offline, whatever its gateway does. */
const earliest = sql`greatest(s.last_seen_at, ${upSince}) + make_interval(secs => m.offline_seconds)`;
/** Condition: online, possibly silent by now, and messages are being received; uses the index, longest due first. */
const isDue = (moment: RawBuilder<unknown>) => sql<boolean>`s.online and s.quiet_until <= ${moment}
  and exists (select 1 from equipment_heartbeat h where h.beaten_at > ${moment} - interval '30 seconds')`;

/** Repeats a statement on `most` devices until it finds fewer; returns the total. */
async function updateInBatches(tx: Db, turn: RawBuilder<unknown>): Promise<number> {
  for (let all = 0; ; ) {
    const updated = await tx.affected(turn);
    all += updated;
    if (updated < most) return all;
  }
}

/**
 * Postpones devices that are due but cannot be offline yet, so that each is checked once per interval and not in every
 * run; by an hour at most, because the model's limit may be shortened.
 */
async function postponeDue(tx: Db, moment: RawBuilder<unknown>): Promise<void> {
  await updateInBatches(
    tx,
    sql`
      with due as (
        select s.device_id, ${earliest} as earliest from device_state s join equipment e on e.id = s.device_id join model m on m.id = e.model_id
        where ${isDue(moment)} and ${earliest} > ${moment}
        order by s.quiet_until limit ${most} for update of s skip locked)
      update device_state s set quiet_until = least(due.earliest, ${moment} + interval '1 hour') from due where s.device_id = due.device_id`,
  );
}

/**
 * Marks offline devices, the SQL form of `onlineState`: those without a gateway first, then those behind a reachable
 * one. Does nothing while no node receives messages; skips locked rows until the next run.
 * @param at ISO instant; default now
 * @returns number of devices
 */
export async function markOffline(tx: Db, at: string = new Date().toISOString()): Promise<number> {
  const moment = sql`${at}::timestamptz`;
  await postponeDue(tx, moment);
  const alone = sql`e.gateway_id is null and ${moment} >= ${earliest}`;
  const behind = sql`exists (
    select 1 from device_state g where g.device_id = e.gateway_id and g.online
      and g.last_seen_at >= greatest(s.last_seen_at, g.returned_at, ${upSince}) + make_interval(secs => m.offline_seconds))`;
  let marked = 0;
  for (const where of [alone, behind])
    marked += await updateInBatches(
      tx,
      sql`
        with due as (
          select s.device_id from device_state s join equipment e on e.id = s.device_id join model m on m.id = e.model_id
          where ${isDue(moment)} and ${where}
          order by s.quiet_until limit ${most} for update of s skip locked)
        update device_state s set online = false, offline_since = s.last_seen_at from due where s.device_id = due.device_id`,
    );
  return marked;
}

/** Offline device that needs work now. */
export interface OfflineDevice extends FaultyEquipment {
  offlineSince: string;
  offlineSeconds: number;
}

/** Locks offline devices without a notification and marks them as notified. */
export async function newlyOffline(tx: Db, limit: number): Promise<OfflineDevice[]> {
  return tx.returning(sql<OfflineDevice>`
    with due as (
      select s.device_id from device_state s join equipment e on e.id = s.device_id
      join model m on m.id = e.model_id left join customer c on c.id = e.customer_id and c.deleted_at is null
      where s.offline_since is not null and s.silence_told_at is null and not s.online and ${needsMaintenance}
        and not exists (select 1 from device_state g where g.device_id = e.gateway_id and not g.online)
      order by s.device_id limit ${limit} for update of s skip locked),
    told as (update device_state s set silence_told_at = now() from due where s.device_id = due.device_id returning s.device_id, s.offline_since, s.silence_told_at)
    select ${faultyColumns}, told.offline_since as "offlineSince", told.silence_told_at as "toldAt", m.offline_seconds as "offlineSeconds"
    from told join equipment e on e.id = told.device_id join model m on m.id = e.model_id left join customer c on c.id = e.customer_id and c.deleted_at is null
    order by e.id`);
}

/** Returns the return time of devices back online after the given instant, by device id. */
export async function returnedSince(
  tx: Db,
  devices: readonly { id: string; since: string }[],
): Promise<Map<string, string>> {
  const rows = await tx.rows(sql<{ id: string; at: string }>`
    select s.device_id::text as id, s.returned_at as at from device_state s
    join jsonb_to_recordset(${JSON.stringify(devices)}::jsonb) as d (id bigint, since timestamptz) on d.id = s.device_id
    where s.online and s.returned_at > d.since`);
  return new Map(rows.map(({ id, at }) => [id, at]));
}
