import type { WarnDetail } from '#features/warn/web/service.ts';

type Message = WarnDetail['notifications'][number];

interface Recipient {
  id: string;
  name: string;
  /** Newest message per channel. */
  messages: Message[];
}

/** Groups messages by recipient, newest first; keeps the newest message per channel. */
export function recipientsOf(newestFirst: readonly Message[]): Recipient[] {
  const byKey = new Map<string, Recipient>();
  for (const message of newestFirst) {
    const { kind, id, name } = message.to;
    const recipient = byKey.get(`${kind}${id}`) ?? { id: `${kind}${id}`, name, messages: [] };
    byKey.set(recipient.id, recipient);
    if (!recipient.messages.some(({ channel }) => channel === message.channel)) recipient.messages.push(message);
  }
  return [...byKey.values()];
}
