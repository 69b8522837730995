import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { config } from '#server/core/runtime.ts';
import type { UploadedFile } from '#server/feature/handlers.ts';
import { requireDiskSpace } from './disk.ts';

/** Maximum duration of a call, ms: an older upload belongs to a dead process. */
const longest = 10 * 60_000;

const folder = (): string => join(config().dataDir, 'upload');

/**
 * Streams an upload to its own file, without buffering it in memory. The caller deletes it. 507 while the disk is
 * nearly full.
 */
export async function saveUploadStream(name: string, source: Readable): Promise<UploadedFile> {
  await requireDiskSpace();
  await mkdir(folder(), { recursive: true, mode: 0o700 });
  const path = join(folder(), randomUUID());
  try {
    await pipeline(source, createWriteStream(path, { mode: 0o600 }));
    return { name, path, size: (await stat(path)).size };
  } catch (error) {
    await dropUpload(path);
    throw error;
  }
}

/** Deletes an upload after its use or refusal. */
export async function dropUpload(path: string): Promise<void> {
  await rm(path, { force: true });
}

/** Deletes uploads of dead processes; returns the number. */
export async function sweepUploads(now = Date.now()): Promise<number> {
  const names = await readdir(folder()).catch(() => []);
  let removed = 0;
  for (const name of names) {
    const path = join(folder(), name);
    const stats = await stat(path).catch(() => null);
    if (!stats || stats.mtimeMs > now - longest) continue;
    await dropUpload(path);
    removed += 1;
  }
  return removed;
}
