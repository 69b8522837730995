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
import { carriedBy, claimedReason, followCarriers, gatheredWords, judge } from './gather.ts';
import { obsoleteReasonsOf, runAfterDelivery } from './notificationHooks.ts';
import type { NotificationText } from './notify.ts';
import { holdBack } from './quietHours.ts';
import { type NotificationRow, opened, receiverOf, type Stored } from './record.ts';

/** Messages of one channel that a node sends at the same time: a provider that hangs holds these and no other channel's. */
const atOnce = 8;
/** Of Web Push, whose services have places of their own (`server/webPush/places.ts`): one of them that hangs leaves room for the others. */
const pushesAtOnce = 64;
/** A try takes no longer, ms. */
const patience = 8_000;
/** Who is killed in the middle of a try loses it to others after so many seconds; who lives renews it each second. */
const lease = 5;
/** Seconds before each further try; after the last one it has failed. */
const pauses = [3, 10, 30, 60, 120];

interface Taken {
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
const underWay = new Set<Taken>();
/** What of it is being sent just now: what waits to be written down holds no place of its channel. */
const sending = new Set<Taken>();
/** So many wait to be written down at most: what was sent is sent again where the node is killed before. */
const mostUnwritten = 100;

/** Takes what is due, of each channel as many as it has room for, the most urgent first; nothing that is under way here. */
async function take(): Promise<Taken[]> {
  if (underWay.size - sending.size >= mostUnwritten) return [];
  const channels = Map.groupBy(sending, ({ channelId }) => channelId);
  const busy = JSON.stringify([...channels].map(([id, all]) => ({ id, n: all.length })));
  const { rows } = await sql<Taken>`
    with recursive waiting (id) as (
      select min(channel_id) from notification where state = 'queued'
      union all
      select (select min(channel_id) from notification where state = 'queued' and channel_id > w.id) from waiting w where w.id is not null)
    update notification n set tries = n.tries + 1, leased_until = now() + make_interval(secs => ${lease})
    from waiting c
    left join channel k on k.id = c.id
    left join jsonb_to_recordset(${busy}::jsonb) as b (id bigint, n int) on b.id = c.id
    cross join lateral (
      select d.id from notification d where d.channel_id = c.id and d.state = 'queued' and d.next_at <= now()
        and (d.leased_until is null or d.leased_until <= now()) and (not d.gathers or d.judged_at is not null) and coalesce(d.gathered_into, d.id) = d.id and d.id <> all(${bigints([...underWay].map(({ id }) => id))})
      order by d.level nulls last, d.next_at, d.id limit greatest(0, case when k.kind = 'web_push' then ${pushesAtOnce}::int else ${atOnce} end - coalesce(b.n, 0)) for update skip locked) due
    where n.id = due.id
    returning n.id::text, n.key, n.channel_id::text as "channelId", (select name from channel where id = n.channel_id) as "channelName", n.channel, n.project_id::text as "projectId", n.gathered_into is not null as carries, n.warn_id::text as "warnId", n.level, n.to_kind as "toKind",
      n.to_id::text as "toId", n.to_cipher as "toCipher", n.text_cipher as "textCipher", n.tries`.execute(db);
  return rows;
}

async function sent(one: Taken, said: NotificationText & { key: string }, signal: AbortSignal): Promise<SendResult> {
  const { mobile, email } = opened(one.toCipher);
  const { name } = receiverOf(one);
  const { key, title, text, spoken, url } = said;
  const subscriptions =
    one.channel === 'web_push' && one.toKind === 'user' ? (await subscriptionsOf(db, [one.toId])).get(one.toId) : [];
  return send(
    one.channelId,
    { kind: one.toKind, id: one.toId, name, mobile, email, subscriptions: subscriptions ?? [] },
    { key: `${key}:${one.toId}`, title, text, spoken, url, level: one.level },
    AbortSignal.any([signal, AbortSignal.timeout(patience)]),
  );
}

/** What came of a try; `over`: there was none, for nobody has anything of it any more. */
interface Ended {
  message: Taken;
  outcome: SendResult;
  over: boolean;
}

/** What is kept of a try beside its state: why it failed, or that others went with it. */
function reasonOf({ message: one, outcome }: Pick<Ended, 'message' | 'outcome'>): string | null {
  if (outcome.state === 'failed') return outcome.reason.slice(0, 300);
  return one.carries ? gatheredWords : null;
}

/** Seconds until the next try; null after the last one. */
function pauseOf({ message: one, outcome }: Ended): number | null {
  return outcome.state === 'failed' && outcome.retryable ? (pauses[one.tries - 1] ?? null) : null;
}

/**
 * Writes down what came of them, and tells the features above where it is over. That a try failed counts only of the last one: who
 * lost it to another node meanwhile leaves it to that one.
 */
async function note(ctx: CommandContext, ended: readonly Ended[]): Promise<void> {
  const all = ended.map((it) => {
    const { message: one, outcome, over } = it;
    const providerId = outcome.state === 'failed' ? null : outcome.providerId;
    return {
      id: one.id,
      channelId: one.channelId,
      tries: one.tries,
      state: outcome.state,
      reason: reasonOf(it),
      providerId,
      pause: pauseOf(it),
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
  const told = ended.filter((it) => ids.has(it.message.id) && !it.over && pauseOf(it) === null);
  await runAfterDelivery(
    ctx,
    told.flatMap(({ message: one, outcome }) => {
      const { id, warnId, channel } = one;
      if (warnId === null) return [];
      const { state } = outcome;
      return [
        {
          id,
          warnId,
          channel,
          to: receiverOf(one),
          state,
          reason: reasonOf({ message: one, outcome }),
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

interface Waiting extends Ended {
  written(): void;
  failed(error: unknown): void;
}

/** What waits to be written down, what of one alarm in the same line: who holds that alarm up holds up no other line. */
const lines = Array.from({ length: 2 }, () => ({ waiting: [] as Waiting[], writing: false }));
type Line = (typeof lines)[number];
async function write(some: readonly Waiting[]): Promise<void> {
  try {
    await command(system(newTrace()), (ctx) => note(ctx, some));
    for (const { written } of some) written();
  } catch (error) {
    // One that can't be written down takes no other with it.
    if (some.length > 1) for (const one of some) await write([one]);
    else for (const { failed } of some) failed(error);
  }
}

async function writeOn(line: Line): Promise<void> {
  line.writing = true;
  while (line.waiting.length > 0) await write(line.waiting.splice(0));
  line.writing = false;
}

/** Writes down what came of it, together with what else has ended when the write before is done. */
function settle(ended: Ended): Promise<void> {
  const line = lines[Number(BigInt(ended.message.warnId ?? ended.message.id) % BigInt(lines.length))] as Line;
  return new Promise((written, failed) => {
    line.waiting.push({ ...ended, written, failed });
    if (!line.writing) runInBackground(writeOn(line), 'notification');
  });
}

/** Gives back what a stop has interrupted: the try does not count. */
async function giveBack({ id, tries }: Taken): Promise<void> {
  await sql`
    update notification set tries = tries - 1, leased_until = null where id = ${id} and state = 'queued' and tries = ${tries}`.execute(
    db,
  );
}

/** What it says: of one alarm as it was written down, of several as things are now; null where none of them waits. */
async function saidBy(one: Taken): Promise<(NotificationText & { key: string }) | null> {
  if (one.carries) return carriedBy(one);
  return { ...(JSON.parse(decrypt(one.textCipher)) as NotificationText), key: one.key };
}

/** Sends one of them; what came of it, null where it waits for the end of quiet hours. */
async function tryOnce(one: Taken, stopping: AbortSignal): Promise<Omit<Ended, 'message'> | null> {
  sending.add(one);
  try {
    if (await holdBack(one)) return null;
    const said = await saidBy(one);
    if (!said) return { outcome: { state: 'failed', reason: claimedReason, retryable: false }, over: true };
    return { outcome: await sent(one, said, stopping), over: false };
  } finally {
    sending.delete(one);
  }
}

/** `why`: why nobody is told any more; `free`: called when its channel has a place again. */
async function deliver(one: Taken, why: string | undefined, stopping: AbortSignal, free: () => void): Promise<void> {
  underWay.add(one);
  try {
    if (why !== undefined) {
      await settle({ message: one, outcome: { state: 'failed', reason: why, retryable: false }, over: true });
      if (one.carries) await followCarriers();
      return;
    }
    const ended = await tryOnce(one, stopping);
    free();
    if (ended === null) return;
    if (stopping.aborted && ended.outcome.state === 'failed' && !ended.over) await giveBack(one);
    else await settle({ message: one, ...ended });
    if (one.carries) await followCarriers();
  } catch (error) {
    // Its lease ends, and somebody tries again.
    log.error({ err: error, notification: one.id }, 'a message was not settled');
  } finally {
    underWay.delete(one);
    free();
  }
}

/** Keeps what is under way here from the other nodes, but for what is just written down; to be called each second. */
export async function renewLeases(): Promise<void> {
  const ids = [...underWay].map(({ id }) => id);
  if (ids.length === 0) return;
  await sql`
    update notification n set leased_until = now() + make_interval(secs => ${lease})
    from (select id from notification where id = ${any(ids)} and state = 'queued' and leased_until is not null for update skip locked) mine
    where n.id = mine.id`.execute(db);
}

/** Sends what is due and has room; answers what it has begun. `free` is called whenever there is room again. */
export async function deliverDue(stopping: AbortSignal, free: () => void): Promise<Promise<void>[]> {
  if (stopping.aborted) return [];
  await judge();
  const taken = await take();
  const needless = await obsoleteReasonsOf(taken);
  return taken.map((one) => onPool('outside', () => deliver(one, needless.get(one.id), stopping, free)));
}
