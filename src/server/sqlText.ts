import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { RawBuilder } from 'kysely';
import { db } from './db.ts';

const dialect = new PgDialect();

/** A statement written with `sql` in the form that `inBatches` takes. */
export function sqlText(statement: SQL | RawBuilder<unknown>): { toSQL(): { sql: string; params: unknown[] } } {
  if (!('compile' in statement)) return { toSQL: () => dialect.sqlToQuery(statement) };
  const { sql, parameters } = statement.compile(db);
  return { toSQL: () => ({ sql, params: [...parameters] }) };
}
