import { sql } from 'drizzle-orm';
import { type Db as BossDb, fromDrizzle, PgBoss } from 'pg-boss';
import { pool } from './db.ts';
import { runJob } from './jobRunner.ts';
import { carryJobsBy, type JobKind } from './jobs.ts';
import { log } from './log.ts';
import { findParts } from './rooms.ts';
import { wake } from './wake.ts';

const queue = 'job';
/** Jobs that one node runs at once: each reads and writes whole lists. */
const atOnce = 2;

/** Our pool instead of one of its own. */
const ourPool: BossDb = { executeSql: (text, values) => pool().query(text, values as unknown[]) };

/** The kinds of every room, by name; two of one name stop the start. */
async function jobKinds(): Promise<Map<string, JobKind>> {
  const kinds = new Map<string, JobKind>();
  for (const { noun, part } of await findParts<JobKind[]>('jobs')) {
    for (const kind of part) {
      if (kinds.has(kind.kind)) throw new Error(`job kind ${kind.kind} of ${noun} exists already`);
      kinds.set(kind.kind, kind);
    }
  }
  return kinds;
}

/**
 * Opens the queue: every node may enter jobs, nodes with the role `worker` run them. A worker that dies is noticed by
 * its missing heartbeat and its job given to another. The answer stops it: jobs in hand are given back.
 */
export async function openJobQueue(works: boolean): Promise<() => Promise<void>> {
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
  carryJobsBy(async (tx, jobId) => {
    await boss.send(queue, { jobId }, { db: fromDrizzle(tx, sql) });
  });
  let stopping = false;
  const unsubscribe = works ? await startWork(boss, () => stopping) : () => undefined;
  return async () => {
    stopping = true;
    unsubscribe();
    await boss.stop({ graceful: true, timeout: 5000 });
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
