import { type SqlBool, sql } from 'kysely';
import type { NotificationHooks } from '#features/notification/server/service.ts';
import { visibleWarns, waiting } from '#features/warn/server/service.ts';
import { viewerOfUser } from '#server/auth/userViewer.ts';
import { publicUrlOf } from '#server/core/publicUrl.ts';
import { newTrace } from '#server/core/trace.ts';
import { hasPermission } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';

interface Waiting {
  id: string;
  since: string;
}

/** Returns the waiting warns in the recipient's list; for a group those of its project. */
async function listOf({ to, projectId }: Parameters<NotificationHooks['gathered']>[0]): Promise<Waiting[]> {
  const viewer = to.kind === 'user' ? await viewerOfUser(to.id, newTrace()) : null;
  if (to.kind !== 'group' && !(viewer && hasPermission(viewer, 'warn:list'))) return [];
  const list = viewer ? visibleWarns(viewer) : db.selectFrom('warn').where('warn.projectId', '=', projectId);
  return list.select(['warn.id', 'warn.waitingSince as since']).where(sql<SqlBool>`${waiting}`).execute();
}

/** Formats a duration: 「3 分 20 秒」. */
function durationText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return `${Math.floor(seconds / 60)} 分 ${seconds % 60} 秒`;
}

/**
 * Composes one message for the warns of a storm: the count and longest wait in the recipient's list, with a link to it.
 * A warn of this message counts in any case while it waits.
 */
export const gathered: NotificationHooks['gathered'] = async (together) => {
  const waitingRows = await db
    .selectFrom('warn')
    .select(['warn.id', 'warn.waitingSince as since'])
    .where('warn.id', '=', any(together.warnIds))
    .where(sql<SqlBool>`${waiting}`)
    .execute();
  if (waitingRows.length === 0) return null;
  const sinceById = new Map(
    [...waitingRows, ...(await listOf(together))].map((row) => [row.id, Date.parse(row.since)]),
  );
  const oldest = Math.min(...sinceById.values());
  const title = `${sinceById.size} 条未接警`;
  const text = `${title}，最久 ${durationText(Date.now() - oldest)}`;
  const url = publicUrlOf('/warn/sos?view=list');
  return {
    ...{ title, url, waiting: new Set(waitingRows.map(({ id }) => id)) },
    text: `${text}，请接警 ${url ?? ''}`.trim(),
    spoken: `这里是安好值守中心。${text}，请接警。`,
  };
};
