import type { WarnDetail } from './types.ts';

type Message = WarnDetail['notifications'][number];

interface Person {
  id: string;
  name: string;
  /** The newest of each channel. */
  messages: Message[];
}

/** Who was told, the one of the newest message first; of several messages by one channel the newest stands for it. */
export function told(newestFirst: readonly Message[]): Person[] {
  const people = new Map<string, Person>();
  for (const message of newestFirst) {
    const { kind, id, name } = message.to;
    const person = people.get(`${kind}${id}`) ?? { id: `${kind}${id}`, name, messages: [] };
    people.set(person.id, person);
    if (!person.messages.some(({ channel }) => channel === message.channel)) person.messages.push(message);
  }
  return [...people.values()];
}
