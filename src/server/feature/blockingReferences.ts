import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import { extensionsOf } from './extensions.ts';

/** A column whose rows refer to those of a feature, its own or one below, and hold them back; a feature's part `refers` lists its own. */
export interface BlockingColumn {
  to: 'customer' | 'model' | 'user';
  table: string;
  column: string;
  /** Deleted rows stay in the table and hold nothing back. */
  softDelete?: true;
  /** Why the other row stays, as people read it. */
  reason: string;
}

/**
 * Which of the rows something above refers to, each with one reason.
 * @param except ids of referring rows that hold nothing back, by table
 */
export async function blockingReasons(
  tx: Db,
  to: BlockingColumn['to'],
  ids: readonly string[],
  except: Readonly<Record<string, readonly string[]>> = {},
): Promise<Map<string, string>> {
  const all = (await extensionsOf('blockingColumns'))
    .flatMap(({ extension: part }) => part)
    .filter((reference) => reference.to === to);
  if (ids.length === 0 || all.length === 0) return new Map();
  const blocking = all.map(
    ({ table, column, softDelete: deletes, reason }) => sql`
      select distinct ${sql.ref(column)}::text as id, ${reason}::text as reason from ${sql.table(table)}
      where ${sql.ref(column)} = any(${bigints(ids)}) and ${deletes ? sql`deleted_at is null` : sql`true`}
        and ${except[table] ? sql`id <> all(${bigints(except[table])})` : sql`true`}`,
  );
  const { rows } = await sql<{ id: string; reason: string }>`${sql.join(blocking, sql` union all `)}`.execute(tx);
  return new Map(rows.map(({ id, reason }) => [id, reason]));
}
