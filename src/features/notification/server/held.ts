import { sql } from 'kysely';
import { newTrace } from '#server/core/trace.ts';
import { system } from '#server/core/viewer.ts';
import { command } from '#server/feature/command.ts';
import type { NotifyChannel } from '#shared/codes.ts';
import { quietUntil } from '#shared/quiet.ts';
import { tellMoved } from './parts.ts';
import { type NotificationRow, opened } from './record.ts';

/** What rings or shakes a person's own telephone; groups, webhooks and the inbox wake nobody. */
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

/** 「07:00」, as their clock shows it. */
function timeIn(zone: string, at: number): string {
  return new Date(at).toLocaleTimeString('zh-CN', {
    timeZone: zone,
    hour12: false,
    hour: '2-digit',
    minute: '2-digit',
  });
}

/**
 * Keeps a message below level 1 for whom it would reach in their quiet hours until these end; the try does not count. It says so
 * itself, and to whoever had it sent. False: it may go.
 */
export async function holdBack(one: Leaving): Promise<boolean> {
  if (one.level === null || one.level <= 1 || !personal.includes(one.channel)) return false;
  const { name, quiet } = opened(one.toCipher);
  const until = quiet ? quietUntil(Date.now(), quiet, quiet.zone) : null;
  if (!quiet || until === null) return false;
  const reason = `静默时段，推迟到 ${timeIn(quiet.zone, until)}`;
  const end = new Date(until).toISOString();
  await command(system(newTrace()), async (change) => {
    const held = await sql`
      update notification set held_until = ${end}::timestamptz, next_at = ${end}::timestamptz, tries = tries - 1, leased_until = null, reason = ${reason}
      where id = ${one.id} and state = 'queued' and tries = ${one.tries}`.execute(change.tx);
    if (!held.numAffectedRows || one.warnId === null) return;
    const to = { kind: one.toKind, name };
    await tellMoved(change, [{ id: one.id, warnId: one.warnId, channel: one.channel, to, state: 'held', reason }]);
  });
  return true;
}
