import { sql } from 'drizzle-orm';
import { type BuiltInType, builtInLists } from '#shared/dictionary.ts';
import { db } from './db.ts';

let labels: ReadonlyMap<string, string> = new Map();

/** Reads the labels anew that administrators have given. */
export async function loadWords(): Promise<void> {
  const found = await db.execute<{ type: string; value: string; label: string }>(
    sql`select type, value, label from dictionary where deleted_at is null`,
  );
  labels = new Map(found.rows.map((row) => [`${row.type}.${row.value}`, row.label]));
}

/** What a value of a built-in list is called now, for texts that the server writes; the value itself where nobody named it. */
export function word(type: BuiltInType, value: string | number): string {
  const first: Readonly<Record<string, string>> = builtInLists[type].values;
  return labels.get(`${type}.${value}`) ?? first[String(value)] ?? String(value);
}
