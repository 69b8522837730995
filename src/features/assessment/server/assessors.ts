import type { assessmentApi } from '#features/assessment/contract.ts';
import { customerOf, type StoredCustomer } from '#features/customer/server/service.ts';
import { usersWith } from '#features/user/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { type InputOf, type OutputOf, pick } from '#shared/endpoint.ts';

type Api = typeof assessmentApi;

/** Returns the users who may assess a person: with the permission, and the person in their scope. */
export async function assessorsOf(
  tx: Db,
  {
    departmentId,
    projectId,
    createdBy,
    responsibleId,
  }: Pick<StoredCustomer, 'departmentId' | 'projectId' | 'createdBy' | 'responsibleId'>,
): Promise<{ id: string; name: string }[]> {
  const place = { departmentId, projectId, owners: [createdBy, responsibleId] };
  return (await usersWith(tx, 'assessment:edit', place)).map((user) => pick(user, ['id', 'name']));
}

/** Returns the users who may assess a person in scope. */
export async function getAssessorList(
  viewer: Viewer,
  { customerId }: InputOf<Api['getAssessorList']>,
): Promise<OutputOf<Api['getAssessorList']>> {
  return assessorsOf(db, await customerOf(viewer, customerId));
}
