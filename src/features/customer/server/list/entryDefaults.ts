import { sql } from 'kysely';
import { bedDepartments } from '#features/bed/contract.ts';
import type { customerApi } from '#features/customer/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { any } from '#server/db/values.ts';
import type { OutputOf } from '#shared/endpoint.ts';

type EntryDefaults = OutputOf<typeof customerApi.getCustomerChoice>['defaults'][number];

/** Number of the viewer's latest entries to read, and of communities to offer. */
const recent = 50;
const offered = 5;

/** Returns, of these projects, the only one of each department that takes new customers. */
async function projectsOf(ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('project')
    .select(['id', 'departmentId'])
    .where('id', '=', any(ids))
    .where('status', 'in', ['preparing', 'running'])
    .execute();
  const byDepartment = Map.groupBy(rows, ({ departmentId }) => departmentId);
  return new Map(
    [...byDepartment].flatMap(([departmentId, [project, ...others]]) =>
      project && others.length === 0 ? [[departmentId, project.id] as const] : [],
    ),
  );
}

/** Returns the defaults for a new customer of each department in scope; `usable`: selectable projects and users. */
export async function entryDefaults(
  { scope }: Viewer,
  usable: { projects: readonly string[]; colleagues: readonly string[] },
): Promise<EntryDefaults[]> {
  const [departments, projects] = await Promise.all([
    db
      .selectFrom('department')
      .select(['id', 'parentId', 'type', 'regionCode', 'address', 'leaderId'])
      .where('deletedAt', 'is', null)
      .execute(),
    projectsOf(usable.projects),
  ]);
  const byId = new Map(departments.map((department) => [department.id, department]));
  const colleagues = new Set(usable.colleagues);
  const only = usable.projects.length === 1 ? (usable.projects[0] ?? null) : null;
  /** Returns the department, then those above it. */
  const upward = (id: string | null): typeof departments => {
    const department = id === null ? undefined : byId.get(id);
    return department ? [department, ...upward(department.parentId)] : [];
  };
  return departments
    .filter(({ id }) => scope.departments?.includes(id) ?? true)
    .map(({ id, type, address }) => {
      const path = upward(id);
      const institution = bedDepartments.includes(type);
      return {
        departmentId: id,
        regionCode: path.find(({ regionCode }) => regionCode)?.regionCode ?? null,
        address: institution ? address : null,
        livingState: institution ? 'institution' : null,
        projectId: path.map((department) => projects.get(department.id)).find((project) => project) ?? only,
        responsibleId: path.find(({ leaderId }) => leaderId !== null && colleagues.has(leaderId))?.leaderId ?? null,
      };
    });
}

/** Returns the communities of the viewer's latest entries, newest first. */
export async function lastCommunities(viewer: Viewer): Promise<string[]> {
  const rows = await db.rows(sql<{ community: string }>`
    select community from (
      select customer.id, customer.community from ${scoped(viewer, 'customer')}
      where customer.created_by = ${viewer.userId} and customer.community is not null order by customer.id desc limit ${recent}) own
    group by community order by max(id) desc limit ${offered}`);
  return rows.map(({ community }) => community);
}
