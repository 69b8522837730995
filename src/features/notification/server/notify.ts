import { sql } from 'kysely';
import { channelsOf, textsOf } from '#features/channel/server/service.ts';
import { encrypt } from '#server/core/crypto.ts';
import type { Db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import { type ChannelKind, groupChannels, sharedChannels } from '#shared/codes.ts';
import { drillMark } from '#shared/drill.ts';
import { hoursOf, type QuietHours } from '#shared/quietHours.ts';
import { type Message, type Occasion, type Stored, sealed, writeMessages } from './record.ts';

/** Somebody who is to be told. */
export interface Recipient {
  kind: Stored;
  id: string;
  name: string;
  mobile: string | null;
  email: string | null;
  /** Null: rung at any hour. */
  quiet: QuietHours | null;
  /** Where the message leads this one alone; absent: where it leads all. */
  link?: string;
}

/** Of what people are told by which channels. */
export interface NotificationRequest extends Occasion {
  users: readonly Recipient[];
  /** The zone of the project. */
  zone: string;
  /** All of them at once. */
  channels: readonly ChannelKind[];
  /** One after the other, where one of `channels` does not come through to somebody. */
  instead: readonly ChannelKind[];
  /** When it happened; the text says it by the clock of the zone. */
  occurredAt: string;
  /** What else stands in the text: how the person of the alarm is addressed, place, kind, whether it is claimed, and where it leads; nothing of health. */
  values: Readonly<Record<'name' | 'place' | 'type' | 'state' | 'link', string>>;
  /** Of a drill: every text begins with its mark. */
  drill?: boolean;
  /** Said before the text. */
  preface?: string;
  /** Beyond some in a minute its messages go as one with others of their receiver. */
  gathers?: boolean;
}

/** A message as it waits, encrypted. */
export interface NotificationText {
  title: string;
  text: string;
  spoken: string;
  url: string | null;
  /** What stands before the text and is said of those that go together, too. */
  preface?: string;
}

/** What a message is sent to, of kinds that ring a number or write to a mail box. */
const addressOf: Partial<Record<ChannelKind, 'mobile' | 'email'>> = { sms: 'mobile', voice: 'mobile', email: 'email' };

/** Each of these people; of several with one telephone or mail box the first, where the kind writes to that. */
function oncePerAddress(recipients: readonly Recipient[], kind: ChannelKind): Recipient[] {
  const by = addressOf[kind];
  if (!by) return [...recipients];
  const seen = new Map(recipients.toReversed().map((recipient) => [recipient[by], recipient]));
  return recipients.filter((recipient) => !recipient[by] || seen.get(recipient[by]) === recipient);
}

/** Whom a channel writes to: each of them once, or its group as one. */
function recipientsOf(recipients: readonly Recipient[], { id, kind, name }: Channel): Recipient[] {
  if (groupChannels.includes(kind)) return [{ kind: 'user', id, name, mobile: null, email: null, quiet: null }];
  return oncePerAddress(recipients, kind);
}

/** The kinds by which not this one of them is written to, but another one with the same telephone or mail box. */
function kindsNotUsedFor(recipients: readonly Recipient[], recipient: Recipient): ChannelKind[] {
  const kinds = Object.keys(addressOf) as ChannelKind[];
  return kinds.filter((kind) => !oncePerAddress(recipients, kind).includes(recipient));
}

type Channel = Awaited<ReturnType<typeof channelsOf>>[number];
type TextOf = Awaited<ReturnType<typeof textsOf>>;

/** The messages of one occasion by the channels of its project. */
function messagesOf(request: NotificationRequest, set: readonly Channel[], textOf: TextOf): Message[] {
  const {
    users,
    zone,
    channels,
    instead,
    occurredAt: at,
    values,
    drill = false,
    preface = '',
    gathers = false,
    ...occasion
  } = request;
  const mark = drill ? drillMark : '';
  const { projectId, event } = occasion;
  const time = new Date(at).toLocaleString('zh-CN', {
    ...{ timeZone: zone, hour12: false, month: 'numeric', day: 'numeric', hour: '2-digit', minute: '2-digit' },
  } as Intl.DateTimeFormatOptions);
  const encryptedText = (kind: ChannelKind, link: string): string => {
    const { title, text } = textOf(projectId, event, kind, { ...values, time, link });
    const { text: spoken } = textOf(projectId, event, 'voice', { ...values, time, link });
    const content: NotificationText = {
      title: mark + title,
      text: mark + preface + text,
      spoken: mark + preface + spoken,
      url: link || null,
      ...(preface && { preface }),
    };
    return encrypt(JSON.stringify(content));
  };
  const addressed = ({ name, mobile, email, quiet }: Recipient) =>
    sealed({ name, mobile, email, quiet: quiet && { ...quiet, zone } });
  const channelsOfKind = (kind: ChannelKind) => set.filter((channel) => channel.kind === kind);
  const has = (kind: ChannelKind) => channelsOfKind(kind).length > 0;
  const next = instead.filter((kind) => has(kind) && !channels.includes(kind));
  return (channels.some(has) ? channels : next).flatMap((kind) => {
    const shared = sharedChannels.includes(kind);
    const [first, ...others] = channelsOfKind(kind);
    const used = first && !shared ? [first] : channelsOfKind(kind);
    const following = shared ? next : [...others.map(({ id }) => id), ...next];
    const same = encryptedText(kind, values.link);
    const textFor = (link: string | undefined) => (link === undefined ? same : encryptedText(kind, link));
    const about = groupChannels.includes(kind) &&
      next.length > 0 && {
        about: users.map((user) => {
          const { kind: toKind, id: toId, link } = user;
          const textCipher = link === undefined ? null : textFor(link);
          return { toKind, toId, toCipher: addressed(user), textCipher, notBy: kindsNotUsedFor(users, user) };
        }),
      };
    return used.flatMap((channel) =>
      recipientsOf(users, channel).map(
        (recipient): Message => ({
          ...{
            ...occasion,
            toKind: recipient.kind,
            toId: recipient.id,
            channel: kind,
            channelId: channel.id,
            instead: following,
          },
          // Several webhooks tell the same person.
          key: kind === 'webhook' && used.length > 1 ? `${occasion.key}:${channel.id}` : occasion.key,
          toCipher: addressed(recipient),
          textCipher: textFor(recipient.link),
          ...{ state: 'queued', noticeId: null, gathers, ...about },
        }),
      ),
    );
  });
}

/**
 * Puts messages into the outbox, in the transaction of the steps that are told: what commits is sent, by whichever node comes
 * first. A kind of channel that the project has not set up, or has switched off, is left out. Answers how many each occasion has,
 * by its key.
 */
export async function notify(tx: Db, requests: readonly NotificationRequest[]): Promise<Map<string, number>> {
  const deliverable = requests.filter(({ users, channels }) => users.length > 0 && channels.length > 0);
  if (deliverable.length === 0) return new Map();
  const projects = [...new Set(deliverable.map(({ projectId }) => projectId))];
  const set = await channelsOf(tx, projects);
  const textOf = await textsOf(tx, projects);
  const messages = deliverable.map((request) => {
    const projectChannels = set.filter(({ projectId }) => projectId === request.projectId);
    return [request.key, messagesOf(request, projectChannels, textOf)] as const;
  });
  await writeMessages(
    tx,
    messages.flatMap(([, some]) => some),
  );
  return new Map(messages.map(([key, { length }]) => [key, length]));
}

/** How these people of the house are reached. */
export async function userRecipients(tx: Db, users: readonly { id: string }[]): Promise<Recipient[]> {
  const ids = users.map(({ id }) => id);
  const { rows } = await sql<Omit<Recipient, 'kind' | 'quiet'> & { quietFrom: string | null; quietTo: string | null }>`
    select id::text, name, mobile, email, quiet_from as "quietFrom", quiet_to as "quietTo" from "user" where id = any(${bigints(ids)}) and deleted_at is null and status = 'enabled' order by name, id`.execute(
    tx,
  );
  return rows.map(({ quietFrom, quietTo, ...row }) => ({
    kind: 'user',
    ...row,
    quiet: hoursOf(quietFrom, quietTo),
  }));
}
