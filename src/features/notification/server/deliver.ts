import { sql } from 'kysely';
import { type SendResult, send } from '#features/channel/server/service.ts';
import { runInBackground } from '#server/core/background.ts';
import { decrypt } from '#server/core/crypto.ts';
import { log } from '#server/core/log.ts';
import { newTrace } from '#server/core/trace.ts';
import { system } from '#server/core/viewer.ts';
import { db, onPool } from '#server/db/db.ts';
import { any, bigints } from '#server/db/values.ts';
import { type CommandContext, command } from '#server/feature/command.ts';
import { subscriptionsOf } from '#server/webPush/subscriptions.ts';
import { claimedReason, decideGathering, followCarriers, gatheredMessageOf, gatheredReason } from './gather.ts';
import { obsoleteReasonsOf, runAfterDelivery } from './notificationHooks.ts';
import type { NotificationText } from './notify.ts';
import { postponeIfQuiet } from './quietHours.ts';
import { decryptAddress, type NotificationRow, recipientOf, type Stored } from './record.ts';

/** Maximum number of messages that a node sends at once by one channel: a hanging provider blocks no other channel. */
const atOnce = 8;
/**
 * Limit for web push: its services have limits each (`server/webPush/places.ts`), so a hanging service leaves room for
 * the others.
 */
const pushesAtOnce = 64;
/** Timeout of an attempt, ms. */
const sendTimeoutMs = 8_000;
/**
 * Seconds after which other nodes take over the messages of a killed node; a live node renews its lease each second.
 */
const leaseSeconds = 5;
/** Seconds before each further attempt; after the last attempt the message has failed. */
const retryDelays = [3, 10, 30, 60, 120];

interface ClaimedMessage {
  id: string;
  key: string;
  channelId: string;
  channelName: string | null;
  channel: NotificationRow['channel'];
  projectId: string;
  /** True when the message also carries the text of others. */
  carries: boolean;
  warnId: string | null;
  level: number | null;
  toKind: Stored;
  toId: string;
  toCipher: string;
  textCipher: string;
  tries: number;
}

/** Messages that this node has claimed and not recorded yet; other nodes leave them alone. */
const inProgress = new Set<ClaimedMessage>();
/** Those being sent now: a message that only waits to be recorded does not count for its channel's limit. */
const sending = new Set<ClaimedMessage>();
/** Maximum number of sent messages not recorded yet: they are sent again when the node is killed. */
const maxUnwritten = 100;

/** Claims due messages up to the limit of each channel, the most urgent first, without those in progress here. */
async function claimDue(): Promise<ClaimedMessage[]> {
  if (inProgress.size - sending.size >= maxUnwritten) return [];
  const channels = Map.groupBy(sending, ({ channelId }) => channelId);
  const busy = JSON.stringify([...channels].map(([id, all]) => ({ id, n: all.length })));
  return db.returning(sql<ClaimedMessage>`
    with recursive waiting (id) as (
      select min(channel_id) from notification where state = 'queued'
      union all
      select (select min(channel_id) from notification where state = 'queued' and channel_id > w.id) from waiting w where w.id is not null)
    update notification n set tries = n.tries + 1, leased_until = now() + make_interval(secs => ${leaseSeconds})
    from waiting c
    left join channel k on k.id = c.id
    left join jsonb_to_recordset(${busy}::jsonb) as b (id bigint, n int) on b.id = c.id
    cross join lateral (
      select d.id from notification d where d.channel_id = c.id and d.state = 'queued' and d.next_at <= now()
        and (d.leased_until is null or d.leased_until <= now()) and (not d.gathers or d.judged_at is not null) and coalesce(d.gathered_into, d.id) = d.id and d.id <> all(${bigints([...inProgress].map(({ id }) => id))})
      order by d.level nulls last, d.next_at, d.id limit greatest(0, case when k.kind = 'web_push' then ${pushesAtOnce}::int else ${atOnce} end - coalesce(b.n, 0)) for update skip locked) due
    where n.id = due.id
    returning n.id::text, n.key, n.channel_id::text as "channelId", (select name from channel where id = n.channel_id) as "channelName", n.channel, n.project_id::text as "projectId", n.gathered_into is not null as carries, n.warn_id::text as "warnId", n.level, n.to_kind as "toKind",
      n.to_id::text as "toId", n.to_cipher as "toCipher", n.text_cipher as "textCipher", n.tries`);
}

async function sendMessage(
  message: ClaimedMessage,
  content: NotificationText & { key: string },
  signal: AbortSignal,
): Promise<SendResult> {
  const { mobile, email } = decryptAddress(message.toCipher);
  const { name } = recipientOf(message);
  const { key, title, text, spoken, url } = content;
  const subscriptions =
    message.channel === 'web_push' && message.toKind === 'user'
      ? (await subscriptionsOf(db, [message.toId])).get(message.toId)
      : [];
  return send(
    message.channelId,
    { kind: message.toKind, id: message.toId, name, mobile, email, subscriptions: subscriptions ?? [] },
    { key: `${key}:${message.toId}`, title, text, spoken, url, level: message.level },
    AbortSignal.any([signal, AbortSignal.timeout(sendTimeoutMs)]),
  );
}

/** Result of an attempt; `over`: nothing was sent, the message is obsolete. */
interface DeliveryAttempt {
  message: ClaimedMessage;
  outcome: SendResult;
  over: boolean;
}

/** Returns the stored reason of an attempt: the failure, or that it was gathered with others. */
function reasonOf({ message, outcome }: Pick<DeliveryAttempt, 'message' | 'outcome'>): string | null {
  if (outcome.state === 'failed') return outcome.reason.slice(0, 300);
  return message.carries ? gatheredReason : null;
}

/** Returns the seconds until the next attempt; null after the last one. */
function retryDelayOf({ message, outcome }: DeliveryAttempt): number | null {
  return outcome.state === 'failed' && outcome.retryable ? (retryDelays[message.tries - 1] ?? null) : null;
}

/**
 * Records results and runs the hooks for finished messages. Only the latest attempt counts: a node that lost the
 * message to another leaves it to that node.
 */
async function logAttempts(ctx: CommandContext, ended: readonly DeliveryAttempt[]): Promise<void> {
  const all = ended.map((it) => {
    const { message, outcome, over } = it;
    const providerId = outcome.state === 'failed' ? null : outcome.providerId;
    return {
      id: message.id,
      channelId: message.channelId,
      tries: message.tries,
      state: outcome.state,
      reason: reasonOf(it),
      providerId,
      pause: retryDelayOf(it),
      over,
    };
  });
  const moved = await ctx.tx.returning(sql<{ id: string }>`
    update notification n set state = case when e.pause is null then e.state else 'queued' end, leased_until = null, reason = e.reason,
      next_at = case when e.pause is null then n.next_at else now() + make_interval(secs => e.pause) end,
      provider_id = e."providerId", sent_at = case when e.state <> 'failed' then now() end,
      delivered_at = case when e.state = 'delivered' then now() end, passed_on_at = case when e.over then now() else n.passed_on_at end,
      gathered_into = case when not e.over then n.gathered_into end
    from jsonb_to_recordset(${JSON.stringify(all)}::jsonb) as e (id bigint, "channelId" bigint, tries int, state text, reason text, "providerId" text, pause double precision, over boolean)
    where n.id = e.id and n.state = 'queued' and (e.state <> 'failed' or (n.tries = e.tries and n.channel_id = e."channelId"))
    returning n.id::text`);
  const ids = new Set(moved.map(({ id }) => id));
  await nameReported(
    ctx,
    all.filter(({ id, providerId }) => providerId !== null && !ids.has(id)),
  );
  const finished = ended.filter((it) => ids.has(it.message.id) && !it.over && retryDelayOf(it) === null);
  await runAfterDelivery(
    ctx,
    finished.flatMap(({ message, outcome }) => {
      const { id, warnId, channel } = message;
      if (warnId === null) return [];
      const { state } = outcome;
      return [
        {
          id,
          warnId,
          channel,
          to: recipientOf(message),
          state,
          reason: reasonOf({ message, outcome }),
        },
      ];
    }),
  );
}

/**
 * Adds the provider's number to messages reported before the provider answered: later reports may name only that
 * number.
 */
async function nameReported(
  { tx }: CommandContext,
  all: readonly { id: string; providerId: string | null }[],
): Promise<void> {
  if (all.length === 0) return;
  await sql`
    update notification n set provider_id = e."providerId"
    from jsonb_to_recordset(${JSON.stringify(all)}::jsonb) as e (id bigint, "providerId" text) where n.id = e.id and n.provider_id is null`.execute(
    tx,
  );
}

interface Waiting extends DeliveryAttempt {
  written(): void;
  failed(error: unknown): void;
}

/** Queues of results to record, by warn: a lock on one warn delays only its queue. */
const lines = Array.from({ length: 2 }, () => ({ waiting: [] as Waiting[], writing: false }));
type Line = (typeof lines)[number];
async function write(some: readonly Waiting[]): Promise<void> {
  try {
    await command(system(newTrace()), (ctx) => logAttempts(ctx, some));
    for (const { written } of some) written();
  } catch (error) {
    // On failure each entry is recorded alone, so that one failing entry affects no other.
    if (some.length > 1) for (const entry of some) await write([entry]);
    else for (const { failed } of some) failed(error);
  }
}

async function writeOn(line: Line): Promise<void> {
  line.writing = true;
  while (line.waiting.length > 0) await write(line.waiting.splice(0));
  line.writing = false;
}

/** Records a result, together with others that arrive while the previous write runs. */
function settle(ended: DeliveryAttempt): Promise<void> {
  const line = lines[Number(BigInt(ended.message.warnId ?? ended.message.id) % BigInt(lines.length))] as Line;
  return new Promise((written, failed) => {
    line.waiting.push({ ...ended, written, failed });
    if (!line.writing) runInBackground(writeOn(line), 'notification');
  });
}

/** Undoes an attempt interrupted by a stop: it does not count. */
async function undoAttempt({ id, tries }: ClaimedMessage): Promise<void> {
  await sql`
    update notification set tries = tries - 1, leased_until = null where id = ${id} and state = 'queued' and tries = ${tries}`.execute(
    db,
  );
}

/** Returns the text: stored for a single message, built now for gathered ones; null when none of them waits. */
async function contentOf(message: ClaimedMessage): Promise<(NotificationText & { key: string }) | null> {
  if (message.carries) return gatheredMessageOf(message);
  return { ...(JSON.parse(decrypt(message.textCipher)) as NotificationText), key: message.key };
}

/** Sends one message; returns the result, null when it is postponed to the end of quiet hours. */
async function attemptOnce(
  message: ClaimedMessage,
  stopping: AbortSignal,
): Promise<Omit<DeliveryAttempt, 'message'> | null> {
  sending.add(message);
  try {
    if (await postponeIfQuiet(message)) return null;
    const content = await contentOf(message);
    if (!content) return { outcome: { state: 'failed', reason: claimedReason, retryable: false }, over: true };
    return { outcome: await sendMessage(message, content, stopping), over: false };
  } finally {
    sending.delete(message);
  }
}

/** Delivers a message. `obsoleteReason`: why it is no longer sent; `free`: called when its channel has room again. */
async function deliver(
  message: ClaimedMessage,
  obsoleteReason: string | undefined,
  stopping: AbortSignal,
  free: () => void,
): Promise<void> {
  inProgress.add(message);
  try {
    if (obsoleteReason !== undefined) {
      await settle({ message, outcome: { state: 'failed', reason: obsoleteReason, retryable: false }, over: true });
      if (message.carries) await followCarriers();
      return;
    }
    const attempt = await attemptOnce(message, stopping);
    free();
    if (attempt === null) return;
    if (stopping.aborted && attempt.outcome.state === 'failed' && !attempt.over) await undoAttempt(message);
    else await settle({ message, ...attempt });
    if (message.carries) await followCarriers();
  } catch (error) {
    // Its lease expires, then a node tries again.
    log.error({ err: error, notification: message.id }, 'a message was not settled');
  } finally {
    inProgress.delete(message);
    free();
  }
}

/** Renews the leases of messages in progress here, except those being recorded; call it each second. */
export async function renewLeases(): Promise<void> {
  const ids = [...inProgress].map(({ id }) => id);
  if (ids.length === 0) return;
  await sql`
    update notification n set leased_until = now() + make_interval(secs => ${leaseSeconds})
    from (select id from notification where id = ${any(ids)} and state = 'queued' and leased_until is not null for update skip locked) mine
    where n.id = mine.id`.execute(db);
}

/**
 * Starts sending due messages within the limits; returns their promises. `free` is called whenever there is room again.
 */
export async function deliverDue(stopping: AbortSignal, free: () => void): Promise<Promise<void>[]> {
  if (stopping.aborted) return [];
  await decideGathering();
  const messages = await claimDue();
  const obsoleteReasons = await obsoleteReasonsOf(messages);
  return messages.map((message) =>
    onPool('outside', () => deliver(message, obsoleteReasons.get(message.id), stopping, free)),
  );
}
