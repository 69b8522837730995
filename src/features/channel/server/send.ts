import { sql } from 'kysely';
import { log } from '#server/core/log.ts';
import { db } from '#server/db/db.ts';
import type { ChannelKind } from '#shared/codes.ts';
import { type ChannelRecipient, failureOf, type OutboundMessage, type SendResult } from './adapter.ts';
import { type Config, type StoredSettings, secretsOf } from './config.ts';
import { adapterOf } from './find.ts';
import { withoutSecrets } from './secrets.ts';

/** How long one message may take, ms, whatever its adapter does. */
const sendTimeoutMs = 15_000;

/** Ends with the failure of its time when the signal ends it. */
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

/** Of an answer so much is looked through, and so much of it stands in a reason. */
const maxScanned = 2000;
const maxReason = 200;

/** A reason that people read: without secrets that the other side repeats, then cut. */
function redactReason(outcome: SendResult, row: StoredSettings, to: ChannelRecipient): SendResult {
  if (outcome.state !== 'failed') return outcome;
  const reason = withoutSecrets(outcome.reason.slice(0, maxScanned), row, to).slice(0, maxReason);
  return { ...outcome, reason };
}

/** How each channel did when this node kept it last, and when, ms. */
const lastStates = new Map<string, { worked: boolean; at: number }>();
const stateTtlMs = 10_000;

/** Keeps how the channel does, at most every ten seconds while nothing changes: thousands may go by it at once. */
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

/** Without what the database has no place for, whatever others answer: what can't be written down would be sent again and again. */
function storable(outcome: SendResult): SendResult {
  if (outcome.state === 'failed') return { ...outcome, reason: outcome.reason.replaceAll('\0', '') };
  return { ...outcome, providerId: outcome.providerId?.replaceAll('\0', '') ?? null };
}

/** Sends one message to one receiver by a channel, within 15 s. Never throws: what goes wrong is the outcome. */
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
