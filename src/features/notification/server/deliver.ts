import { sql } from 'kysely';
import { type Outcome, send } from '#features/channel/server/service.ts';
import { decrypt } from '#server/core/crypto.ts';
import { log } from '#server/core/log.ts';
import { newTrace } from '#server/core/trace.ts';
import { system } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import { subscriptionsOf } from '#server/webPush/subscriptions.ts';
import { holdBack } from './held.ts';
import type { Said } from './notify.ts';
import { type Moved, tellMoved } from './parts.ts';
import { type NotificationRow, opened } from './record.ts';

/** Messages of one channel that a node sends at the same time: a provider that hangs holds these and no other channel's. */
const atOnce = 8;
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
  channel: NotificationRow['channel'];
  warnId: string | null;
  level: number | null;
  toKind: NotificationRow['to']['kind'];
  toId: string;
  toCipher: string;
  textCipher: string;
  tries: number;
}

/** What this node sends just now. */
const underWay = new Set<Taken>();

/** Takes what is due, of each channel as many as it has room for, the most urgent first. */
async function take(): Promise<Taken[]> {
  const channels = Map.groupBy(underWay, ({ channelId }) => channelId);
  const busy = JSON.stringify([...channels].map(([id, all]) => ({ id, n: all.length })));
  const found = await sql<Taken>`
    update notification n set tries = n.tries + 1, leased_until = now() + make_interval(secs => ${lease})
    from (select distinct channel_id from notification where state = 'queued' and channel_id is not null and next_at <= now()) c
    left join jsonb_to_recordset(${busy}::jsonb) as b (id bigint, n int) on b.id = c.channel_id
    cross join lateral (
      select d.id from notification d where d.channel_id = c.channel_id and d.state = 'queued' and d.next_at <= now()
        and (d.leased_until is null or d.leased_until <= now())
      order by d.level nulls last, d.next_at, d.id limit greatest(0, ${atOnce} - coalesce(b.n, 0)) for update skip locked) due
    where n.id = due.id
    returning n.id::text, n.key, n.channel_id::text as "channelId", n.channel, n.warn_id::text as "warnId", n.level, n.to_kind as "toKind",
      n.to_id::text as "toId", n.to_cipher as "toCipher", n.text_cipher as "textCipher", n.tries`.execute(db);
  return found.rows;
}

async function sent(one: Taken, signal: AbortSignal): Promise<Outcome> {
  const { name, mobile, email } = opened(one.toCipher);
  const said = JSON.parse(decrypt(one.textCipher)) as Said;
  const subscriptions =
    one.channel === 'web_push' && one.toKind === 'user' ? (await subscriptionsOf(db, [one.toId])).get(one.toId) : [];
  return send(
    one.channelId,
    { kind: one.toKind, id: one.toId, name, mobile, email, subscriptions: subscriptions ?? [] },
    { key: `${one.key}:${one.toId}`, ...said, level: one.level },
    AbortSignal.any([signal, AbortSignal.timeout(patience)]),
  );
}

/** Writes down what came of it, and tells the features above where it is over. */
async function settle(one: Taken, outcome: Outcome): Promise<void> {
  const pause = outcome.state === 'failed' && outcome.again ? pauses[one.tries - 1] : undefined;
  await command(system(newTrace()), async (change) => {
    const { tx } = change;
    if (outcome.state === 'failed' && pause !== undefined) {
      await sql`
        update notification set reason = ${outcome.reason.slice(0, 300)}, leased_until = null, next_at = now() + make_interval(secs => ${pause})
        where id = ${one.id} and state = 'queued'`.execute(tx);
      return;
    }
    const failed = outcome.state === 'failed';
    const moved = await sql`
      update notification set state = ${outcome.state}, leased_until = null, reason = ${failed ? outcome.reason.slice(0, 300) : null},
        provider_id = ${failed ? null : outcome.providerId}, sent_at = case when ${!failed} then now() end,
        delivered_at = case when ${outcome.state === 'delivered'} then now() end
      where id = ${one.id} and state = 'queued'`.execute(tx);
    if (!moved.numAffectedRows || one.warnId === null) return;
    const to = { kind: one.toKind, name: opened(one.toCipher).name };
    const told: Moved = {
      id: one.id,
      warnId: one.warnId,
      channel: one.channel,
      to,
      state: outcome.state,
      reason: failed ? outcome.reason : null,
    };
    await tellMoved(change, told);
  });
}

/** Gives back what a stop has interrupted: the try does not count. */
async function giveBack({ id }: Taken): Promise<void> {
  await sql`update notification set tries = tries - 1, leased_until = null where id = ${id} and state = 'queued'`.execute(
    db,
  );
}

async function deliver(one: Taken, stopping: AbortSignal): Promise<void> {
  underWay.add(one);
  try {
    if (await holdBack(one)) return;
    const outcome = await sent(one, stopping);
    if (stopping.aborted && outcome.state === 'failed') await giveBack(one);
    else await settle(one, outcome);
  } catch (error) {
    // Its lease ends, and somebody tries again.
    log.error({ err: error, notification: one.id }, 'a message was not settled');
  } finally {
    underWay.delete(one);
  }
}

/** Keeps what is under way here from the other nodes; to be called each second. */
export async function renewLeases(): Promise<void> {
  const ids = [...underWay].map(({ id }) => id);
  if (ids.length === 0) return;
  await sql`
    update notification set leased_until = now() + make_interval(secs => ${lease})
    where id = ${any(ids)} and state = 'queued' and leased_until is not null`.execute(db);
}

/** Sends what is due until nothing is left that has room; answers what it has begun. `done` is called after each one. */
export async function deliverDue(stopping: AbortSignal, done: () => void): Promise<Promise<void>[]> {
  if (stopping.aborted) return [];
  const taken = await take();
  return taken.map((one) => deliver(one, stopping).finally(done));
}
