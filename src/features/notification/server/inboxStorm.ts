import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import { drillMark } from '#shared/drill.ts';
import { maxAlone } from './gather.ts';

/**
 * Locks the notice that grows by `warnCount` warns: the newest of the last minute in the inboxes of exactly these
 * users, if they got more than five warns in it, these included. Null: a new notice is needed.
 */
export async function growingNotice(tx: Db, userIds: readonly string[], warnCount: number): Promise<string | null> {
  const row = await tx.row(sql<{ id: string }>`
    with recent as (
      select warn_id, notice_id from notification where created_at > now() - interval '1 minute' and channel = 'inbox' and to_kind = 'user'
        and to_id = ${userIds[0]}::bigint and notice_id is not null and warn_id is not null and event <> 'asked' and not starts_with(title, ${drillMark})),
    own as (
      select r.notice_id from recent r
      where (select array_agg(distinct m.to_id order by m.to_id) from notification m where m.notice_id = r.notice_id)
        = (select array_agg(u order by u) from unnest(${bigints(userIds)}) u))
    select n.id::text from notice n
    where n.id = (select max(notice_id) from own) and n.status = 'published' and n.deleted_at is null
      and (select count(distinct warn_id) from recent) + ${warnCount}::int > ${maxAlone}::int
    for update`);
  return row?.id ?? null;
}

/** Records on its messages that a notice was read, before it becomes unread again; returns the number of its warns. */
export async function recordRead(tx: Db, noticeId: string): Promise<number> {
  await sql`
    update notification m set read_at = r.read_at from notice_receipt r
    where m.notice_id = ${noticeId}::bigint and r.notice_id = m.notice_id and r.user_id = m.to_id and m.read_at is null and r.read_at > m.created_at`.execute(
    tx,
  );
  const counted = await tx.row(sql<{ n: number }>`
    select count(distinct warn_id)::int as n from notification where notice_id = ${noticeId}::bigint`);
  return counted?.n ?? 0;
}
