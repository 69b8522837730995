import type { Notification } from '#features/notification/contract.ts';
import type { WarnStep } from '#features/warn/contract.ts';
import { type NotifyChannel, notifyChannels } from '#shared/codes.ts';
import { maskName } from '#shared/mask.ts';
import type { Static } from '#shared/typebox.ts';

type Message = Static<typeof Notification>;
type Step = Static<typeof WarnStep>;
type Recipient = Message['to'];

const results = { sent: '已发给', delivered: '已送达', failed: '没有发到', held: '暂不发给' } as const;

/** Delivery of one message, as stored in its step of the timeline. */
interface Delivery {
  channel: NotifyChannel;
  state: keyof typeof results;
}

const textOf = ({ channel, state }: Delivery, name: string) => `${notifyChannels[channel]}${results[state]} ${name}`;

/** Returns 「短信已送达 王*」: contacts and family are masked for all readers of the timeline. */
export function deliveryNote(delivery: Delivery, to: Pick<Recipient, 'kind' | 'name'>, reason: string | null): string {
  const isFamily = to.kind === 'contact' || to.kind === 'customer_user';
  return `${textOf(delivery, isFamily ? maskName(to.name) : to.name)}${reason === null ? '' : `：${reason}`}`;
}

/**
 * Returns the steps with unmasked names in delivery steps, for a viewer who may see them.
 * @param messages of the warn with unmasked names; a step without its message here stays masked
 */
export function withUnmaskedNames(steps: readonly Step[], messages: readonly Message[]): Step[] {
  const recipients = new Map(messages.map(({ id, to }) => [id, to]));
  return steps.map((step) => {
    const to = recipients.get(String(step.data.notificationId));
    if (!to || step.note === null) return step;
    const delivery = step.data as unknown as Delivery;
    const masked = textOf(delivery, maskName(to.name));
    if (!step.note.startsWith(masked)) return step;
    return { ...step, note: textOf(delivery, to.name) + step.note.slice(masked.length) };
  });
}
