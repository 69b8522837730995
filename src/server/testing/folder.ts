import { readdirSync, statfsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '#server/core/process/processes.ts';
import { stopOrphan } from '#server/embedded/postmaster.ts';

/** Linux's file system in memory. */
const memory = '/dev/shm';
/** Free bytes from which it is used: many times what a whole run has in it at once. */
const enough = 3 * 2 ** 30;
/** Name of a folder, with the process that made it. */
const made = /^anhao-test-(\d+)-/;

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
  const path = await mkdtemp(join(place(), `anhao-test-${process.pid}-`));
  await chmod(path, 0o711);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Deletes folders of killed test runs, with their databases: they would occupy memory until the next start. */
export async function removeAbandonedFolders(): Promise<void> {
  const from = place();
  for (const name of readdirSync(from)) {
    const pid = made.exec(name)?.[1];
    if (!pid || isAlive(Number(pid))) continue;
    await stopOrphan(join(from, name, 'postgres'));
    await rm(join(from, name), { recursive: true, force: true });
  }
}
