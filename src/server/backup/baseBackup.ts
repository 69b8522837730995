import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import pg from 'pg';
import { BackupProblem } from './problem.ts';

/** The kinds of a message within the copy that BASE_BACKUP answers with: another archive begins, a piece of it. */
const archiveBegins = 'n'.charCodeAt(0);
const piece = 'd'.charCodeAt(0);

const command = `BASE_BACKUP (LABEL 'anhao', PROGRESS, CHECKPOINT 'fast', WAL, VERIFY_CHECKSUMS, MANIFEST 'no')`;

/** The connection underneath, as far as it is needed here. */
interface Wire {
  query(text: string): void;
  stream: { pause(): void; resume(): void; destroy(): void };
}

/**
 * A consistent copy of a running PostgreSQL cluster, taken over the replication protocol by an account with REPLICATION: a
 * tar of its data folder with the write-ahead log that makes it whole, which is held back by a slot of this connection.
 * A cluster with tablespaces of its own is refused. Ends with an error when the connection breaks or a checksum is wrong.
 */
export async function baseBackup(url: string): Promise<{ tar: Readable; bytes: number; close(): Promise<void> }> {
  const client = new pg.Client({ connectionString: url, replication: 'database' } as pg.ClientConfig);
  client.on('error', () => undefined);
  await client.connect();
  try {
    const slot = `anhao_backup_${randomBytes(6).toString('hex')}`;
    await client.query(`CREATE_REPLICATION_SLOT ${slot} TEMPORARY PHYSICAL (RESERVE_WAL)`);
    const query = client.query(new BaseBackupQuery());
    const close = async () => {
      query.abandon();
      await client.end();
    };
    return { tar: query.tar, bytes: await query.begun, close };
  } catch (error) {
    await client.end();
    throw error;
  }
}

/** What `pg` asks of a query of its own kind; a reader that is slow slows the server down. */
class BaseBackupQuery {
  readonly tar: Readable;
  /** Bytes that are to come, as the server guesses, once the first piece is there. */
  readonly begun: Promise<number>;
  #wire: Wire | undefined;
  #archives = 0;
  #kilobytes = 0;
  #results = 0;
  #begin: (bytes: number) => void = () => undefined;
  #refuse: (error: Error) => void = () => undefined;

  constructor() {
    this.tar = new Readable({ read: () => this.#wire?.stream.resume(), highWaterMark: 1_000_000 });
    this.begun = new Promise((resolve, reject) => {
      this.#begin = resolve;
      this.#refuse = reject;
    });
    this.begun.catch(() => undefined);
  }

  submit(wire: Wire): void {
    this.#wire = wire;
    wire.query(command);
  }

  /** Cuts the connection where the copy is not over: it cannot be told to stop otherwise. */
  abandon(): void {
    if (!this.tar.readableEnded) this.#wire?.stream.destroy();
  }

  handleRowDescription(): void {
    this.#results += 1;
  }

  /** The second table lists the tablespaces with their sizes in kB; the cluster's own has no number. */
  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#results === 2) this.#kilobytes += Number(fields[2] ?? 0);
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.#begin(this.#kilobytes * 1024);
    if (chunk[0] === archiveBegins) {
      this.#archives += 1;
      if (this.#archives > 1) this.tar.destroy(new BackupProblem('数据库用了表空间，请改用 pg_basebackup 备份数据库'));
    }
    // The parser goes on in the same memory.
    if (chunk[0] === piece && !this.tar.push(Buffer.from(chunk.subarray(1)))) this.#wire?.stream.pause();
  }

  handleReadyForQuery(): void {
    this.tar.push(null);
  }

  handleError(error: Error): void {
    this.#refuse(error);
    this.tar.destroy(error);
  }

  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}
