import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Names left out of the file copy: the database is copied separately, the rest belongs to this run or is recreated. */
const excluded =
  /^(postgres|postgres\.new.*|postgres\.location|postgres\.log.*|anhao\.lock.*|upload|cache|files\/draft-.*)$/;

/** Contents by hash are copied separately, like the anchors outside the database (`anchors`). */
const isContent = (name: string) => name.startsWith('files/');
export const anchors = 'log-anchors';

export interface DataFile {
  /** Path relative to the data folder, with `/`. */
  name: string;
  size: number;
}

async function* walk(root: string, folder: string): AsyncGenerator<DataFile> {
  for await (const entry of await opendir(folder)) {
    const path = join(folder, entry.name);
    const name = relative(root, path).replaceAll('\\', '/');
    if (excluded.test(name)) continue;
    if (entry.isDirectory()) yield* walk(root, path);
    if (!entry.isFile()) continue;
    const stats = await stat(path).catch(() => null);
    if (stats) yield { name, size: stats.size };
  }
}

/** Yields the contents of uploads one by one: there may be hundreds of thousands. */
export async function* contents(dataDir: string): AsyncGenerator<DataFile> {
  for await (const file of walk(dataDir, dataDir)) if (isContent(file.name)) yield file;
}

/** Returns the few other files with digests: keys, database passwords, any file an operator added. */
export async function otherFiles(dataDir: string): Promise<(DataFile & { digest: string })[]> {
  const files: (DataFile & { digest: string })[] = [];
  for await (const file of walk(dataDir, dataDir)) {
    if (isContent(file.name) || file.name === anchors) continue;
    const digest = createHash('sha256');
    for await (const chunk of createReadStream(join(dataDir, file.name))) digest.update(chunk);
    files.push({ ...file, digest: digest.digest('hex') });
  }
  return files.sort((a, b) => a.name.localeCompare(b.name));
}
