import { type RawBuilder, sql } from 'kysely';
import type { projectApi } from '#features/project/contract.ts';
import { notFound } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { inDepartments, seenRow, today } from './list.ts';

type Overview = OutputOf<typeof projectApi.getProject>;

/** Alarms of the project that the viewer may see, tests and drills left out, of the last 30 days as its clock counts them. */
function warnsOf(viewer: Viewer, id: string): RawBuilder<unknown> {
  return sql`from project p join warn w on w.project_id = p.id and w.created_at > now() - interval '30 days' and not w.test
      and ${inDepartments(viewer, sql`w.department_id`)}
    where p.id = ${id}`;
}

async function daysOf(viewer: Viewer, id: string): Promise<Overview['days']> {
  const found = await sql<Overview['days'][number]>`
    with counts as (select (w.created_at at time zone p.time_zone)::date as day, count(*)::int as n ${warnsOf(viewer, id)} group by 1)
    select d::date::text as day, coalesce(c.n, 0) as count
    from project p cross join generate_series(${today} - 29, ${today}, interval '1 day') d left join counts c on c.day = d::date
    where p.id = ${id} order by 1`.execute(db);
  return found.rows;
}

async function warnFigures(viewer: Viewer, id: string): Promise<Overview['warn']> {
  const seconds = sql`extract(epoch from w.claimed_at - w.received_at)`;
  const found = await sql<Overview['warn']>`
    select count(*)::int as total, count(*) filter (where w.status in ('pending', 'handling'))::int as open,
      count(*) filter (where w.overdue)::int as overdue, count(*) filter (where w.status = 'false')::int as false,
      (percentile_cont(0.5) within group (order by ${seconds}) filter (where w.claimed_at is not null))::float8 as "claimSeconds"
    ${warnsOf(viewer, id)}`.execute(db);
  return found.rows[0] ?? { total: 0, open: 0, overdue: 0, false: 0, claimSeconds: null };
}

async function lowBattery(viewer: Viewer, id: string): Promise<number> {
  const found = await sql<{ n: number }>`
    select count(*)::int as n from equipment e join device_state s on s.device_id = e.id
    where e.project_id = ${id} and e.deleted_at is null and s.battery <= 20 and ${inDepartments(viewer, sql`e.department_id`)}`.execute(
    db,
  );
  return found.rows[0]?.n ?? 0;
}

/** Applications of this project; one of all projects is shown to those who see all projects. */
async function appsOf(viewer: Viewer, id: string): Promise<Overview['apps']> {
  const found = await sql<Overview['apps'][number]>`
    select a.id::text, a.name, a.description, a.status, a.scopes, a.project_ids is null as "allProjects",
      (select count(*)::int from app_consent c where c.app_id = a.id) as "userCount"
    from app a where a.deleted_at is null
      and (a.project_ids @> ${[id]}::bigint[] or (a.project_ids is null and ${viewer.scope.projects === null}))
    order by a.project_ids is null, a.name, a.id`.execute(db);
  return found.rows;
}

async function remindersOf(id: string): Promise<Overview['reminders']> {
  const found = await sql<Overview['reminders'][number]>`
    select r.days, r.at from project_reminder r join project p on p.id = r.project_id and p.end_date = r.end_date
    where r.project_id = ${id} order by r.at`.execute(db);
  return found.rows;
}

/** One contract's page. 404 outside the scope. */
export async function getProject(viewer: Viewer, { id }: { id: string }): Promise<Overview> {
  const project = await seenRow(viewer, id);
  if (!project) throw notFound('项目');
  const [days, warn, low, apps, reminders] = await Promise.all([
    daysOf(viewer, id),
    warnFigures(viewer, id),
    lowBattery(viewer, id),
    appsOf(viewer, id),
    remindersOf(id),
  ]);
  return { project, days, warn, lowBattery: low, apps, reminders };
}
