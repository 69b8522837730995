import { sql } from 'kysely';
import { db, pool } from '#server/db/db.ts';
import { epoch } from '#server/db/epoch.ts';
import { type Cursor, parseSnapshot, type Snapshot } from './snapshot.ts';

export interface StoredEvent {
  id: bigint;
  xid: bigint;
  topic: string;
  kind: string;
  permission: string;
  departmentId: string;
  projectId: string;
  ownerId: string | null;
  subjectId: string;
}

interface Row {
  id: string | null;
  xid: string;
  topic: string;
  kind: string;
  permission: string;
  department_id: string;
  project_id: string;
  owner_id: string | null;
  subject_id: string;
  snapshot: string;
}

/** Age in hours up to which a cursor can resume; an older cursor gets `reset`. */
export const retentionHours = 24;
const maxEvents = 5000;

/** Returns the epoch: another one makes old cursors invalid. */
export async function readEpoch(): Promise<string> {
  return (await db.row(sql<{ epoch: string }>`select ${epoch} as epoch`))?.epoch ?? '';
}

/** Returns the current snapshot. */
export async function currentSnapshot(): Promise<Snapshot> {
  const { rows } = await pool().query<{ snapshot: string }>('select pg_current_snapshot()::text as snapshot');
  const snapshot = parseSnapshot(rows[0]?.snapshot ?? '');
  if (!snapshot) throw new Error('the database gave no snapshot');
  return snapshot;
}

/**
 * Returns the events that the snapshot did not see, oldest first, with the current snapshot, in one statement.
 * `tooMany`: more than 5,000 events; the page should reload instead.
 */
export async function readSince(
  since: Snapshot,
): Promise<{ events: StoredEvent[]; snapshot: Snapshot; tooMany: boolean }> {
  const { rows } = await pool().query<Row>({
    text: `
      with new as (
        select id, xid, topic, kind, permission, department_id, project_id, owner_id, body ->> 'id' as subject_id
        from event
        where (xid >= $1::xid8 or xid = any($2::xid8[])) and at > now() - interval '${retentionHours} hours'
        order by id limit ${maxEvents + 1})
      select n.id::text, n.xid::text, n.topic, n.kind, n.permission, n.department_id::text, n.project_id::text, n.owner_id::text,
        n.subject_id, pg_current_snapshot()::text as snapshot
      from (select 1) one left join new n on true order by n.id`,
    values: [since.xmax.toString(), `{${[...since.running].join(',')}}`],
  });
  const snapshot = parseSnapshot(rows[0]?.snapshot ?? '');
  if (!snapshot) throw new Error('the database gave no snapshot');
  const events = rows.flatMap((row) => (row.id === null ? [] : [toEvent(row, row.id)]));
  return { events: events.slice(0, maxEvents), snapshot, tooMany: events.length > maxEvents };
}

function toEvent(row: Row, id: string): StoredEvent {
  return {
    id: BigInt(id),
    xid: BigInt(row.xid),
    topic: row.topic,
    kind: row.kind,
    permission: row.permission,
    departmentId: row.department_id,
    projectId: row.project_id,
    ownerId: row.owner_id,
    subjectId: row.subject_id,
  };
}

/**
 * Returns whether all events after the cursor are still stored: no event of a transaction it did not see is older than
 * the retention.
 */
export async function isRetained(cursor: Cursor): Promise<boolean> {
  const { rows } = await pool().query<{ old: boolean }>(
    `select coalesce(exists (select 1 from event where xid >= $1::xid8 and at <= now() - interval '${retentionHours} hours'), false) as old`,
    [cursor.base.xmin.toString()],
  );
  return rows[0]?.old === false;
}
