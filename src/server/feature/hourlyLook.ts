import { type LoggedRequest, withCommandLog } from './cmdLog.ts';

const hour = 3_600_000;
const maxRemembered = 20_000;
/** Time of the last entry by call, user and customer, oldest first. */
const looked = new Map<string, number>();

/**
 * Writes a look at one person into the command log, once an hour for a call, user and customer: for pages that ask every
 * few seconds. Without the entry there is no answer.
 */
export async function logHourlyLook(call: Omit<LoggedRequest, 'input'>, customerId: string): Promise<void> {
  const key = `${call.endpoint.path} ${call.viewer.userId} ${customerId}`;
  const now = Date.now();
  if (now - (looked.get(key) ?? 0) < hour) return;
  await withCommandLog({ ...call, input: { id: customerId, object: 'customer' } }, async () => undefined);
  looked.delete(key);
  looked.set(key, now);
  for (const [oldest, at] of looked) {
    if (looked.size <= maxRemembered && now - at < hour) break;
    looked.delete(oldest);
  }
}
