import { statfsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux's file system in memory. */
const memory = '/dev/shm';
/** Free bytes from which it is used: many times what a whole run has in it at once. */
const enough = 3 * 2 ** 30;

/** Returns where folders are made: in memory a copy of the template database takes a tenth of the time. */
function place(): string {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return !process.env.TMPDIR && bavail * bsize > enough ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/**
 * Creates a folder that other accounts can pass through, as PostgreSQL's must when root runs the tests; `remove`
 * deletes it.
 */
export async function temporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(place(), 'anhao-test-'));
  await chmod(path, 0o711);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
