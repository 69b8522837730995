import type { customerApi, DepartmentChoice } from '#features/customer/contract.ts';
import { projectOptions } from '#features/project/server/service.ts';
import { colleaguesOf } from '#features/user/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { entryDefaults, lastCommunities } from './entryDefaults.ts';

/** Returns the departments in scope as a tree; a department with a parent out of scope becomes a root. */
export async function departmentTree({ scope }: Viewer): Promise<DepartmentChoice[]> {
  const rows = await db
    .selectFrom('department')
    .select(['id', 'parentId', 'name', 'type', 'status'])
    .where('deletedAt', 'is', null)
    .orderBy('sort')
    .orderBy('id')
    .execute();
  const visible = rows.filter(({ id }) => scope.departments?.includes(id) ?? true);
  const ids = new Set(visible.map(({ id }) => id));
  const byParent = Map.groupBy(visible, ({ parentId }) => (parentId && ids.has(parentId) ? parentId : null));
  const below = (parent: string | null): DepartmentChoice[] =>
    (byParent.get(parent) ?? []).map(({ parentId: _above, ...department }) => ({
      ...department,
      children: below(department.id),
    }));
  return below(null);
}

/** Returns the options for the customer list and its actions, within the viewer's scope. */
export async function getCustomerChoice(viewer: Viewer): Promise<OutputOf<typeof customerApi.getCustomerChoice>> {
  const [departments, projects, colleagues, communities] = await Promise.all([
    departmentTree(viewer),
    projectOptions(viewer),
    colleaguesOf(viewer, 'customer:list'),
    lastCommunities(viewer),
  ]);
  const defaults = await entryDefaults(viewer, {
    projects: projects.map(({ value }) => value),
    colleagues: colleagues.map(({ id }) => id),
  });
  return {
    departments,
    projects,
    staff: colleagues.map(({ id, name }) => ({ value: id, label: name })),
    defaults,
    communities,
  };
}
