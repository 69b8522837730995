import { type AnyColumn, eq, inArray, type SQL, sql } from 'drizzle-orm';

/** Any of the values; no condition when none is given. */
export function oneOf(column: AnyColumn, values: readonly unknown[] | undefined): SQL | undefined {
  return values && values.length > 0 ? inArray(column, [...values]) : undefined;
}

/** Equal to the value; no condition when it is not given or empty. */
export function same(column: AnyColumn, value: unknown): SQL | undefined {
  return value === undefined || value === '' ? undefined : eq(column, value);
}

/** In the department or below it. */
export function belowDepartment(column: AnyColumn, departmentId: string | undefined): SQL | undefined {
  return departmentId
    ? sql`${column} in (select id from department where ${departmentId}::bigint = any(path))`
    : undefined;
}
