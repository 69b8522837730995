import { channelsOf, textsOf } from '#features/channel/server/service.ts';
import { encrypt } from '#server/core/crypto.ts';
import type { Db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import { type ChannelKind, groupChannels, sharedChannels } from '#shared/codes.ts';
import { drillMark } from '#shared/drill.ts';
import { hoursOf, type QuietHours } from '#shared/rule/quietHours.ts';
import { type Message, type Occasion, type Stored, sealed, writeMessages } from './record.ts';

export interface Recipient {
  kind: Stored;
  id: string;
  name: string;
  mobile: string | null;
  email: string | null;
  /** Null: no quiet hours. */
  quiet: QuietHours | null;
  /** Link for this recipient only; absent: the link for all. */
  link?: string;
}

/** Event, recipients and channels of a notification. */
export interface NotificationRequest extends Occasion {
  users: readonly Recipient[];
  /** Time zone of the project. */
  zone: string;
  /** Channels used all at once. */
  channels: readonly ChannelKind[];
  /** Fallback channels, one after the other when one of `channels` fails for a recipient. */
  instead: readonly ChannelKind[];
  /** Instant of the event; the text shows it in the zone's time. */
  occurredAt: string;
  /** Values of the text: customer's form of address, position, type, claim state, link; no health data. */
  values: Readonly<Record<'name' | 'place' | 'type' | 'state' | 'link', string>>;
  /** True for a drill: every text then begins with its mark. */
  drill?: boolean;
  /** Text before the message text. */
  preface?: string;
  /** True: may be gathered with others of the recipient in a storm. */
  gathers?: boolean;
}

/** Text of a waiting message, stored encrypted. */
export interface NotificationText {
  title: string;
  text: string;
  spoken: string;
  url: string | null;
  /** Text before the message text, also used for gathered messages. */
  preface?: string;
}

/** Contact field used by channels that call a number or write to a mailbox. */
const addressOf: Partial<Record<ChannelKind, 'mobile' | 'email'>> = { sms: 'mobile', voice: 'mobile', email: 'email' };

/** Returns the recipients, only the first per phone or mailbox where the kind uses that. */
function oncePerAddress(recipients: readonly Recipient[], kind: ChannelKind): Recipient[] {
  const by = addressOf[kind];
  if (!by) return [...recipients];
  const seen = new Map(recipients.toReversed().map((recipient) => [recipient[by], recipient]));
  return recipients.filter((recipient) => !recipient[by] || seen.get(recipient[by]) === recipient);
}

/** Returns the recipients of a channel: each once, or its group as one. */
function recipientsOf(recipients: readonly Recipient[], { id, kind, name }: Channel): Recipient[] {
  if (groupChannels.includes(kind)) return [{ kind: 'user', id, name, mobile: null, email: null, quiet: null }];
  return oncePerAddress(recipients, kind);
}

/** Returns the kinds by which another recipient with the same phone or mailbox is notified instead. */
function kindsNotUsedFor(recipients: readonly Recipient[], recipient: Recipient): ChannelKind[] {
  const kinds = Object.keys(addressOf) as ChannelKind[];
  return kinds.filter((kind) => !oncePerAddress(recipients, kind).includes(recipient));
}

type Channel = Awaited<ReturnType<typeof channelsOf>>[number];
type TextOf = Awaited<ReturnType<typeof textsOf>>;

/** Returns the messages of one event by the channels of its project. */
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
          // Several webhooks notify the same recipient.
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
 * Puts messages into the outbox, in the caller's transaction; after commit any node sends them. Channel kinds that the
 * project lacks or has disabled are skipped. Returns the number of messages by occasion key.
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

/** Returns names, addresses and quiet hours of these users. */
export async function userRecipients(tx: Db, users: readonly { id: string }[]): Promise<Recipient[]> {
  const ids = users.map(({ id }) => id);
  const rows = await tx
    .selectFrom('user')
    .select(['id', 'name', 'mobile', 'email', 'quietFrom', 'quietTo'])
    .where('id', '=', any(ids))
    .where('deletedAt', 'is', null)
    .where('status', '=', 'enabled')
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map(({ quietFrom, quietTo, ...row }) => ({
    kind: 'user',
    ...row,
    quiet: hoursOf(quietFrom, quietTo),
  }));
}
