import { BenefitInput, benefit } from '#features/benefit/contract.ts';
import { type FileRow, meantIn, type ValidatedRow } from '#features/import/server/service.ts';
import { cooperativePause } from '#server/core/alarmPriority.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import type { DuplicatePolicy } from '#shared/contract/import.ts';
import type { FieldProblem } from '#shared/envelope.ts';
import { problemsOf } from '#shared/rule/rules.ts';
import type { Static } from '#shared/typebox.ts';
import { numberOf, validateBenefits } from './benefit.ts';
import { keyOfOwner, type Owner, ownersFor } from '#features/customerImport/server/importOwner.ts';
import { archiveSealedIds, archiveSealedProblem } from '#features/customerImport/server/importSealed.ts';
import { actionFor, cellProblems } from '#features/customerImport/server/importSheets.ts';
import { refusedBy } from '#features/customer/server/refusedBy.ts';

type Input = Static<typeof BenefitInput>;

/** Benefit of the file, ready to be written; the input holds the filled cells only. */
export interface BenefitData extends Owner {
  input: Input;
}

/** Benefit that the customer already has. */
interface StoredBenefit {
  id: string;
  days: Pick<Input, 'from' | 'until'>;
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

/** Validates an input by the rules of the form; an overwrite also counts the stored days that it keeps. */
async function ruleProblems(viewer: Viewer, input: Input, stored: StoredBenefit | undefined): Promise<FieldProblem[]> {
  const wrong = problemsOf(BenefitInput, { ...stored?.days, ...input });
  return wrong.length > 0 ? wrong : refusedBy(() => validateBenefits(db, viewer, [input]));
}

/** Refuses a benefit that repeats an earlier row of the file. */
function repeats(rowsByKey: Map<string, number>, key: string, row: number, { number }: Input): FieldProblem[] {
  const first = rowsByKey.get(key);
  if (first !== undefined) return [{ field: number ? 'number' : 'kind', rule: 'repeat', msg: `与第 ${first} 行重复` }];
  rowsByKey.set(key, row);
  return [];
}

/** Validates benefits: rules of the form, owner, repeats in the file, existing benefits. */
export async function validateBenefitRows(
  viewer: Viewer,
  rows: readonly FileRow[],
  customers: ReadonlyMap<FileRow, ValidatedRow>,
  duplicates: DuplicatePolicy,
): Promise<Map<FileRow, ValidatedRow>> {
  if (!canImportBenefits(viewer)) {
    const errors = [{ column: benefit.title, msg: noPermission }];
    return new Map(rows.map((row) => [row, { errors, action: 'insert', data: null, objectId: null }]));
  }
  const { findOwner, ids } = await ownersFor(viewer, rows, customers);
  const stored = await storedBenefits(ids);
  const sealed = await archiveSealedIds(ids);
  const rowsByKey = new Map<string, number>();
  const validated = new Map<FileRow, ValidatedRow>();
  const pause = cooperativePause();
  for (const row of rows) {
    await pause();
    const problems: FieldProblem[] = [];
    const owner = findOwner(row, problems);
    const input = meantIn(benefit.fields, row.cells) as Input;
    const key = keyOf(keyOfOwner(owner), input);
    const existing = stored.get(key);
    problems.push(...(await ruleProblems(viewer, input, existing)));
    if (owner) problems.push(...repeats(rowsByKey, key, row.row, input));
    const objectId = existing?.id ?? null;
    const action = actionFor(objectId, duplicates);
    const errors = cellProblems(2, problems);
    if (action !== 'skip' && sealed.has(owner?.customerId ?? '')) errors.push(...archiveSealedProblem(2));
    const data: BenefitData = { ...(owner ?? { ownerRow: null, customerId: null }), input };
    validated.set(row, { errors, action, data, objectId });
  }
  return validated;
}
