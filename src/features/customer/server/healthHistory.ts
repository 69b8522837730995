import { sql } from 'kysely';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { communicationWords } from '../contract/communication.ts';
import { type HealthSummary, openHealth, seesHealth } from './health.ts';

interface Said {
  field: string;
  label: string;
  old: string | null;
  new: string | null;
}

/** The parts of the health summary that are told, as the record calls them. */
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
const rh: Readonly<Record<string, string>> = { positive: '阳性', negative: '阴性', unknown: '不详' };

function told(summary: HealthSummary, field: keyof HealthSummary): string | null {
  if (field === 'communication') return communicationWords(summary.communication).join('，') || null;
  const value = summary[field];
  if (field === 'rh') return summary.rh && (rh[summary.rh] ?? summary.rh);
  return (Array.isArray(value) ? value.join('、') : (value as string | null)) || null;
}

function difference(before: HealthSummary, after: HealthSummary): Said[] {
  return Object.entries(labels).flatMap(([field, label]) => {
    const [old, next] = [told(before, field as keyof HealthSummary), told(after, field as keyof HealthSummary)];
    return old === next ? [] : [{ field, label, old, new: next }];
  });
}

/** What changed in a person's health summary, by the trace of each change; nothing for who may not see it. */
export async function healthChanges(viewer: Viewer, id: string): Promise<Map<string, Said[]>> {
  if (!seesHealth(viewer)) return new Map();
  const found = await sql<{ traceId: string; before: string | null; after: string | null }>`
    select trace_id as "traceId", before_cipher as before, after_cipher as after from customer_health_change
    where customer_id = ${id} order by id desc limit 500`.execute(db);
  const byTrace = new Map<string, Said[]>();
  for (const { traceId, before, after } of found.rows)
    byTrace.set(traceId, [...(byTrace.get(traceId) ?? []), ...difference(openHealth(before), openHealth(after))]);
  return byTrace;
}
