import { sql } from 'kysely';
import { log } from '#server/core/log.ts';
import { nodeId } from '#server/core/node.ts';
import { db } from '#server/db/db.ts';
import { logRun, rowsOf } from './scheduleLog.ts';

/** Acquires or extends a lease by database time; returns the fencing number, null if another node holds it. */
export async function acquireLease(name: string, seconds: number): Promise<string | null> {
  const [row] = await db.returning(sql<{ fence: string }>`
    insert into lease (name, holder, until) values (${name}, ${nodeId}, now() + make_interval(secs => ${seconds}))
    on conflict (name) do update set holder = excluded.holder, until = excluded.until,
      fence = lease.fence + (case when lease.holder = excluded.holder then 0 else 1 end)
    where lease.until < now() or lease.holder = excluded.holder
    returning fence::text`);
  return row?.fence ?? null;
}

/** Releases a lease, so that another node need not wait for its expiry. */
export async function releaseLease(name: string): Promise<void> {
  await db.deleteFrom('lease').where('name', '=', name).where('holder', '=', nodeId).execute();
}

/**
 * Runs `work` every `seconds`, never twice in parallel here; with `singleNode` on one node only. Logs failures, and
 * single-node runs with rows. Retries at the next interval. Returns the stop function, which waits for the current run.
 */
export function every(
  name: string,
  title: string,
  seconds: number,
  work: () => Promise<unknown>,
  singleNode = false,
): () => Promise<void> {
  let stopped = false;
  let turn: Promise<void> = Promise.resolve();
  const run = async () => {
    const started = new Date();
    try {
      if (singleNode && !(await acquireLease(name, seconds * 3))) return;
      const rows = rowsOf(await work());
      // Frequent runs on every node would flood the log; single-node runs with rows are logged.
      if (singleNode && rows) await logRun({ name, title }, started, rows, null);
    } catch (error) {
      if (stopped) return;
      log.error({ err: error, job: name }, 'scheduled work failed');
      await logRun({ name, title }, started, null, '本次没有完成，下一次会再试');
    }
  };
  let timer = setTimeout(function next() {
    turn = run().then(() => {
      if (!stopped) timer = setTimeout(next, seconds * 1000);
    });
  }, 0);
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await turn;
    if (singleNode) await releaseLease(name).catch(() => undefined);
  };
}
