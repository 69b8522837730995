import { expect } from 'vitest';
import { pool } from '#server/db/db.ts';
import { migrate } from '#server/db/migrate.ts';
import { until } from '../until.ts';

/**
 * Migrates until the step reaches this customer, whom a lock holds, then terminates the waiting backend, as by kill -9.
 * The pool is open on the database.
 */
export async function killMigration(url: string, customerId: string): Promise<void> {
  const holder = await pool().connect();
  await holder.query('begin');
  await holder.query('select 1 from customer where id = $1 for update', [customerId]);
  const killed = expect(migrate(url)).rejects.toThrow();
  await until('the step to wait', async () => {
    const { rows } = await pool().query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
    );
    return rows.length > 0;
  });
  await killed;
  await holder.query('rollback');
  holder.release();
}
