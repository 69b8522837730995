import { type SQL, sql } from 'drizzle-orm';
import type { Db } from './db.ts';
import { findParts } from './rooms.ts';

/** A column that holds values of a dictionary type; a room's `server/dictionaryUse.ts` lists its own. */
export interface DictionaryUse {
  /** Code of the dictionary type. */
  type: string;
  table: string;
  column: string;
  /** The column is a list of values. */
  many?: true;
  /** The value stands under this key of a jsonb column. */
  key?: string;
  /** Deleted rows stay in the table and do not count. */
  deletes?: true;
}

function heldBy(use: DictionaryUse): SQL {
  const column = sql.identifier(use.column);
  if (use.key) return sql`${column} ->> ${use.key}`;
  return use.many ? sql`unnest(${column})` : sql`${column}::text`;
}

async function usesOf(type: string): Promise<DictionaryUse[]> {
  const found = await findParts<DictionaryUse[]>('dictionaryUse');
  return found.flatMap(({ part }) => part).filter((use) => use.type === type);
}

/** How many rows hold each value of a dictionary type; `values` narrows what is counted. */
export async function countUses(tx: Db, type: string, values?: readonly string[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const use of await usesOf(type)) {
    const alive = use.deletes ? sql`where deleted_at is null` : sql``;
    const wanted = values
      ? sql`and value = any(${`{${values.map((one) => JSON.stringify(one)).join(',')}}`}::text[])`
      : sql``;
    const found = await tx.execute<{ value: string; n: number }>(sql`
      select value, count(*)::int as n from (select ${heldBy(use)} as value from ${sql.identifier(use.table)} ${alive}) held
      where value is not null ${wanted} group by value`);
    for (const { value, n } of found.rows) counts.set(value, (counts.get(value) ?? 0) + n);
  }
  return counts;
}
