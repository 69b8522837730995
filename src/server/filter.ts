import { type AnyColumn, eq, gte, inArray, lte, type SQL, sql } from 'drizzle-orm';

/** Any of the values; no condition when none is given. */
export function oneOf(column: AnyColumn, values: readonly unknown[] | undefined): SQL | undefined {
  return values && values.length > 0 ? inArray(column, [...values]) : undefined;
}

/** Equal to the value; no condition when it is not given or empty. */
export function same(column: AnyColumn, value: unknown): SQL | undefined {
  return value === undefined || value === '' ? undefined : eq(column, value);
}

/** From and to, both included, each optional. */
export function between(column: AnyColumn, from: string | undefined, to: string | undefined): (SQL | undefined)[] {
  return [from ? gte(column, from) : undefined, to ? lte(column, to) : undefined];
}

/** In the department or below it. */
export function belowDepartment(column: AnyColumn, departmentId: string | undefined): SQL | undefined {
  return departmentId
    ? sql`${column} in (select id from department where ${departmentId}::bigint = any(path))`
    : undefined;
}
