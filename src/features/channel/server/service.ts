import { sql } from 'kysely';
import { type Db, db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import type { ChannelKind } from '#shared/codes.ts';
import { type Config, secretsOf } from './config.ts';

export type { SendResult } from './adapter.ts';
export { send } from './send.ts';
export { textsOf } from './templates.ts';

/**
 * Order of the channels of one kind, of `channel` and its state `s`: oldest first; a channel whose last send failed
 * within ten minutes comes last.
 */
export const inUse = sql`coalesce(s.failed_at > greatest(s.worked_at, now() - interval '10 minutes'), false), channel.id`;

/** Returns the enabled channels of these projects in the order of their use. */
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

/**
 * Returns the secret that signs a voice gateway's callbacks; null for other channels, disabled ones and those without
 * callbacks.
 */
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
