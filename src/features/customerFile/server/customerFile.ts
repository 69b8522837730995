import { sql } from 'kysely';
import { attachScan, lockCustomer, requireUnsealed, type StoredCustomer } from '#features/customer/server/service.ts';
import type { customerFileApi } from '#features/customerFile/contract.ts';
import { saveAttachment, validateAttachments } from '#features/file/server/service.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { crud } from '#server/crud/crud.ts';
import type { Db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import type { RequestInfo } from '#server/feature/handlers.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { customerFile, maxFiles } from '../contract.ts';

type Api = typeof customerFileApi;

/** Subject of an upload that no row names yet. */
const subject = 'customerFile';

/** Locks a customer in scope; 409 when the archive is sealed. */
async function lockUnsealedCustomer(tx: Db, viewer: Viewer, id: string): Promise<StoredCustomer> {
  const customer = await lockCustomer(tx, viewer, id);
  await requireUnsealed(tx, [customer]);
  return customer;
}

async function requireFileQuota(tx: Db, customerId: string): Promise<void> {
  const row = await tx.row(sql<{ n: number }>`
    select count(*)::int as n from customer_file where customer_id = ${customerId} and deleted_at is null`);
  if ((row?.n ?? 0) >= maxFiles) throw invalidField('fileId', `附件最多${maxFiles}个，请先删除不用的`, 'max');
}

/** Files of customers in scope, newest first. */
export const customerFiles = crud(customerFile, {
  readAccess: (viewer) => sql`customer_file.customer_id in (select customer.id from ${scoped(viewer, 'customer')})`,
  computedColumns: () => ({
    file: sql`(select jsonb_build_object('id', f.id::text, 'name', f.name, 'type', f.type, 'size', f.size)
      from file f where f.id = customer_file.file_id and f.deleted_at is null)`,
    userName: sql`(select u.name from "user" u where u.id = customer_file.created_by)`,
  }),
  async beforeChange({ tx }, viewer, input) {
    const { customerId, fileId } = input as InputOf<Api['addCustomerFile']>;
    await lockUnsealedCustomer(tx, viewer, customerId);
    await requireFileQuota(tx, customerId);
    await validateAttachments(tx, viewer, [fileId], [], subject, 'fileId');
    return undefined;
  },
  async afterChange({ tx }, viewer, _id, input) {
    const { customerId, fileId } = input as InputOf<Api['addCustomerFile']>;
    await attachScan(tx, await lockCustomer(tx, viewer, customerId), fileId, null);
  },
  async beforeDelete({ tx }, viewer, { customerId, fileId }) {
    await attachScan(tx, await lockUnsealedCustomer(tx, viewer, customerId), null, fileId);
  },
});

/** Saves an uploaded file; saving the form attaches it to the customer. */
export function uploadCustomerFile(
  viewer: Viewer,
  _input: object,
  { file }: RequestInfo,
): Promise<OutputOf<Api['uploadCustomerFile']>> {
  return saveAttachment(viewer, file, subject);
}
