import { type SQL, sql } from 'drizzle-orm';

/** A list of ids as a parameter. */
export function bigints(ids: readonly string[]): SQL {
  return sql`${`{${ids.join(',')}}`}::bigint[]`;
}

/** A list of texts as a parameter. */
export function texts(values: readonly string[]): SQL {
  return sql`array(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`;
}

/** An instant as on the wire: ISO with milliseconds and Z. */
export function wireInstant(column: SQL): SQL {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
