import { appendFile, open } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { config } from '#server/core/runtime.ts';
import { db } from '#server/db/db.ts';
import { postAnchor } from './anchorPost.ts';

/** The newest seal of a log, stored outside the database, out of reach of SQL statements. */
export interface Anchor {
  log: string;
  seal: string;
  /** Number of rows sealed so far. */
  rows: number;
  /** Hash of the seal, base64url. */
  hash: string;
}

/** Bytes read from the end of the file; a line has about 100. */
const tail = 65_536;

function path(): string {
  return join(config().dataDir, 'log-anchors');
}

function anchorOf(line: string): Anchor | null {
  const [, log, seal, rows, hash] = line.split(' ');
  return log && seal && hash ? { log, seal, rows: Number(rows), hash } : null;
}

/** Returns the newest anchor of a log in `DATA_DIR/log-anchors`; null if there is none. */
export async function lastAnchor(log: string): Promise<Anchor | null> {
  const file = await open(path()).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!file) return null;
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read({
      buffer: Buffer.alloc(Math.min(size, tail)),
      position: Math.max(0, size - tail),
    });
    const lines = buffer.subarray(0, bytesRead).toString('utf8').split('\n');
    return lines.map(anchorOf).findLast((candidate) => candidate?.log === log) ?? null;
  } finally {
    await file.close();
  }
}

/** Returns whether the anchored seal is still in the chain. */
export async function isAnchored({ log, seal, hash }: Anchor): Promise<boolean> {
  const rows = await db.rows(
    sql`select 1 from seal where log = ${log} and id = ${seal} and hash = ${Buffer.from(hash, 'base64url')}`,
  );
  return rows.length === 1;
}

/**
 * Appends the newest seal of a log to `DATA_DIR/log-anchors`, on every node. If the last anchored seal is missing from
 * the chain, appends nothing: every later check reports it.
 */
export async function anchor(log: string): Promise<void> {
  const last = await lastAnchor(log);
  if (last && !(await isAnchored(last))) return;
  const head = await db.row(sql<{ id: string; hash: Buffer; rows: string }>`
    select s.id::text, s.hash, (select sum(cardinality(n.row_ids)) from seal n where n.log = ${log} and n.id > ${last?.seal ?? '0'})::text as rows
    from seal s where s.log = ${log} order by s.id desc limit 1`);
  if (!head || head.id === last?.seal) return;
  const newAnchor = {
    log,
    seal: head.id,
    rows: (last?.rows ?? 0) + Number(head.rows),
    hash: head.hash.toString('base64url'),
  };
  const at = new Date().toISOString();
  await appendFile(path(), `${at} ${log} ${newAnchor.seal} ${newAnchor.rows} ${newAnchor.hash}\n`, {
    mode: 0o600,
    flush: true,
  });
  const url = config().logAnchorUrl;
  if (url) await postAnchor(new URL(url), { at, ...newAnchor });
}
