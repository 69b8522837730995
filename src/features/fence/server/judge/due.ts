import { sql } from 'kysely';
import type { Window } from '#features/fence/contract.ts';
import { system } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { zoneOf } from '#server/db/zone.ts';
import { type CommandContext, command } from '#server/feature/command.ts';
import { isWithinHours, nextLook } from '#shared/place/hours.ts';
import type { Static } from '#shared/typebox.ts';
import { isOut, peopleOfFence } from '../members.ts';
import { attempt } from './attempt.ts';
import type { Pair, StoredFix } from './follow.ts';
import { fixesIn, freshPeople, lockPeople, pairsOf } from './read.ts';
import { ring } from './ring.ts';
import { alarmTypes, badPairs, type FenceAlarmType, isBad, noteOf, outSince } from './rules.ts';
import { judgePeople } from './settle.ts';
import { writeEvents } from './write.ts';

/** Fences, alarms and stays that are looked at in one run. */
const perRun = 200;
/** Fixes that are read anew for a fence that was made, edited or switched on: none older is fresh, ms. */
const seedMs = 60 * 60_000;
/** People whose fixes are read at once. */
const chunk = 500;

interface DueFence {
  fenceId: string;
  inUse: boolean;
  windows: Static<typeof Window>[];
  zone: string;
  onSince: string | null;
  seed: boolean;
}

async function dueFences(tx: Db, id?: string): Promise<DueFence[]> {
  return tx.rows(sql<DueFence>`
    select w.fence_id::text as "fenceId", f.deleted_at is null and f.status = 'enabled' as "inUse", f.windows, ${zoneOf(sql`f.project_id`)} as zone,
      w.on_since as "onSince", w.seed
    from fence_watch w join fence f on f.id = w.fence_id where w.next_at <= now() and ${id === undefined ? sql`true` : sql`w.fence_id = ${id}`}
    order by w.next_at limit ${perRun}`);
}

/**
 * Looks at fences that were changed or whose hours begin or end. Whoever is outside already is judged then. Standings of
 * a changed fence are taken anew from the last hour.
 */
export async function judgeDueFences(): Promise<void> {
  for (const { fenceId } of await dueFences(db)) await attempt(() => judgeDueFence(fenceId));
}

async function judgeDueFence(fenceId: string): Promise<void> {
  const readFrom = await command(system('fence'), (ctx) => begin(ctx, fenceId));
  if (readFrom !== null) await readAnew(fenceId, readFrom);
  await ringOutside(fenceId);
}

/** Puts the fence in or out of force. @returns from when fixes are to be read anew, ms; null where standings stay */
async function begin({ tx }: CommandContext, fenceId: string): Promise<number | null> {
  await sql`select 1 from fence_watch where fence_id = ${fenceId} for update`.execute(tx);
  const [fence] = await dueFences(tx, fenceId);
  if (!fence) return null;
  const isOn = fence.inUse && isWithinHours(fence.windows, Date.now(), fence.zone);
  if (fence.seed) await sql`delete from fence_state where fence_id = ${fenceId}`.execute(tx);
  const [row] = await tx.returning(sql<{ readFrom: string | null }>`
    update fence_watch set seed = false, on_since = case when ${isOn} then coalesce(case when not ${fence.seed} then on_since end, now()) end,
      read_from = case when not ${fence.inUse} then null when ${fence.seed} then now() - make_interval(secs => ${seedMs / 1000}) else read_from end
    where fence_id = ${fenceId} returning read_from as "readFrom"`);
  return row?.readFrom ? Date.parse(row.readFrom) : null;
}

async function readAnew(fenceId: string, from: number): Promise<void> {
  const devices = await db.rows(sql<{ deviceId: string; customerId: string }>`
    select e.id::text as "deviceId", e.customer_id::text as "customerId" from fence f join equipment e on e.customer_id in (${peopleOfFence})
    where f.id = ${fenceId} and e.deleted_at is null order by e.customer_id`);
  const to = Date.now();
  for (let start = 0; start < devices.length; start += chunk) {
    const spans = devices.slice(start, start + chunk).map(({ deviceId }) => ({ deviceId, from, to }));
    await judgePeople(byPerson(await fixesIn(db, spans)));
  }
}

/** Groups fixes by whose they are. */
export function byPerson(fixes: readonly StoredFix[]): Map<string, StoredFix[]> {
  return Map.groupBy(fixes, ({ customerId }) => customerId);
}

/** Rings for whoever is outside a fence in force with a fresh fix, and sets when it is looked at again. */
async function ringOutside(fenceId: string): Promise<void> {
  const people = await db.rows(sql<{ id: string }>`
    select s.customer_id::text as id from fence_state s join fence f on f.id = s.fence_id join fence_watch w on w.fence_id = f.id
    where f.id = ${fenceId} and w.on_since is not null and ${isOut}`);
  const ids = people.map(({ id }) => id);
  for (const id of await freshPeople(db, ids))
    await command(system('fence'), (ctx) => ringAgain(ctx, id, (pair) => pair.fenceId === fenceId));
  const [fence] = await dueFences(db, fenceId);
  const next = fence?.inUse ? nextLook(fence.windows, Date.now(), fence.zone) : null;
  await sql`
    update fence_watch set read_from = null, next_at = ${next === null ? null : new Date(next).toISOString()}::timestamptz
    where fence_id = ${fenceId} and not seed`.execute(db);
}

/** Rings for a person who is still where they should not be at a fence in force. */
async function ringAgain(ctx: CommandContext, customerId: string, concerns: (pair: Pair) => boolean): Promise<void> {
  await lockPeople(ctx.tx, [customerId]);
  const pairs = await pairsOf(ctx.tx, [customerId]);
  const pair = pairs.find((each) => each.onSince !== null && isBad(each.kind, each.side) && concerns(each));
  if (!pair) return;
  const since = outSince(badPairs(pairs, alarmTypes[pair.kind]));
  await ring(ctx, pair, await lastFix(ctx.tx, customerId), { note: noteOf(pair), outSince: since });
}

async function lastFix(tx: Db, customerId: string): Promise<StoredFix | null> {
  const [newest] = await tx.rows(sql<{ deviceId: string; at: number }>`
    select s.device_id::text as "deviceId", (extract(epoch from s.position_at) * 1000)::float8 as at
    from equipment e join device_state s on s.device_id = e.id
    where e.customer_id = ${customerId} and e.deleted_at is null and s.position_at is not null order by s.position_at desc limit 1`);
  if (!newest) return null;
  const fixes = await fixesIn(tx, [{ deviceId: newest.deviceId, from: newest.at - 1000, to: newest.at }]);
  return fixes.findLast((fix) => fix.customerId === customerId) ?? null;
}

/** Rings for people who went out again within 15 minutes of their way back and are still out. */
export async function judgeDueAlarms(): Promise<void> {
  const due = await db.rows(sql<{ id: string; type: FenceAlarmType }>`
    select customer_id::text as id, type from fence_alarm where due_at <= now() order by due_at limit ${perRun}`);
  for (const { id, type } of due) await attempt(() => command(system('fence'), (ctx) => ringDue(ctx, id, type)));
}

async function ringDue(ctx: CommandContext, customerId: string, type: FenceAlarmType): Promise<void> {
  await ringAgain(ctx, customerId, ({ kind }) => alarmTypes[kind] === type);
  await sql`update fence_alarm set due_at = null where customer_id = ${customerId} and type = ${type}`.execute(ctx.tx);
}

/** Reports people who have been inside for too long; whoever has no fresh fix waits for one. */
export async function judgeStays(): Promise<void> {
  const due = await db.rows(sql<{ id: string }>`
    select distinct s.customer_id::text as id from fence_state s join fence_watch w on w.fence_id = s.fence_id
    where s.stay_at <= now() and w.on_since is not null limit ${perRun}`);
  const ids = due.map(({ id }) => id);
  for (const id of await freshPeople(db, ids))
    await attempt(() => command(system('fence'), (ctx) => reportStay(ctx, id)));
}

async function reportStay(ctx: CommandContext, customerId: string): Promise<void> {
  await lockPeople(ctx.tx, [customerId]);
  const pairs = await pairsOf(ctx.tx, [customerId]);
  const [stay] = await ctx.tx.rows(sql<{ fenceId: string }>`
    select s.fence_id::text as "fenceId" from fence_state s where s.customer_id = ${customerId} and s.stay_at <= now() order by s.stay_at limit 1`);
  const pair = pairs.find(({ fenceId, onSince }) => fenceId === stay?.fenceId && onSince !== null);
  if (!pair) return;
  const fix = await lastFix(ctx.tx, customerId);
  const warnId = await ring(ctx, pair, fix, { note: noteOf(pair), outSince: pair.since ?? Date.now() });
  if (fix) await writeEvents(ctx.tx, [{ kind: 'stay', pair, fix: { ...fix, at: Date.now() }, warnId }]);
  await sql`update fence_state set stay_at = null where customer_id = ${customerId} and fence_id = ${pair.fenceId}`.execute(
    ctx.tx,
  );
}
