import { sql } from 'kysely';
import type { Db as BossDb, PgBoss } from 'pg-boss';
import { runInBackground } from '#server/core/background.ts';
import { log } from '#server/core/log.ts';
import { type Db, db, pool } from '#server/db/db.ts';
import { wake } from '#server/db/wake.ts';
import { extensionsOf } from '#server/feature/extensions.ts';
import { runJob } from './jobRunner.ts';
import { type JobKind, setJobQueue } from './jobs.ts';
import { every } from './schedule.ts';

const queue = 'job';
/** Maximum parallel jobs on one node: each reads and writes entire lists. */
const atOnce = 2;
/** Poll interval in seconds of a node that has run no job yet; a new job wakes it at once. */
const pollSeconds = 5;

/** Database adapter of pg-boss: uses our pool instead of connections of its own. */
const ourPool: BossDb = { executeSql: (text, values) => pool('report').query(text, values as unknown[]) };

/** Returns the job kinds of every feature by name; throws for a duplicate name, which stops the start. */
async function jobKinds(): Promise<Map<string, JobKind>> {
  const kinds = new Map<string, JobKind>();
  for (const { name, extension: part } of await extensionsOf('jobs')) {
    for (const kind of part) {
      if (kinds.has(kind.kind)) throw new Error(`job kind ${kind.kind} of ${name} exists already`);
      kinds.set(kind.kind, kind);
    }
  }
  return kinds;
}

interface Open {
  /** Queues a job in the caller's transaction. */
  send(tx: Db, jobId: string): Promise<void>;
  close(): Promise<void>;
}

/** Loads and starts pg-boss (22 MB) with the first job. */
async function startBoss(works: boolean, stopping: () => boolean): Promise<Open> {
  const { fromKysely, PgBoss } = await import('pg-boss');
  const boss = new PgBoss({
    db: ourPool,
    schedule: false,
    supervise: works,
    superviseIntervalSeconds: 20,
    monitorIntervalSeconds: 20,
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'job queue'));
  await boss.start();
  await boss.createQueue(queue, {
    retryLimit: 5,
    retryDelay: 1,
    expireInSeconds: 4 * 3600,
    heartbeatSeconds: 30,
    deleteAfterSeconds: 86_400,
  });
  const unsubscribe = works ? await startWork(boss, stopping) : () => undefined;
  return {
    send: async (tx, jobId) => {
      await boss.send(
        queue,
        { jobId },
        { db: fromKysely({ executeQuery: (query) => tx.getExecutor().executeQuery(query) }) },
      );
    },
    close: async () => {
      unsubscribe();
      await boss.stop({ graceful: true, timeout: 5000 });
    },
  };
}

async function hasWork(): Promise<boolean> {
  const rows = await db.rows(sql`select 1 from job where state in ('waiting', 'running') limit 1`);
  return rows.length > 0;
}

/**
 * Lets the node queue jobs; with `works` (role `worker`) it also runs them. If a worker dies, its heartbeat stops and
 * another worker gets the job. Returns the stop function, which requeues running jobs.
 */
export async function openJobQueue(works: boolean): Promise<() => Promise<void>> {
  let stopping = false;
  let opened: Promise<Open> | undefined;
  const open = (): Promise<Open> => {
    opened ??= startBoss(works, () => stopping).catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
  const look = async (): Promise<void> => {
    if (!opened && (await hasWork()) && !stopping) await open();
  };
  setJobQueue(async (tx, jobId) => (await open()).send(tx, jobId));
  const stopLooking = works ? every('job.look', '后台任务领取', pollSeconds, look) : async () => undefined;
  const unsubscribe = works ? wake.subscribe('job', () => runInBackground(look(), 'job queue')) : () => undefined;
  return async () => {
    stopping = true;
    unsubscribe();
    await stopLooking();
    await (await opened)?.close();
  };
}

async function startWork(boss: PgBoss, stopping: () => boolean): Promise<() => void> {
  const kinds = await jobKinds();
  const worker = await boss.work<{ jobId: string }>(
    queue,
    { pollingIntervalSeconds: 2, localConcurrency: atOnce },
    async (jobs) => {
      for (const { data } of jobs) await runJob(data.jobId, kinds, stopping);
    },
  );
  return wake.subscribe('job', () => boss.notifyWorker(worker));
}
