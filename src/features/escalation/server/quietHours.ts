import { sql } from 'kysely';
import { db } from '#server/db/db.ts';
import { wake } from '#server/db/wake.ts';

const isOpen = sql`w.status in ('pending', 'handling')`;

/**
 * Sends messages held for quiet hours at once if their warn became level 1; cancels them, with the reason, if it ended.
 * Returns their number.
 */
export async function settleQuietHours(): Promise<number> {
  const count = await db.affected(sql`
    update notification n set level = w.level, held_until = null, next_at = now(),
      state = case when ${isOpen} then n.state else 'failed' end,
      reason = case when ${isOpen} then null else '静默时段内告警已结束，没有发送' end,
      passed_on_at = case when not ${isOpen} then now() end
    from warn w
    where w.id = n.warn_id and n.state = 'queued' and n.held_until > now() and (w.level = 1 or not ${isOpen})`);
  if (count > 0) wake.publish('notification');
  return count;
}
