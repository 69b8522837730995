import { BenefitInput, benefit } from '#features/benefit/contract.ts';
import { type FileRow, meantIn } from '#features/import/server/service.ts';
import { cooperativePause } from '#server/core/alarmPriority.ts';
import { refusedBy } from '#server/core/fieldProblems.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import { problemsOf } from '#shared/rule/rules.ts';
import type { Static } from '#shared/typebox.ts';
import { numberOf, validateBenefits } from './benefit.ts';

/** Benefit of the file: the filled cells only. */
export type ImportedBenefit = Static<typeof BenefitInput>;

/** Benefit that the customer already has. */
interface StoredBenefit {
  id: string;
  days: Pick<ImportedBenefit, 'from' | 'until'>;
}

/** Returns whether the viewer may import benefits: like manual entry it requires the edit permission. */
export const canImportBenefits = (viewer: Viewer): boolean => hasPermission(viewer, 'customer:edit');
export const noPermission = '没有「新增与编辑客户」的权限，不能导入';

/** Returns the key that identifies a benefit: customer, kind and number, ignoring case. */
function keyOf(owner: string, { kind, number }: { kind: string; number?: string | null | undefined }): string {
  return `${owner}|${kind}|${(number ?? '').toUpperCase()}`;
}

/** Returns the customers' stored benefits by key; of several with one key the newest. */
async function storedBenefits(customerIds: readonly string[]): Promise<Map<string, StoredBenefit>> {
  const stored = new Map<string, StoredBenefit>();
  const pause = cooperativePause();
  for (let offset = 0; offset < customerIds.length; offset += 1000) {
    const rows = await db
      .selectFrom('benefit')
      .select(['id', 'customerId', 'kind', 'numberCipher', 'fromDate', 'until'])
      .where('customerId', '=', any(customerIds.slice(offset, offset + 1000)))
      .where('deletedAt', 'is', null)
      .orderBy('id')
      .execute();
    for (const row of rows) {
      await pause();
      const days = { ...(row.fromDate && { from: row.fromDate }), ...(row.until && { until: row.until }) };
      stored.set(keyOf(row.customerId, { kind: row.kind, number: numberOf(row) }), { id: row.id, days });
    }
  }
  return stored;
}

/** How an import of customers reads, recognizes and validates their benefits. */
export function benefitRows(viewer: Viewer) {
  return {
    refusal: canImportBenefits(viewer) ? undefined : { column: benefit.title, msg: noPermission },
    stored: storedBenefits,
    read: ({ cells }: FileRow) => ({ input: meantIn(benefit.fields, cells) as ImportedBenefit }),
    keyOf,
    /** An overwrite also counts the stored days that it keeps. */
    async problemsOf(input: ImportedBenefit, stored: StoredBenefit | undefined) {
      const wrong = problemsOf(BenefitInput, { ...stored?.days, ...input });
      return wrong.length > 0 ? wrong : refusedBy(() => validateBenefits(db, viewer, [input]));
    },
    repeatedAt: ({ number }: ImportedBenefit) => (number ? 'number' : 'kind'),
  };
}
