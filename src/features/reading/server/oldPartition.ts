import { sql } from 'kysely';
import { db, onPool } from '#server/db/db.ts';
import { withPartitions } from '#server/db/partitions.ts';
import type { OldPartition } from '#server/feature/oldPartitions.ts';
import { keptKinds, readingFlag } from '#shared/health/readingKinds.ts';
import { countedHours } from './hours.ts';

const dayMs = 86_400_000;
const daysOfLeaf = 7;
/** People entered or imported it. */
const byPeople = readingFlag.entered | readingFlag.imported;

/** Counts the hours of a day that were never counted or are stale. */
async function countHours(from: string, to: string): Promise<void> {
  await sql`
    insert into reading_hour as h (device_id, metric, hour, n, min, max, sum, last)
    ${countedHours(sql`r.at >= ${from}::timestamptz and r.at < ${to}::timestamptz`)}
    on conflict (device_id, metric, hour) do update
      set n = excluded.n, min = excluded.min, max = excluded.max, sum = excluded.sum, last = excluded.last, stale_at = null
      where h.stale_at is not null`.execute(db);
}

/** Copies what outlives its partition: entered and imported values, and those of the sparse kinds. */
async function copyKept(from: string, to: string): Promise<void> {
  await sql`
    insert into reading_kept (device_id, metric, at, value, flags, project_id)
    select r.device_id, r.metric, r.at, r.value, r.flags, r.project_id from reading r
    where r.at >= ${from}::timestamptz and r.at < ${to}::timestamptz and (r.metric = any(${[...keptKinds]}::text[]) or r.flags & ${byPeople}::int <> 0)
    on conflict (device_id, metric, at) do update set value = excluded.value, flags = excluded.flags`.execute(db);
}

/** Returns the Monday with which a weekly leaf begins, ms since 1970. */
function startOf(leaf: string): number {
  const [, year, month, day] = /_p(\d{4})(\d\d)(\d\d)$/.exec(leaf) ?? [];
  const start = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  if (Number.isNaN(start)) throw new Error(`not a leaf of readings: ${leaf}`);
  return start;
}

const part: OldPartition = {
  table: 'reading',
  async beforeDrop(leaf) {
    const start = startOf(leaf);
    await onPool('report', async () => {
      for (let day = 0; day < daysOfLeaf; day++) {
        const from = new Date(start + day * dayMs).toISOString();
        const to = new Date(start + (day + 1) * dayMs).toISOString();
        await withPartitions(() => countHours(from, to));
        await copyKept(from, to);
      }
    });
  },
};
export default part;
