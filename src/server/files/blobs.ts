// files: contents by hash, uploads, pictures, documents, workbooks, and disk space.

import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { config } from '#server/core/runtime.ts';
import { requireDiskSpace } from './disk.ts';

const form = /^[0-9a-f]{64}$/;

function pathOf(hash: string): string {
  if (!form.test(hash)) throw new Error('not a content hash');
  return join(config().dataDir, 'files', hash.slice(0, 2), hash.slice(2, 4), hash);
}

/**
 * Stores a stream under the SHA-256 of its content (no duplicates); returns hash and size. Atomic; 507 while the disk
 * is nearly full.
 */
export async function storeBlob(source: Readable): Promise<{ hash: string; size: number }> {
  await requireDiskSpace();
  const folder = join(config().dataDir, 'files');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = join(folder, `draft-${randomUUID()}`);
  const digest = createHash('sha256');
  let size = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      digest.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  try {
    await pipeline(source, counter, createWriteStream(draft, { mode: 0o600, flush: true }));
    const hash = digest.digest('hex');
    await mkdir(dirname(pathOf(hash)), { recursive: true, mode: 0o700 });
    await rename(draft, pathOf(hash));
    return { hash, size };
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Returns the content as a stream. */
export function getBlob(hash: string): Readable {
  return createReadStream(pathOf(hash));
}

/** Returns the size in bytes, or null if the content does not exist. */
export async function statBlob(hash: string): Promise<number | null> {
  try {
    return (await stat(pathOf(hash))).size;
  } catch {
    return null;
  }
}

/** Deletes the content; the caller has checked that no row refers to it. */
export async function deleteBlob(hash: string): Promise<void> {
  await rm(pathOf(hash), { force: true });
}
