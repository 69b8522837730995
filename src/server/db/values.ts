import { type RawBuilder, sql } from 'kysely';

/** The beginning of the transaction. */
export const now = sql<string>`now()`;

/** Right of `=`: one of the values; nothing is equal to an empty list. */
export function any<T extends string | number>(values: readonly T[]): RawBuilder<T> {
  return sql<T>`any(${values})`;
}

/** A list of ids as a parameter. */
export function bigints(ids: readonly string[]): RawBuilder<string[]> {
  return sql<string[]>`${ids}::bigint[]`;
}

/** A list of texts as a parameter. */
export function texts(values: readonly string[]): RawBuilder<string[]> {
  return sql<string[]>`${values}::text[]`;
}

/** An instant as on the wire: ISO with milliseconds and Z. */
export function wireInstant(column: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
