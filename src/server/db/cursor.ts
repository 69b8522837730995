import { type Db, db, readerPool } from './db.ts';
import { wireTypes } from './queries.ts';

/** A statement of the query builder or of `sql`. */
interface Statement {
  compile(on: Db): { sql: string; parameters: readonly unknown[] };
}

/**
 * Yields the rows of a query in batches, by a cursor in a read-only transaction: only one batch is in memory. Values
 * are formatted as on the wire; columns keep their database names.
 */
export async function* inBatches<T>(statement: Statement, size = 200): AsyncGenerator<T[]> {
  const { sql, parameters } = statement.compile(db);
  const client = await readerPool().connect();
  let broken: Error | undefined;
  try {
    await client.query('begin transaction read only');
    // Between two batches the reader may wait for a slow disk.
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
