import { decodedOf, type Message } from '#devices/message.ts';

/** How far device and reception may be apart for a message in time, ms. */
export const lateMs = 5 * 60_000;
/** Device clocks before this are reset clocks (protocols.md P0.4). */
const firstPlausible = Date.UTC(2015, 0, 1);

/** The instants of a message, parsed once: ms since 1970. */
export interface Times {
  received: number;
  /** Of the device's clock; null when the message has none. */
  device: number | null;
  /** When a backlog is of, as far as that is known: what it rings by. */
  of: number | null;
  /** The frame says that it is a backlog, or the two differ by more than 5 minutes (domain.md 3.7). */
  late: boolean;
}

/** The times of what a message says first; a batch is late when something in it is. */
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

/** A clock that can be meant: not before 2015, not over 5 minutes ahead. */
export function isPlausible({ received, device }: Pick<Times, 'received' | 'device'>): boolean {
  return device !== null && device >= firstPlausible && device <= received + lateMs;
}
