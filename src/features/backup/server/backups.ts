import { sql } from 'kysely';
import type { backupApi } from '#features/backup/contract.ts';
import { enterBackup, lastGood } from '#server/backup/record.ts';
import { withDatabase } from '#server/backup/run.ts';
import { nextSlot } from '#server/core/backupSettings.ts';
import { Problem } from '#server/core/problem.ts';
import { config } from '#server/core/runtime.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { countOf, limitsOf, logOrder } from '#server/db/paging.ts';
import { wake } from '#server/db/wake.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { isOverdue } from './due.ts';

type Row = OutputOf<typeof backupApi.getBackupList>;

/** Lists all backups by time, newest first by default. */
export async function getBackupList(
  _viewer: Viewer,
  input: InputOf<typeof backupApi.getBackupList>,
): Promise<Paged<Row>> {
  const { limit, offset } = limitsOf(input);
  const order = logOrder(input.sort, { createdAt: sql`b.created_at` }, sql`b.id`, 'createdAt');
  const [rows, count] = await Promise.all([
    db.rows(sql<Row>`
      select b.id::text, b.created_at as "createdAt", b.started_at as "startedAt", b.finished_at as "finishedAt", b.cause, u.name as "byName",
        b.state, b.with_database as "withDatabase", b.done::float8 as done, b.total::float8 as total, b.folder, b.file, b.size::float8 as size, b.reason, b.gone_at as "goneAt"
      from backup b left join "user" u on u.id = b.created_by order by ${order} limit ${limit} offset ${offset}`),
    countOf(sql`select 1 from backup`),
  ]);
  return { rows, count };
}

/** Returns the backup folder, the time of the last valid backup and of the next one. */
export async function getBackupState(): Promise<OutputOf<typeof backupApi.getBackupState>> {
  const { dir, minutesOfDay: at, keep, maxAge } = config().backup;
  const good = dir ? await lastGood(dir) : null;
  const open = await db.selectFrom('backup').select('id').where('state', 'in', ['waiting', 'running']).execute();
  return {
    folder: dir ?? null,
    withDatabase: withDatabase(),
    keep,
    maxAgeHours: maxAge,
    lastGoodAt: good === null ? null : new Date(good).toISOString(),
    nextAt: dir ? new Date(nextSlot(at, Date.now())).toISOString() : null,
    overdue: dir !== undefined && (await isOverdue(good, maxAge)),
    underWay: open.length > 0,
  };
}

/** Requests a backup from a worker; 409 while one is active or without BACKUP_DIR. */
export async function startBackup(viewer: Viewer): Promise<{ id: string }> {
  if (!config().backup.dir) throw new Problem(409, '没有设置备份文件夹（BACKUP_DIR）');
  const id = await command(viewer, ({ tx }) => enterBackup(tx, 'person', viewer.userId, withDatabase()));
  if (!id) throw new Problem(409, '已有一份备份在进行');
  wake.publish('backup');
  return { id };
}

/** Cancels a waiting or running backup and leaves no file. 409 when it has ended. */
export async function cancelBackup(viewer: Viewer, { id }: InputOf<typeof backupApi.cancelBackup>): Promise<null> {
  const count = await command(viewer, ({ tx }) =>
    tx.affected(sql`
      update backup set cancel_asked = true, state = case when state = 'waiting' then 'cancelled' else state end,
        finished_at = case when state = 'waiting' then clock_timestamp() end, reason = case when state = 'waiting' then '已取消' end
      where id = ${id} and state in ('waiting', 'running')`),
  );
  if (count === 0) throw new Problem(409, '这份备份已经结束');
  wake.publish('backup');
  return null;
}
