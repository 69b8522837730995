import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { type Head, headName, sumLine, sumsName } from './archive.ts';
import { decryptStream } from './encryption.ts';
import { BackupProblem } from './problem.ts';

/** A file or folder of a backup; read its content to the end. */
export interface ArchiveEntry {
  /** Relative path, without `..`. */
  name: string;
  folder: boolean;
  size: number;
  content: AsyncIterable<Uint8Array>;
}

const broken = '备份文件已损坏或不完整，请换另一份';
const namePattern = /^(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$))[^\0]{1,500}$/;

/** Wraps an error thrown by `visit`, to distinguish it from a damaged backup. */
class Visited extends Error {}

/**
 * Reads a backup and compares every byte with its digests. Calls `begin` first, then `visit` for each file and folder
 * except head and list.
 * @throws BackupProblem if the passphrase is wrong or anything differs: then discard what was visited
 */
export async function readArchive(
  path: string,
  passphrase: string,
  begin: (head: Head) => Promise<void> | void,
  visit: (entry: ArchiveEntry) => Promise<void>,
): Promise<{ head: Head; entries: number }> {
  const plain = await decryptStream(path, passphrase);
  const gunzip = createGunzip();
  const untar = extract();
  plain.on('error', (error) => gunzip.destroy(error));
  gunzip.on('error', (error) => untar.destroy(error));
  plain.pipe(gunzip).pipe(untar);
  try {
    return await walk(untar as AsyncIterable<TarEntry>, begin, visit);
  } catch (error) {
    if (error instanceof Visited) throw error.cause;
    throw error instanceof BackupProblem ? error : new BackupProblem(broken, { cause: error });
  } finally {
    untar.destroy();
    gunzip.destroy();
    plain.destroy();
  }
}

interface TarEntry extends AsyncIterable<Uint8Array> {
  header: { name: string; type?: string | null | undefined; size?: number | undefined };
}

async function walk(
  entries: AsyncIterable<TarEntry>,
  begin: (head: Head) => Promise<void> | void,
  visit: (entry: ArchiveEntry) => Promise<void>,
): Promise<{ head: Head; entries: number }> {
  const sums = createHash('sha256');
  let head: Head | undefined;
  let listed: string | undefined;
  let files = 0;
  for await (const entry of entries) {
    const { name, type, size = 0 } = entry.header;
    if (listed !== undefined || !namePattern.test(name)) throw new BackupProblem(broken);
    if (name === sumsName) {
      listed = await digestOf(entry);
      continue;
    }
    const folder = type === 'directory';
    if (!folder && type !== 'file') throw new BackupProblem(broken);
    if (!head) {
      head = await headOf(name, entry, sums);
      files += 1;
      await visiting(async () => begin(head as Head));
      continue;
    }
    const content = new Counted(entry);
    await visiting(() => visit({ name, folder, size, content: content.read() }));
    if (folder) continue;
    sums.update(sumLine(content.digest(), size, name));
    files += 1;
  }
  if (!head || listed !== sums.digest('hex')) throw new BackupProblem(broken);
  return { head, entries: files };
}

async function visiting(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    // An error of the backup's stream may also appear inside `visit`.
    throw error instanceof Torn ? error.cause : new Visited('', { cause: error });
  }
}

/** Error of the backup's stream. */
class Torn extends Error {}

/** Content that is digested while it is read. */
class Counted {
  readonly #source: AsyncIterable<Uint8Array>;
  readonly #digest = createHash('sha256');

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source;
  }

  async *read(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of this.#source) {
        this.#digest.update(chunk);
        yield chunk;
      }
    } catch (error) {
      throw new Torn('', { cause: error });
    }
  }

  digest(): string {
    return this.#digest.digest('hex');
  }
}

async function digestOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of content) digest.update(chunk);
  return digest.digest('hex');
}

async function headOf(name: string, entry: TarEntry, sums: ReturnType<typeof createHash>): Promise<Head> {
  if (name !== headName) throw new BackupProblem(broken);
  const text = Buffer.concat(await Readable.from(entry).toArray());
  sums.update(sumLine(createHash('sha256').update(text).digest('hex'), text.length, name));
  const head = JSON.parse(text.toString('utf8')) as Head;
  if (head.format !== 1) throw new BackupProblem('这份备份来自更新的版本，请用那个版本恢复');
  return head;
}

/** Reads a backup to its end and reports the bytes of each piece; throws a BackupProblem if it is damaged. */
export async function verifyArchive(path: string, passphrase: string, onBytes: (bytes: number) => void): Promise<void> {
  await readArchive(
    path,
    passphrase,
    () => undefined,
    async ({ content }) => {
      for await (const chunk of content) onBytes(chunk.length);
    },
  );
}
