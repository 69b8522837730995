import { sql } from 'kysely';
import { decrypt, encrypt } from '#server/core/crypto.ts';
import type { Db } from '#server/db/db.ts';
import { groupChannels, type NotifyEvent } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import type { QuietHours } from '#shared/quietHours.ts';
import type { notificationApi } from '../contract.ts';

export type NotificationRow = OutputOf<typeof notificationApi.getNotificationList>;

/** What a message is written to; that of a group's robot stands there as `user` with the channel's id. */
export type Stored = Exclude<NotificationRow['to']['kind'], 'group'>;

/** Something that happened once and of which people are told. */
export interface Occasion {
  event: NotifyEvent;
  /** Names it for good: whoever is told of it again by the same channel is not. */
  key: string;
  warnId: string | null;
  projectId: string;
  departmentId: string;
  /** Of the alarm; 1 where it must wake people, too. */
  level: number;
  /** Kind and number of the alarm, or what it is about; stored in clear, so it names nobody. */
  title: string;
}

/** How to reach somebody, as it is kept with their message. */
export interface Address {
  name: string;
  mobile: string | null;
  email: string | null;
  /** When they are not to be rung out of bed, and by the clock of which zone; absent of whom has none. */
  quiet?: (QuietHours & { zone: string }) | null;
}

export function sealed(address: Address): string {
  return encrypt(JSON.stringify(address));
}

/** To whom a message went, as people read it: a group by its robot's name, whoever of the group it was about. */
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

/** One of those whom a message to a group's robot is about, and whom the next channel writes to. */
interface About {
  toKind: Stored;
  toId: string;
  toCipher: string;
  /** Null: the text of the message to the group. */
  textCipher: string | null;
  /** Kinds of channel by which another one of them is told at the same telephone or mail box. */
  notBy: readonly string[];
}

/** A message as it is first written down. */
export interface Message extends Occasion {
  toKind: Stored;
  toId: string;
  toCipher: string;
  textCipher: string | null;
  channel: NotificationRow['channel'];
  /** Null: the inbox. */
  channelId: string | null;
  /** What follows where this one does not come through: further channels of its kind, by id, then other kinds. */
  instead: readonly string[];
  state: 'queued' | 'sent' | 'delivered';
  noticeId: string | null;
  /** It may go as one with others to the same receiver. */
  gathers?: boolean;
  /** Of a message to a group's robot that other channels may follow. */
  about?: readonly About[];
}

/** Writes messages in the caller's transaction, all by one statement; whoever has one of the same occasion by the same channel gets no second one. */
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
 * Records in the caller's transaction what lies in these people's inboxes: delivered to whose page is open, sent to the
 * others. Reading the notice `noticeId` counts as reading the message.
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
