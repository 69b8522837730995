import { sql } from 'kysely';
import { type Outcome, send } from '#features/channel/server/service.ts';
import { decrypt } from '#server/core/crypto.ts';
import { log } from '#server/core/log.ts';
import { newTrace } from '#server/core/trace.ts';
import { system } from '#server/core/viewer.ts';
import { db, onPool } from '#server/db/db.ts';
import { any, bigints } from '#server/db/values.ts';
import { type Change, command } from '#server/feature/command.ts';
import { subscriptionsOf } from '#server/webPush/subscriptions.ts';
import { holdBack } from './held.ts';
import type { Said } from './notify.ts';
import { tellMoved } from './parts.ts';
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

/** Takes what is due, of each channel as many as it has room for, the most urgent first; nothing that is under way here. */
async function take(): Promise<Taken[]> {
  const channels = Map.groupBy(underWay, ({ channelId }) => channelId);
  const busy = JSON.stringify([...channels].map(([id, all]) => ({ id, n: all.length })));
  const found = await sql<Taken>`
    with recursive waiting (id) as (
      select min(channel_id) from notification where state = 'queued'
      union all
      select (select min(channel_id) from notification where state = 'queued' and channel_id > w.id) from waiting w where w.id is not null)
    update notification n set tries = n.tries + 1, leased_until = now() + make_interval(secs => ${lease})
    from waiting c
    left join jsonb_to_recordset(${busy}::jsonb) as b (id bigint, n int) on b.id = c.id
    cross join lateral (
      select d.id from notification d where d.channel_id = c.id and d.state = 'queued' and d.next_at <= now()
        and (d.leased_until is null or d.leased_until <= now()) and d.id <> all(${bigints([...underWay].map(({ id }) => id))})
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

/** Writes down what came of one of them, and tells the features above where it is over. */
async function note(change: Change, { one, outcome }: Ended): Promise<void> {
  const { tx } = change;
  const failed = outcome.state === 'failed';
  const reason = failed ? outcome.reason.slice(0, 300) : null;
  const pause = failed && outcome.again ? pauses[one.tries - 1] : undefined;
  if (pause !== undefined) {
    await sql`
      update notification set reason = ${reason}, leased_until = null, next_at = now() + make_interval(secs => ${pause})
      where id = ${one.id} and state = 'queued'`.execute(tx);
    return;
  }
  const moved = await sql`
    update notification set state = ${outcome.state}, leased_until = null, reason = ${reason},
      provider_id = ${failed ? null : outcome.providerId}, sent_at = case when ${!failed} then now() end,
      delivered_at = case when ${outcome.state === 'delivered'} then now() end
    where id = ${one.id} and state = 'queued'`.execute(tx);
  if (!moved.numAffectedRows || one.warnId === null) return;
  const to = { kind: one.toKind, name: opened(one.toCipher).name };
  const { id, warnId, channel } = one;
  await tellMoved(change, { id, warnId, channel, to, state: outcome.state, reason });
}

interface Ended {
  one: Taken;
  outcome: Outcome;
}

/** What has ended and waits for a connection to be written down, by alarm. */
const waiting = new Map<string, { all: Ended[]; written: Promise<void> }>();

async function write(of: string, all: readonly Ended[]): Promise<void> {
  const begin = () => waiting.get(of)?.all === all && waiting.delete(of);
  await command(system(newTrace()), async (change) => {
    begin();
    for (const one of all) await note(change, one);
  }).finally(begin);
}

/** Writes down what came of it, together with what else of the same alarm ends until it can be. */
function settle(one: Taken, outcome: Outcome): Promise<void> {
  const of = one.warnId ?? `message ${one.id}`;
  let group = waiting.get(of);
  if (!group) {
    const all: Ended[] = [];
    group = { all, written: write(of, all) };
    waiting.set(of, group);
  }
  group.all.push({ one, outcome });
  return group.written;
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

/** Keeps what is under way here from the other nodes, but for what is just written down; to be called each second. */
export async function renewLeases(): Promise<void> {
  const ids = [...underWay].map(({ id }) => id);
  if (ids.length === 0) return;
  await sql`
    update notification n set leased_until = now() + make_interval(secs => ${lease})
    from (select id from notification where id = ${any(ids)} and state = 'queued' and leased_until is not null for update skip locked) mine
    where n.id = mine.id`.execute(db);
}

/** Sends what is due until nothing is left that has room; answers what it has begun. `done` is called after each one. */
export async function deliverDue(stopping: AbortSignal, done: () => void): Promise<Promise<void>[]> {
  if (stopping.aborted) return [];
  const taken = await take();
  return taken.map((one) => onPool('outside', () => deliver(one, stopping)).finally(done));
}
