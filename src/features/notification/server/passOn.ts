import { sql } from 'kysely';
import { inUse } from '#features/channel/server/service.ts';
import { db } from '#server/db/db.ts';
import { groupChannels, sharedChannels } from '#shared/codes.ts';

/** So long a message may wait or be tried before the next channel is taken, seconds: it has told by then within 30. */
const patience = 15;
/** So long where what the channel sent last did not come through: there was time for one more try. */
const littlePatience = 5;
const batch = 100;

/**
 * Queues for whom a channel did not reach the next one of its kind, the same message, or else a message by the next kind that the
 * project has; of groups and webhooks by all. At once where it failed for good, else when it
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
      select n.* from notification n left join channel_state s on s.channel_id = n.channel_id
        and s.failed_at > greatest(s.worked_at, now() - interval '1 minute')
      where n.passed_on_at is null and n.instead <> '{}' and n.state in ('queued', 'failed') and (n.state = 'failed' or
        greatest(n.created_at, n.held_until) < now() - make_interval(secs => (case when s.channel_id is null then ${patience} else ${littlePatience} end)::int))
      order by n.id limit ${batch} for update of n skip locked),
    second as (
      select distinct on (l.id) l.id, w.nth, channel.id as channel_id from late l cross join lateral unnest(l.instead) with ordinality as w (id, nth)
      join channel on channel.id = case when w.id ~ '^[0-9]+$' then w.id::bigint end and channel.status = 'enabled' and channel.deleted_at is null
      where l.sent_at is null order by l.id, w.nth),
    moved as (
      update notification n set channel_id = second.channel_id, instead = n.instead[second.nth + 1:], state = 'queued', tries = 0, reason = null,
        leased_until = null, next_at = n.created_at, held_until = now()
      from second where n.id = second.id),
    passed as (
      update notification n set passed_on_at = now() from late where n.id = late.id and late.id not in (select id from second) returning n.*),
    next as (
      select p.id, w.nth, w.kind, c.id as channel_id, c.several, c.others, rank() over (partition by p.id order by w.nth) as place
      from passed p cross join lateral unnest(p.instead) with ordinality as w (kind, nth)
      join lateral (
        select channel.id, count(*) over () > 1 as several, row_number() over used as n,
          array_agg(channel.id::text) over (used rows between 1 following and unbounded following) as others
        from channel left join channel_state s on s.channel_id = channel.id
        where channel.project_id = p.project_id and channel.kind = w.kind and channel.status = 'enabled' and channel.deleted_at is null
        window used as (order by ${inUse})) c on c.n = 1 or w.kind = any(${sharedChannels}::text[])),
    queued as (
      insert into notification (event, key, warn_id, project_id, department_id, level, title, to_kind, to_id, to_cipher, text_cipher, next_at, channel, channel_id, instead)
      select p.event, case when next.kind = 'webhook' and next.several then p.key || ':' || next.channel_id else p.key end, p.warn_id, p.project_id, p.department_id,
        p.level, p.title, case when g.one then 'user' else p.to_kind end, case when g.one then next.channel_id else p.to_id end, p.to_cipher, p.text_cipher,
        greatest(p.created_at, p.held_until), next.kind, next.channel_id,
        case when next.kind = any(${sharedChannels}::text[]) then '{}' else coalesce(next.others, '{}') end || p.instead[next.nth + 1:]
      from passed p join next on next.id = p.id and next.place = 1 cross join lateral (select next.kind = any(${groupChannels}::text[]) as one) g
      on conflict (key, to_kind, to_id, channel) do nothing)
    select count(*)::int as n from late`.execute(db);
  return found.rows[0]?.n ?? 0;
}
