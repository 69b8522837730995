import { sql } from 'kysely';
import { type cmdLogApi, logTitles } from '#features/cmdLog/contract.ts';
import { verifySeals } from '#server/audit/seal.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { sealedLogs } from '#server/db/log/logDrop.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';

/** Verifies the seals of all chains; returns the first row that was altered or deleted. */
export async function verifyCmdLog(): Promise<OutputOf<typeof cmdLogApi.verifyCmdLog>> {
  let checked = 0;
  let unsealed = 0;
  for (const log of sealedLogs) {
    const report = await verifySeals(log);
    checked += report.checked;
    unsealed += report.unsealed;
    if (!report.ok)
      return {
        ok: false,
        checked,
        unsealed,
        log,
        ...(report.firstBadId ? { firstBadId: report.firstBadId } : {}),
        ...(report.reason ? { why: report.reason } : {}),
      };
  }
  return { ok: true, checked, unsealed };
}

/** Returns the days that each log is kept. */
export async function getLogRetention(): Promise<OutputOf<typeof cmdLogApi.getLogRetention>> {
  const rows = await db.rows(sql<{ log: string; days: number }>`
    select table_name as log, keep_days as days from partition_setting
    where table_name = any(${`{${Object.keys(logTitles).join(',')}}`}::text[]) order by table_name`);
  return rows.map((row) => ({ ...row, title: logTitles[row.log as keyof typeof logTitles] }));
}

/** Sets the days that a log is kept, at least 180; hourly upkeep drops older rows, whole partitions at a time. */
export async function editLogRetention(
  viewer: Viewer,
  { log, days }: InputOf<typeof cmdLogApi.editLogRetention>,
): Promise<null> {
  return command(viewer, async ({ tx }) => {
    await tx.updateTable('partitionSetting').set({ keepDays: days }).where('tableName', '=', log).execute();
    return null;
  });
}
