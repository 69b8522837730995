import type { Db } from '#server/db/db.ts';
import type { ChannelKind } from '#shared/codes.ts';

export type { Message, Outcome, PushSubscription, Receiver } from './adapter.ts';
export { send } from './send.ts';
export { textFor } from './templates.ts';

/** The channels of a project by which something can be sent now, the oldest first. */
export async function channelsOf(
  tx: Db,
  projectId: string,
): Promise<{ id: string; kind: ChannelKind; name: string }[]> {
  return tx
    .selectFrom('channel')
    .select(['id', 'kind', 'name'])
    .where('projectId', '=', projectId)
    .where('status', '=', 'enabled')
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute();
}
