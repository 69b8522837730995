import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { bigints, type Column, column } from './values.ts';

type Condition = RawBuilder<SqlBool> | undefined;

/** `column in (values)`; no condition for an empty or absent list. */
export function oneOf(of: Column, values: readonly (string | number | boolean)[] | undefined): Condition {
  return values && values.length > 0 ? sql<SqlBool>`${column(of)} = any(${values})` : undefined;
}

/** `column = value`; no condition for an absent, null or empty value. */
export function equals(of: Column, value: string | number | boolean | null | undefined): Condition {
  return value === undefined || value === null || value === '' ? undefined : sql<SqlBool>`${column(of)} = ${value}`;
}

/** Department id in the tree of the department; no condition if absent. */
export function inDepartmentTree(of: Column, departmentId: string | undefined): Condition {
  return departmentId
    ? sql<SqlBool>`${column(of)} in (select id from department where ${departmentId}::bigint = any(path))`
    : undefined;
}

/** `column in (ids)`; no condition for null (unrestricted). */
export function idIn(of: Column, ids: readonly string[] | null): Condition {
  return ids === null ? undefined : sql<SqlBool>`${column(of)} = any(${bigints(ids)})`;
}

/** Returns the condition on a gram column, which narrows by index; the caller adds the exact match. */
export function hasGrams(of: Column, keyword: string): RawBuilder<SqlBool> {
  const signs = [...keyword.toLowerCase().replace(/\s+/g, '')];
  const grams = signs.length === 1 ? signs : signs.slice(0, -1).map((sign, index) => sign + (signs[index + 1] ?? ''));
  return sql<SqlBool>`${column(of)} @> ${grams}::text[]`;
}
