import { type LoggedRequest, withCommandLog } from '#server/feature/cmdLog.ts';

/** Writes a look at places into the command log; without the entry there is no answer. */
export function logLook(call: LoggedRequest): Promise<void> {
  return withCommandLog(call, async () => undefined);
}

const hour = 3_600_000;
const maxRemembered = 20_000;
/** Time of the last entry by user and customer, oldest first. */
const looked = new Map<string, number>();

/** Writes a look at one person into the command log, once an hour for a user and customer. */
export async function logLookAtPerson(call: Omit<LoggedRequest, 'input'>, customerId: string): Promise<void> {
  const key = `${call.viewer.userId} ${customerId}`;
  const now = Date.now();
  if (now - (looked.get(key) ?? 0) < hour) return;
  await logLook({ ...call, input: { id: customerId, object: 'customer' } });
  looked.delete(key);
  looked.set(key, now);
  for (const [oldest, at] of looked) {
    if (looked.size <= maxRemembered && now - at < hour) break;
    looked.delete(oldest);
  }
}
