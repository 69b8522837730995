import { sql } from 'kysely';
import { db } from '#server/db/db.ts';

/** The service was away where no node has lived for so long, seconds: nodes beat each second. */
const outageSeconds = 3;
/** So long the pages have to come back after a start, seconds. */
const recoverySeconds = 15;

/** Begins what is said of a rung that fell due while no server ran. */
export const missedText = '服务中断期间到期，恢复后补发';

/**
 * Puts off what fell due while no node ran until the pages are back, in its order, and marks it as missed; what waits so already
 * is not put off again. Call at the start of a node, before it fires timers. A node beside it that lives leaves nothing to put off.
 */
export async function postponeMissed(): Promise<void> {
  await db.transaction(async (tx) => {
    await sql`
      with last as (select beat_at from warn_heartbeat for update)
      update warn_timer t set missed = true, due_at = now() + make_interval(secs => ${recoverySeconds}) + (t.due_at - now()) / 1000000
      from last
      where last.beat_at < now() - make_interval(secs => ${outageSeconds}) and t.done_at is null and not t.missed and t.due_at >= last.beat_at and t.due_at <= now()`.execute(
      tx,
    );
    await sql`
      insert into warn_heartbeat (beat_at) values (now()) on conflict (one) do update set beat_at = excluded.beat_at`.execute(
      tx,
    );
  });
}

/** Says that this node lives; to be called each second. */
export async function writeHeartbeat(): Promise<void> {
  await sql`update warn_heartbeat set beat_at = now()`.execute(db);
}
