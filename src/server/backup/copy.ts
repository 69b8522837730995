import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { extract } from 'tar-stream';
import { ArchiveWriter, type Head } from './archive.ts';
import { baseBackup } from './baseBackup.ts';
import { anchors, contents, otherFiles } from './dataFiles.ts';
import { BackupProblem } from './problem.ts';
import { verifyArchive } from './readArchive.ts';

/** Source and target of a backup. */
export interface CopyRequest {
  dataDir: string;
  /** URL of the embedded database for an account with REPLICATION; null: without the database. */
  databaseUrl: string | null;
  /** Path of the file; `<target>.part` until it is complete and verified. */
  target: string;
  passphrase: string;
  head: Head;
}

/** Reports progress in bytes: each byte counts twice, for writing and for verifying. */
export type OnProgress = (done: number, total: number) => void;

/** Folder of the cluster in the backup. */
export const clusterFolder = 'postgres';

class Progress {
  #done = 0;
  #total = 0;
  readonly #told: OnProgress;

  constructor(onProgress: OnProgress) {
    this.#told = onProgress;
  }

  expect(bytes: number): void {
    this.#total += 2 * bytes;
  }

  add(bytes: number): void {
    this.#done += bytes;
    this.#told(this.#done, Math.max(this.#total, this.#done));
  }

  async *through(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      this.add(chunk.length);
      yield chunk;
    }
  }
}

/**
 * Copies database, files and keys of a running product into an encrypted file and verifies it. Consistent by its order:
 * anchors before the database, file contents after it (`file.sweep` pauses); keys changed meanwhile are refused.
 * @returns size of the file and number of files in it
 */
export async function copyAll(
  request: CopyRequest,
  onProgress: OnProgress,
): Promise<{ size: number; entries: number }> {
  const { dataDir, target, passphrase, head } = request;
  const progress = new Progress(onProgress);
  const previousFiles = await otherFiles(dataDir);
  for await (const { size } of contents(dataDir)) progress.expect(size);
  const draft = `${target}.part`;
  const writer = await ArchiveWriter.open(draft, passphrase, head);
  try {
    await addFile(writer, dataDir, anchors, progress);
    if (request.databaseUrl) await addDatabase(writer, request.databaseUrl, progress);
    for await (const { name } of contents(dataDir)) await addFile(writer, dataDir, name, progress);
    for (const { name } of previousFiles) await addFile(writer, dataDir, name, progress);
    if (JSON.stringify(await otherFiles(dataDir)) !== JSON.stringify(previousFiles))
      throw new BackupProblem('数据文件夹里的密钥文件在备份中途有变化，请再备份一次');
    const totals = await writer.finish();
    await verifyArchive(draft, passphrase, (bytes) => progress.add(bytes));
    await rename(draft, target);
    return totals;
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

/** Adds a file with its current size, because the anchors' file grows; skips it if missing. */
async function addFile(writer: ArchiveWriter, dataDir: string, name: string, progress: Progress): Promise<void> {
  const file = await open(join(dataDir, name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!file) return;
  try {
    const { size } = await file.stat();
    const content = size > 0 ? file.createReadStream({ end: size - 1, autoClose: false }) : nothing();
    await writer.file(name, size, progress.through(content));
  } finally {
    await file.close();
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

async function addDatabase(writer: ArchiveWriter, url: string, progress: Progress): Promise<void> {
  const { tar, bytes, close } = await baseBackup(url);
  try {
    progress.expect(bytes);
    const untar = extract();
    tar.on('error', (error) => untar.destroy(error));
    tar.pipe(untar);
    for await (const entry of untar) {
      const { name, type, size = 0 } = entry.header;
      const path = `${clusterFolder}/${name.replace(/^\.\//, '')}`;
      if (type === 'directory') writer.folder(path);
      else await writer.file(path, size, progress.through(entry as AsyncIterable<Uint8Array>));
      // A folder has no content, but must be consumed for the next entry to arrive.
      entry.resume();
    }
  } finally {
    await close();
  }
}
