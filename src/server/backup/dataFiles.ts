import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Of a data folder: the database has its own way, the rest is of this run only or made anew. */
const excluded =
  /^(postgres|postgres\.new.*|postgres\.location|postgres\.log.*|anhao\.lock.*|upload|cache|files\/draft-.*)$/;

/** Of the two kinds that are not copied beside the others: contents by their hash, and the seals noted outside the database. */
const isContent = (name: string) => name.startsWith('files/');
export const anchors = 'log-anchors';

export interface DataFile {
  /** Relative to the data folder, with `/`. */
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

/** The contents of uploads, one after the other: there may be hundreds of thousands. */
export async function* contents(dataDir: string): AsyncGenerator<DataFile> {
  for await (const file of walk(dataDir, dataDir)) if (isContent(file.name)) yield file;
}

/** The few other files: keys, passwords of the database, whatever else was put there. Each with its digest. */
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
