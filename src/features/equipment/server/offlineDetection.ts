import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import type { onlineStates } from '#shared/codes.ts';
import { type FaultyEquipment, faultyColumns, needsMaintenance } from './maintenance.ts';
import { awake, seldom } from './online.ts';

/** When something was heard, instants in ms since 1970. */
export interface Heard {
  lastSeenAt: number | null;
  /** When it was heard again after it had been offline. */
  returnedAt: number | null;
  /** Of its model: it reports so often, and is offline after so long, s. */
  intervalSeconds: number;
  offlineSeconds: number;
}

/** Silent for as long as its model allows, by the clock that runs while messages are taken. */
function isOffline({ lastSeenAt, offlineSeconds }: Heard, now: number, since: number): boolean {
  return now >= Math.max(lastSeenAt ?? 0, since) + offlineSeconds * 1000;
}

/**
 * How a device stands (domain.md 6.19). The server's own absence is nobody's silence: it counts from `upSince`, since when
 * messages have been taken without a break. What stands behind a gateway is silent only in time in which the gateway was
 * heard: while that is away, and until the device's own interval has passed since it came back, nothing is known.
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

/** So many devices are judged in one statement: their rows are locked, and messages of theirs wait. */
const most = 1000;

const upSince = sql`(select h.up_since from equipment_heartbeat h)`;
/** Before this instant `device_state s` of `model m` is not silent, whatever its gateway does. */
const earliest = sql`greatest(s.last_seen_at, ${upSince}) + make_interval(secs => m.offline_seconds)`;
/** Online, perhaps silent by now, and messages are taken: by index, the longest due first. */
const isDue = (moment: RawBuilder<unknown>) => sql<boolean>`s.online and s.quiet_until <= ${moment}
  and exists (select 1 from equipment_heartbeat h where h.beaten_at > ${moment} - interval '30 seconds')`;

/** Repeats a statement that judges `most` devices at once until it finds fewer; answers how many. */
async function updateInBatches(tx: Db, turn: RawBuilder<unknown>): Promise<number> {
  for (let all = 0; ; ) {
    const updated = Number((await turn.execute(tx)).numAffectedRows ?? 0n);
    all += updated;
    if (updated < most) return all;
  }
}

/**
 * Puts off what is due and cannot be silent yet to when it can, so that a device is looked at once in the span of its model
 * and not in every turn; to an hour at most, for the span may be shortened meanwhile.
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
 * Marks the devices that have become offline, `standing` in SQL: gateways and what has none first, then what stands behind a
 * gateway that is heard. Nothing while no node takes messages. A row that is just being written is judged at the next turn.
 * @param at ISO instant; now unless given
 * @returns how many
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

/** A silent device that is work now. */
export interface OfflineDevice extends FaultyEquipment {
  offlineSince: string;
  offlineSeconds: number;
}

/** Silent devices whose silence is not known as work yet, locked, and from now on known as such. */
export async function newlyOffline(tx: Db, limit: number): Promise<OfflineDevice[]> {
  const { rows } = await sql<OfflineDevice>`
    with due as (
      select s.device_id from device_state s join equipment e on e.id = s.device_id
      join model m on m.id = e.model_id left join customer c on c.id = e.customer_id and c.deleted_at is null
      where s.offline_since is not null and s.silence_told_at is null and not s.online and ${needsMaintenance}
        and not exists (select 1 from device_state g where g.device_id = e.gateway_id and not g.online)
      order by s.device_id limit ${limit} for update of s skip locked),
    told as (update device_state s set silence_told_at = now() from due where s.device_id = due.device_id returning s.device_id, s.offline_since, s.silence_told_at)
    select ${faultyColumns}, told.offline_since as "offlineSince", told.silence_told_at as "toldAt", m.offline_seconds as "offlineSeconds"
    from told join equipment e on e.id = told.device_id join model m on m.id = e.model_id left join customer c on c.id = e.customer_id and c.deleted_at is null
    order by e.id`.execute(tx);
  return rows;
}

/** Devices that were heard again after this instant, by id: those of them that are online now. */
export async function returnedSince(
  tx: Db,
  devices: readonly { id: string; since: string }[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; at: string }>`
    select s.device_id::text as id, s.returned_at as at from device_state s
    join jsonb_to_recordset(${JSON.stringify(devices)}::jsonb) as d (id bigint, since timestamptz) on d.id = s.device_id
    where s.online and s.returned_at > d.since`.execute(tx);
  return new Map(rows.map(({ id, at }) => [id, at]));
}
