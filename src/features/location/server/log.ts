import { type LoggedRequest, withCommandLog } from '#server/feature/cmdLog.ts';

/** Writes a look at places into the command log; without the entry there is no answer. */
export function logLook(call: LoggedRequest): Promise<void> {
  return withCommandLog(call, async () => undefined);
}
