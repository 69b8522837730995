import type { Db } from '#server/db/db.ts';
import { now } from '#server/db/values.ts';
import type { StoredCustomer } from './lockCustomer.ts';

/** A scan shows numbers in clear: whoever may look behind masks opens it. */
const scanPermissions = ['pii:reveal'];

/** Gives a scan to the person whom it is about, and takes the one before away. */
export async function attachScan(
  tx: Db,
  { id, departmentId, projectId }: Pick<StoredCustomer, 'id' | 'departmentId' | 'projectId'>,
  fileId: string | null,
  former: string | null,
): Promise<void> {
  if (fileId === former) return;
  if (former) await tx.updateTable('file').set({ deletedAt: now }).where('id', '=', former).execute();
  if (!fileId) return;
  await tx
    .updateTable('file')
    .set({ subject: 'customer', subjectId: id, rights: scanPermissions, departmentId, projectId })
    .where('id', '=', fileId)
    .execute();
}
