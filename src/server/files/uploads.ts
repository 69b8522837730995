import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { config } from '#server/core/runtime.ts';
import type { UploadedFile } from '#server/feature/handlers.ts';
import { requireDiskSpace } from './disk.ts';

/** No call lasts longer, ms: what is older was left behind by a process that died. */
const longest = 10 * 60_000;

const folder = (): string => join(config().dataDir, 'upload');

/** Writes what is uploaded to a file of its own as it comes: memory holds a piece of it only. The caller drops it. 507 while the disk is nearly full. */
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

/** Removes an upload that has been worked on, or was refused. */
export async function dropUpload(path: string): Promise<void> {
  await rm(path, { force: true });
}

/** Removes uploads that no call works on any more; answers how many. */
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
