import { sql } from 'kysely';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { scopeCondition, scoped } from '#server/db/scoped.ts';
import type { Resource } from '#shared/resource.ts';

type Values = Readonly<Record<string, unknown>>;

/** Returns the column with the id of the record that a row belongs to; undefined if it belongs to none. */
export function ownerColumn({ name, owner }: Resource) {
  return owner && sql.ref(`${name}.${owner}Id`);
}

/** Returns the scope condition on the resource's rows; undefined if the resource is not owned. */
export function resourceScope(resource: Resource, viewer: Viewer) {
  const { owner } = resource;
  if (owner) return sql`${ownerColumn(resource)} in (select ${sql.ref(`${owner}.id`)} from ${scoped(viewer, owner)})`;
  return resource.owners && scopeCondition(viewer, resource.name, resource.owners);
}

/**
 * Returns department and project to write: the given ones, else for a new row the viewer's. 400 with the field if one
 * does not exist or is out of scope; with the scope `self` the viewer's own department is allowed.
 */
export async function resolveOwnership(
  tx: Db,
  resource: Resource,
  viewer: Viewer,
  given: Values,
  isNew: boolean,
): Promise<Values> {
  if (!resource.owners) return {};
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
