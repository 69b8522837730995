import type { WarnDetail } from './types.ts';

type Message = WarnDetail['notifications'][number];

interface Recipient {
  id: string;
  name: string;
  /** The newest of each channel. */
  messages: Message[];
}

/** Who was told, the one of the newest message first; of several messages by one channel the newest stands for it. */
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
