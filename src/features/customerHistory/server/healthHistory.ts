import { sql } from 'kysely';
import { communicationParts } from '#features/customer/contract.ts';
import { canViewHealth, decryptHealth, type HealthSummary } from '#features/customer/server/service.ts';
import type { HistoryChange } from '#features/customerHistory/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';

/** Labels of the parts of the health summary that the history shows. */
const labels: { [K in keyof HealthSummary]?: string } = {
  flags: '警示',
  allergies: '过敏',
  conditions: '疾病',
  medicines: '用药',
  bloodType: '血型',
  rh: 'RH 血型',
  doctor: '家庭医生',
  doctorPhone: '医生电话',
  hospital: '常去医院',
  communication: '沟通提示',
};
const lists = { bloodType: 'blood_type', rh: 'rh_type' } as const;

function healthText(summary: HealthSummary, field: keyof HealthSummary): string | null {
  if (field === 'communication') return communicationParts(summary.communication).join('，') || null;
  const value = summary[field];
  if (field === 'bloodType' || field === 'rh') return summary[field] && labelOf(lists[field], summary[field]);
  return (Array.isArray(value) ? value.join('、') : (value as string | null)) || null;
}

function difference(previous: HealthSummary, current: HealthSummary): HistoryChange[] {
  return Object.entries(labels).flatMap(([field, label]) => {
    const [old, next] = [
      healthText(previous, field as keyof HealthSummary),
      healthText(current, field as keyof HealthSummary),
    ];
    return old === next ? [] : [{ field, label, old, new: next }];
  });
}

/**
 * Returns the health changes of the last edits, by form field, with values as in the form.
 * @param edits number of the customer's last changes
 * @param codes dictionary illnesses before and after
 */
export async function healthSince(tx: Db, id: string, edits: number, codes: { old: string[]; new: string[] }) {
  const rows = await tx.rows(sql<{ before: string | null; after: string | null }>`
    select before_cipher as before, after_cipher as after from customer_health_change
    where customer_id = ${id} and trace_id in (
      select trace_id from change_log where table_name = 'customer' and row_id = ${id} and action = 'update'
      group by trace_id order by max(at) desc limit ${edits})
    order by id`);
  const [before, after] = [decryptHealth(rows[0]?.before ?? null), decryptHealth(rows.at(-1)?.after ?? null)];
  const old = entered(before, codes.old);
  return Object.entries(entered(after, codes.new)).flatMap(([field, next]) =>
    JSON.stringify(old[field] ?? null) === JSON.stringify(next ?? null)
      ? []
      : [{ field, old: old[field] ?? null, new: next ?? null }],
  );
}

/** Converts a summary to form fields; illnesses combine dictionary labels and free texts. */
function entered(summary: HealthSummary, chronic: readonly string[]): Record<string, unknown> {
  const { conditions, allergies, medicines, flags, bloodType, rh, doctor, doctorPhone, hospital } = summary;
  const { hearing, speech, dialect, reads, keys, pets, note } = summary.communication ?? {};
  return {
    illnesses: [...chronic.map((code) => labelOf('chronic', code)), ...conditions],
    ...{ allergies, medicines, flags, bloodType, rh, doctor, doctorPhone, hospital },
    ...{ hearing, speech, dialect, keys, pets, note, reads: reads === undefined ? undefined : Number(reads) },
  };
}

/** Returns the changes of the customer's health summary by trace id; empty without the health permission. */
export async function healthChanges(viewer: Viewer, id: string): Promise<Map<string, HistoryChange[]>> {
  if (!canViewHealth(viewer)) return new Map();
  const rows = await db
    .selectFrom('customerHealthChange')
    .select(['traceId', 'beforeCipher as before', 'afterCipher as after'])
    .where('customerId', '=', id)
    .orderBy('id', 'desc')
    .limit(500)
    .execute();
  const byTrace = new Map<string, HistoryChange[]>();
  for (const { traceId, before, after } of rows)
    byTrace.set(traceId, [...(byTrace.get(traceId) ?? []), ...difference(decryptHealth(before), decryptHealth(after))]);
  return byTrace;
}
