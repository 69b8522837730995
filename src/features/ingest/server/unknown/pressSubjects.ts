import { sql } from 'kysely';
import type { Raise } from '#features/warn/server/service.ts';
import type { Db } from '#server/db/db.ts';
import { wireInstant } from '#server/db/values.ts';

/** Press of an unregistered number, with its port and address range (/24, /64). */
export interface UnknownNumberPress {
  protocol: string;
  number: string;
  origin: string | null;
}

/** Warn that a press belongs to: that of its number, or the one that collects a port's range. */
export interface UnknownNumberSubject {
  subject: string;
  collects: boolean;
  /** Start of the collecting warn; null if it is new. */
  since: string | null;
}

/** Maximum numbers per port and range with a separate open warn; further numbers join a collecting warn. */
const maxStandalone = 5;

interface OpenSubject {
  subject: string;
  since: string;
}

const rangeKey = ({ protocol, origin }: UnknownNumberPress) => `${protocol}:${origin ?? '-'}`;

/**
 * Returns each press's subject, in order: one open warn per number, in a flood from one port and range one more with a
 * count (domain.md 7.2). Locks the ranges until the end of the transaction, so that concurrent batches count right.
 */
export async function subjectsOfPresses(
  tx: Db,
  presses: readonly UnknownNumberPress[],
): Promise<UnknownNumberSubject[]> {
  const ranges = [...new Set(presses.map(rangeKey))].sort();
  for (const range of ranges) await sql`select pg_advisory_xact_lock(hashtextextended(${range}, 7))`.execute(tx);
  const open = await openSubjects(tx, presses);
  const standaloneCounts = new Map<string, number>();
  for (const range of ranges) standaloneCounts.set(range, await countStandalone(tx, range));
  return presses.map((press): UnknownNumberSubject => {
    const ownSubject = `n:${press.protocol}:${press.number}`;
    const range = rangeKey(press);
    const collecting = { subject: `r:${range}`, collects: true, since: open.get(`r:${range}`) ?? null };
    if (open.has(ownSubject)) return { subject: ownSubject, collects: false, since: null };
    if (open.has(collecting.subject)) return collecting;
    const count = standaloneCounts.get(range) ?? 0;
    if (count >= maxStandalone) {
      open.set(collecting.subject, null);
      return collecting;
    }
    standaloneCounts.set(range, count + 1);
    open.set(ownSubject, null);
    return { subject: ownSubject, collects: false, since: null };
  });
}

/** Returns the open warns of these numbers and ranges, by subject, with their start. */
async function openSubjects(tx: Db, presses: readonly UnknownNumberPress[]): Promise<Map<string, string | null>> {
  const subjects = presses.flatMap((press) => [`n:${press.protocol}:${press.number}`, `r:${rangeKey(press)}`]);
  const rows = await tx.rows(sql<OpenSubject>`
    select subject, ${wireInstant(sql`received_at`)} as since from warn
    where type = 'unknown' and status in ('pending', 'handling') and subject in (select jsonb_array_elements_text(${JSON.stringify([...new Set(subjects)])}::jsonb))`);
  return new Map(rows.map((row) => [row.subject, row.since]));
}

/** Counts the numbers of a port's range that have a separate open warn. */
async function countStandalone(tx: Db, range: string): Promise<number> {
  const separator = range.indexOf(':');
  const [protocol, origin] = [range.slice(0, separator), range.slice(separator + 1)];
  const row = await tx.row(sql<{ n: number }>`
    select count(*)::int as n from warn where type = 'unknown' and status in ('pending', 'handling') and numbers is null
      and origin is not distinct from ${origin === '-' ? null : origin} and starts_with(subject, ${`n:${protocol}:`})`);
  return row?.n ?? 0;
}

/** Position that an unregistered number reports, with a press or after it. */
export interface UnknownNumberReport {
  protocol: string;
  number: string;
  position: NonNullable<Raise['position']>;
}

/** Moves the open warns of these numbers to their newest reported positions. */
export async function moveUnknownNumbers(tx: Db, reports: readonly UnknownNumberReport[]): Promise<void> {
  if (reports.length === 0) return;
  const moved = reports.map(({ protocol, number, position }) => ({ subject: `n:${protocol}:${number}`, ...position }));
  await sql`
    update warn w set lat = r.lat, lng = r.lng, accuracy = r.accuracy, position_source = r.source, position_at = r.at, version = w.version + 1, updated_at = now()
    from (select distinct on (m.subject) m.* from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb)
      as m (subject text, lat double precision, lng double precision, accuracy double precision, source text, at timestamptz) order by m.subject, m.at desc) r
    where w.subject = r.subject and w.type = 'unknown' and w.status in ('pending', 'handling') and w.customer_id is null
      and (w.position_at is null or w.position_at < r.at)`.execute(tx);
}
