import { sql } from 'kysely';
import type { ProjectHooks } from '#features/project/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { idIn } from '#server/db/filter.ts';
import { and } from '#server/db/values.ts';
import { counted } from './conditions.ts';
import { responseSeconds, wasClaimed } from './read/response.ts';

/** Selects the counted warns of the last 30 days that the viewer may see. */
function recent({ scope }: Viewer) {
  const inScope = and(idIn(sql.ref('warn.department_id'), scope.departments));
  return sql`warn.created_at > now() - interval '30 days' and ${counted} and ${inScope}`;
}

/** Counts warns per day, in the project's time zone. */
async function daysOf(viewer: Viewer, id: string) {
  return db.rows(sql<{ day: string; count: number }>`
    with counts as (
      select (warn.created_at at time zone p.time_zone)::date as day, count(*)::int as n
      from project p join warn on warn.project_id = p.id and ${recent(viewer)} where p.id = ${id} group by 1)
    select d::date::text as day, coalesce(c.n, 0) as count
    from project p
    cross join generate_series((now() at time zone p.time_zone)::date - 29, (now() at time zone p.time_zone)::date, interval '1 day') d
    left join counts c on c.day = d::date
    where p.id = ${id} order by 1`);
}

async function totalsOf(viewer: Viewer, id: string) {
  const row = await db.row(sql<{
    total: number;
    open: number;
    overdue: number;
    false: number;
    claimSeconds: number | null;
  }>`
    select count(*)::int as total, count(*) filter (where warn.status in ('pending', 'handling'))::int as open,
      count(*) filter (where warn.overdue)::int as overdue, count(*) filter (where warn.status = 'false')::int as false,
      (percentile_cont(0.5) within group (order by ${responseSeconds}) filter (where ${wasClaimed}))::float8 as "claimSeconds"
    from warn where warn.project_id = ${id} and ${recent(viewer)}`);
  return row ?? { total: 0, open: 0, overdue: 0, false: 0, claimSeconds: null };
}

/** Warns of a project. */
const hooks: ProjectHooks = {
  async figures(viewer, ids) {
    return db.rows(sql<{ projectId: string; warnCount: number }>`
      select warn.project_id::text as "projectId", count(*)::int as "warnCount" from warn
      where ${recent(viewer)} and ${and(idIn(sql.ref('warn.project_id'), ids))} group by warn.project_id`);
  },
  async page(viewer, id) {
    const [days, warn] = await Promise.all([daysOf(viewer, id), totalsOf(viewer, id)]);
    return { days, warn };
  },
};
export default hooks;
