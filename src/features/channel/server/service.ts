import { type Db, db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import type { ChannelKind } from '#shared/codes.ts';
import { type Config, secretsOf } from './config.ts';

export type { Message, Outcome, PushSubscription, Receiver } from './adapter.ts';
export { send } from './send.ts';
export { textsOf } from './templates.ts';

/** The channels of these projects by which something can be sent now, the oldest first. */
export async function channelsOf(
  tx: Db,
  projectIds: readonly string[],
): Promise<{ id: string; projectId: string; kind: ChannelKind; name: string }[]> {
  return tx
    .selectFrom('channel')
    .select(['id', 'projectId', 'kind', 'name'])
    .where('projectId', '=', any(projectIds))
    .where('status', '=', 'enabled')
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute();
}

/** What a voice gateway signs its calls back with; null where the channel is none, is switched off, or takes none. */
export async function callbackSecretOf(channelId: string): Promise<string | null> {
  const row = await db
    .selectFrom('channel')
    .select(['config', 'secretCipher'])
    .where('id', '=', channelId)
    .where('kind', '=', 'voice')
    .where('status', '=', 'enabled')
    .where('deletedAt', 'is', null)
    .$narrowType<{ config: Config }>()
    .executeTakeFirst();
  const secret = row && secretsOf(row).callbackSecret;
  return typeof secret === 'string' ? secret : null;
}
