import { type RawBuilder, sql } from 'kysely';
import { sealDigest } from '#server/core/crypto.ts';
import { log as processLog } from '#server/core/log.ts';
import { type Db, db } from './db.ts';
import { type SealedLog, sealedLogs } from './logDrop.ts';
import { bigints } from './values.ts';

/** A row of a log as its transaction wrote it. */
export interface WrittenRow {
  log: SealedLog;
  id: string;
  digest: Buffer;
}

/** Rows of a log that are remembered at most; of more the oldest are forgotten and are first read when they are sealed. */
const maxRows = 100_000;

interface WrittenDigest {
  digest: Buffer;
  at: number;
}

/** What this process wrote and no seal is known to hold: no statement reaches it. */
const remembered = new Map<SealedLog, Map<string, WrittenDigest>>(sealedLogs.map((log) => [log, new Map()]));

/** The SHA-256 of a row of a log, which is named `alias` in the statement. */
export function rowDigest(alias: string): RawBuilder<Buffer> {
  return sql<Buffer>`sha256(convert_to(row_to_json(${sql.ref(alias)})::text, 'UTF8'))`;
}

/** A day, ms: so much the clocks of database and process may differ where partitions are left out. */
const day = 86_400_000;

/** Reads what the open transaction has written into the logs, in its last statement. */
export async function rowsWritten(tx: Db): Promise<WrittenRow[]> {
  // The first bound leaves partitions out when the statement is planned, the second all that was there before.
  const since = new Date(Date.now() - day).toISOString();
  const { rows } = await sql<WrittenRow>`
    select 'change_log' as log, l.id::text, ${rowDigest('l')} as digest from change_log l
    where l.at >= ${since}::timestamptz and l.at >= now() and l.xid = pg_current_xact_id_if_assigned()
    union all
    select 'cmd_log', l.id::text, ${rowDigest('l')} from cmd_log l
    where l.at >= ${since}::timestamptz and l.at >= now() and l.xid = pg_current_xact_id_if_assigned()`.execute(tx);
  return rows;
}

/** Remembers rows whose transaction was committed, until a seal holds them as they were written. */
export function rememberRows(rows: readonly WrittenRow[]): void {
  for (const { log, id, digest } of rows) {
    const byId = remembered.get(log);
    byId?.set(id, { digest, at: Date.now() });
    const [oldest] = byId?.keys() ?? [];
    if (byId && byId.size > maxRows && oldest !== undefined) byId.delete(oldest);
  }
}

/** Which of these rows seals of the last hour hold. */
async function sealedOf(tx: Db, log: SealedLog, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select u.id::text from seal s cross join unnest(s.row_ids) as u (id)
    where s.log = ${log} and s.at > now() - interval '1 hour' and u.id = any(${bigints(ids)})`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

async function digestsNow(tx: Db, log: SealedLog, ids: readonly string[], since: number): Promise<Map<string, Buffer>> {
  const from = new Date(since - day).toISOString();
  const { rows } = await sql<{ id: string; digest: Buffer }>`
    select l.id::text, ${rowDigest('l')} as digest from ${sql.id(log)} l
    where l.at >= ${from}::timestamptz and l.id = any(${bigints(ids)})`.execute(tx);
  return new Map(rows.map(({ id, digest }) => [id, digest]));
}

/**
 * Compares what this process wrote with what the logs hold, on every node each minute. Rows that were altered or deleted since
 * are put into a seal of their own, with a digest that no row has: from then on every check names them.
 * @param seal appends a seal of these rows to the chain of the log, whose lock the transaction has
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
    // First the seals, then the rows: what is found right here was sealed as it was written.
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
