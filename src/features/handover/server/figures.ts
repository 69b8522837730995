import { sql } from 'kysely';
import type { handoverApi } from '#features/handover/contract.ts';
import { atDesk, counted, firstClaimer, visibleWarnsTable } from '#features/warn/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import type { OutputOf } from '#shared/endpoint.ts';

export type Sheet = OutputOf<typeof handoverApi.getHandover>;

/** Time span, ISO. */
export interface Span {
  from: string;
  to: string;
}

/** Counts the viewer's actions in the span, from the timelines; `followUpsLeft` is passed through. */
export async function countsOf(
  tx: Db,
  viewer: Viewer,
  { from, to }: Span,
  followUpsLeft: number,
): Promise<Sheet['counts']> {
  const during = sql`s.at >= ${from}::timestamptz and s.at < ${to}::timestamptz`;
  const row = await tx.row(sql<Sheet['counts']>`
    with mine as materialized (
      select s.warn_id, s.kind, s.data from warn_step s join warn on warn.id = s.warn_id
      where s.user_id = ${viewer.userId} and ${during} and ${counted} and ${atDesk(sql`s.at`)})
    select
      (select count(*)::int from ${visibleWarnsTable(viewer, false)} where ${counted} and warn.created_at >= ${from}::timestamptz and warn.created_at < ${to}::timestamptz) as received,
      (select count(distinct warn_id)::int from mine where kind = 'claimed') as claimed,
      (select count(*)::int from warn where warn.overdue and warn.id in (select warn_id from mine where kind = 'claimed')
        and ${viewer.userId} = ${firstClaimer}) as "timedOut",
      (select count(distinct warn_id)::int from mine where kind = 'closed') as closed,
      (select count(distinct warn_id)::int from mine where kind = 'false') as "falseCount",
      (select count(distinct s.warn_id)::int from warn_step s where s.warn_id in (select warn_id from mine) and s.kind = 'escalated' and ${during}) as escalated,
      (select count(distinct s.warn_id)::int from warn_step s join warn on warn.id = s.warn_id where ${counted} and s.kind = 'transferred' and s.data ->> 'userId' = ${viewer.userId} and ${during}) as "transferredIn",
      (select count(distinct warn_id)::int from mine where kind = 'transferred' and coalesce(data ->> 'userId', '') <> ${viewer.userId}) as "transferredOut",
      (select count(*)::int from mine where kind = 'call') as calls,
      (select count(*)::int from mine where kind = 'call' and data ->> 'result' in ('ok', 'need_help')) as reached,
      (select count(*)::int from follow_up f where f.state = 'done' and f.done_by = ${viewer.userId} and f.done_at >= ${from}::timestamptz and f.done_at < ${to}::timestamptz) as "followUpsDone",
      ${followUpsLeft}::int as "followUpsLeft"`);
  return row as Sheet['counts'];
}
