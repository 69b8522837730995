import { sql } from 'kysely';
import { decrypt, encrypt } from '#server/core/crypto.ts';
import type { Db } from '#server/db/db.ts';
import { groupChannels, type NotifyEvent } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import type { QuietHours } from '#shared/rule/quietHours.ts';
import type { notificationApi } from '../contract.ts';

export type NotificationRow = OutputOf<typeof notificationApi.getNotificationList>;

/** Stored kind of recipient; a group's robot is stored as `user` with the channel's id. */
export type Stored = Exclude<NotificationRow['to']['kind'], 'group'>;

/** An event that is notified once. */
export interface Occasion {
  event: NotifyEvent;
  /** Permanent key: a recipient gets one message per key and channel. */
  key: string;
  warnId: string | null;
  projectId: string;
  departmentId: string;
  /** Level of the warn; 1 where the message must also wake users. */
  level: number;
  /** Type and number of the warn, or the subject; stored unencrypted, so it contains no names. */
  title: string;
}

/** Addresses of a recipient, stored encrypted with the message. */
export interface Address {
  name: string;
  mobile: string | null;
  email: string | null;
  /** Quiet hours and their zone; absent when the recipient has none. */
  quiet?: (QuietHours & { zone: string }) | null;
}

export function sealed(address: Address): string {
  return encrypt(JSON.stringify(address));
}

/** Returns the recipient for display: a group by its robot's name, independent of the user the message is about. */
export function recipientOf(message: {
  channel: NotificationRow['channel'];
  channelName: string | null;
  toKind: Stored;
  toCipher: string;
}): Pick<NotificationRow['to'], 'kind' | 'name'> {
  if (groupChannels.includes(message.channel)) return { kind: 'group', name: message.channelName ?? '' };
  return { kind: message.toKind, name: decryptAddress(message.toCipher).name };
}

export function decryptAddress(cipher: string): Address {
  return JSON.parse(decrypt(cipher)) as Address;
}

/** A recipient as the subject of a group message; the next channel writes to them. */
interface About {
  toKind: Stored;
  toId: string;
  toCipher: string;
  /** Null: the text of the group message. */
  textCipher: string | null;
  /** Channel kinds by which another recipient with the same phone or mailbox is notified. */
  notBy: readonly string[];
}

export interface Message extends Occasion {
  toKind: Stored;
  toId: string;
  toCipher: string;
  textCipher: string | null;
  channel: NotificationRow['channel'];
  /** Null: the inbox. */
  channelId: string | null;
  /** Fallback order: further channels of its kind by id, then other kinds. */
  instead: readonly string[];
  state: 'queued' | 'sent' | 'delivered';
  noticeId: string | null;
  /** True: may be gathered with others to the same recipient. */
  gathers?: boolean;
  /** Recipients of a group message that can fall back to other channels. */
  about?: readonly About[];
}

/**
 * Writes messages in the caller's transaction, in one statement; skips recipients who already have one of the occasion
 * by the channel.
 */
export async function writeMessages(tx: Db, messages: readonly Message[]): Promise<void> {
  if (messages.length === 0) return;
  await sql`
    with m as (
      select * from jsonb_to_recordset(${JSON.stringify(messages)}::jsonb) as m (event text, key text, "warnId" bigint, "projectId" bigint, "departmentId" bigint,
        level int, title text, "toKind" text, "toId" bigint, "toCipher" text, "textCipher" text, channel text, "channelId" bigint, instead text[], state text,
        "noticeId" bigint, gathers boolean, about jsonb)),
    written as (
      insert into notification (event, key, warn_id, project_id, department_id, level, title, to_kind, to_id, to_cipher, text_cipher, channel, channel_id,
        instead, state, tries, notice_id, sent_at, delivered_at, gathers)
      select m.event, m.key, m."warnId", m."projectId", m."departmentId", m.level, m.title, m."toKind", m."toId", m."toCipher", m."textCipher", m.channel, m."channelId",
        m.instead, m.state, (m.state <> 'queued')::int, m."noticeId", case when m.state <> 'queued' then now() end, case when m.state = 'delivered' then now() end,
        coalesce(m.gathers, false)
      from m
      on conflict (key, to_kind, to_id, channel) do nothing returning id, key, to_id, channel_id)
    insert into notification_about (notification_id, to_kind, to_id, to_cipher, text_cipher, not_by)
    select w.id, a."toKind", a."toId", a."toCipher", a."textCipher", a."notBy"
    from m join written w on w.key = m.key and w.channel_id = m."channelId" and w.to_id = m."toId"
    cross join lateral jsonb_to_recordset(m.about) as a ("toKind" text, "toId" bigint, "toCipher" text, "textCipher" text, "notBy" text[])
    where m.about is not null on conflict do nothing`.execute(tx);
}

/**
 * Records inbox messages in the caller's transaction: delivered to users with an open page, sent to the others. Reading
 * the notice `noticeId` counts as reading the message.
 */
export async function recordInbox(
  tx: Db,
  occasions: readonly Occasion[],
  users: readonly { id: string; name: string; live: boolean }[],
  noticeId: string | null,
): Promise<void> {
  const rows = occasions.flatMap((occasion) =>
    users.map(
      ({ id, name, live }): Message => ({
        ...occasion,
        ...{ toKind: 'user', toId: id, toCipher: sealed({ name, mobile: null, email: null }), textCipher: null },
        ...{ channel: 'inbox', channelId: null, instead: [], state: live ? 'delivered' : 'sent', noticeId },
      }),
    ),
  );
  await writeMessages(tx, rows);
}
