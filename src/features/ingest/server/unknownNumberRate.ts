import { alarmsIn, type Message } from '#devices/message.ts';
import { refOf } from './lookup.ts';

const minute = 60_000;
/** Messages of a minute that are taken of a number that nobody registered. */
const mostOfNumber = 60;
/** Numbers that are counted; of further ones each message is looked at, within the bounds of their address range. */
const mostNumbers = 10_000;

/** What unregistered numbers have sent since they were first looked for, in the order of that. */
const counted = new Map<string, { since: number; messages: number }>();

/** Notes numbers that were looked for and are nobody's; `now` in ms. */
export function noteUnknownNumbers(messages: readonly Message[], now: number): void {
  for (const [ref, { since }] of counted) {
    if (now - since < minute) break;
    counted.delete(ref);
  }
  const fresh = new Set(messages.map(refOf).filter((ref) => !counted.has(ref)));
  for (const ref of fresh) if (counted.size < mostNumbers) counted.set(ref, { since: now, messages: 0 });
  for (const message of messages) {
    const one = counted.get(refOf(message));
    if (one && fresh.has(refOf(message))) one.messages += 1;
  }
}

/** Registered numbers that were heard here; past so many each is noted again with its next message. */
const registered = new Set<string>();
const mostRegistered = 100_000;

/** Numbers that somebody has registered meanwhile are held to no rate. */
export function noteRegistered(messages: readonly Message[]): void {
  if (registered.size >= mostRegistered) registered.clear();
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
export function isHeldBack(message: Message, now: number): boolean {
  const one = counted.get(refOf(message));
  if (!one || now - one.since >= minute) return false;
  one.messages += 1;
  return one.messages > mostOfNumber && alarmsIn(message).length === 0;
}
