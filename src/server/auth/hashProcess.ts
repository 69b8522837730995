import { hashSync, verifySync } from '@node-rs/argon2';

/** Request to the process: hash a password, or verify it if `stored` is a hash. */
export interface HashTask {
  password: string;
  stored: string | null;
}

export type HashAnswer = { value: string | boolean } | { error: string };

/** Argon2id (2 in the library's enum) with OWASP's parameters: 19 MiB, two passes. */
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

process.on('message', ({ password, stored }: HashTask) => {
  // A send error is ignored: the server process has exited.
  const answer = (result: HashAnswer): void => {
    process.send?.(result, undefined, undefined, () => undefined);
  };
  try {
    answer({ value: stored === null ? hashSync(password, options) : verifySync(stored, password) });
  } catch (error) {
    answer({ error: error instanceof Error ? error.message : String(error) });
  }
});

// The server process has exited.
process.once('disconnect', () => process.exit());
