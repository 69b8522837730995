import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import type { Holder } from '#shared/holder.ts';
import { extensionsOf } from './extensions.ts';

/** A column with values of a dictionary type: a feature's extension `dictionaryUse`. */
export interface DictionaryUse {
  /** Code of the dictionary type. */
  type: string;
  table: string;
  column: string;
  /** The column is an array of values. */
  many?: true;
  /** Key of a jsonb column that holds the value. */
  key?: string;
  /** Deleted rows stay in the table and do not count. */
  deletes?: true;
  /** Label of the rows on the screen. */
  rowLabel: string;
  /** URL of the list filtered by the value, which is appended: `/customer/list?livingState=`. */
  list?: string;
}

function heldBy(use: DictionaryUse): RawBuilder<unknown> {
  const column = sql.id(use.column);
  if (use.key) return sql`${column} ->> ${use.key}`;
  return use.many ? sql`unnest(${column})` : sql`${column}::text`;
}

async function usesOf(type: string): Promise<DictionaryUse[]> {
  const extensions = await extensionsOf('dictionaryUse');
  return extensions.flatMap(({ extension: part }) => part).filter((use) => use.type === type);
}

async function count(tx: Db, use: DictionaryUse, value?: string): Promise<{ value: string; n: number }[]> {
  const alive = use.deletes ? sql`where deleted_at is null` : sql``;
  const condition = value === undefined ? sql`value is not null` : sql`value = ${value}`;
  return tx.rows(sql<{ value: string; n: number }>`
    select value, count(*)::int as n from (select ${heldBy(use)} as value from ${sql.id(use.table)} ${alive}) held
    where ${condition} group by value`);
}

/** Counts the rows of each value of a dictionary type. */
export async function countUses(tx: Db, type: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const use of await usesOf(type)) {
    for (const { value, n } of await count(tx, use)) counts.set(value, (counts.get(value) ?? 0) + n);
  }
  return counts;
}

/** Returns the rows with one value of a dictionary type, counted per kind, with the URL of the filtered list. */
export async function holdersOf(tx: Db, type: string, value: string): Promise<Holder[]> {
  const holders: Holder[] = [];
  for (const use of await usesOf(type)) {
    const [row] = await count(tx, use, value);
    const url = use.list ? use.list + encodeURIComponent(value) : null;
    if (row) holders.push({ noun: use.rowLabel, count: row.n, url });
  }
  return holders;
}
