import { hash, verify } from '@node-rs/argon2';

/** Argon2id (2 in the library's list) with OWASP's figures: 19 MiB, two passes. */
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

let running = 0;
const waiting: (() => void)[] = [];

/** Hashing shares threads with file work: at most two at once. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= 2) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

/** argon2id in PHC form. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, options));
}

let decoy: Promise<string> | undefined;

/** Whether the password is right; without a hash (unknown account) the same time is spent and the answer is no. */
export async function checkPassword(stored: string | null, password: string): Promise<boolean> {
  if (stored === null) {
    decoy ??= hashPassword('nobody has this password');
    await inTurn(async () => verify(await (decoy as Promise<string>), password));
    return false;
  }
  return inTurn(() => verify(stored, password));
}
