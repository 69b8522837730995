import { sql } from 'kysely';
import { decrypt } from '#server/core/crypto.ts';
import { newTrace } from '#server/core/trace.ts';
import { system } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import { gatheredText, obsoleteReasonsOf, runAfterDelivery } from './notificationHooks.ts';
import type { NotificationText } from './notify.ts';
import { type NotificationRow, recipientOf, type Stored } from './record.ts';

/**
 * Maximum number of warns sent singly per recipient and channel within a minute; beyond it, waiting messages are
 * gathered into one.
 */
export const maxAlone = 5;
/** Seconds between two gathered messages: less than the fallback time of a channel. */
const gatherPauseSeconds = 8;
const batch = 100;

/** Reason on a row when its warn was sent together with others. */
export const gatheredReason = '与其他告警合并为一条发送';

const lockName = 'notification.judge';

/**
 * Decides whether due messages go alone or gathered per recipient and channel. Messages within `gatherPauseSeconds`
 * after a gathered one wait for the next. Runs on one node at a time (advisory lock).
 */
export async function decideGathering(): Promise<void> {
  const due = sql`state = 'queued' and gathers and judged_at is null and next_at <= now()`;
  const open = await db.rows(sql`select 1 from notification where ${due} limit 1`);
  if (open.length === 0) return;
  await db.transaction(async (tx) => {
    const lock = await tx.row(sql<{ held: boolean }>`select pg_try_advisory_xact_lock(hashtext(${lockName})) as held`);
    if (!lock?.held) return;
    await sql`
      with receivers as (
        select r.channel_id, r.to_id from (select distinct channel_id, to_id from notification where ${due}) r
        where not exists (select 1 from notification c where c.gathers and c.channel_id = r.channel_id and c.to_id = r.to_id
          and c.judged_at > now() - make_interval(secs => ${gatherPauseSeconds}) and c.gathered_into = c.id)),
      busy as (
        select r.channel_id, r.to_id from receivers r
        where (select count(distinct m.warn_id) from notification m where m.gathers and m.channel_id = r.channel_id and m.to_id = r.to_id
          and (m.judged_at > now() - interval '1 minute' or m.state = 'queued' and m.judged_at is null and m.next_at <= now())) > ${maxAlone}::int),
      open as (
        select n.id, n.channel_id, n.to_id, n.level, n.next_at from notification n join receivers using (channel_id, to_id)
        where ${due} for update of n skip locked),
      carriers as (
        select distinct on (channel_id, to_id) id, channel_id, to_id from open join busy using (channel_id, to_id)
        order by channel_id, to_id, level nulls last, next_at, id)
      update notification n set judged_at = now(), gathered_into = c.id
      from open o left join carriers c using (channel_id, to_id) where n.id = o.id`.execute(tx);
  });
}

/** The message that carries the gathered ones. */
interface Carrier {
  id: string;
  channelId: string;
  projectId: string;
  channel: NotificationRow['channel'];
  toKind: Stored;
  toId: string;
  warnId: string | null;
  textCipher: string;
}

interface Follower {
  id: string;
  warnId: string;
  toKind: Stored;
  toId: string;
  channel: NotificationRow['channel'];
  textCipher: string;
}

/** Ends obsolete messages; they do not fall back. */
async function drop(reasons: ReadonlyMap<string, string>): Promise<void> {
  if (reasons.size === 0) return;
  const all = [...reasons].map(([id, reason]) => ({ id, reason }));
  await sql`
    update notification n set state = 'failed', reason = r.reason, passed_on_at = now(), gathered_into = null
    from jsonb_to_recordset(${JSON.stringify(all)}::jsonb) as r (id bigint, reason text) where n.id = r.id and n.state = 'queued'`.execute(
    db,
  );
}

/**
 * Returns the gathered message, built now; its key is equal for each attempt with the same warns. Ends obsolete
 * messages first. Null: the carrier's own warn no longer waits; another message then carries the others.
 */
export async function gatheredMessageOf(carrier: Carrier): Promise<(NotificationText & { key: string }) | null> {
  const rows = await db.rows(sql<Follower>`
    select id::text, warn_id::text as "warnId", to_kind as "toKind", to_id::text as "toId", channel, text_cipher as "textCipher" from notification
    where gathered_into = ${carrier.id}::bigint and id <> ${carrier.id}::bigint and state = 'queued' order by id`);
  const obsoleteReasons = await obsoleteReasonsOf(rows);
  await drop(obsoleteReasons);
  const others = rows.filter(({ id }) => !obsoleteReasons.has(id));
  const warnIds = [carrier, ...others].flatMap(({ warnId }) => warnId ?? []);
  const carried = await gatheredText({ ...carrier, warnIds });
  const settled = others.filter(({ warnId }) => !carried?.waiting.has(warnId));
  await drop(new Map(settled.map(({ id }) => [id, claimedReason])));
  if (!carried?.waiting.has(carrier.warnId ?? '')) return null;
  const { title, text, spoken, url } = carried;
  const preface = [carrier, ...others]
    .map(({ textCipher }) => (JSON.parse(decrypt(textCipher)) as NotificationText).preface)
    .find((prefaceText) => prefaceText);
  const last = others.findLast(({ warnId }) => carried.waiting.has(warnId))?.id ?? carrier.id;
  return {
    ...{ key: `${keyMark}${carrier.id}:${last}`, title, url },
    text: `${preface ?? ''}${text}`,
    spoken: `${preface ?? ''}${spoken}`,
  };
}

/** Reason for messages when all their warns have been claimed. */
export const claimedReason = '告警已接警，没有发送';

const keyMark = 'gathered:';

/** Returns the row id in a key of `gatheredMessageOf`; null for the key of a single warn. */
export function carrierOfKey(key: string): string | null {
  return new RegExp(`^${keyMark}(\\d{1,18}):\\d{1,18}$`).exec(key)?.[1] ?? null;
}

/**
 * Copies the carrier's result to the messages it carried; detached messages are decided again. Handles any number, 100
 * per transaction.
 */
export async function followCarriers(): Promise<void> {
  while ((await followSome()) === batch);
}

const detachedCondition = sql`f.state = 'queued' and f.gathered_into <> f.id and (c.id is null or c.state <> 'queued' or c.gathered_into is distinct from c.id or c.channel_id <> f.channel_id)`;

async function followSome(): Promise<number> {
  const from = sql`notification f left join notification c on c.id = f.gathered_into`;
  const some = await db.rows(sql`select 1 from ${from} where ${detachedCondition} limit 1`);
  if (some.length === 0) return 0;
  return command(system(newTrace()), async (ctx) => {
    const rows = await followIn(ctx.tx, from);
    await runAfterDelivery(
      ctx,
      rows.flatMap(({ id, warnId, channel, state, reason, ...row }) =>
        state === 'queued' ? [] : [{ id, warnId, channel, state, reason, to: recipientOf({ channel, ...row }) }],
      ),
    );
    return rows.length;
  });
}

interface Followed {
  id: string;
  warnId: string;
  channel: NotificationRow['channel'];
  channelName: string | null;
  toKind: Stored;
  toCipher: string;
  state: 'queued' | 'sent' | 'delivered' | 'failed';
  reason: string | null;
}

async function followIn(tx: Db, from: ReturnType<typeof sql>): Promise<Followed[]> {
  return tx.returning(sql<Followed>`
    with adrift as (
      select f.id, coalesce(c.gathered_into = c.id and c.channel_id = f.channel_id and c.state <> 'queued', false) as shares,
        case c.state when 'read' then 'delivered' else c.state end as state, c.reason, c.sent_at, c.delivered_at
      from ${from} where ${detachedCondition} order by f.id limit ${batch} for update of f skip locked)
    update notification n set
      state = case when s.shares then s.state else n.state end, reason = case when s.shares then s.reason end,
      sent_at = case when s.shares then s.sent_at end, delivered_at = case when s.shares then s.delivered_at end,
      tries = n.tries + s.shares::int, gathered_into = case when s.shares then n.gathered_into end, judged_at = case when s.shares then n.judged_at end
    from adrift s where n.id = s.id
    returning n.id::text, n.warn_id::text as "warnId", n.channel, (select name from channel where id = n.channel_id) as "channelName", n.to_kind as "toKind",
      n.to_cipher as "toCipher", n.state, n.reason`);
}
