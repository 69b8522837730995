import { type LoggedRequest, withCommandLog } from './cmdLog.ts';

const hour = 3_600_000;
const maxRemembered = 20_000;
/** Time of the last entry by call, user and object, oldest first. */
const looked = new Map<string, number>();

/**
 * Writes a look at one person, or at the people of a place, into the command log, once an hour for a call, user and object:
 * for pages that ask every few seconds. Without the entry there is no answer.
 */
export async function logHourlyLook(
  call: Omit<LoggedRequest, 'input'>,
  id: string,
  object: 'customer' | 'department' | 'project' = 'customer',
): Promise<void> {
  const key = `${call.endpoint.path} ${call.viewer.userId} ${id}`;
  const now = Date.now();
  if (now - (looked.get(key) ?? 0) < hour) return;
  await withCommandLog({ ...call, input: { id, object } }, async () => undefined);
  looked.delete(key);
  looked.set(key, now);
  for (const [oldest, at] of looked) {
    if (looked.size <= maxRemembered && now - at < hour) break;
    looked.delete(oldest);
  }
}
