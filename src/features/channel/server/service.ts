import { type Db, db } from '#server/db/db.ts';
import type { ChannelKind } from '#shared/codes.ts';
import { type Config, secretsOf } from './config.ts';

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
