import type { NotificationRequest, Occasion, Recipient } from '#features/notification/server/service.ts';
import { type channelsOfRung, occasionOf, type StoredWarn, typeIn } from '#features/warn/server/service.ts';
import { publicUrlOf } from '#server/core/publicUrl.ts';
import { system } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { productZone } from '#server/db/zone.ts';
import { consentValidities } from '#shared/codes.ts';
import { claimTexts } from '#shared/contract/caseLink.ts';
import { hoursOf } from '#shared/rule/quietHours.ts';
import { isDeskWork } from '#shared/warnOrder.ts';
import { makeCaseLink } from './caseLink.ts';
import type { RungContext } from './rungContext.ts';

type RungChannels = ReturnType<typeof channelsOfRung>;

/** Composes a message: salutation, location, type and time; no health data. */
async function notificationOf(
  context: RungContext,
  occasion: Occasion,
  row: StoredWarn,
  recipients: Recipient[],
  rungChannels: RungChannels,
): Promise<NotificationRequest> {
  const values = {
    name: await context.salutation(row),
    place: (await context.departmentNames()).get(row.departmentId) ?? '',
    type: typeIn(row, occasion.event),
    state: row.status === 'pending' ? claimTexts.pending : claimTexts.handling,
    link: publicUrlOf(`/warn/sos?id=${row.id}`) ?? '',
  };
  const zone = (await context.limits(row))?.timeZone ?? productZone;
  return { ...occasion, users: recipients, zone, ...rungChannels, occurredAt: row.receivedAt, values, drill: row.test };
}

/** Whether one message may cover this warn and others: it waits for a claim and is no drill. */
function canGather({ event }: Occasion, row: StoredWarn): boolean {
  return row.status === 'pending' && !row.test && isDeskWork(row) && waitingEvents.includes(event);
}

const waitingEvents: readonly Occasion['event'][] = ['new', 'waiting', 'claim', 'receiver'];

/**
 * Returns the notification of staff outside the screens; users on duty by the roster have no quiet hours. Null without
 * channels or users.
 */
export async function staffNotification(
  context: RungContext,
  occasion: Occasion,
  row: StoredWarn,
  users: readonly { id: string }[],
  rungChannels: RungChannels,
): Promise<NotificationRequest | null> {
  if (rungChannels.channels.length === 0 || users.length === 0) return null;
  const awake = new Set((await context.duty(row)).map(({ id }) => id));
  const recipients = (await context.recipients(users)).map((recipient) =>
    awake.has(recipient.id) ? { ...recipient, quiet: null } : recipient,
  );
  return {
    ...(await notificationOf(context, occasion, row, recipients, rungChannels)),
    gathers: canGather(occasion, row),
  };
}

/** Returns a responder's message: the dispatch link; only its page reveals the address and the entry notes. */
export async function responderNotification(
  context: RungContext,
  row: StoredWarn,
  to: Pick<Recipient, 'id' | 'name' | 'mobile' | 'link'>,
): Promise<NotificationRequest> {
  const recipient: Recipient = { kind: 'responder', email: null, quiet: null, ...to };
  return notificationOf(context, occasionOf(row, 'dispatch', to.id), row, [recipient], {
    channels: ['sms'],
    instead: [],
  });
}

/** Returns the customer's emergency contacts in order, or the reason why none may be notified. */
async function emergencyContacts(context: RungContext, row: StoredWarn): Promise<Recipient[] | string> {
  if (row.test) return '演练不通知联系人';
  if (row.customerId === null) return '没有绑定客户';
  const { consent, contacts } = await context.family(row);
  if (consent !== 'valid') return `家属共享同意${consentValidities[consent]}`;
  const emergency = contacts.filter(({ isEmergency }) => isEmergency);
  if (emergency.length === 0) return '没有紧急联系人';
  return emergency.map(({ id, name, mobile, phone, quietFrom, quietTo }) => ({
    ...{ kind: 'contact' as const, id, name, mobile: mobile ?? phone, email: null },
    quiet: hoursOf(quietFrom, quietTo),
  }));
}

/** Adds to each recipient their own link for answers; no links if the server has no public URL. */
async function withLinks(tx: Db, row: StoredWarn, recipients: readonly Recipient[]): Promise<Recipient[]> {
  const linkedRecipients: Recipient[] = [];
  for (const recipient of recipients) {
    const { kind, id, name } = recipient;
    const link = publicUrlOf('') === null ? null : await makeCaseLink(tx, row.id, { kind, id, name }, system());
    linkedRecipients.push({ ...recipient, link: link?.url ?? '' });
  }
  return linkedRecipients;
}

/**
 * Returns the family's notification, or the reason for none: only contacts with the customer's consent are notified.
 */
export async function familyNotification(
  tx: Db,
  context: RungContext,
  occasion: Occasion,
  row: StoredWarn,
  rungChannels: RungChannels,
): Promise<NotificationRequest | string> {
  const contacts = await emergencyContacts(context, row);
  if (typeof contacts === 'string') return contacts;
  return notificationOf(context, occasion, row, await withLinks(tx, row, contacts), rungChannels);
}
