import type { RecordedChange } from '#features/cmdLog/server/service.ts';
import type { HistoryChange } from '#features/customerHistory/contract.ts';
import { db } from '#server/db/db.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import { consentPurposes } from '#shared/codes.ts';

/** Returns a label for each of the customer's signatures, by id: 定位（毛素珍，本人）. */
export async function consentLabels(customerId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('consent')
    .select(['id', 'purpose', 'signedBy', 'relation'])
    .where('customerId', '=', customerId)
    .execute();
  return new Map(
    rows.map(({ id, purpose, signedBy, relation }) => [
      id,
      `${consentPurposes[purpose]}（${signedBy}，${labelOf('relation', relation)}）`,
    ]),
  );
}

/** Describes a signature that was added or withdrawn (with the reason). A move by a merge is shown with the merge. */
export function ofConsent({ action, changes }: RecordedChange & { action: string }, label = '同意'): HistoryChange[] {
  if (action === 'insert') return [{ field: 'consent', label: '新增同意', old: null, new: label }];
  const [, reason] = changes.reason ?? [];
  return typeof reason === 'string' ? [{ field: 'consent', label: '撤回同意', old: label, new: reason }] : [];
}
