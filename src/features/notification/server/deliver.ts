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

/** Messages of one channel that a node sends at the same time: a provider that hangs holds these and no other channel's. */
const atOnce = 8;
/** Of Web Push, whose services have places of their own (`server/webPush/places.ts`): one of them that hangs leaves room for the others. */
const pushesAtOnce = 64;
/** A try takes no longer, ms. */
const sendTimeoutMs = 8_000;
/** Who is killed in the middle of a try loses it to others after so many seconds; who lives renews it each second. */
const leaseSeconds = 5;
/** Seconds before each further try; after the last one it has failed. */
const retryDelays = [3, 10, 30, 60, 120];

interface ClaimedMessage {
  id: string;
  key: string;
  channelId: string;
  channelName: string | null;
  channel: NotificationRow['channel'];
  projectId: string;
  /** It carries the text for others, too. */
  carries: boolean;
  warnId: string | null;
  level: number | null;
  toKind: Stored;
  toId: string;
  toCipher: string;
  textCipher: string;
  tries: number;
}

/** What this node has taken and not written down yet; no other node takes it meanwhile. */
const inProgress = new Set<ClaimedMessage>();
/** What of it is being sent just now: what waits to be written down holds no place of its channel. */
const sending = new Set<ClaimedMessage>();
/** So many wait to be written down at most: what was sent is sent again where the node is killed before. */
const maxUnwritten = 100;

/** Takes what is due, of each channel as many as it has room for, the most urgent first; nothing that is under way here. */
async function claimDue(): Promise<ClaimedMessage[]> {
  if (inProgress.size - sending.size >= maxUnwritten) return [];
  const channels = Map.groupBy(sending, ({ channelId }) => channelId);
  const busy = JSON.stringify([...channels].map(([id, all]) => ({ id, n: all.length })));
  const { rows } = await sql<ClaimedMessage>`
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
      n.to_id::text as "toId", n.to_cipher as "toCipher", n.text_cipher as "textCipher", n.tries`.execute(db);
  return rows;
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

/** What came of a try; `over`: there was none, for nobody has anything of it any more. */
interface DeliveryAttempt {
  message: ClaimedMessage;
  outcome: SendResult;
  over: boolean;
}

/** What is kept of a try beside its state: why it failed, or that others went with it. */
function reasonOf({ message, outcome }: Pick<DeliveryAttempt, 'message' | 'outcome'>): string | null {
  if (outcome.state === 'failed') return outcome.reason.slice(0, 300);
  return message.carries ? gatheredReason : null;
}

/** Seconds until the next try; null after the last one. */
function retryDelayOf({ message, outcome }: DeliveryAttempt): number | null {
  return outcome.state === 'failed' && outcome.retryable ? (retryDelays[message.tries - 1] ?? null) : null;
}

/**
 * Writes down what came of them, and tells the features above where it is over. That a try failed counts only of the last one: who
 * lost it to another node meanwhile leaves it to that one.
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
  const moved = await sql<{ id: string }>`
    update notification n set state = case when e.pause is null then e.state else 'queued' end, leased_until = null, reason = e.reason,
      next_at = case when e.pause is null then n.next_at else now() + make_interval(secs => e.pause) end,
      provider_id = e."providerId", sent_at = case when e.state <> 'failed' then now() end,
      delivered_at = case when e.state = 'delivered' then now() end, passed_on_at = case when e.over then now() else n.passed_on_at end,
      gathered_into = case when not e.over then n.gathered_into end
    from jsonb_to_recordset(${JSON.stringify(all)}::jsonb) as e (id bigint, "channelId" bigint, tries int, state text, reason text, "providerId" text, pause double precision, over boolean)
    where n.id = e.id and n.state = 'queued' and (e.state <> 'failed' or (n.tries = e.tries and n.channel_id = e."channelId"))
    returning n.id::text`.execute(ctx.tx);
  const ids = new Set(moved.rows.map(({ id }) => id));
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

/** Whose provider told of them before it answered are known by its own number, too: further reports may name that alone. */
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

/** What waits to be written down, what of one alarm in the same line: who holds that alarm up holds up no other line. */
const lines = Array.from({ length: 2 }, () => ({ waiting: [] as Waiting[], writing: false }));
type Line = (typeof lines)[number];
async function write(some: readonly Waiting[]): Promise<void> {
  try {
    await command(system(newTrace()), (ctx) => logAttempts(ctx, some));
    for (const { written } of some) written();
  } catch (error) {
    // One that can't be written down takes no other with it.
    if (some.length > 1) for (const entry of some) await write([entry]);
    else for (const { failed } of some) failed(error);
  }
}

async function writeOn(line: Line): Promise<void> {
  line.writing = true;
  while (line.waiting.length > 0) await write(line.waiting.splice(0));
  line.writing = false;
}

/** Writes down what came of it, together with what else has ended when the write before is done. */
function settle(ended: DeliveryAttempt): Promise<void> {
  const line = lines[Number(BigInt(ended.message.warnId ?? ended.message.id) % BigInt(lines.length))] as Line;
  return new Promise((written, failed) => {
    line.waiting.push({ ...ended, written, failed });
    if (!line.writing) runInBackground(writeOn(line), 'notification');
  });
}

/** Gives back what a stop has interrupted: the try does not count. */
async function undoAttempt({ id, tries }: ClaimedMessage): Promise<void> {
  await sql`
    update notification set tries = tries - 1, leased_until = null where id = ${id} and state = 'queued' and tries = ${tries}`.execute(
    db,
  );
}

/** What it says: of one alarm as it was written down, of several as things are now; null where none of them waits. */
async function contentOf(message: ClaimedMessage): Promise<(NotificationText & { key: string }) | null> {
  if (message.carries) return gatheredMessageOf(message);
  return { ...(JSON.parse(decrypt(message.textCipher)) as NotificationText), key: message.key };
}

/** Sends one of them; what came of it, null where it waits for the end of quiet hours. */
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

/** `why`: why nobody is told any more; `free`: called when its channel has a place again. */
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
    // Its lease ends, and somebody tries again.
    log.error({ err: error, notification: message.id }, 'a message was not settled');
  } finally {
    inProgress.delete(message);
    free();
  }
}

/** Keeps what is under way here from the other nodes, but for what is just written down; to be called each second. */
export async function renewLeases(): Promise<void> {
  const ids = [...inProgress].map(({ id }) => id);
  if (ids.length === 0) return;
  await sql`
    update notification n set leased_until = now() + make_interval(secs => ${leaseSeconds})
    from (select id from notification where id = ${any(ids)} and state = 'queued' and leased_until is not null for update skip locked) mine
    where n.id = mine.id`.execute(db);
}

/** Sends what is due and has room; answers what it has begun. `free` is called whenever there is room again. */
export async function deliverDue(stopping: AbortSignal, free: () => void): Promise<Promise<void>[]> {
  if (stopping.aborted) return [];
  await decideGathering();
  const messages = await claimDue();
  const obsoleteReasons = await obsoleteReasonsOf(messages);
  return messages.map((message) =>
    onPool('outside', () => deliver(message, obsoleteReasons.get(message.id), stopping, free)),
  );
}
