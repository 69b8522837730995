import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';

/** What the thread is asked: to hash a password, or whether it is the one of a hash. */
export interface HashTask {
  password: string;
  stored: string | null;
}

/** Argon2id (2 in the library's list) with OWASP's figures: 19 MiB, two passes. */
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const port = parentPort;
if (port) {
  // On Linux of this thread alone: whoever waits for a login waits a little longer, an alarm does not.
  if (process.platform === 'linux') setPriority(5);
  port.on('message', ({ password, stored }: HashTask) => {
    try {
      port.postMessage({ value: stored === null ? hashSync(password, options) : verifySync(stored, password) });
    } catch (error) {
      port.postMessage({ error: error instanceof Error ? error.message : String(error) });
    }
  });
}
