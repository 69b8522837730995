import { sql } from 'kysely';
import { Problem } from '#server/core/problem.ts';
import type { Db } from '#server/db/db.ts';
import { camelCase } from '#server/db/names.ts';
import { bigints } from '#server/db/values.ts';
import { viewerZone } from '#server/db/zone.ts';
import { joinNames } from '#shared/joinNames.ts';

interface VersionStamp {
  version: number;
  updatedAt: string;
  updatedBy: string | null;
}

/** Projects the editor may see the names of, null for all: a conflict about `project_ids` names no other project. */
type Usable = readonly string[] | null;

function visibleValue(usable: Usable, field: string, value: unknown): unknown {
  if (usable === null || field !== 'project_ids' || !Array.isArray(value)) return value;
  return value.filter((id) => usable.includes(String(id)));
}

/** Returns the 409 for an outdated version: last editor, time, and the fields changed since, from the change log. */
export async function stale(
  tx: Db,
  table: string,
  id: string,
  seen: number,
  row: VersionStamp,
  usable: Usable = null,
): Promise<Problem> {
  const rows = await tx.rows(sql<{ changes: Record<string, [unknown, unknown]>; name: string | null }>`
    select l.changes, u.name from change_log l left join "user" u on u.id = l.actor_id
    where l.table_name = ${table} and l.row_id = ${id} and l.action = 'update' order by l.at desc limit ${Math.min(Math.max(row.version - seen, 1), 20)}`);
  const merged = new Map<string, { field: string; old: unknown; new: unknown }>();
  for (const { changes } of rows) {
    for (const [field, [before, after]] of Object.entries(changes)) {
      const existing = merged.get(field);
      const latest = existing ? existing.new : visibleValue(usable, field, after);
      merged.set(field, { field: camelCase(field), old: visibleValue(usable, field, before), new: latest });
    }
  }
  const updatedBy = rows[0]?.name ?? '系统';
  return conflict(tx, updatedBy, row, [...merged.values()]);
}

/** Returns the hour and minute in the time zone of the actor of the transaction. */
async function hourOf(tx: Db, iso: string): Promise<string> {
  const row = await tx.row(
    sql<{
      projects: string[] | null;
    }>`select project_ids::text[] as projects from "user" where id = nullif(current_setting('anhao.actor', true), '')::bigint`,
  );
  const timeZone = await viewerZone(tx, {
    scope: { kind: 'all', departments: null, projects: row?.projects ?? null },
  });
  return new Intl.DateTimeFormat('zh-CN', { timeZone, hour: '2-digit', minute: '2-digit', hour12: false }).format(
    new Date(iso),
  );
}

async function conflict(
  tx: Db,
  updatedBy: string,
  row: VersionStamp,
  changes: { field: string; old: unknown; new: unknown }[],
): Promise<Problem> {
  return new Problem(409, `数据已被 ${updatedBy} 于 ${await hourOf(tx, row.updatedAt)} 修改，请刷新`, {
    version: row.version,
    updatedBy,
    updatedAt: row.updatedAt,
    changes,
  });
}

/** A table that links the row to others: `column` refers to a row in the table `of`, which has the `name`. */
export interface JoinTable {
  table: string;
  column: string;
  of: string;
  field: string;
  /** Ids the editor may see the names of; the others are only counted. Absent: all. */
  named?: readonly string[] | undefined;
}

/** A change log entry of one row. */
export interface RecordedRow {
  row_id: string;
  changes: Record<string, [unknown, unknown]>;
}

/** Rows of a table below that are edited with the record and described in text. */
export interface ChildRows {
  table: string;
  ids: readonly string[];
  /** Describes their changes; `rows` has the newest change first. */
  tell(rows: readonly RecordedRow[]): { field: string; old: unknown; new: unknown }[];
}

interface Recorded {
  table_name: string;
  row_id: string;
  changes: Record<string, [unknown, unknown]>;
  by: string | null;
}

/** Fields that change automatically: not an edit by a user. */
const automaticFields = [
  'last_login_at',
  'last_login_ip',
  'pinyin',
  'initials',
  // A new password does not count as a new version of the row.
  'password_changed_at',
  'must_change_password',
];

/** Like `stale`, for a row with lists in join tables: shows the added and removed names. */
export async function staleWithLinks(
  tx: Db,
  table: string,
  id: string,
  seen: number,
  row: VersionStamp,
  joinTables: readonly JoinTable[],
  usable: Usable = null,
  children?: ChildRows,
): Promise<Problem> {
  const edits = Math.min(Math.max(row.version - seen, 1), 20);
  const recorded = sql`
    select l.table_name, l.row_id, l.changes - ${`{${automaticFields.join(',')}}`}::text[] as changes, l.trace_id, l.at, u.name as by
    from change_log l left join "user" u on u.id = l.actor_id
    where (l.table_name = ${table} and l.row_id = ${id} and l.action = 'update')
      or (l.table_name = any(${`{${joinTables.map((joinTable) => joinTable.table).join(',')}}`}::text[]) and l.row_id like ${`%,${id}`})
      or (l.table_name = ${children?.table ?? ''} and l.row_id = any(${`{${children?.ids.join(',') ?? ''}}`}::text[]))`;
  const rows = await tx.rows(sql<Recorded>`
    with recorded as (select * from (${recorded}) all_of where changes <> '{}'),
      recent as (select trace_id from recorded group by trace_id order by max(at) desc limit ${edits})
    select table_name, row_id, changes, by from recorded where trace_id in (select trace_id from recent) order by at desc`);
  const fields = new Map<string, { field: string; old: unknown; new: unknown }>();
  for (const { changes } of rows.filter((record) => record.table_name === table)) {
    for (const [field, [before, after]] of Object.entries(changes)) {
      const existing = fields.get(field);
      const latest = existing ? existing.new : visibleValue(usable, field, after);
      fields.set(field, { field: camelCase(field), old: visibleValue(usable, field, before), new: latest });
    }
  }
  const lists = await Promise.all(joinTables.map((joinTable) => joinTableChange(tx, joinTable, rows)));
  const theirs = rows.filter((record) => record.table_name === children?.table);
  const ofOwned = children && theirs.length > 0 ? children.tell(theirs) : [];
  return conflict(tx, rows[0]?.by ?? '系统', row, [...fields.values(), ...lists.flat(), ...ofOwned]);
}

async function joinTableChange(tx: Db, joinTable: JoinTable, rows: Recorded[]) {
  const moves = rows
    .filter((record) => record.table_name === joinTable.table)
    .map((record) => record.changes[joinTable.column] ?? [null, null]);
  if (moves.length === 0) return [];
  const names = async (values: unknown[]) => {
    const ids = values.filter((id) => id !== null).map(String);
    const named = ids.filter((id) => joinTable.named?.includes(id) ?? true);
    const result = await tx.rows(
      sql<{
        name: string;
      }>`select name from ${sql.id(joinTable.of)} where id = any(${bigints(named)}) order by id`,
    );
    return (
      joinNames(
        result.map(({ name }) => name),
        ids.length - named.length,
      ) || null
    );
  };
  const [removed, added] = await Promise.all([names(moves.map(([old]) => old)), names(moves.map(([, next]) => next))]);
  return [{ field: joinTable.field, old: removed, new: added }];
}
