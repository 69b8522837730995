import { alarmsIn, type Message } from '#devices/message.ts';
import { refOf } from '../lookup.ts';

const minute = 60_000;
/** Messages per minute accepted from an unregistered number. */
const maxPerNumber = 60;
/** Numbers that are counted; messages of further ones are only limited by their address range. */
const maxNumbers = 10_000;

/** Message counts of unregistered numbers since their lookup, in the order of lookup. */
const counted = new Map<string, { since: number; messages: number }>();

/** Records numbers that were looked up and are unregistered; `now` in ms. */
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

/** Registered numbers heard here; cleared at the limit, then recorded again with their next message. */
const registered = new Set<string>();
const maxRegistered = 100_000;

/** Removes the rate limit from numbers registered meanwhile. */
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
 * Returns whether a message is dropped before it needs a transaction: the unregistered number is above its rate. Alarms
 * are never dropped. A newly registered number is heard after a minute at most.
 */
export function isOverRate(message: Message, now: number): boolean {
  const counter = counted.get(refOf(message));
  if (!counter || now - counter.since >= minute) return false;
  counter.messages += 1;
  return counter.messages > maxPerNumber && alarmsIn(message).length === 0;
}
