import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import type { CommandContext } from '#server/feature/command.ts';
import { carrierOfKey, gatheredReason } from './gather.ts';
import { runAfterDelivery } from './notificationHooks.ts';
import { decryptAddress, type Stored } from './record.ts';

/** Maximum number of key answers per message, against misuse of the phone. */
const maxAnswers = 20;

/** A message that a voice channel has read out, or tried to. */
interface Call {
  id: string;
  warnId: string;
  to: { kind: Stored; id: string; name: string };
  state: 'queued' | 'sent' | 'delivered' | 'read' | 'failed';
  answer: string | null;
  answers: number;
  heardAt: string | null;
}

/** Name of a call in a gateway's report: the key of the message, or the gateway's number. */
interface CallName {
  key: string | null;
  callId: string | null;
}

/** Locks and returns the message that a gateway means; null when the channel has none. */
export async function calledMessage(tx: Db, channelId: string, { key, callId }: CallName): Promise<Call | null> {
  const cut = key?.lastIndexOf(':') ?? -1;
  const [occasion, toId] = key && cut > 0 ? [key.slice(0, cut), key.slice(cut + 1)] : ['', ''];
  const carrier = carrierOfKey(occasion);
  const whose = carrier ? sql`id = ${carrier}::bigint` : sql`key = ${occasion}`;
  const named = /^\d{1,18}$/.test(toId)
    ? sql`${whose} and to_id = ${toId}::bigint and channel = 'voice'`
    : sql`provider_id = ${callId}`;
  const row = await tx.row(sql<Omit<Call, 'to'> & { toKind: Stored; toId: string; toCipher: string }>`
    select id::text, warn_id::text as "warnId", to_kind as "toKind", to_id::text as "toId", to_cipher as "toCipher", state, answer, answers,
      heard_at as "heardAt"
    from notification where channel_id = ${channelId}::bigint and ${named} and warn_id is not null order by id desc limit 1 for update`);
  if (!row) return null;
  const { toKind, toId: id, toCipher, ...call } = row;
  return { ...call, to: { kind: toKind, id, name: decryptAddress(toCipher).name } };
}

const waits = (call: Call) => call.state === 'queued' || call.state === 'sent';

/** Condition: the message of a call and those it carried, as long as they have no final state. */
const those = (call: Call) =>
  sql`(id = ${call.id}::bigint or gathered_into = ${call.id}::bigint) and state in ('queued', 'sent')`;

async function moved(
  ctx: CommandContext,
  { to }: Call,
  rows: readonly { id: string; warnId: string }[],
  state: 'delivered' | 'failed',
  reason: string | null,
): Promise<void> {
  await runAfterDelivery(
    ctx,
    rows.map((row) => ({ ...row, channel: 'voice', to, state, reason })),
  );
}

/** Records that the call was taken; no change when repeated or after an answer. */
export async function callTaken(ctx: CommandContext, call: Call): Promise<void> {
  if (!waits(call)) return;
  const all = await ctx.tx.returning(sql<{ id: string; warnId: string }>`
    update notification set state = 'delivered', sent_at = coalesce(sent_at, now()), delivered_at = now(), leased_until = null,
      reason = case when gathered_into is not null then ${gatheredReason} end
    where ${those(call)} returning id::text, warn_id::text as "warnId"`);
  await moved(ctx, call, all, 'delivered', null);
}

/** Records that the call was not taken: the next channel of the rung follows. No change after a taken call. */
export async function callFailed(ctx: CommandContext, call: Call, reason: string): Promise<void> {
  if (!waits(call)) return;
  const all = await ctx.tx.returning(sql<{ id: string; warnId: string }>`
    update notification set state = 'failed', leased_until = null, held_until = null, reason = ${reason} where ${those(call)}
    returning id::text, warn_id::text as "warnId"`);
  await moved(ctx, call, all, 'failed', reason);
}

/**
 * Records a key answer heard at an instant. False for a repeated answer, one not heard after the last (a replayed
 * report), or one beyond the maximum.
 */
export async function callAnswered(tx: Db, call: Call, answer: string, heardAt: string): Promise<boolean> {
  const late = call.heardAt !== null && Date.parse(heardAt) <= Date.parse(call.heardAt);
  if (late || call.answer === answer || call.answers >= maxAnswers) return false;
  await sql`
    update notification set state = 'read', sent_at = coalesce(sent_at, now()), delivered_at = coalesce(delivered_at, now()),
      read_at = coalesce(read_at, now()), leased_until = null, reason = null, answer = ${answer}, answers = answers + 1, heard_at = ${heardAt}::timestamptz
    where id = ${call.id}`.execute(tx);
  return true;
}
