import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { leastBatchLimit } from '#features/project/server/service.ts';
import {
  counted,
  deskWork,
  deviceWork,
  responseSeconds,
  visibleWarns,
  waiting,
  wasClaimed,
} from '#features/warn/server/service.ts';
import type { warnListApi } from '#features/warnList/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { midnightOf } from '#server/db/zone.ts';
import type { OutputOf } from '#shared/endpoint.ts';

/**
 * Counts for the header of the queue: open, mine, due, and today's figures by the day of each warn's project. Waiting
 * excludes silent tests (they need no claim), device work (counted separately) and the work of health staff.
 */
export async function getWarnCount(viewer: Viewer): Promise<OutputOf<typeof warnListApi.getWarnCount>> {
  const midnight = midnightOf('warn.projectId');
  const today = sql`warn.created_at >= ${midnight} and ${counted}`;
  const claimedToday = sql`${today} and ${wasClaimed}`;
  const ended = sql`warn.finished_at >= ${midnight} and warn.status in ('done', 'false') and ${counted}`;
  const int = (condition: RawBuilder<unknown>) => sql<number>`count(*) filter (where ${condition})::int`;
  const row = await visibleWarns(viewer)
    .select([
      int(waiting).as('pending'),
      int(sql`warn.status = 'handling' and ${deskWork}`).as('handling'),
      int(sql`warn.status = 'handling' and warn.handler_id = ${viewer.userId}`).as('mine'),
      int(sql`warn.status in ('pending', 'handling') and ${deviceWork}`).as('deviceWork'),
      int(sql`warn.follow_up_at is not null and warn.followed_up_at is null`).as('followUp'),
      int(sql`warn.status in ('pending', 'handling') and warn.false_asked_at is not null`).as('falseAsked'),
      int(today).as('today'),
      int(ended).as('todayDone'),
      int(sql`${ended} and warn.status = 'false'`).as('todayFalse'),
      sql<number | null>`avg(${responseSeconds}) filter (where ${claimedToday})::float8`.as('responseMean'),
      sql<
        number | null
      >`(percentile_cont(0.5) within group (order by ${responseSeconds}) filter (where ${claimedToday}))::float8`.as(
        'responseMedian',
      ),
    ])
    .where(
      sql<SqlBool>`(warn.status in ('pending', 'handling') or warn.created_at >= ${midnight} or warn.finished_at >= ${midnight}
        or (warn.follow_up_at is not null and warn.followed_up_at is null))`,
    )
    .executeTakeFirstOrThrow();
  const last = await lastClaimed(viewer);
  const { todayFalse, todayDone, ...counts } = row;
  return {
    ...counts,
    batchLimit: await leastBatchLimit(viewer.scope.projects),
    todayDone,
    falseRate: todayDone > 0 ? Math.round((todayFalse / todayDone) * 1000) / 10 : null,
    last: last ?? null,
  };
}

/** Returns the newest warn of seven days that somebody claimed, for an empty queue. */
export async function lastClaimed(viewer: Viewer) {
  return visibleWarns(viewer)
    .select([
      sql<string | null>`(select c.name from customer c where c.id = warn.customer_id)`.as('customerName'),
      'warn.createdAt',
      sql<number>`round(${responseSeconds})::int`.as('responseSeconds'),
    ])
    .where(sql<SqlBool>`${counted} and ${wasClaimed} and warn.created_at > now() - interval '7 days'`)
    .orderBy('warn.createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}
