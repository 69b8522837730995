import { sql } from 'kysely';
import { type Db, db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import type { ChannelKind } from '#shared/codes.ts';
import { type Config, secretsOf } from './config.ts';

export type { ChannelRecipient, OutboundMessage, PushSubscription, SendResult } from './adapter.ts';
export { send } from './send.ts';
export { textsOf } from './templates.ts';

/** The order in which channels of one kind are used, of `channel` beside its state `s`: one whose last try failed within ten minutes last, else the oldest first. */
export const inUse = sql`coalesce(s.failed_at > greatest(s.worked_at, now() - interval '10 minutes'), false), channel.id`;

/** The channels of these projects by which something can be sent now, in the order in which they are used. */
export async function channelsOf(
  tx: Db,
  projectIds: readonly string[],
): Promise<{ id: string; projectId: string; kind: ChannelKind; name: string }[]> {
  return tx
    .selectFrom('channel')
    .leftJoin('channelState as s', 's.channelId', 'channel.id')
    .select(['id', 'projectId', 'kind', 'name'])
    .where('projectId', '=', any(projectIds))
    .where('status', '=', 'enabled')
    .where('deletedAt', 'is', null)
    .orderBy(inUse)
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
