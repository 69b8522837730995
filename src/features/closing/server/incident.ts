import { sql } from 'kysely';
import { reportLength } from '#features/closing/contract.ts';
import type { StoredWarn } from '#features/warn/server/service.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Db } from '#server/db/db.ts';

/** Whether the ladder reached the platform's administrator: closing then requires a report (domain.md 7.4). */
export async function needsReport(tx: Db, row: Pick<StoredWarn, 'id'>): Promise<boolean> {
  const rows = await tx.rows(sql`
    select 1 from warn_timer where warn_id = ${row.id} and kind = 'claim' and name = 'admin' and done_at is not null limit 1`);
  return rows.length > 0;
}

/** Returns the report to store: the new one, else the stored one. Throws 400 if it is required and too short. */
export async function reportFor(tx: Db, row: StoredWarn, input: string | undefined): Promise<string | null> {
  const report = input?.trim() || row.incidentReport;
  if ((report ?? '').length < reportLength && (await needsReport(tx, row)))
    throw invalidField('incidentReport', `已升级到平台管理员，请填写事件报告（至少${reportLength}个字）`, 'required');
  return report;
}
