import { alarmsIn, type Message } from '#devices/message.ts';
import { refOf } from './lookup.ts';

const minute = 60_000;
/** Messages of a minute that are taken of a number that nobody registered. */
const maxPerNumber = 60;
/** Numbers that are counted; of further ones each message is looked at, within the bounds of their address range. */
const maxNumbers = 10_000;

/** What unregistered numbers have sent since they were first looked for, in the order of that. */
const counted = new Map<string, { since: number; messages: number }>();

/** Notes numbers that were looked for and are nobody's; `now` in ms. */
export function noteUnknownNumbers(messages: readonly Message[], now: number): void {
  for (const [ref, { since }] of counted) {
    if (now - since < minute) break;
    counted.delete(ref);
  }
  const newRefs = new Set(messages.map(refOf).filter((ref) => !counted.has(ref)));
  for (const ref of newRefs) if (counted.size < maxNumbers) counted.set(ref, { since: now, messages: 0 });
  for (const message of messages) {
    const counter = counted.get(refOf(message));
    if (counter && newRefs.has(refOf(message))) counter.messages += 1;
  }
}

/** Registered numbers that were heard here; past so many each is noted again with its next message. */
const registered = new Set<string>();
const maxRegistered = 100_000;

/** Numbers that somebody has registered meanwhile are held to no rate. */
export function rememberRegistered(messages: readonly Message[]): void {
  if (registered.size >= maxRegistered) registered.clear();
  for (const message of messages) {
    counted.delete(refOf(message));
    registered.add(refOf(message));
  }
}

export function isRegistered(protocol: string, number: string): boolean {
  return registered.has(`${protocol} ${number}`);
}

/**
 * Whether a message is left out before it costs a transaction: a number that is nobody's has sent as many in the minute as are
 * taken of one. An alarm never is. Once registered, a number is heard a minute later at most.
 */
export function isOverRate(message: Message, now: number): boolean {
  const counter = counted.get(refOf(message));
  if (!counter || now - counter.since >= minute) return false;
  counter.messages += 1;
  return counter.messages > maxPerNumber && alarmsIn(message).length === 0;
}
