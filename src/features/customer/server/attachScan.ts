import type { Db } from '#server/db/db.ts';
import { now } from '#server/db/values.ts';
import type { StoredCustomer } from './lockCustomer.ts';

/** A scan shows unmasked numbers: opening it requires the reveal permission. */
const scanPermissions = ['pii:reveal'];

/**
 * Attaches a scan to its customer and deletes the previous one.
 * @param rights permissions of which one opens it
 */
export async function attachScan(
  tx: Db,
  { id, departmentId, projectId }: Pick<StoredCustomer, 'id' | 'departmentId' | 'projectId'>,
  fileId: string | null,
  former: string | null,
  rights = scanPermissions,
): Promise<void> {
  if (fileId === former) return;
  if (former) await tx.updateTable('file').set({ deletedAt: now }).where('id', '=', former).execute();
  if (!fileId) return;
  await tx
    .updateTable('file')
    .set({ subject: 'customer', subjectId: id, rights, departmentId, projectId })
    .where('id', '=', fileId)
    .execute();
}
