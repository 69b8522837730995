import { and, sql } from 'drizzle-orm';
import { leastBatchLimit } from '#features/project/server/service.ts';
import type { warnApi } from '#features/warn/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { midnightOf } from '#server/db/oldZone.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { visibleWarns } from './access.ts';

/**
 * Counters above the queue: what is open, what is mine, what is due, and today's figures, each alarm in the day of its
 * project. Tests, drills and device work are left out of today; of what is open only a silent test, which nobody takes.
 */
export async function getWarnCount(viewer: Viewer): Promise<OutputOf<typeof warnApi.getWarnCount>> {
  const { rows, only } = visibleWarns(viewer);
  const midnight = midnightOf(rows.projectId);
  const counted = sql`not ${rows.test} and ${rows.family} <> 'device'`;
  const today = sql`${rows.createdAt} >= ${midnight} and ${counted}`;
  const asked = sql`(not ${rows.test} or not ${rows.silent})`;
  const response = sql`extract(epoch from ${rows.claimedAt} - ${rows.receivedAt})`;
  const ended = sql`${rows.finishedAt} >= ${midnight} and ${rows.status} in ('done', 'false') and ${counted}`;
  const int = (condition: ReturnType<typeof sql>) => sql<number>`count(*) filter (where ${condition})::int`;
  const [row] = await db
    .select({
      pending: int(sql`${rows.status} = 'pending' and ${asked}`),
      handling: int(sql`${rows.status} = 'handling'`),
      mine: int(sql`${rows.status} = 'handling' and ${rows.handlerId} = ${viewer.userId}`),
      followUp: int(sql`${rows.followUpAt} is not null and ${rows.followedUpAt} is null`),
      falseAsked: int(sql`${rows.status} in ('pending', 'handling') and ${rows.falseAskedAt} is not null`),
      today: int(today),
      todayDone: int(ended),
      todayFalse: int(sql`${ended} and ${rows.status} = 'false'`),
      responseMean: sql<
        number | null
      >`avg(${response}) filter (where ${today} and ${rows.claimedAt} is not null)::float8`,
      responseMedian: sql<
        number | null
      >`(percentile_cont(0.5) within group (order by ${response}) filter (where ${today} and ${rows.claimedAt} is not null))::float8`,
    })
    .from(rows)
    .where(
      and(
        only,
        sql`(${rows.status} in ('pending', 'handling') or ${rows.createdAt} >= ${midnight} or ${rows.finishedAt} >= ${midnight} or (${rows.followUpAt} is not null and ${rows.followedUpAt} is null))`,
      ),
    );
  const [last] = await db
    .select({
      customerName: sql<string | null>`(select c.name from customer c where c.id = ${rows.customerId})`,
      createdAt: rows.createdAt,
      responseSeconds: sql<number>`round(${response})::int`,
    })
    .from(rows)
    .where(
      and(
        only,
        sql`not ${rows.test} and ${rows.claimedAt} is not null and ${rows.createdAt} > now() - interval '7 days'`,
      ),
    )
    .orderBy(sql`${rows.createdAt} desc`)
    .limit(1);
  const {
    todayFalse = 0,
    todayDone = 0,
    ...counts
  } = row ?? {
    pending: 0,
    handling: 0,
    mine: 0,
    followUp: 0,
    falseAsked: 0,
    today: 0,
    responseMean: null,
    responseMedian: null,
  };
  return {
    ...counts,
    batchLimit: await leastBatchLimit(viewer.scope.projects),
    todayDone,
    falseRate: todayDone > 0 ? Math.round((todayFalse / todayDone) * 1000) / 10 : null,
    last: last ?? null,
  };
}
