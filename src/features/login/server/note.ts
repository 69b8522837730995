import { sql } from 'drizzle-orm';
import { db } from '#server/db.ts';
import type { RequestInfo } from '#server/handlers.ts';
import type { Viewer } from '#server/viewer.ts';

/** Writes a line of the login log; `reason` is one of `loginRefusals`. */
export async function note(
  account: string,
  userId: string | null,
  result: 'success' | 'failure',
  reason: string | null,
  viewer: Viewer,
  info: RequestInfo,
): Promise<void> {
  await db.execute(sql`
    insert into login_log (account, user_id, result, reason, ip, agent, trace_id)
    values (${account.slice(0, 50)}, ${userId}, ${result}, ${reason}, ${info.ip}, ${info.agent.slice(0, 300)}, ${viewer.traceId})`);
}
