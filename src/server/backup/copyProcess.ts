import { setPriority } from 'node:os';
import { type CopyRequest, copyAll } from './copy.ts';
import { sentenceOf } from './problem.ts';

/** What the process says: how far it is in bytes, then one of the two ends. */
export type CopyMessage =
  | { done: number; total: number }
  | { made: { size: number; entries: number } }
  | { failed: string };

const progressEveryMs = 500;

/**
 * A process of its own that makes one backup: compressing and encrypting take nothing from the way of the alarms. It is
 * given its order by a message, so that the passphrase stands in no list of processes, and gives up without its parent.
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
