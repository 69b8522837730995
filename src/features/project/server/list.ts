import { type RawBuilder, sql } from 'kysely';
import type { project, projectApi } from '#features/project/contract.ts';
import { regionName } from '#features/region/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { contains } from '#server/db/filter.ts';
import { and, json } from '#server/db/values.ts';
import { regionPrefix } from '#shared/contract/region.ts';
import type { InputOf } from '#shared/endpoint.ts';
import type { Row as NounRow } from '#shared/resourceField.ts';
import { figuresOf } from './projectHooks.ts';

type Input = InputOf<(typeof projectApi)['getProjectList']>;
type Row = NounRow<typeof project.fields>;

/** Today in the project's zone: a contract ends with its last day there. */
export const today = sql`(now() at time zone project.time_zone)::date`;
/** Status; `expired` from the midnight after the end date on, without any action. */
const statusNow = sql`case when project.status <> 'closed' and project.end_date < ${today} then 'expired' else project.status end`;

/** Condition that a department column lies in the viewer's scope. */
function inDepartments({ scope: { departments } }: Viewer, column: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${departments === null} or ${column} = any(${departments}::bigint[]))`;
}

/** Condition on `project` that the viewer sees it: one of the viewer's projects and departments. */
export function visibleProjectCondition(viewer: Viewer): RawBuilder<unknown> {
  const { projects } = viewer.scope;
  return sql`project.deleted_at is null and (${projects === null} or project.id = any(${projects}::bigint[]))
    and ${inDepartments(viewer, sql`project.department_id`)}`;
}

/** Condition of the filters that match no field. */
export function filtered(_viewer: Viewer, input: Input): RawBuilder<unknown> {
  const { ownerOrg, regionCode, departmentId, expiringDays } = input;
  return and(
    contains(['project.ownerOrg'], ownerOrg),
    regionCode ? sql`project.region_code like ${`${regionPrefix(regionCode)}%`}` : undefined,
    departmentId ? sql`${departmentId}::bigint = any(department.path)` : undefined,
    expiringDays === undefined
      ? undefined
      : sql`project.status <> 'closed' and project.end_date between ${today} and ${today} + ${expiringDays}::int`,
  );
}

/** Joins the department and the figures of the features, which are read once for all visible projects. */
export async function joined(viewer: Viewer, id: string | undefined): Promise<RawBuilder<unknown>> {
  const figures = await figuresOf(viewer, id === undefined ? viewer.scope.projects : [id]);
  return sql`join department on department.id = project.department_id
    left join jsonb_to_recordset(${json(figures)}) as figures (
      "projectId" bigint, "customerCount" int, "equipmentCount" int, "reportingCount" int, "onlineCount" int, "warnCount" int)
      on figures."projectId" = project.id`;
}

/** Computed columns of a project, counted over the departments that the viewer sees. */
export const columns = (viewer: Viewer) => ({
  status: statusNow,
  departmentName: sql`department.name`,
  daysLeft: sql`project.end_date - ${today}`,
  customerCount: sql`coalesce(figures."customerCount", 0)`,
  equipmentCount: sql`coalesce(figures."equipmentCount", 0)`,
  reportingCount: sql`coalesce(figures."reportingCount", 0)`,
  onlineCount: sql`coalesce(figures."onlineCount", 0)`,
  warnCount: sql`coalesce(figures."warnCount", 0)`,
  userCount: sql`(select count(*)::int from "user" u where project.id = any(u.project_ids) and u.deleted_at is null and ${inDepartments(viewer, sql`u.department_id`)})`,
  manager: sql`coalesce((select u.name from "user" u where u.id = project.manager_id), project.manager)`,
  files: sql`coalesce((select jsonb_agg(jsonb_build_object('id', f.id::text, 'name', f.name, 'type', f.type, 'size', f.size) order by array_position(project.file_ids, f.id))
    from file f where f.id = any(project.file_ids) and f.deleted_at is null), '[]')`,
});

/** Adds the region's name to projects. */
export const withRegionNames = (_viewer: Viewer, rows: readonly Row[]): Row[] =>
  rows.map((row) => ({ ...row, regionName: regionName(row.regionCode) }));
