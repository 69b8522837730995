import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { bigints, type Column, column } from './values.ts';

type Condition = RawBuilder<SqlBool> | undefined;

/** Any of the values; no condition when none is given. */
export function oneOf(of: Column, values: readonly (string | number | boolean)[] | undefined): Condition {
  return values && values.length > 0 ? sql<SqlBool>`${column(of)} = any(${values})` : undefined;
}

/** Equal to the value; no condition when it is not given, null or empty. */
export function equals(of: Column, value: string | number | boolean | null | undefined): Condition {
  return value === undefined || value === null || value === '' ? undefined : sql<SqlBool>`${column(of)} = ${value}`;
}

/** In the department or below it. */
export function inDepartmentTree(of: Column, departmentId: string | undefined): Condition {
  return departmentId
    ? sql<SqlBool>`${column(of)} in (select id from department where ${departmentId}::bigint = any(path))`
    : undefined;
}

/** One of these ids; no condition when they are no limit (null). */
export function idIn(of: Column, ids: readonly string[] | null): Condition {
  return ids === null ? undefined : sql<SqlBool>`${column(of)} = any(${bigints(ids)})`;
}

/** The condition that a gram column narrows by; the exact match is the caller's. */
export function hasGrams(of: Column, keyword: string): RawBuilder<SqlBool> {
  const signs = [...keyword.toLowerCase().replace(/\s+/g, '')];
  const grams = signs.length === 1 ? signs : signs.slice(0, -1).map((sign, index) => sign + (signs[index + 1] ?? ''));
  return sql<SqlBool>`${column(of)} @> ${grams}::text[]`;
}
