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
