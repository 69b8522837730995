import { decodedOf, type Message } from '#devices/message.ts';

/** Maximum distance of device time and reception for a message in time, ms. */
export const lateMs = 5 * 60_000;
/** Device times before this come from reset clocks (protocols.md P0.4). */
const firstPlausible = Date.UTC(2015, 0, 1);

/** Instants of a message, parsed once: ms since 1970. */
export interface Times {
  received: number;
  /** Device time; null if absent or implausible. */
  device: number | null;
  /** Time of origin of a backlog, if known: decides whether it rings. */
  of: number | null;
  /** Backlog, or both times differ by more than 5 minutes (domain.md 3.7). */
  late: boolean;
}

/** Returns the times of the first decoded message; a batch is late if any part is late. */
export function timesOf(message: Message): Times {
  const received = Date.parse(message.receivedAt);
  const late = decodedOf(message).some(({ backlog, time }) => backlog || isApart(time, received));
  const device = message.decoded?.time ? Date.parse(message.decoded.time) : null;
  const deviceTime = isPlausible({ received, device }) ? device : null;
  return { received, device, of: message.firstAt === undefined ? deviceTime : Date.parse(message.firstAt), late };
}

function isApart(time: string | null, received: number): boolean {
  return time !== null && Math.abs(received - Date.parse(time)) > lateMs;
}

/** Returns whether the device time is plausible: not before 2015, at most 5 minutes ahead. */
export function isPlausible({ received, device }: Pick<Times, 'received' | 'device'>): boolean {
  return device !== null && device >= firstPlausible && device <= received + lateMs;
}
