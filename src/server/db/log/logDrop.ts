import { sql } from 'kysely';
import type { ClientBase } from 'pg';
import { sealDigest } from '#server/core/crypto.ts';
import { db } from '../db.ts';

export const sealedLogs = ['cmd_log', 'change_log', 'login_log'] as const;
export type SealedLog = (typeof sealedLogs)[number];

export function isSealed(table: string): boolean {
  return sealedLogs.some((log) => log === table);
}

/** Returns the keyed proof of a drop: write access to the database alone cannot forge the record of a deletion. */
function proofOf(log: string, leaf: string, rows: number): Buffer {
  return sealDigest(`dropped ${log} ${leaf} ${rows}`);
}

/** Records the row count of a sealed log's partition before retention drops it. */
export async function recordDrop(client: ClientBase, log: string, leaf: string): Promise<void> {
  const counted = await client.query<{ rows: string }>(`select count(*) as rows from ${leaf}`);
  const rows = Number(counted.rows[0]?.rows ?? 0);
  await client.query('insert into log_drop (log, leaf, rows, proof) values ($1, $2, $3, $4) on conflict do nothing', [
    log,
    leaf,
    rows,
    proofOf(log, leaf, rows),
  ]);
}

/**
 * Starts the drop record of a log with `countDropped()`: rows dropped before records existed. Does nothing the second
 * time.
 */
export async function beginDrops(log: string, countDropped: () => Promise<number>): Promise<void> {
  const begun = await db.rows(sql`select 1 from log_drop where log = ${log} and leaf = ''`);
  if (begun.length > 0) return;
  const rows = await countDropped();
  await sql`
    insert into log_drop (log, leaf, rows, proof) values (${log}, '', ${rows}, ${proofOf(log, '', rows)}) on conflict do nothing`.execute(
    db,
  );
}

/** Returns the number of rows that retention dropped; records without a valid proof are ignored. */
export async function droppedRows(log: string): Promise<number> {
  const drops = await db.rows(
    sql<{
      leaf: string;
      rows: string;
      proof: Buffer;
    }>`select leaf, rows::text, proof from log_drop where log = ${log}`,
  );
  return drops
    .filter(({ leaf, rows, proof }) => proof.equals(proofOf(log, leaf, Number(rows))))
    .reduce((sum, { rows }) => sum + Number(rows), 0);
}
