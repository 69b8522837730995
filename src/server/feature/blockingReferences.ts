import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import { extensionsOf } from './extensions.ts';

/** A column that refers to rows of this or a lower feature and blocks their deletion: extension `blockingColumns`. */
export interface BlockingColumn {
  to: 'customer' | 'model' | 'user';
  table: string;
  column: string;
  /** Deleted rows stay in the table and block nothing. */
  softDelete?: true;
  /** Text for the user: why the referenced row cannot be deleted. */
  reason: string;
}

/**
 * Returns which of the rows are referenced, each with one reason.
 * @param except ids of referring rows to ignore, by table
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
  const rows = await tx.rows(sql<{ id: string; reason: string }>`${sql.join(blocking, sql` union all `)}`);
  return new Map(rows.map(({ id, reason }) => [id, reason]));
}
