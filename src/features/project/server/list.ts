import { type RawBuilder, sql } from 'kysely';
import type { projectApi } from '#features/project/contract.ts';
import { regionName } from '#features/region/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { pageOf } from '#server/db/paging.ts';
import { likeText } from '#server/feature/search.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { regionPrefix } from '#shared/region.ts';
import { figuresOf } from './parts.ts';

type Api = typeof projectApi;
type Row = OutputOf<Api['getProjectList']>;
type Input = InputOf<Api['getProjectList']>;

/** Today where the project is: a contract ends with its last day there. */
export const today = sql`(now() at time zone p.time_zone)::date`;
/** Over is what is past its last day, from that midnight on and without anybody saying so. */
const statusNow = sql`case when p.status <> 'closed' and p.end_date < ${today} then 'expired' else p.status end`;

/** The condition that a department column lies in the viewer's scope. */
export function inDepartments({ scope: { departments } }: Viewer, column: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${departments === null} or ${column} = any(${departments}::bigint[]))`;
}

/** The condition on `project p` that the viewer sees it: one of theirs, of a department of theirs. */
export function seenProject(viewer: Viewer): RawBuilder<unknown> {
  const { projects } = viewer.scope;
  return sql`p.deleted_at is null and (${projects === null} or p.id = any(${projects}::bigint[]))
    and ${inDepartments(viewer, sql`p.department_id`)}`;
}

function keywordMatches(keyword: string): RawBuilder<unknown> {
  const like = `%${likeText(keyword)}%`;
  return sql`(p.name ilike ${like} or p.code ilike ${like} or p.owner_org ilike ${like})`;
}

function filtersOf({
  keyword,
  ownerOrg,
  regionCode,
  status,
  departmentId,
  expiringDays,
}: Input): RawBuilder<unknown>[] {
  return [
    ...(keyword?.trim() ? [keywordMatches(keyword.trim())] : []),
    ...(ownerOrg?.trim() ? [sql`p.owner_org ilike ${`%${likeText(ownerOrg.trim())}%`}`] : []),
    ...(regionCode ? [sql`p.region_code like ${`${regionPrefix(regionCode)}%`}`] : []),
    ...(status?.length ? [sql`${statusNow} = any(${status}::text[])`] : []),
    ...(departmentId ? [sql`${departmentId}::bigint = any(d.path)`] : []),
    ...(expiringDays === undefined
      ? []
      : [sql`p.status <> 'closed' and p.end_date between ${today} and ${today} + ${expiringDays}::int`]),
  ];
}

const files = sql`coalesce((select jsonb_agg(jsonb_build_object('id', f.id::text, 'name', f.name, 'type', f.type, 'size', f.size) order by array_position(p.file_ids, f.id))
  from file f where f.id = any(p.file_ids) and f.deleted_at is null), '[]')`;

const order = {
  name: sql`name`,
  code: sql`code`,
  createdAt: sql`"createdAt"`,
  endDate: sql`"endDate"`,
  customerCount: sql`"customerCount"`,
  equipmentCount: sql`"equipmentCount"`,
  warnCount: sql`"warnCount"`,
};

/** Projects that the viewer sees and the filters select, with what they hold of the viewer's departments. */
export async function getProjectList(viewer: Viewer, input: Input): Promise<Paged<Row>> {
  return projectsWhere(
    viewer,
    input,
    sql.join([seenProject(viewer), ...filtersOf(input)], sql` and `),
    viewer.scope.projects,
  );
}

/** One project that the viewer sees; undefined for any other. */
export async function seenRow(viewer: Viewer, id: string): Promise<Row | undefined> {
  const { rows } = await projectsWhere(viewer, { limit: 1 }, sql`${seenProject(viewer)} and p.id = ${id}`, [id]);
  return rows[0];
}

/** @param ids the projects that the condition can hold for, null for any */
async function projectsWhere(
  viewer: Viewer,
  input: Input,
  where: RawBuilder<unknown>,
  ids: readonly string[] | null,
): Promise<Paged<Row>> {
  const figures = await figuresOf(viewer, ids);
  const page = pageOf(input, order, sql`"createdAt" desc, id::bigint`);
  const found = await sql<Omit<Row, 'regionName'>>`
    select * from (
      select p.id::text as id, p.code, p.name, p.owner_org as "ownerOrg", p.credit_code as "creditCode", p.contact, p.phone,
        coalesce((select u.name from "user" u where u.id = p.manager_id), p.manager) as manager, p.manager_id::text as "managerId",
        p.region_code as "regionCode", p.remark, p.department_id::text as "departmentId", d.name as "departmentName",
        p.start_date::text as "startDate", p.end_date::text as "endDate", p.end_date - ${today} as "daysLeft",
        p.quota_customer as "quotaCustomer", p.quota_equipment as "quotaEquipment", ${statusNow} as status,
        coalesce(f."customerCount", 0) as "customerCount", coalesce(f."equipmentCount", 0) as "equipmentCount",
        coalesce(f."reportingCount", 0) as "reportingCount", coalesce(f."onlineCount", 0) as "onlineCount", coalesce(f."warnCount", 0) as "warnCount",
        (select count(*)::int from "user" u where p.id = any(u.project_ids) and u.deleted_at is null and ${inDepartments(viewer, sql`u.department_id`)}) as "userCount",
        p.time_zone as "timeZone", p.claim_seconds as "claimSeconds", p.progress_seconds as "progressSeconds", p.batch_limit as "batchLimit", p.ladder, p.warn_levels as "warnLevels", p.device_addresses as "deviceAddresses",
        p.reveal_reason as "revealReason", p.reveal_limit as "revealLimit", p.seat_session_hours as "seatSessionHours", p.session_hours as "sessionHours", p.hotline,
        p.screen_title as "screenTitle", p.login_help as "loginHelp", p.logo_file_id::text as "logoFileId", p.modules, ${files} as files, p.created_at as "createdAt", p.version
      from project p join department d on d.id = p.department_id
      left join jsonb_to_recordset(${JSON.stringify(figures)}::jsonb) as f (
        "projectId" bigint, "customerCount" int, "equipmentCount" int, "reportingCount" int, "onlineCount" int, "warnCount" int) on f."projectId" = p.id
      where ${where}) project
    order by ${page.order} limit ${page.limit} offset ${page.offset}`.execute(db);
  const count = await sql<{ n: number }>`
    select count(*)::int as n from project p join department d on d.id = p.department_id where ${where}`.execute(db);
  return {
    rows: found.rows.map((row) => ({ ...row, regionName: regionName(row.regionCode) })),
    count: count.rows[0]?.n ?? 0,
  };
}
