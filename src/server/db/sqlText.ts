import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';

const dialect = new PgDialect();

/** A statement written with `sql` in the form that `inBatches` takes. */
export function sqlText(statement: SQL): { toSQL(): { sql: string; params: unknown[] } } {
  return { toSQL: () => dialect.sqlToQuery(statement) };
}
