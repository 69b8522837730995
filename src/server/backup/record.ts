import { sql } from 'kysely';
import { type Db, db } from '#server/db/db.ts';
import { backupLease } from './lease.ts';

export type BackupCause = 'schedule' | 'person' | 'command';

/** Inserts the row of a new backup; null while another one waits or runs. */
export async function enterBackup(
  tx: Db,
  cause: BackupCause,
  by: string,
  withDatabase: boolean,
): Promise<string | null> {
  const [row] = await tx
    .insertInto('backup')
    .values({ cause, createdBy: by, withDatabase })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return row?.id ?? null;
}

/** Marks backups of dead nodes as failed: a row is running while no node holds the lease. Returns the number. */
export async function settleLeftovers(): Promise<number> {
  return db.affected(sql`
    update backup set state = 'failed', reason = '服务在备份中途停止，这一份没有完成', finished_at = clock_timestamp()
    where state = 'running' and not exists (select 1 from lease where name = ${backupLease} and until > now())`);
}

/**
 * Returns when the newest successful backup whose file exists in this folder was finished, ms since 1970; null if none.
 */
export async function lastGood(dir: string): Promise<number | null> {
  const row = await db.row(sql<{ at: string | null }>`
    select max(finished_at) as at from backup where state = 'done' and gone_at is null and folder = ${dir}`);
  const at = row?.at;
  return at ? new Date(at).getTime() : null;
}
