import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { projectApi } from '#features/project/contract.ts';
import { command } from '#server/command.ts';
import { type Db, db } from '#server/db.ts';
import { pageOf } from '#server/paging.ts';
import { invalidField, notFound } from '#server/problem.ts';
import { likeText } from '#server/search.ts';
import { stale } from '#server/stale.ts';
import type { Viewer } from '#server/viewer.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { project } from './schema.ts';

/** The limits and ladders of projects, by id. */
export async function limitsOf(tx: Db, ids: string[]) {
  const rows = await tx
    .select({
      id: project.id,
      timeZone: project.timeZone,
      claimSeconds: project.claimSeconds,
      progressSeconds: project.progressSeconds,
      ladder: project.ladder,
    })
    .from(project)
    .where(inArray(project.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Where things belong that name no project and no department. */
export async function defaultHome(tx: Db): Promise<{ projectId: string; departmentId: string }> {
  const found = await tx.execute<{ project_id: string; department_id: string }>(sql`
    select (select id::text from project where deleted_at is null order by id limit 1) as project_id,
      (select id::text from department where parent_id is null and deleted_at is null order by id limit 1) as department_id`);
  const row = found.rows[0];
  if (!row) throw new Error('no project');
  return { projectId: row.project_id, departmentId: row.department_id };
}

/** Projects in the viewer's list, with what they hold. */
export async function getProjectList(
  viewer: Viewer,
  input: InputOf<typeof projectApi.getProjectList>,
): Promise<Paged<OutputOf<typeof projectApi.getProjectList>>> {
  const { limit, offset, order } = pageOf(
    input,
    { name: sql`p.name`, code: sql`p.code`, createdAt: sql`p.created_at` },
    [sql`p.created_at desc`, sql`p.id`],
  );
  const keyword = input.keyword?.trim();
  const { departments } = viewer.scope;
  const inDepartments = (column: SQL) =>
    sql`(${departments === null} or ${column} = any(${`{${(departments ?? []).join(',')}}`}::bigint[]))`;
  const where = sql`p.deleted_at is null
    and (${viewer.scope.projects === null} or p.id = any(${`{${(viewer.scope.projects ?? []).join(',')}}`}::bigint[]))
    and ${inDepartments(sql`p.department_id`)}
    and (${!keyword} or p.name ilike ${`%${likeText(keyword ?? '')}%`} or p.code ilike ${`%${likeText(keyword ?? '')}%`})
    and (${!input.status?.length} or p.status = any(${`{${(input.status ?? []).join(',')}}`}::text[]))`;
  const found = await db.execute<Record<string, never>>(sql`
    select p.id::text as id, p.code, p.name, p.owner_org as "ownerOrg", p.department_id::text as "departmentId", d.name as "departmentName",
      p.start_date::text as "startDate", p.end_date::text as "endDate", p.quota_customer as "quotaCustomer", p.quota_equipment as "quotaEquipment", p.status,
      (select count(*)::int from customer c where c.project_id = p.id and c.deleted_at is null and ${inDepartments(sql`c.department_id`)}) as "customerCount",
      (select count(*)::int from equipment e where e.project_id = p.id and e.deleted_at is null and ${inDepartments(sql`e.department_id`)}) as "equipmentCount",
      p.time_zone as "timeZone", p.claim_seconds as "claimSeconds", p.progress_seconds as "progressSeconds", p.ladder, p.created_at as "createdAt", p.version
    from project p join department d on d.id = p.department_id where ${where}
    order by ${sql.join(order, sql`, `)} limit ${limit} offset ${offset}`);
  const count = await db.execute<{ n: number }>(sql`select count(*)::int as n from project p where ${where}`);
  const rows = found.rows as unknown as OutputOf<typeof projectApi.getProjectList>[];
  return {
    rows: rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() })),
    count: count.rows[0]?.n ?? 0,
  };
}

function knownZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('zh-CN', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** Time zone, limits and ladder of a project. 404 outside the scope, 409 when somebody changed it meanwhile. */
export async function editProjectConfig(
  viewer: Viewer,
  input: InputOf<typeof projectApi.editProjectConfig>,
): Promise<OutputOf<typeof projectApi.editProjectConfig>> {
  if (input.timeZone !== undefined && !knownZone(input.timeZone)) throw invalidField('timeZone', '没有这个时区');
  const rising = (input.ladder ?? []).every(
    (rung, index, all) => index === 0 || rung.after > (all[index - 1]?.after ?? 0),
  );
  if (!rising) throw invalidField('ladder', '升级阶梯的等待秒数须逐级增大');
  return command(viewer, async ({ tx }) => {
    const [row] = await tx.select().from(project).where(eq(project.id, input.id)).for('update');
    const visible =
      row &&
      !row.deletedAt &&
      (viewer.scope.projects === null || viewer.scope.projects.includes(row.id)) &&
      (viewer.scope.departments === null || viewer.scope.departments.includes(row.departmentId));
    if (!row || !visible) throw notFound('项目');
    if (row.version !== input.version) throw await stale(tx, 'project', row.id, input.version, row);
    const { id, version, ...patch } = input;
    await tx
      .update(project)
      .set({ ...patch, version: version + 1, updatedAt: new Date().toISOString(), updatedBy: viewer.userId })
      .where(eq(project.id, id));
    return { id, version: version + 1 };
  });
}

/**
 * Department and project of a new row: what was asked for if it lies in the viewer's scope, else the viewer's own.
 * 400 naming the field when it does not.
 */
export async function placeFor(
  viewer: Viewer,
  asked: { departmentId?: string | undefined; projectId?: string | undefined },
): Promise<{ departmentId: string; projectId: string }> {
  const home = await defaultHome(db);
  const { departments, projects } = viewer.scope;
  const departmentId = asked.departmentId ?? (viewer.departmentId === '0' ? home.departmentId : viewer.departmentId);
  const projectId = asked.projectId ?? projects?.[0] ?? home.projectId;
  const found = await db.execute<{ department: boolean; project: boolean }>(sql`
    select exists (select 1 from department where id = ${departmentId} and deleted_at is null) as department,
      exists (select 1 from project where id = ${projectId} and deleted_at is null) as project`);
  if (!found.rows[0]?.department || (departments && !departments.includes(departmentId)))
    throw invalidField('departmentId', '部门不存在或不在你的范围');
  if (!found.rows[0]?.project || (projects && !projects.includes(projectId)))
    throw invalidField('projectId', '项目不存在或不在你的范围');
  return { departmentId, projectId };
}
