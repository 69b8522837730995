/** Filters of lists: each returns no condition where the input sets none. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { and, bigints, type Column, column } from './values.ts';

type Condition = RawBuilder<SqlBool> | undefined;

/** Returns whether a filter selects nothing. */
export function isUnset(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

/** `column in (values)`; no condition for an empty or absent list. */
export function oneOf(of: Column, values: readonly (string | number | boolean)[] | undefined): Condition {
  return values && values.length > 0 ? sql<SqlBool>`${column(of)} = any(${values})` : undefined;
}

/** The array column has one of the values; no condition for an empty or absent list. */
export function overlaps(of: Column, values: readonly (string | number)[] | undefined): Condition {
  return values && values.length > 0 ? sql<SqlBool>`${column(of)} && ${values}` : undefined;
}

/** `column = value`; no condition for an absent, null or empty value. */
export function equals(of: Column, value: string | number | boolean | null | undefined): Condition {
  return value === undefined || value === null || value === '' ? undefined : sql<SqlBool>`${column(of)} = ${value}`;
}

/** The condition holds, or not, as requested. */
export function holds(condition: RawBuilder<unknown>, requested: boolean | undefined): Condition {
  return requested === undefined ? undefined : sql<SqlBool>`(${condition}) = ${requested}`;
}

/** From and to, both inclusive and optional. */
export function between(
  of: Column,
  from: string | number | undefined,
  to: string | number | undefined,
): RawBuilder<SqlBool> {
  return and(
    from === undefined ? undefined : sql`${column(of)} >= ${from}`,
    to === undefined ? undefined : sql`${column(of)} <= ${to}`,
  );
}

/** Escapes the wildcards of `like`. */
export function likeText(text: string): string {
  return text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
}

/** One of the columns contains the text, ignoring case; no condition for a blank text. */
export function contains(columns: readonly Column[], text: string | undefined): Condition {
  const part = text?.trim();
  if (!part || columns.length === 0) return undefined;
  const like = `%${likeText(part)}%`;
  return sql<SqlBool>`(${sql.join(
    columns.map((of) => sql`${column(of)} ilike ${like}`),
    sql` or `,
  )})`;
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
