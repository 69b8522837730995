import type { StoredCustomer } from '#features/customer/server/service.ts';
import { inScope } from '#server/auth/scope.ts';
import { viewerOfUser } from '#server/auth/userViewer.ts';
import { invalidField } from '#server/core/problem.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';

/** What decides in whose scope a person is. */
export type Place = Pick<StoredCustomer, 'departmentId' | 'projectId' | 'createdBy' | 'responsibleId'>;

async function mayAssess(id: string, { departmentId, projectId, createdBy, responsibleId }: Place, traceId: string) {
  const user = await viewerOfUser(id, traceId);
  if (!user || !hasPermission(user, 'assessment:edit')) return false;
  const owners = [createdBy, responsibleId].filter((owner) => owner !== null);
  return inScope(user.scope, id, { departmentId, projectId, ownerId: null, owners });
}

/**
 * Throws 400 unless each of these users may assess the person: with the right, and the person in their scope. Called
 * before a transaction: it reads the rights by other connections.
 */
export async function requireAssessors(viewer: Viewer, place: Place, ids: readonly string[]): Promise<void> {
  for (const id of ids)
    if (!(await mayAssess(id, place, viewer.traceId)))
      throw invalidField('assessorIds', '评估员须有填写评估的权限，且能查看这位客户', 'known');
}

/** Throws 400 if one of these users assessed the doubted assessment. */
export function requireOthers(ids: readonly string[], former: readonly string[]): void {
  if (ids.some((id) => former.includes(id)))
    throw invalidField('assessorIds', '对结果有疑问的复评须由原评估员以外的人进行', 'others');
}
