import { type SQL, sql } from 'drizzle-orm';
import type { projectApi } from '#features/project/contract.ts';
import { db } from '#server/db.ts';
import { pageOf } from '#server/paging.ts';
import { likeText } from '#server/search.ts';
import type { Viewer } from '#server/viewer.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';

type Api = typeof projectApi;
type Row = OutputOf<Api['getProjectList']>;
type Input = InputOf<Api['getProjectList']>;

function arrayOf(ids: readonly string[] | null | undefined): string {
  return `{${(ids ?? []).join(',')}}`;
}

/** Today where the project is: a contract ends with its last day there. */
const today = sql`(now() at time zone p.time_zone)::date`;
const statusNow = sql`case when p.status <> 'closed' and p.end_date < ${today} then 'expired' else p.status end`;

function inDepartments(viewer: Viewer, column: SQL): SQL {
  const { departments } = viewer.scope;
  return sql`(${departments === null} or ${column} = any(${arrayOf(departments)}::bigint[]))`;
}

function conditions(viewer: Viewer, input: Input): SQL {
  const { projects } = viewer.scope;
  const like = (text: string | undefined) => `%${likeText(text?.trim() ?? '')}%`;
  return sql`p.deleted_at is null
    and (${projects === null} or p.id = any(${arrayOf(projects)}::bigint[]))
    and ${inDepartments(viewer, sql`p.department_id`)}
    and (${!input.keyword?.trim()} or p.name ilike ${like(input.keyword)} or p.code ilike ${like(input.keyword)} or p.owner_org ilike ${like(input.keyword)})
    and (${!input.ownerOrg?.trim()} or p.owner_org ilike ${like(input.ownerOrg)})
    and (${!input.status?.length} or ${statusNow} = any(${arrayOf(input.status)}::text[]))
    and (${input.departmentId === undefined} or ${input.departmentId ?? null}::bigint = any(d.path))
    and (${input.expiringDays === undefined} or (p.status <> 'closed' and p.end_date between ${today} and ${today} + ${input.expiringDays ?? 0}::int))`;
}

/** Projects in the viewer's list, with what they hold of the viewer's departments. */
export async function getProjectList(viewer: Viewer, input: Input): Promise<Paged<Row>> {
  const fields = {
    name: sql`name`,
    code: sql`code`,
    createdAt: sql`"createdAt"`,
    endDate: sql`"endDate"`,
    customerCount: sql`"customerCount"`,
    equipmentCount: sql`"equipmentCount"`,
    warnCount: sql`"warnCount"`,
  };
  const { limit, offset, order } = pageOf(input, fields, [sql`"createdAt" desc`, sql`id::bigint`]);
  const where = conditions(viewer, input);
  const seen = (column: SQL) => inDepartments(viewer, column);
  const found = await db.execute<Row & Record<string, unknown>>(sql`
    select * from (
      select p.id::text as id, p.code, p.name, p.owner_org as "ownerOrg", p.credit_code as "creditCode", p.contact, p.phone, p.manager,
        p.region_code as "regionCode", p.remark, p.department_id::text as "departmentId", d.name as "departmentName",
        p.start_date::text as "startDate", p.end_date::text as "endDate", p.end_date - ${today} as "daysLeft",
        p.quota_customer as "quotaCustomer", p.quota_equipment as "quotaEquipment", ${statusNow} as status,
        (select count(*)::int from customer c where c.project_id = p.id and c.deleted_at is null and ${seen(sql`c.department_id`)}) as "customerCount",
        e.devices as "equipmentCount", e.reporting as "reportingCount", e.online as "onlineCount",
        (select count(*)::int from warn w where w.project_id = p.id and w.created_at > now() - interval '30 days' and ${seen(sql`w.department_id`)}) as "warnCount",
        (select count(*)::int from "user" u where p.id = any(u.project_ids) and u.deleted_at is null and ${seen(sql`u.department_id`)}) as "userCount",
        p.time_zone as "timeZone", p.claim_seconds as "claimSeconds", p.progress_seconds as "progressSeconds", p.ladder, p.hotline,
        p.screen_title as "screenTitle", p.created_at as "createdAt", p.version
      from project p join department d on d.id = p.department_id
      cross join lateral (
        select count(*)::int as devices, count(s.last_seen_at)::int as reporting, count(*) filter (where s.online)::int as online
        from equipment e left join device_state s on s.device_id = e.id
        where e.project_id = p.id and e.deleted_at is null and ${seen(sql`e.department_id`)}) e
      where ${where}) project
    order by ${sql.join(order, sql`, `)} limit ${limit} offset ${offset}`);
  const count = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from project p join department d on d.id = p.department_id where ${where}`,
  );
  return {
    rows: found.rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() })),
    count: count.rows[0]?.n ?? 0,
  };
}
