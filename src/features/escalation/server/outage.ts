import { sql } from 'kysely';
import { db } from '#server/db/db.ts';
import { now } from '#server/db/values.ts';

/** Seconds without any live node that count as an outage; nodes beat every second. */
const outageSeconds = 3;
/** Time for pages to reconnect after a start, seconds. */
const recoverySeconds = 15;

/** Prefix for texts about a rung that fell due while no server ran. */
export const missedText = '服务中断期间到期，恢复后补发';

/**
 * Postpones, in their order, the timers that fell due while no node ran until pages are back, and marks them as missed;
 * postponed timers stay. Late rungs notify nobody and do not wait. Call at node start, before timers fire. Does nothing if another node is alive.
 */
export async function postponeMissed(): Promise<void> {
  await db.transaction(async (tx) => {
    await sql`
      with last as (select beat_at from warn_heartbeat for update)
      update warn_timer t set missed = true, due_at = now() + make_interval(secs => ${recoverySeconds}) + (t.due_at - now()) / 1000000
      from last
      where last.beat_at < now() - make_interval(secs => ${outageSeconds}) and t.done_at is null and not t.missed and t.rung >= 0 and t.due_at >= last.beat_at and t.due_at <= now()`.execute(
      tx,
    );
    await sql`
      insert into warn_heartbeat (beat_at) values (now()) on conflict (one) do update set beat_at = excluded.beat_at`.execute(
      tx,
    );
  });
}

/** Writes the heartbeat of this node; call it every second. */
export async function writeHeartbeat(): Promise<void> {
  await db.updateTable('warnHeartbeat').set({ beatAt: now }).execute();
}
