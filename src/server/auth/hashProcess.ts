import { hashSync, verifySync } from '@node-rs/argon2';

/** What the process is asked: to hash a password, or whether it is the one of a hash. */
export interface HashTask {
  password: string;
  stored: string | null;
}

export type HashAnswer = { value: string | boolean } | { error: string };

/** Argon2id (2 in the library's list) with OWASP's figures: 19 MiB, two passes. */
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

process.on('message', ({ password, stored }: HashTask) => {
  // Nobody waits any more when the server is gone.
  const answer = (result: HashAnswer): void => {
    process.send?.(result, undefined, undefined, () => undefined);
  };
  try {
    answer({ value: stored === null ? hashSync(password, options) : verifySync(stored, password) });
  } catch (error) {
    answer({ error: error instanceof Error ? error.message : String(error) });
  }
});

// The server is gone, however it ended.
process.once('disconnect', () => process.exit());
