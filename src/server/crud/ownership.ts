import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { scopeCondition } from '#server/db/scoped.ts';
import type { Resource } from '#shared/resource.ts';

type Values = Readonly<Record<string, unknown>>;

/** The condition that the viewer may know of a row; undefined for a noun whose rows belong to nobody. */
export function resourceScope(resource: Resource, viewer: Viewer) {
  if (!resource.owned) return undefined;
  const owners = ['handlerId', 'operatorId', 'responsibleId'].filter((field) => field in resource.fields);
  return scopeCondition(viewer, resource.name, ['createdBy', ...owners]);
}

/**
 * Department and project of a row that is written: those that are given, which must exist and lie in the viewer's scope, and
 * for a new row without them the viewer's own. With the scope `self` one's own department is where one's records belong.
 * 400 naming the field.
 */
export async function resolveOwnership(
  tx: Db,
  resource: Resource,
  viewer: Viewer,
  given: Values,
  isNew: boolean,
): Promise<Values> {
  if (!resource.owned) return {};
  const own = isNew ? await viewerOwnership(tx, viewer) : {};
  const ownership: Values = { ...own, ...given };
  await validateDepartment(tx, viewer, ownership.departmentId);
  await validateProject(tx, viewer, ownership.projectId);
  return { departmentId: ownership.departmentId, projectId: ownership.projectId };
}

async function viewerOwnership(tx: Db, { departmentId, scope }: Viewer): Promise<Values> {
  const first = tx.selectFrom('project').select('id').where('deletedAt', 'is', null).orderBy('id');
  return { departmentId, projectId: scope.projects?.[0] ?? (await first.executeTakeFirst())?.id };
}

async function validateDepartment(tx: Db, { departmentId, scope }: Viewer, id: unknown): Promise<void> {
  if (id === undefined) return;
  const home = scope.kind === 'self' && id === departmentId;
  const seen = home || (scope.departments?.includes(String(id)) ?? true);
  if (!(seen && (await exists(tx, 'department', id)))) throw invalidField('departmentId', '部门不存在或不在你的范围');
}

async function validateProject(tx: Db, { scope }: Viewer, id: unknown): Promise<void> {
  if (id === undefined) return;
  const seen = scope.projects?.includes(String(id)) ?? true;
  if (!(seen && (await exists(tx, 'project', id)))) throw invalidField('projectId', '项目不存在或不在你的范围');
}

async function exists(tx: Db, table: 'department' | 'project', id: unknown): Promise<boolean> {
  const row = await tx
    .selectFrom(table)
    .select('id')
    .where('id', '=', String(id))
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
