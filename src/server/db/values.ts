import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DB } from './tables.ts';

/** A column by table and name in camelCase: `customer.departmentId`. */
export type ColumnName = { [T in keyof DB & string]: `${T}.${keyof DB[T] & string}` }[keyof DB & string];

/** A column name, or an expression instead. */
export type Column = ColumnName | Expression<unknown>;

/** Returns a column as a part of a statement. */
export function column(name: Column): Expression<unknown> {
  return typeof name === 'string' ? sql.ref(name) : name;
}

/** Start of the transaction. */
export const now = sql<string>`now()`;

/** Right side of `=`: any of the values; an empty list matches nothing. */
export function any<T extends string | number>(values: readonly T[]): RawBuilder<T> {
  return sql<T>`any(${values})`;
}

/** Returns an array of ids as a parameter. */
export function bigints(ids: readonly string[]): RawBuilder<string[]> {
  return sql<string[]>`${ids}::bigint[]`;
}

/** Returns an array of texts as a parameter. */
export function texts(values: readonly string[]): RawBuilder<string[]> {
  return sql<string[]>`${values}::text[]`;
}

/** Returns a jsonb parameter. */
export function json<T>(value: T): RawBuilder<T> {
  return sql<T>`${JSON.stringify(value)}::jsonb`;
}

/** Formats an instant as on the wire, for SQL that returns text, such as cursor rows or jsonb. */
export function wireInstant(at: Column): RawBuilder<string> {
  return sql<string>`to_char(${column(at)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

type Condition = Expression<unknown> | undefined;

/** Joins the conditions with `and`; undefined ones are skipped. */
export function and(...conditions: readonly Condition[]): RawBuilder<SqlBool> {
  const present = conditions.filter((condition) => condition !== undefined);
  return present.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(present, sql` and `)})`;
}

/** Joins the conditions with `or`; without conditions it is false. */
export function or(...conditions: readonly Condition[]): RawBuilder<SqlBool> {
  const present = conditions.filter((condition) => condition !== undefined);
  return present.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(present, sql` or `)})`;
}
