import type { Message } from '#devices/message.ts';

/** How far device and reception may be apart for a message in time, ms. */
export const lateMs = 5 * 60_000;
/** Device clocks before this are reset clocks (protocols.md P0.4). */
const firstPlausible = Date.UTC(2015, 0, 1);

/** The instants of a message, parsed once: ms since 1970. */
export interface Times {
  received: number;
  /** Of the device's clock; null when the message has none. */
  device: number | null;
  /** The frame says that it is a backlog, or the two differ by more than 5 minutes (domain.md 3.7). */
  late: boolean;
}

export function timesOf({ decoded, receivedAt }: Message): Times {
  const received = Date.parse(receivedAt);
  const device = decoded?.time ? Date.parse(decoded.time) : null;
  const apart = device !== null && Math.abs(received - device) > lateMs;
  return { received, device, late: decoded !== null && (decoded.backlog || apart) };
}

/** A clock that can be meant: not before 2015, not over 5 minutes ahead. */
export function isPlausible({ received, device }: Times): boolean {
  return device !== null && device >= firstPlausible && device <= received + lateMs;
}
