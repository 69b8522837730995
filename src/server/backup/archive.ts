import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Pack, pack } from 'tar-stream';
import { encryptStream } from './encryption.ts';
import { BackupProblem } from './problem.ts';

/** Name of the first entry: the head as JSON. */
export const headName = 'backup.json';
/** Name of the last entry: digest, size and name of all previous entries, in order. */
export const sumsName = 'SHA256SUMS';

/** Returns a line of `SHA256SUMS`; without the size, `sha256sum -c` can read it. */
export function sumLine(digest: string, size: number, name: string): string {
  return `${digest}  ${size}  ${name}\n`;
}

/** Head of every backup. */
export interface Head {
  format: 1;
  /** Time, ISO 8601. */
  createdAt: string;
  /** Version of the product. */
  version: string;
  /** Names of the migrations applied to the database. */
  migrations: string[];
  /** `embedded`: the product's cluster is in `postgres/`; `none`: files and keys only. */
  database: 'embedded' | 'none';
}

/** Writer of a backup: a tar, compressed, encrypted with the passphrase; streamed, not held in memory. */
export class ArchiveWriter {
  readonly #pack: Pack = pack();
  readonly #sums: WriteStream;
  readonly #written: Promise<void>;
  readonly #path: string;
  #entries = 0;
  #failure: Error | undefined;

  /** Creates the file at `path`, which must not exist; the list of its entries is written next to it. */
  static async open(path: string, passphrase: string, head: Head): Promise<ArchiveWriter> {
    const writer = new ArchiveWriter(path, passphrase);
    const text = Buffer.from(JSON.stringify(head));
    await writer.file(headName, text.length, Readable.from([text]));
    return writer;
  }

  private constructor(path: string, passphrase: string) {
    this.#path = path;
    this.#sums = createWriteStream(`${path}.sums`, { mode: 0o600, flags: 'wx' });
    this.#written = this.#write(passphrase);
    // The error is thrown by the next entry or by `finish`.
    this.#written.catch((error: Error) => {
      this.#failure = error;
      this.#pack.destroy(error);
    });
  }

  async #write(passphrase: string): Promise<void> {
    const gzip = createGzip({ level: 1 });
    const packed = pipeline(this.#pack, gzip);
    packed.catch(() => undefined);
    const out = createWriteStream(this.#path, { mode: 0o600, flags: 'wx', flush: true });
    await Promise.all([packed, pipeline(await encryptStream(gzip, passphrase), out)]);
  }

  /** Adds a file of exactly `size` bytes; returns its digest. */
  async file(name: string, size: number, content: AsyncIterable<Uint8Array>): Promise<string> {
    const digest = createHash('sha256');
    const entry = this.#pack.entry({ name, size, mode: 0o600 });
    // The error of the stream is reported by `#written`.
    entry.on('error', () => undefined);
    let remaining = size;
    for await (const chunk of content) {
      remaining -= chunk.length;
      digest.update(chunk);
      if (!entry.write(chunk)) await this.#drained(entry);
    }
    if (remaining !== 0) throw new BackupProblem(`文件在备份中途变了大小：${name}`);
    entry.end(() => undefined);
    const sum = digest.digest('hex');
    if (!this.#sums.write(sumLine(sum, size, name))) await once(this.#sums, 'drain');
    this.#entries += 1;
    return sum;
  }

  /** Adds a folder; PostgreSQL needs its empty ones. */
  folder(name: string): void {
    this.#pack.entry({ name: name.endsWith('/') ? name : `${name}/`, type: 'directory', mode: 0o700 }, '');
  }

  /** Completes the file and flushes it to disk; returns its size and the number of files in it. */
  async finish(): Promise<{ size: number; entries: number }> {
    this.#sums.end();
    await finished(this.#sums);
    const { size } = await stat(`${this.#path}.sums`);
    const entry = this.#pack.entry({ name: sumsName, size, mode: 0o600 });
    await pipeline(createReadStream(`${this.#path}.sums`), entry);
    this.#pack.finalize();
    await this.#written;
    await rm(`${this.#path}.sums`);
    return { size: (await stat(this.#path)).size, entries: this.#entries };
  }

  /** Aborts and deletes the files. */
  async discard(): Promise<void> {
    this.#pack.destroy();
    this.#sums.destroy();
    await this.#written.catch(() => undefined);
    for (const path of [this.#path, `${this.#path}.sums`]) await rm(path, { force: true });
  }

  /** Waits until the entry accepts more; throws if the file has failed meanwhile. */
  async #drained(entry: ReturnType<Pack['entry']>): Promise<void> {
    await new Promise<void>((resolve) => {
      const on = () => {
        entry.off('drain', on).off('close', on);
        resolve();
      };
      entry.on('drain', on).on('close', on);
    });
    if (this.#failure) throw this.#failure;
  }
}
