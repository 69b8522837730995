import { access, constants, mkdir } from 'node:fs/promises';
import { Gauge, register } from 'prom-client';
import { enterBackup, lastGood, settleLeftovers } from '#server/backup/record.ts';
import { pruneBackups, runBackup, withDatabase } from '#server/backup/run.ts';
import { runInBackground } from '#server/core/background.ts';
import { config } from '#server/core/runtime.ts';
import { db } from '#server/db/db.ts';
import { wake } from '#server/db/wake.ts';
import type { Worker } from '#server/feature/manifest.ts';
import { every } from '#server/jobs/schedule.ts';
import { logRun } from '#server/jobs/scheduleLog.ts';
import { notifyFailure, notifyOverdue } from './backupNotices.ts';
import { isDue, isOverdue } from './due.ts';

const pollSeconds = 20;
/** Title in the schedule log. */
const title = '数据备份';

/** Registers the gauge for external monitoring; +Inf while there is no valid backup. */
function measureAge(dir: string): void {
  new Gauge({
    name: 'backup_last_good_age_seconds',
    help: 'Age of the newest good backup in BACKUP_DIR',
    registers: [register],
    async collect() {
      const good = await lastGood(dir);
      this.set(good === null ? Number.POSITIVE_INFINITY : (Date.now() - good) / 1000);
    },
  });
}

async function waiting(): Promise<string | undefined> {
  const row = await db.selectFrom('backup').select('id').where('state', '=', 'waiting').executeTakeFirst();
  return row?.id;
}

/** Makes a due or requested backup, prunes old ones and checks the age of the last valid one. */
async function runDueBackup(dir: string, signal: AbortSignal): Promise<void> {
  const { minutesOfDay: at, keep, maxAge } = config().backup;
  await settleLeftovers();
  if (await isDue(at)) await enterBackup(db, 'schedule', '0', withDatabase());
  const id = await waiting();
  const started = new Date();
  const outcome = id && !signal.aborted ? await runBackup(id, dir, signal) : null;
  if (id && outcome && outcome.state !== 'waiting')
    await logRun({ name: 'backup', title }, started, outcome.entries, outcome.state === 'done' ? null : outcome.reason);
  if (id && outcome?.state === 'failed') await notifyFailure(id);
  await pruneBackups(dir, keep);
  await notifyOverdue(await isOverdue(await lastGood(dir), maxAge), maxAge);
}

const part: Worker = {
  async start() {
    const { dir } = config().backup;
    if (!dir) return async () => undefined;
    measureAge(dir);
    if (!config().roles.has('worker')) return async () => undefined;
    await mkdir(dir, { recursive: true, mode: 0o700 })
      .then(() => access(dir, constants.W_OK))
      .catch((cause: unknown) => {
        throw new Error(`BACKUP_DIR ${dir} cannot be written`, { cause });
      });
    const ending = new AbortController();
    let turn: Promise<void> | undefined;
    const look = (): Promise<void> => {
      turn ??= runDueBackup(dir, ending.signal).finally(() => {
        turn = undefined;
      });
      return turn;
    };
    const stop = every('backup', title, pollSeconds, look);
    const unsubscribe = wake.subscribe('backup', () => runInBackground(look(), 'backup'));
    return async () => {
      ending.abort();
      unsubscribe();
      await stop();
      await turn?.catch(() => undefined);
    };
  },
};
export default part;
