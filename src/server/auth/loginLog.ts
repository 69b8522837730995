import { sql } from 'kysely';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { rememberRows, rowDigest } from '#server/db/log/logWritten.ts';
import { withPartitions } from '#server/db/partitions.ts';
import type { RequestInfo } from '#server/feature/handlers.ts';
import { cutText, maskText } from '#shared/mask.ts';

/**
 * Writes a row of the login log; `reason` is one of `loginRefusals`. An unknown account is masked: it may be a
 * password, phone or mail address in the wrong field.
 */
export async function writeLoginLog(
  account: string,
  userId: string | null,
  result: 'success' | 'failure',
  reason: string | null,
  viewer: Viewer,
  info: RequestInfo,
): Promise<void> {
  const line = sql<{ id: string; digest: Buffer }>`
    insert into login_log (account, user_id, result, reason, ip, agent, trace_id)
    values (${userId === null ? maskText(account) : cutText(account, 50)}, ${userId}, ${result}, ${reason}, ${info.ip}, ${info.agent.slice(0, 300)}, ${viewer.traceId})
    returning id::text, ${rowDigest('login_log')} as digest`;
  const rows = await withPartitions(() => db.returning(line));
  rememberRows(rows.map((row) => ({ ...row, log: 'login_log' })));
}
