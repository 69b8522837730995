import { sql } from 'kysely';
import { inUse } from '#features/channel/server/service.ts';
import { type Db, db } from '#server/db/db.ts';
import { groupChannels, sharedChannels } from '#shared/codes.ts';

/** Seconds that a message may wait or be retried before the next channel is used, so that it arrives within 30 s. */
const maxWaitSeconds = 15;
/** Seconds for a channel after a failed last message: enough for one more attempt. */
const shortWaitSeconds = 5;
const batch = 300;

/**
 * Queues undelivered messages for the next channel: of its kind, else of the next kind; all channels for groups and webhooks.
 * A failed group message goes to each user it is about. Falls back at once after a final failure, else after 15 s, or 5 s by a
 * channel that fails now. Messages in quiet hours are not late: the next channel would wake the same user. Older messages go
 * before newer ones of the next channel; gathered messages fall back together. `some` is called after each batch of 300.
 */
export async function fallBack(some: () => void): Promise<void> {
  while ((await passBatch()) === batch) some();
  some();
}

/** A message that fell back to a group; `key` is the key of the group's message. */
interface ToGroup {
  id: string;
  key: string;
  channelId: string;
}

/** Falls back one batch; returns the number of undelivered messages, with or without a next channel. */
async function passBatch(): Promise<number> {
  return db.transaction(async (tx) => {
    const passed = await passSome(tx);
    if (passed.groups.length > 0) await addAbout(tx, passed.groups);
    return passed.n;
  });
}

/**
 * Stores with group messages the recipients of messages that fell back to them; a failed group message falls back for
 * them, too.
 */
async function addAbout(tx: Db, groups: readonly ToGroup[]): Promise<void> {
  await sql`
    with m as (select * from jsonb_to_recordset(${JSON.stringify(groups)}::jsonb) as m (id bigint, key text, "channelId" bigint)),
    told as (
      select g.id, p.to_kind, p.to_id, p.to_cipher, p.text_cipher, '{}'::text[] as not_by from m join notification p on p.id = m.id
        join notification g on g.key = m.key and g.to_kind = 'user' and g.to_id = m."channelId" and g.channel_id = m."channelId"
        where p.channel <> all(${groupChannels}::text[])
      union all
      select g.id, a.to_kind, a.to_id, a.to_cipher, coalesce(a.text_cipher, p.text_cipher), a.not_by from m join notification p on p.id = m.id
        join notification_about a on a.notification_id = p.id
        join notification g on g.key = m.key and g.to_kind = 'user' and g.to_id = m."channelId" and g.channel_id = m."channelId"),
    added as (insert into notification_about select distinct on (id, to_kind, to_id) * from told on conflict do nothing returning notification_id)
    update notification set passed_on_at = null where id in (select notification_id from added) and state = 'failed'`.execute(
    tx,
  );
}

async function passSome(tx: Db): Promise<{ n: number; groups: ToGroup[] }> {
  const [row] = await tx.returning(sql<{ n: number; groups: ToGroup[] | null }>`
    with late as (
      select n.* from notification n left join channel_state s on s.channel_id = n.channel_id
        and s.failed_at > greatest(s.worked_at, now() - interval '1 minute')
      where n.passed_on_at is null and n.instead <> '{}' and n.state in ('queued', 'failed') and (n.state = 'failed' or
        greatest(n.created_at, n.held_until) < now() - make_interval(secs => (case when s.channel_id is null then ${maxWaitSeconds} else ${shortWaitSeconds} end)::int))
        and not exists (
          select 1 from notification f where n.state = 'failed' and f.gathered_into = n.gathered_into and f.state = 'queued')
      order by n.id limit ${batch} for update of n skip locked),
    second as (
      select distinct on (l.id) l.id, w.nth, channel.id as channel_id from late l cross join lateral unnest(l.instead) with ordinality as w (id, nth)
      join channel on channel.id = case when w.id ~ '^[0-9]+$' then w.id::bigint end and channel.status = 'enabled' and channel.deleted_at is null
      where l.sent_at is null order by l.id, w.nth),
    moved as (
      update notification n set channel_id = second.channel_id, instead = n.instead[second.nth + 1:], state = 'queued', tries = 0, reason = null,
        leased_until = null, next_at = n.created_at, held_until = now(), judged_at = null, gathered_into = null
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
    aims as (
      select p.*, next.kind as by, next.channel_id as by_id, next.several, next.others, next.nth, g.one, a.to_kind as a_kind, a.to_id as a_id, a.to_cipher as a_to,
        a.text_cipher as a_text
      from passed p join next on next.id = p.id and next.place = 1
      cross join lateral (select next.kind = any(${groupChannels}::text[]) as one) g
      left join notification_about a on not g.one and p.channel = any(${groupChannels}::text[]) and a.notification_id = p.id and next.kind <> all(a.not_by)
      where g.one or p.channel <> all(${groupChannels}::text[]) or a.to_id is not null),
    queued as (
      insert into notification (event, key, warn_id, project_id, department_id, level, title, to_kind, to_id, to_cipher, text_cipher, next_at, channel, channel_id, gathers, instead)
      select event, case when by = 'webhook' and several then key || ':' || by_id else key end, warn_id, project_id, department_id, level, title,
        case when one then 'user' else coalesce(a_kind, to_kind) end, case when one then by_id else coalesce(a_id, to_id) end, coalesce(a_to, to_cipher),
        coalesce(a_text, text_cipher), greatest(created_at, held_until), by, by_id, gathers,
        case when by = any(${sharedChannels}::text[]) then '{}' else coalesce(others, '{}') end || instead[nth + 1:]
      from aims
      on conflict (key, to_kind, to_id, channel) do nothing)
    select count(*)::int as n, (select jsonb_agg(jsonb_build_object('id', id::text, 'key', key, 'channelId', by_id::text)) from aims where one) as groups
    from late`);
  return { n: row?.n ?? 0, groups: row?.groups ?? [] };
}
