import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DB } from './tables.ts';

/** A column by table and name in TypeScript's spelling: `customer.departmentId`. */
export type ColumnName = { [T in keyof DB & string]: `${T}.${keyof DB[T] & string}` }[keyof DB & string];

/** A column of a table under its own name, or what stands for one. */
export type Column = ColumnName | Expression<unknown>;

/** A column as a part of a statement. */
export function column(name: Column): Expression<unknown> {
  return typeof name === 'string' ? sql.ref(name) : name;
}

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

/** A document as a parameter. */
export function json<T>(value: T): RawBuilder<T> {
  return sql<T>`${JSON.stringify(value)}::jsonb`;
}

/** An instant as on the wire where the text itself is wanted, such as in a cursor's rows or a document. */
export function wireInstant(at: Column): RawBuilder<string> {
  return sql<string>`to_char(${column(at)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

type Condition = Expression<unknown> | undefined;

/** All of the conditions; those that are not given ask for nothing. */
export function and(...conditions: readonly Condition[]): RawBuilder<SqlBool> {
  const present = conditions.filter((condition) => condition !== undefined);
  return present.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(present, sql` and `)})`;
}

/** One of the conditions at least; none given is none that holds. */
export function or(...conditions: readonly Condition[]): RawBuilder<SqlBool> {
  const present = conditions.filter((condition) => condition !== undefined);
  return present.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(present, sql` or `)})`;
}
