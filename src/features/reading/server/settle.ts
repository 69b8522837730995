import { sql } from 'kysely';
import { Counter, Gauge } from 'prom-client';
import { log } from '#server/core/log.ts';
import { isTransient } from '#server/core/retry.ts';
import { system } from '#server/core/viewer.ts';
import { db, onPool } from '#server/db/db.ts';
import { type CommandContext, command } from '#server/feature/command.ts';
import { markStale } from './hours.ts';
import { newestTimes, runArrived } from './newest/arrived.ts';
import { settleLatest } from './newest/latest.ts';
import { lockNewest, touchedBy } from './newest/newestOf.ts';
import { queueAge, type Series, setAside, takeQueued } from './queue.ts';
import { notifyStaff } from './queueNotices.ts';
import { runChanged, runSettled } from './readingHooks.ts';

/** Queued rows per transaction. */
const batchSize = 500;

const age = new Gauge({
  name: 'anhao_reading_queue_seconds',
  help: 'Age of the oldest reading that is not settled, s',
});
const failed = new Counter({
  name: 'anhao_reading_series_aside_total',
  help: 'Series of readings that could not be settled',
});

/** Writes the newest values with their levels, marks the hours, calls the hooks. */
async function settleSeries(ctx: CommandContext, series: readonly Series[]): Promise<void> {
  const { tx } = ctx;
  const changed = await touchedBy(tx, series);
  await lockNewest(tx, changed);
  const former = await newestTimes(tx, changed);
  const settled = await settleLatest(tx, changed);
  await markStale(tx, series);
  await runSettled(tx, settled);
  await runArrived(ctx, { series, changed, former });
  await runChanged(tx, series);
}

/**
 * Runs `work` in a savepoint; returns the error that rolled it back, with its events. Connection errors and deadlocks are
 * thrown.
 */
async function attempt(ctx: CommandContext, work: (ctx: CommandContext) => Promise<void>): Promise<Error | null> {
  const { tx } = ctx;
  const events: Parameters<CommandContext['emit']>[0][] = [];
  await sql`savepoint series`.execute(tx);
  try {
    await work({ ...ctx, emit: (event) => events.push(event) });
    await sql`release savepoint series`.execute(tx);
    for (const event of events) ctx.emit(event);
    return null;
  } catch (error) {
    if (isTransient(error)) throw error;
    await sql`rollback to savepoint series`.execute(tx);
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Settles the series together; if that fails, each by itself, and sets those aside that fail again. */
async function settleOrSetAside(ctx: CommandContext, series: readonly Series[]): Promise<Series[]> {
  if ((await attempt(ctx, (part) => settleSeries(part, series))) === null) return [];
  const aside: Series[] = [];
  for (const one of series) {
    const error = await attempt(ctx, (part) => settleSeries(part, [one]));
    if (!error) continue;
    await setAside(ctx.tx, one, error.message);
    log.error({ err: error, source: one.sourceId, metric: one.metric }, 'a series of readings is set aside');
    aside.push(one);
  }
  return aside;
}

/**
 * Settles at most 500 queued series in one transaction: what is taken from the queue is settled or set aside, or both are
 * rolled back. Returns the number of series. Several nodes may run it at once.
 */
export async function settle(): Promise<number> {
  const { series, aside } = await command(system('reading'), async (ctx) => {
    const taken = await takeQueued(ctx.tx, batchSize);
    return { series: taken.length, aside: taken.length > 0 ? await settleOrSetAside(ctx, taken) : [] };
  });
  if (aside.length > 0) failed.inc(aside.length);
  return series;
}

/** Batches between two looks at the age of the queue. */
const batchesPerRun = 20;

/** Settles what is queued, at most 20 batches a run and none for what comes meanwhile, then updates its age and notifies device staff. */
export async function settleAll(): Promise<void> {
  await onPool('report', async () => {
    for (let batch = 0; batch < batchesPerRun && (await settle()) === batchSize; batch++);
    const seconds = await queueAge(db);
    age.set(seconds);
    await notifyStaff(seconds);
  });
}
