import { notFound } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { scoped } from '#server/db/scoped.ts';
import { any, now } from '#server/db/values.ts';
import { wake } from '#server/db/wake.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { notificationApi } from '../contract.ts';

/**
 * Queues failed messages in scope again if their text is still stored; the worker sends them at once. 404 when there
 * are none. /
 */
export async function retryNotification(
  viewer: Viewer,
  { ids }: InputOf<typeof notificationApi.retryNotification>,
): Promise<OutputOf<typeof notificationApi.retryNotification>> {
  const done = await command(viewer, async ({ tx }) => {
    const rows = await tx
      .updateTable('notification as n')
      .set({
        state: 'queued',
        tries: 0,
        nextAt: now,
        heldUntil: null,
        reason: null,
        judgedAt: null,
        gatheredInto: null,
      })
      .where(
        'n.id',
        'in',
        tx.selectFrom(scoped(viewer, 'notification')).select('notification.id').where('notification.id', '=', any(ids)),
      )
      .where('n.state', '=', 'failed')
      .where('n.channelId', 'is not', null)
      .where('n.textCipher', 'is not', null)
      .returning('n.id')
      .execute();
    return new Set(rows.map(({ id }) => id));
  });
  if (done.size === 0) throw notFound('可重发的通知');
  wake.publish('notification');
  const remaining = ids
    .filter((id) => !done.has(id))
    .map((id) => ({ id, reason: '不存在、不在你的范围、没有失败，或已超过30天' }));
  return { done: done.size, left: remaining };
}
