import { type RawBuilder, sql } from 'kysely';
import { Gauge } from 'prom-client';
import type { Timer } from '#features/warn/server/service.ts';
import { log } from '#server/core/log.ts';
import { isStopping } from '#server/core/process/lifecycle.ts';
import { isTransient } from '#server/core/retry.ts';
import { newTrace } from '#server/core/trace.ts';
import { system } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import { fireRungs } from './fireRungs.ts';

const batchSize = 50;

/** Concurrent batches if more timers are due than one batch takes: a batch mostly waits for the database. */
const parallelBatches = 3;

/**
 * Fires due rungs, each once, on whichever node is first (`skip locked`). A warn that is locked by an action waits for
 * the next run: claim and escalation never deadlock. Returns the count.
 */
export async function fireDue(): Promise<number> {
  const first = await fireBatch();
  if (first < batchSize) return first;
  const counts = await Promise.all(Array.from({ length: parallelBatches }, fireUntilDone));
  return counts.reduce((sum, count) => sum + count, first);
}

/** Fires batches until nothing is left. */
async function fireUntilDone(): Promise<number> {
  let fired = 0;
  // After an outage thousands may be due: a shutdown does not wait for them, the next start continues.
  for (let count = batchSize; count === batchSize && !isStopping(); fired += count) count = await fireBatch();
  return fired;
}

/** Pause of a rung that could not be fired, ms: meanwhile it fails no other rungs of its batch. */
const restMs = 10_000;
/** Rungs paused on this node, with the end of the pause, ms since 1970. */
const resting = new Map<string, { timer: Timer; until: number }>();

const asRows = (timers: readonly Timer[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(timers)}::jsonb) as r ("warnId" bigint, kind text, rung int)`;
const among = (timers: readonly Timer[]) =>
  sql<boolean>`exists (select from ${asRows(timers)} where r."warnId" = t.warn_id and r.kind = t.kind and r.rung = t.rung)`;

/**
 * Fires at most a batch of the matching due timers, in one transaction. Calls `onSelected` with them before the first
 * fires.
 */
function fireMatching(which: RawBuilder<boolean>, onSelected: (due: readonly Timer[]) => void): Promise<number> {
  return command(system(newTrace()), async (ctx) => {
    const due = await ctx.tx.rows(sql<Timer>`
      select t.warn_id::text as "warnId", t.kind, t.rung, t.name, t.missed from warn_timer t join warn w on w.id = t.warn_id
      where t.done_at is null and t.due_at <= now() and ${which}
      order by w.level > 1, t.due_at, t.rung limit ${batchSize} for update of t, w skip locked`);
    onSelected(due);
    await fireRungs(ctx, due);
    return due.length;
  });
}

/** Fires one batch: level 1 first, then the longest due. A rung that fails takes no other with it. */
async function fireBatch(): Promise<number> {
  const nowMs = Date.now();
  for (const [key, { until }] of resting) if (until <= nowMs) resting.delete(key);
  const restingTimers = [...resting.values()].map(({ timer }) => timer);
  let selected: readonly Timer[] = [];
  try {
    return await fireMatching(restingTimers.length === 0 ? sql`true` : sql`not ${among(restingTimers)}`, (due) => {
      selected = due;
    });
  } catch (error) {
    if (selected.length === 0 || isTransient(error)) throw error;
    for (const timer of selected) await fireAlone(timer);
    return selected.length;
  }
}

async function fireAlone(timer: Timer): Promise<void> {
  try {
    await fireMatching(among([timer]), () => undefined);
  } catch (error) {
    if (isTransient(error)) throw error;
    const { warnId, kind, rung } = timer;
    log.error({ err: error, warn: warnId, kind, rung }, 'an escalation step could not be fired');
    resting.set(`${warnId} ${kind} ${rung}`, { timer, until: Date.now() + restMs });
  }
}

const overdue = new Gauge({
  name: 'anhao_timers_overdue',
  help: 'escalation steps more than 30 s late',
});

/** Reports rungs that are late: no node fires them, or the database cannot. */
export async function auditTimers(): Promise<number> {
  const row = await db.row(
    sql<{
      count: number;
    }>`select count(*)::int as count from warn_timer where done_at is null and due_at < now() - interval '30 seconds'`,
  );
  const count = row?.count ?? 0;
  overdue.set(count);
  if (count > 0) log.error({ overdue: count }, 'escalation steps are overdue');
  return count;
}
