import { sql } from 'kysely';
import type { ClientBase } from 'pg';
import { sealDigest } from '#server/core/crypto.ts';
import { db } from './db.ts';

export const sealedLogs = ['cmd_log', 'change_log', 'login_log'] as const;
export type SealedLog = (typeof sealedLogs)[number];

export function isSealed(table: string): boolean {
  return sealedLogs.some((log) => log === table);
}

/** Keyed, so that whoever can only write to the database cannot excuse rows that they took away. */
function proofOf(log: string, leaf: string, rows: number): Buffer {
  return sealDigest(`dropped ${log} ${leaf} ${rows}`);
}

/** Notes how many rows of a sealed log go with a partition that is past retention, before it is dropped. */
export async function recordDrop(client: ClientBase, log: string, leaf: string): Promise<void> {
  const found = await client.query<{ rows: string }>(`select count(*) as rows from ${leaf}`);
  const rows = Number(found.rows[0]?.rows ?? 0);
  await client.query('insert into log_drop (log, leaf, rows, proof) values ($1, $2, $3, $4) on conflict do nothing', [
    log,
    leaf,
    rows,
    proofOf(log, leaf, rows),
  ]);
}

/** Begins the count of a log's dropped rows with `gone()`, which were dropped before anything was counted. */
export async function beginDrops(log: string, countDropped: () => Promise<number>): Promise<void> {
  const begun = await sql`select 1 from log_drop where log = ${log} and leaf = ''`.execute(db);
  if (begun.rows.length > 0) return;
  const rows = await countDropped();
  await sql`
    insert into log_drop (log, leaf, rows, proof) values (${log}, '', ${rows}, ${proofOf(log, '', rows)}) on conflict do nothing`.execute(
    db,
  );
}

/** Rows of a log that retention took; notes that nobody with the key has written count nothing. */
export async function droppedRows(log: string): Promise<number> {
  const found = await sql<{
    leaf: string;
    rows: string;
    proof: Buffer;
  }>`select leaf, rows::text, proof from log_drop where log = ${log}`.execute(db);
  return found.rows
    .filter(({ leaf, rows, proof }) => proof.equals(proofOf(log, leaf, Number(rows))))
    .reduce((sum, { rows }) => sum + Number(rows), 0);
}
