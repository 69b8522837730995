import { sql } from 'kysely';
import { newTrace } from '#server/core/trace.ts';
import { system } from '#server/core/viewer.ts';
import { command } from '#server/feature/command.ts';
import type { NotifyChannel } from '#shared/codes.ts';
import { quietUntil } from '#shared/rule/quietHours.ts';
import { runAfterDelivery } from './notificationHooks.ts';
import { decryptAddress, type NotificationRow } from './record.ts';

/** Channels that ring or vibrate a personal phone; groups, webhooks and the inbox disturb no user. */
const personal: readonly NotifyChannel[] = ['web_push', 'email', 'sms', 'voice'];

/** A message that is about to be sent. */
interface Leaving {
  id: string;
  channel: NotifyChannel;
  warnId: string | null;
  level: number | null;
  toKind: NotificationRow['to']['kind'];
  toCipher: string;
  tries: number;
}

/** Returns 「07:00」, in the zone's time. */
function timeIn(zone: string, instant: number): string {
  return new Date(instant).toLocaleTimeString('zh-CN', {
    timeZone: zone,
    hour12: false,
    hour: '2-digit',
    minute: '2-digit',
  });
}

/**
 * Postpones a message below level 1 to the end of the recipient's quiet hours; the attempt does not count. Records the
 * reason and runs the hooks. False: the message may be sent.
 */
export async function postponeIfQuiet(message: Leaving): Promise<boolean> {
  if (message.level === null || message.level <= 1 || !personal.includes(message.channel)) return false;
  const { name, quiet } = decryptAddress(message.toCipher);
  const until = quiet ? quietUntil(Date.now(), quiet, quiet.zone) : null;
  if (!quiet || until === null) return false;
  const reason = `静默时段，推迟到 ${timeIn(quiet.zone, until)}`;
  const end = new Date(until).toISOString();
  await command(system(newTrace()), async (ctx) => {
    // Gathered messages are held singly: a warn among them may become urgent, and gathering is decided again at the
    // end.
    const held = await ctx.tx.returning(sql<{ id: string; warnId: string | null }>`
      update notification set held_until = ${end}::timestamptz, next_at = ${end}::timestamptz, tries = case when id = ${message.id}::bigint then tries - 1 else tries end,
        leased_until = null, reason = ${reason}, gathered_into = null, judged_at = null
      where (id = ${message.id}::bigint and tries = ${message.tries} or gathered_into = ${message.id}::bigint and id <> ${message.id}::bigint) and state = 'queued'
      returning id::text, warn_id::text as "warnId"`);
    const to = { kind: message.toKind, name };
    await runAfterDelivery(
      ctx,
      held.flatMap(({ id, warnId }) =>
        warnId === null ? [] : [{ id, warnId, channel: message.channel, to, state: 'held' as const, reason }],
      ),
    );
  });
  return true;
}
