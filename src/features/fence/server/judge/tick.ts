import { sql } from 'kysely';
import { db, onPool } from '#server/db/db.ts';
import { byPerson, judgeDueAlarms, judgeDueFences } from './due.ts';
import { type FixSpan, fixesIn, heardSince } from './read.ts';
import { judgePeople } from './settle.ts';

/** A message that was being stored while the last run read is read by the next one, ms. */
const overlapMs = 10_000;
/** Oldest fixes and longest absence of the judge that are looked at, ms. */
const hourMs = 60 * 60_000;
/** Age up to which a fix that came in time may be, with a margin, ms. */
const inTimeMs = 6 * 60_000;

/** Devices whose fixes are in memory at once: after a start those of the last minutes of everybody are read. */
const devicesPerBatch = 200;

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
  const spans = moved.map(({ deviceId, customerId, at }) => ({
    ...{ deviceId, customerId },
    from: waiting.get(deviceId) ?? judged.get(deviceId) ?? Math.min(since, at) - inTimeMs,
    to: at,
  }));
  const heardIds = new Set(spans.map(({ deviceId }) => deviceId));
  const unheard = [...waiting].filter(([deviceId]) => !heardIds.has(deviceId));
  for (const batch of batchesOf(spans)) await judgeSpans(batch);
  await judgeSpans(unheard.map(([deviceId, from]) => ({ deviceId, from, to: startedAt })));
  for (const map of [judged, waiting]) for (const [id, at] of map) if (at < startedAt - hourMs) map.delete(id);
  await sql`update fence_judge set judged_at = ${new Date(startedAt).toISOString()}`.execute(db);
}

/** Divides spans in the order of their people into batches; the devices of a person stay together. */
function batchesOf<T extends { customerId: string }>(spans: readonly T[]): T[][] {
  const batches: T[][] = [];
  for (const own of Map.groupBy(spans, ({ customerId }) => customerId).values()) {
    const last = batches.at(-1);
    if (last && last.length < devicesPerBatch) last.push(...own);
    else batches.push([...own]);
  }
  return batches;
}

/** Judges people by the fixes of their devices in these spans, and remembers how far each device is judged. */
async function judgeSpans(spans: readonly FixSpan[]): Promise<void> {
  const fixes = byPerson(await fixesIn(db, spans));
  const failed = await judgePeople(fixes);
  const failedDevices = new Set([...failed].flatMap((id) => (fixes.get(id) ?? []).map(({ deviceId }) => deviceId)));
  for (const { deviceId, from, to } of spans) {
    if (failedDevices.has(deviceId)) waiting.set(deviceId, from);
    else waiting.delete(deviceId);
    judged.set(deviceId, to);
  }
}
