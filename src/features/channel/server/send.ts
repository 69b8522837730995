import { sql } from 'kysely';
import { log } from '#server/core/log.ts';
import { db } from '#server/db/db.ts';
import type { ChannelKind } from '#shared/codes.ts';
import { type ChannelRecipient, failureOf, type OutboundMessage, type SendResult } from './adapter.ts';
import { type Config, type StoredSettings, secretsOf } from './config.ts';
import { adapterOf } from './find.ts';
import { withoutSecrets } from './secrets.ts';

/** Timeout of one message, ms, for every adapter. */
const sendTimeoutMs = 15_000;

/** Rejects with the reason of the signal when it aborts. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

async function outcomeOf(
  id: string,
  to: ChannelRecipient,
  message: OutboundMessage,
  signal: AbortSignal,
): Promise<SendResult> {
  const row = await db
    .selectFrom('channel')
    .select(['kind', 'config', 'secretCipher'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .where('status', '=', 'enabled')
    .$narrowType<{ kind: ChannelKind; config: Config }>()
    .executeTakeFirst();
  if (!row) return { state: 'failed', reason: '渠道已停用或删除', retryable: false };
  const adapter = await adapterOf(row.kind);
  if (!adapter) return { state: 'failed', reason: '本平台还不支持这种渠道', retryable: false };
  const limit = AbortSignal.any([signal, AbortSignal.timeout(sendTimeoutMs)]);
  const config = { ...row.config, ...secretsOf(row) };
  return redactReason(await Promise.race([adapter.send(config, to, message, limit), rejectOnAbort(limit)]), row, to);
}

/** Characters of an answer that are searched for secrets, and characters that a reason keeps. */
const maxScanned = 2000;
const maxReason = 200;

/** Removes repeated secrets from a failure's reason, then cuts it. */
function redactReason(outcome: SendResult, row: StoredSettings, to: ChannelRecipient): SendResult {
  if (outcome.state !== 'failed') return outcome;
  const reason = withoutSecrets(outcome.reason.slice(0, maxScanned), row, to).slice(0, maxReason);
  return { ...outcome, reason };
}

/** Last stored state of each channel on this node, and its time, ms. */
const lastStates = new Map<string, { worked: boolean; at: number }>();
const stateTtlMs = 10_000;

/**
 * Stores the state of the channel, at most every 10 s while it is unchanged: thousands of messages may be sent at once.
 */
async function saveState(id: string, outcome: SendResult): Promise<void> {
  const reason = outcome.state === 'failed' ? outcome.reason.slice(0, 300) : null;
  const last = lastStates.get(id);
  if (last?.worked === (reason === null) && Date.now() - last.at < stateTtlMs) return;
  lastStates.set(id, { worked: reason === null, at: Date.now() });
  await sql`
    insert into channel_state as s (channel_id, worked_at, failed_at, reason)
      select id, case when ${reason === null} then now() end, case when ${reason !== null} then now() end, ${reason} from channel where id = ${id}
    on conflict (channel_id) do update set worked_at = coalesce(excluded.worked_at, s.worked_at),
      failed_at = coalesce(excluded.failed_at, s.failed_at), reason = coalesce(excluded.reason, s.reason)
    where (excluded.worked_at is not null and (s.worked_at is null or s.worked_at < now() - interval '10 s' or s.failed_at > s.worked_at))
      or (excluded.failed_at is not null and (s.failed_at is null or s.failed_at < now() - interval '10 s' or s.worked_at > s.failed_at))`.execute(
    db,
  );
}

/** Removes NUL characters, which the database rejects: a result that cannot be stored would be sent again and again. */
function storable(outcome: SendResult): SendResult {
  if (outcome.state === 'failed') return { ...outcome, reason: outcome.reason.replaceAll('\0', '') };
  return { ...outcome, providerId: outcome.providerId?.replaceAll('\0', '') ?? null };
}

/** Sends one message to one recipient by a channel, within 15 s. Never throws: an error becomes a failed result. */
export async function send(
  channelId: string,
  to: ChannelRecipient,
  message: OutboundMessage,
  signal: AbortSignal,
): Promise<SendResult> {
  const outcome = storable(await outcomeOf(channelId, to, message, signal).catch(failureOf));
  await saveState(channelId, outcome).catch((error: unknown) =>
    log.warn({ error, channelId }, 'channel state not kept'),
  );
  return outcome;
}
