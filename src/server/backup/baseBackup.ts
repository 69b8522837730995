import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import pg from 'pg';
import { BackupProblem } from './problem.ts';

/** Message types within the COPY of BASE_BACKUP: start of an archive, a piece of it. */
const archiveBegins = 'n'.charCodeAt(0);
const piece = 'd'.charCodeAt(0);

const command = `BASE_BACKUP (LABEL 'anhao', PROGRESS, CHECKPOINT 'fast', WAL, VERIFY_CHECKSUMS, MANIFEST 'no')`;

/** Members of the underlying connection that are used here. */
interface Wire {
  query(text: string): void;
  stream: { pause(): void; resume(): void; destroy(): void };
}

/**
 * Copies a running PostgreSQL cluster by replication protocol (REPLICATION account): a tar of its data folder with the
 * WAL it needs, held by a temporary slot. Fails for tablespaces, a broken connection or a wrong checksum.
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

/** Custom query for `pg`; a slow reader slows the server down. */
class BaseBackupQuery {
  readonly tar: Readable;
  /** Total bytes as estimated by the server; resolves with the first piece. */
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

  /** Closes the connection of an incomplete copy: the server has no other way to stop it. */
  abandon(): void {
    if (!this.tar.readableEnded) this.#wire?.stream.destroy();
  }

  handleRowDescription(): void {
    this.#results += 1;
  }

  /** Sums the tablespace sizes in kB from the second result; the cluster's own row has no oid. */
  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#results === 2) this.#kilobytes += Number(fields[2] ?? 0);
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.#begin(this.#kilobytes * 1024);
    if (chunk[0] === archiveBegins) {
      this.#archives += 1;
      if (this.#archives > 1) this.tar.destroy(new BackupProblem('数据库用了表空间，请改用 pg_basebackup 备份数据库'));
    }
    // Copies the chunk: the parser reuses its memory.
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
