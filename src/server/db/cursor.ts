import { type Db, db, readerPool } from './db.ts';
import { wireTypes } from './queries.ts';

/** A statement of the builder or one written with `sql`. */
interface Statement {
  compile(on: Db): { sql: string; parameters: readonly unknown[] };
}

/**
 * Rows of a query in batches, read through a cursor in a read-only transaction: memory holds one batch whatever the
 * size of the result. Values are as on the wire, column names as the database gives them.
 */
export async function* inBatches<T>(statement: Statement, size = 200): AsyncGenerator<T[]> {
  const { sql, parameters } = statement.compile(db);
  const client = await readerPool().connect();
  let broken: Error | undefined;
  try {
    await client.query('begin transaction read only');
    // Between two batches the reader may be waiting for a slow disk.
    await client.query(`set local idle_in_transaction_session_timeout = '60s'`);
    await client.query({ text: `declare batch no scroll cursor for ${sql}`, values: [...parameters] });
    for (;;) {
      const { rows } = await client.query({ text: `fetch ${size} from batch`, types: wireTypes });
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
