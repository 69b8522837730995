import { sql } from 'kysely';
import { db } from '#server/db/db.ts';

/** So long a message may wait or be tried before the next channel is taken, seconds: it has told by then within 30. */
const patience = 15;
/** So long where what the channel sent last did not come through: there was time for one more try. */
const littlePatience = 5;
const batch = 100;

/**
 * Queues for whom a channel did not reach the next one that the project has: at once where it failed for good, else when it
 * has not been sent in 15 s, or in 5 s by a channel that fails just now, whether its provider refuses, hangs, or is only slow. What
 * waits for the end of quiet hours is not late: the next channel would wake the same person. They go before what was told later by
 * the channel that follows. However many there are, all of them; `some` is called after each 100.
 */
export async function passOn(some: () => void): Promise<void> {
  while ((await passBatch()) === batch) some();
  some();
}

/** Answers how many did not come through, whether or not there was a next channel. */
async function passBatch(): Promise<number> {
  const found = await sql<{ n: number }>`
    with late as (
      select n.id from notification n left join channel_state s on s.channel_id = n.channel_id
        and s.failed_at > greatest(s.worked_at, now() - interval '1 minute')
      where n.passed_on_at is null and n.instead <> '{}' and n.state in ('queued', 'failed') and (n.state = 'failed' or
        greatest(n.created_at, n.held_until) < now() - make_interval(secs => (case when s.channel_id is null then ${patience} else ${littlePatience} end)::int))
      order by n.id limit ${batch} for update of n skip locked),
    passed as (
      update notification n set passed_on_at = now() from late where n.id = late.id returning n.*),
    next as (
      select p.id, w.nth, w.kind, c.id as channel_id, row_number() over (partition by p.id order by w.nth) as place
      from passed p cross join lateral unnest(p.instead) with ordinality as w (kind, nth)
      join lateral (select id from channel where project_id = p.project_id and kind = w.kind and status = 'enabled' and deleted_at is null
        order by id limit 1) c on true),
    queued as (
      insert into notification (event, key, warn_id, project_id, department_id, level, title, to_kind, to_id, to_cipher, text_cipher, next_at, channel, channel_id, instead)
      select p.event, p.key, p.warn_id, p.project_id, p.department_id, p.level, p.title, p.to_kind, p.to_id, p.to_cipher, p.text_cipher, greatest(p.created_at, p.held_until),
        next.kind, next.channel_id, p.instead[next.nth + 1:]
      from passed p join next on next.id = p.id and next.place = 1
      on conflict (key, to_kind, to_id, channel) do nothing)
    select count(*)::int as n from passed`.execute(db);
  return found.rows[0]?.n ?? 0;
}
