import { sql } from 'kysely';
import { db, onPool } from '#server/db/db.ts';
import { byPerson, judgeDueAlarms, judgeDueFences } from './due.ts';
import { fixesIn, heardSince } from './read.ts';
import { judgePeople } from './settle.ts';

/** A message that was being stored while the last run read is read by the next one, ms. */
const overlapMs = 10_000;
/** Oldest fixes and longest absence of the judge that are looked at, ms. */
const hourMs = 60 * 60_000;
/** Age up to which a fix that came in time may be, with a margin, ms. */
const inTimeMs = 6 * 60_000;

/** Newest judged fix of each device, ms. What it forgets is judged again, which changes nothing. */
const judged = new Map<string, number>();

/** Forgets what was judged, as a new node does; for tests. */
export function forgetJudged(): void {
  judged.clear();
}

/** Judges what is due by the clock, and the devices that were heard since the last run of any node; nothing without fences. */
export async function judgeFences(): Promise<void> {
  await onPool('direct', async () => {
    const fence = await db.row(sql<{ id: string }>`
      select id::text from fence where deleted_at is null and status = 'enabled' limit 1`);
    if (!fence) return;
    await judgeDueFences();
    await judgeMoved();
    await judgeDueAlarms();
  });
}

/** From when fixes are to be read of devices whose people could not be judged, ms. */
const waiting = new Map<string, number>();

async function judgeMoved(): Promise<void> {
  const startedAt = Date.now();
  const last = await db.row(sql<{ at: string }>`select judged_at as at from fence_judge`);
  const since = Math.max(Date.parse(last?.at ?? '') - overlapMs, startedAt - hourMs);
  const heard = await heardSince(db, since);
  const moved = heard.filter(({ deviceId, at }) => at > (judged.get(deviceId) ?? startedAt - hourMs));
  const spans = moved.map(({ deviceId, at }) => ({
    deviceId,
    from: waiting.get(deviceId) ?? judged.get(deviceId) ?? Math.min(since, at) - inTimeMs,
    to: at,
  }));
  const heardIds = new Set(spans.map(({ deviceId }) => deviceId));
  for (const [deviceId, from] of waiting) if (!heardIds.has(deviceId)) spans.push({ deviceId, from, to: startedAt });
  const fixes = byPerson(await fixesIn(db, spans));
  const failed = await judgePeople(fixes);
  const failedDevices = new Set([...failed].flatMap((id) => (fixes.get(id) ?? []).map(({ deviceId }) => deviceId)));
  for (const { deviceId, from, to } of spans) {
    if (failedDevices.has(deviceId)) waiting.set(deviceId, from);
    else waiting.delete(deviceId);
    judged.set(deviceId, to);
  }
  for (const map of [judged, waiting]) for (const [id, at] of map) if (at < startedAt - hourMs) map.delete(id);
  await sql`update fence_judge set judged_at = ${new Date(startedAt).toISOString()}`.execute(db);
}
