import { sql } from 'kysely';
import type { RecordedChange } from '#features/cmdLog/server/service.ts';
import { db } from '#server/db/db.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import { consentPurposes } from '#shared/codes.ts';
import type { Purpose } from './consentValidity.ts';

interface HistoryChange {
  field: string;
  label: string;
  old: string | null;
  new: string | null;
}

/** What each of somebody's signatures is, by its id: 定位（毛素珍，本人）. */
export async function consentLabels(customerId: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; purpose: Purpose; signedBy: string; relation: string }>`
    select id::text, purpose, signed_by as "signedBy", relation from consent where customer_id = ${customerId}`.execute(
    db,
  );
  return new Map(
    rows.map(({ id, purpose, signedBy, relation }) => [
      id,
      `${consentPurposes[purpose]}（${signedBy}，${labelOf('relation', relation)}）`,
    ]),
  );
}

/** A signature that came, or was taken back and why; that it went to another person with a merger is told there. */
export function ofConsent({ action, changes }: RecordedChange & { action: string }, label = '同意'): HistoryChange[] {
  if (action === 'insert') return [{ field: 'consent', label: '新增同意', old: null, new: label }];
  const [, reason] = changes.reason ?? [];
  return typeof reason === 'string' ? [{ field: 'consent', label: '撤回同意', old: label, new: reason }] : [];
}
