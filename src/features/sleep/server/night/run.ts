import { sql } from 'kysely';
import { rawSince } from '#features/reading/server/service.ts';
import { system } from '#server/core/viewer.ts';
import { db, onPool } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import { runWritten } from '../nightHooks.ts';
import { computeNights } from './compute.ts';
import { markFinal, markThoseInBed, type Taken, takeStale } from './stale.ts';
import type { Target } from './target.ts';
import { clearStale, writeNights } from './write.ts';

/** Nights per batch: their values are in memory together. */
const batchSize = 250;

/** Computes nights and writes them. */
export async function computeAndWrite(
  targets: readonly Target[],
  ids: readonly string[] = [],
  now = Date.now(),
): Promise<void> {
  const computed = await computeNights(db, targets, now);
  await command(system('sleep'), async (ctx) => {
    const final = await writeNights(ctx.tx, targets, computed, now);
    if (ids.length > 0) await clearStale(ctx.tx, ids);
    await runWritten(ctx, final);
  });
}

/** Computes stale nights that are due until none is left; returns their number. */
export async function computeStale(): Promise<number> {
  let done = 0;
  for (;;) {
    const { targets, ids }: Taken = await takeStale(batchSize);
    if (ids.length === 0) return done;
    await computeAndWrite(targets, ids);
    done += targets.length;
  }
}

/** Freezes nights whose raw values are gone, or go with the next partition: they stay as they are. */
export async function freezeNights(): Promise<void> {
  const start = await rawSince();
  await sql`
    update sleep_night set state = 'frozen'
    where state = 'done' and night <= (${start.toISOString()}::timestamptz at time zone zone)::date + 1
      and night < ${start.toISOString()}::timestamptz::date + 3`.execute(db);
}

/** Computes what is due: stale nights, those that became final at noon, those of people in bed. Returns their number. */
export async function computeDue(): Promise<number> {
  return onPool('report', async () => {
    await freezeNights();
    await markThoseInBed();
    await markFinal();
    return computeStale();
  });
}
