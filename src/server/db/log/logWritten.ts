import { type RawBuilder, sql } from 'kysely';
import { sealDigest } from '#server/core/crypto.ts';
import { log as processLog } from '#server/core/log.ts';
import { type Db, db } from '../db.ts';
import { bigints } from '../values.ts';
import { type SealedLog, sealedLogs } from './logDrop.ts';

/** A log row as its transaction wrote it. */
export interface WrittenRow {
  log: SealedLog;
  id: string;
  digest: Buffer;
}

/** Maximum of remembered rows per log; the oldest are dropped and then first read when they are sealed. */
const maxRows = 100_000;

interface WrittenDigest {
  digest: Buffer;
  at: number;
}

/** Rows that this process wrote and no known seal has; kept in memory, out of reach of SQL statements. */
const remembered = new Map<SealedLog, Map<string, WrittenDigest>>(sealedLogs.map((log) => [log, new Map()]));

/** Returns the SHA-256 of a log row, whose table alias is `alias`. */
export function rowDigest(alias: string): RawBuilder<Buffer> {
  return sql<Buffer>`sha256(convert_to(row_to_json(${sql.ref(alias)})::text, 'UTF8'))`;
}

/** Milliseconds of a day: tolerance between the clocks of database and process when skipping partitions. */
const day = 86_400_000;

/** Reads the log rows that the open transaction wrote; must be its last statement. */
export async function rowsWritten(tx: Db): Promise<WrittenRow[]> {
  // The first bound prunes partitions at planning; the second skips older rows.
  const since = new Date(Date.now() - day).toISOString();
  return tx.rows(sql<WrittenRow>`
    select 'change_log' as log, l.id::text, ${rowDigest('l')} as digest from change_log l
    where l.at >= ${since}::timestamptz and l.at >= now() and l.xid = pg_current_xact_id_if_assigned()
    union all
    select 'cmd_log', l.id::text, ${rowDigest('l')} from cmd_log l
    where l.at >= ${since}::timestamptz and l.at >= now() and l.xid = pg_current_xact_id_if_assigned()`);
}

/** Remembers rows of a committed transaction until a seal has them unchanged. */
export function rememberRows(rows: readonly WrittenRow[]): void {
  for (const { log, id, digest } of rows) {
    const byId = remembered.get(log);
    byId?.set(id, { digest, at: Date.now() });
    const [oldest] = byId?.keys() ?? [];
    if (byId && byId.size > maxRows && oldest !== undefined) byId.delete(oldest);
  }
}

/** Returns which of these rows are in a seal of the last hour. */
async function sealedOf(tx: Db, log: SealedLog, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows(sql<{ id: string }>`
    select u.id::text from seal s cross join unnest(s.row_ids) as u (id)
    where s.log = ${log} and s.at > now() - interval '1 hour' and u.id = any(${bigints(ids)})`);
  return new Set(rows.map(({ id }) => id));
}

async function digestsNow(tx: Db, log: SealedLog, ids: readonly string[], since: number): Promise<Map<string, Buffer>> {
  const from = new Date(since - day).toISOString();
  const rows = await tx.rows(sql<{ id: string; digest: Buffer }>`
    select l.id::text, ${rowDigest('l')} as digest from ${sql.id(log)} l
    where l.at >= ${from}::timestamptz and l.id = any(${bigints(ids)})`);
  return new Map(rows.map(({ id, digest }) => [id, digest]));
}

/**
 * Compares the remembered rows with the log; runs on every node each minute. Altered or deleted rows get a seal with a
 * digest that no row has: every later check reports them.
 * @param seal appends a seal of these rows to the log's chain, whose lock the transaction holds
 */
export async function confirmWritten(
  log: SealedLog,
  seal: (tx: Db, ids: readonly string[], digests: Buffer) => Promise<void>,
): Promise<void> {
  const rows = [...(remembered.get(log) ?? [])];
  if (rows.length === 0) return;
  const ids = rows.map(([id]) => id);
  const settled = await db.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`seal:${log}`}))`.execute(tx);
    // Reads seals before rows: a row that is unchanged here was sealed unchanged.
    const sealed = await sealedOf(tx, log, ids);
    const now = await digestsNow(tx, log, ids, Math.min(...rows.map(([, { at }]) => at)));
    const altered = rows.filter(([id, { digest }]) => !now.get(id)?.equals(digest));
    if (altered.length > 0) {
      processLog.error({ log, rows: altered.length }, 'log rows altered before they were sealed');
      const digests = altered.map(([, { digest }]) => sealDigest('written otherwise', digest));
      await seal(
        tx,
        altered.map(([id]) => id),
        Buffer.concat(digests),
      );
    }
    return [...sealed, ...altered.map(([id]) => id)];
  });
  for (const id of settled) remembered.get(log)?.delete(id);
}
