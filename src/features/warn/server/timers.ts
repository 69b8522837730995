import { sql } from 'kysely';
import { Gauge } from 'prom-client';
import { isStopping } from '#server/core/lifecycle.ts';
import { log } from '#server/core/log.ts';
import { newTrace } from '#server/core/trace.ts';
import { system } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import { fire, type Timer } from './rung.ts';

const batch = 50;

/** Batches at the same time where more are due than one takes: each waits for the database most of its time. */
const together = 3;

/**
 * Fires what is due: each rung once, by whichever node comes first (`skip locked`), on record and loudly. An alarm that
 * somebody is just working on waits for the next turn: taking it and climbing never wait for each other in a ring.
 * Answers how many fired.
 */
export async function fireDue(): Promise<number> {
  const first = await fireBatch();
  if (first < batch) return first;
  const more = await Promise.all(Array.from({ length: together }, fireOn));
  return more.reduce((sum, n) => sum + n, first);
}

/** One batch after the other until nothing is left. */
async function fireOn(): Promise<number> {
  let fired = 0;
  // After an outage thousands may be due: a stop does not wait for them, the next start goes on.
  for (let n = batch; n === batch && !isStopping(); fired += n) n = await fireBatch();
  return fired;
}

/** Level 1 goes before all others, and of each what has been due longest. */
function fireBatch(): Promise<number> {
  return command(system(newTrace()), async (change) => {
    const due = await sql<Timer>`
      select t.warn_id::text as "warnId", t.kind, t.rung, t.name from warn_timer t join warn w on w.id = t.warn_id
      where t.done_at is null and t.due_at <= now() order by w.level > 1, t.due_at, t.rung limit ${batch} for update of t, w skip locked`.execute(
      change.tx,
    );
    await fire(change, due.rows);
    return due.rows.length;
  });
}

const overdue = new Gauge({
  name: 'anhao_timers_overdue',
  help: 'escalation steps more than 30 s late',
});

/** Says when steps are late: nobody fires them, or the database cannot. */
export async function auditTimers(): Promise<number> {
  const found = await sql<{
    n: number;
  }>`select count(*)::int as n from warn_timer where done_at is null and due_at < now() - interval '30 seconds'`.execute(
    db,
  );
  const n = found.rows[0]?.n ?? 0;
  overdue.set(n);
  if (n > 0) log.error({ overdue: n }, 'escalation steps are overdue');
  return n;
}
