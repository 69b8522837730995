import { maxPerWarn, notificationStates } from '#features/notification/contract.ts';
import type { WarnDetail, WarnStep } from '#features/warn/web/service.ts';

type Message = WarnDetail['notifications'][number];

/** Message to one recipient by one channel, as the timeline shows it. */
export type Delivery = Omit<Message, 'event' | 'nth' | 'warnId' | 'title'>;

/** Whether the step caused the message. */
function causes({ kind, data }: WarnStep, { event, nth }: Message): boolean {
  if (event === 'asked') return data.falseAsked !== undefined;
  if (event === 'dispatch') return kind === 'dispatch' && String(data.dispatchId) === nth;
  if (String(data.rung) !== nth) return false;
  if (event === 'family') return data.cause === 'contacts';
  if (kind !== 'escalated') return event === 'waiting' && data.alone !== undefined;
  return data.cause === event || (data.cause === 'claim' && (event === 'new' || event === 'waiting'));
}

function nearest(steps: readonly WarnStep[], at: string): WarnStep | undefined {
  const apart = (step: WarnStep) => Math.abs(Date.parse(step.at) - Date.parse(at));
  return [...steps].sort((a, b) => apart(a) - apart(b))[0];
}

/** Returns inbox messages that only the step records; empty if it found no recipient, null if it notifies none. */
function inboxOf({ id, at, data }: WarnStep): Delivery[] | null {
  if (!Array.isArray(data.people)) return null;
  const users = data.people as readonly { id: string; name: string; state: string }[];
  const nothing = { tries: 0, reason: null, sentAt: null, deliveredAt: null, readAt: null, answer: null };
  return users.map((user) => ({
    ...nothing,
    id: `${id}.${user.id}`,
    at,
    to: { kind: 'user', id: user.id, name: user.name },
    channel: 'inbox',
    state: user.state === 'delivered' ? 'delivered' : 'sent',
  }));
}

const recipientOf = ({ to }: Pick<Delivery, 'to'>) => `${to.kind}${to.id}`;

/** Sorts oldest first, with messages to one recipient together. */
function byRecipient(newestFirst: readonly Message[]): Message[] {
  return [...Map.groupBy(newestFirst.toReversed(), recipientOf).values()].flat();
}

interface Folded {
  /** Steps without those that only report the delivery of another step's message. */
  steps: WarnStep[];
  /** Messages by the id of their step; an empty list if there was no recipient. */
  deliveries: ReadonlyMap<string, readonly Delivery[]>;
  /** Step with possibly incomplete messages: the detail limits their number. */
  cutId: string | null;
}

/** Groups the messages of a warn by the steps that caused them: rungs, stalls, requests, dispatches. */
export function foldDeliveries({ steps, notifications }: Pick<WarnDetail, 'steps' | 'notifications'>): Folded {
  const deliveries = new Map<string, readonly Delivery[]>();
  let cutId: string | null = null;
  const occasions = Map.groupBy(notifications, ({ event, nth }) => `${event}:${nth}`);
  for (const messages of occasions.values()) {
    const first = messages.at(-1);
    const step =
      first &&
      nearest(
        steps.filter((candidate) => causes(candidate, first)),
        first.at,
      );
    if (!step) continue;
    deliveries.set(step.id, [...(deliveries.get(step.id) ?? []), ...byRecipient(messages)]);
    if (notifications.length >= maxPerWarn && first === notifications.at(-1)) cutId = step.id;
  }
  for (const step of steps) {
    const inbox = deliveries.has(step.id) ? null : inboxOf(step);
    if (inbox) deliveries.set(step.id, inbox);
  }
  const folded = new Set([...deliveries.values()].flat().map(({ id }) => id));
  return { steps: steps.filter(({ data }) => !folded.has(String(data.notificationId))), deliveries, cutId };
}

/** Returns the delivery state of a message; an inbox message to a user who is not logged in counts as not delivered. */
export function deliveryState({ channel, state }: Pick<Delivery, 'channel' | 'state'>): string {
  return channel === 'inbox' && state === 'sent' ? '未送达' : notificationStates[state];
}

/** Order of the states in the folded line; the last two need attention. */
const order = ['已读', '已送达', '已发送', '待发送', '未送达', '失败'];
const bad = ['未送达', '失败'];

export interface Summary {
  /** 通知 3 人 4 条 · 已送达 2 · 已发送 1 */
  text: string;
  /** 失败 1, 无人收到; null if nothing has failed. */
  failed: string | null;
}

/**
 * Summarizes the messages of one step in one line; its figures add up to the list.
 * @param cut whether there may be more
 */
export function summaryOf(deliveries: readonly Delivery[], cut = false): Summary {
  if (deliveries.length === 0) return { text: '', failed: '无人收到' };
  const recipients = new Map(deliveries.map((delivery) => [recipientOf(delivery), delivery.to.kind]));
  const groupCount = [...recipients.values()].filter((kind) => kind === 'group').length;
  const userCount = recipients.size - groupCount;
  const whom = [userCount > 0 && `${userCount} 人`, groupCount > 0 && `${groupCount} 个群`].filter(Boolean).join('、');
  const each = deliveries.length > recipients.size ? ` ${deliveries.length} 条` : '';
  const counts = Map.groupBy(deliveries, deliveryState);
  const states = order.filter((state) => counts.has(state));
  const figures = (some: readonly string[]) => some.map((state) => `${state} ${counts.get(state)?.length}`);
  const failed = figures(states.filter((state) => bad.includes(state)));
  const calm = figures(states.filter((state) => !bad.includes(state)));
  return {
    text: [`通知${cut ? '至少' : ''} ${whom}${each}`, ...calm].join(' · '),
    failed: failed.length > 0 ? failed.join(' · ') : null,
  };
}
