import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { responseSeconds, wasClaimed } from '#features/warn/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { beforeToday, midnightOf } from '#server/db/zone.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import type { warningApi } from '../contract.ts';
import { openWarns, overdue } from './conditions.ts';
import { scopedWarnings } from './list.ts';

/** Returns the figures of the tabs; those of today go by the calendar of each warning's project. */
export async function getEarlyWarningCount(viewer: Viewer): Promise<OutputOf<typeof warningApi.getEarlyWarningCount>> {
  const midnight = midnightOf('warn.projectId');
  const int = (condition: RawBuilder<unknown>) => sql<number>`count(*) filter (where ${condition})::int`;
  const raised = sql`warn.created_at >= ${midnight} and health_warn.due_at is not null`;
  const judged = sql`${raised} and (${wasClaimed} or ${overdue})`;
  const mine = sql`warn.handler_id = ${viewer.userId} or warn.status = 'pending' and warn.offered_to = ${viewer.userId}`;
  const { timely, judgedCount, ...figures } = await scopedWarnings(viewer)
    .select([
      int(sql`${openWarns} or warn.finished_at >= ${midnight}`).as('today'),
      int(openWarns).as('open'),
      int(sql`warn.status = 'pending' and warn.family = 'health'`).as('waiting'),
      int(sql`${openWarns} and (${mine})`).as('mine'),
      int(sql`(${openWarns} or warn.finished_at >= ${midnight}) and ${overdue}`).as('overdue'),
      int(sql`${judged} and not ${overdue}`).as('timely'),
      int(judged).as('judgedCount'),
      sql<
        number | null
      >`(percentile_cont(0.5) within group (order by ${responseSeconds}) filter (where ${raised} and ${wasClaimed}))::float8`.as(
        'responseMedian',
      ),
    ])
    .where(sql<SqlBool>`(${openWarns} or warn.created_at >= ${beforeToday} or warn.finished_at >= ${beforeToday})`)
    .executeTakeFirstOrThrow();
  return { ...figures, inTime: judgedCount > 0 ? Math.round((timely / judgedCount) * 100) : null };
}
