import { pool } from './db.ts';

interface Statement {
  toSQL(): { sql: string; params: unknown[] };
}

/**
 * Rows of a query in batches, read through a cursor in a read-only transaction: memory holds one batch whatever the
 * size of the result. Column names and values are as the database gives them.
 */
export async function* inBatches<T>(query: Statement, size = 200): AsyncGenerator<T[]> {
  const { sql, params } = query.toSQL();
  const client = await pool().connect();
  let broken: Error | undefined;
  try {
    await client.query('begin transaction read only');
    // Between two batches the reader may be waiting for a slow disk.
    await client.query(`set local idle_in_transaction_session_timeout = '60s'`);
    await client.query({ text: `declare batch no scroll cursor for ${sql}`, values: params });
    for (;;) {
      const { rows } = await client.query(`fetch ${size} from batch`);
      if (rows.length > 0) yield rows as T[];
      if (rows.length < size) break;
    }
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    if (!broken) await client.query('rollback').catch((error: Error) => (broken = error));
    client.release(broken);
  }
}
