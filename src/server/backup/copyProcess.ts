import { setPriority } from 'node:os';
import { type CopyRequest, copyAll } from './copy.ts';
import { sentenceOf } from './problem.ts';

/** Message of the process: progress in bytes, then one of two results. */
export type CopyMessage =
  | { done: number; total: number }
  | { made: { size: number; entries: number } }
  | { failed: string };

const progressEveryMs = 500;

/**
 * Makes one backup in this process, so that compression and encryption do not slow alarms. The request is a message, to
 * keep the passphrase out of the process list. Exits with its parent.
 */
process.once('message', (request: CopyRequest) => {
  setPriority(10);
  let lastSentAt = 0;
  const send = (message: CopyMessage) => new Promise<void>((resolve) => process.send?.(message, () => resolve()));
  copyAll(request, (done, total) => {
    if (Date.now() - lastSentAt < progressEveryMs) return;
    lastSentAt = Date.now();
    send({ done, total }).catch(() => process.exit(1));
  })
    .then(
      (made) => send({ made }),
      (error: unknown) => send({ failed: sentenceOf(error) }),
    )
    .finally(() => process.exit());
});
process.once('disconnect', () => process.exit(1));
