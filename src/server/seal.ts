import { sql } from 'drizzle-orm';
import { sealDigest } from './crypto.ts';
import { type Db, db } from './db.ts';

const logs = ['change_log', 'cmd_log'] as const;
export type SealedLog = (typeof logs)[number];

/** Rows of one seal; what is left over is sealed by the next. */
const mostRows = 20_000;
const nothing = Buffer.alloc(32);
/** The snapshot that saw nothing yet. */
const beginning = '1:1:';

interface LogRow extends Record<string, unknown> {
  id: string;
  text: string;
}

interface SealRow extends Record<string, unknown> {
  id: string;
  snapshot: string;
  row_ids: string[];
  digests: Buffer;
  previous: Buffer;
  hash: Buffer;
}

function rowsSince(tx: Db, log: SealedLog, last: string | null) {
  const since =
    last === null
      ? sql`true`
      : sql`not pg_visible_in_snapshot(l.xid, ${last}::pg_snapshot) and l.xid >= pg_snapshot_xmin(${last}::pg_snapshot)`;
  return tx.execute<LogRow & { snapshot: string }>(sql`
    select l.id::text, row_to_json(l)::text as text, pg_current_snapshot()::text as snapshot
    from ${sql.identifier(log)} l where ${since} order by l.at, l.id limit ${mostRows}`);
}

/**
 * Seals what became visible since the last seal: an HMAC over every row, chained to the seal before. Runs each minute on
 * one node; a log that grows faster than a seal holds keeps its snapshot until it has caught up.
 */
export async function sealLogs(): Promise<number> {
  let sealed = 0;
  for (const log of logs) {
    sealed += await db.transaction(async (open) => {
      const tx = open as unknown as Db;
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`seal:${log}`}))`);
      return sealOne(tx, log);
    });
  }
  return sealed;
}

async function sealOne(tx: Db, log: SealedLog): Promise<number> {
  const found = await tx.execute<{ snapshot: string; hash: Buffer }>(
    sql`select snapshot::text, hash from seal where log = ${log} order by id desc limit 1`,
  );
  const last = found.rows[0];
  const fresh = await rowsSince(tx, log, last?.snapshot ?? null);
  const already = await sealedAmong(tx, log, last?.snapshot ?? beginning);
  const rows = fresh.rows.filter((row) => !already.has(row.id));
  const first = fresh.rows[0];
  if (rows.length === 0 || !first) return 0;
  const digests = Buffer.concat(rows.map((row) => sealDigest(row.text)));
  const previous = last?.hash ?? nothing;
  // A full seal has not seen all that its snapshot sees: it keeps the old one and the next goes on from there.
  const snapshot = fresh.rows.length === mostRows ? (last?.snapshot ?? beginning) : first.snapshot;
  await tx.execute(sql`
    insert into seal (log, snapshot, row_ids, digests, previous, hash)
    values (${log}, ${snapshot}::pg_snapshot, ${`{${rows.map((row) => row.id).join(',')}}`}::bigint[], ${digests}, ${previous}, ${sealDigest(previous, digests)})`);
  return rows.length;
}

/** Rows that full seals on this snapshot hold already: they are seen again until the log is caught up with. */
async function sealedAmong(tx: Db, log: SealedLog, snapshot: string): Promise<Set<string>> {
  const found = await tx.execute<{ id: string }>(
    sql`select unnest(row_ids)::text as id from seal where log = ${log} and snapshot::text = ${snapshot}`,
  );
  return new Set(found.rows.map((row) => row.id));
}

export interface SealReport {
  ok: boolean;
  checked: number;
  unsealed: number;
  /** The first row that was altered or is gone although it is still kept. */
  firstBadId: string | null;
}

/** Walks the chain of a log and every row in it. Rows past retention are allowed to be gone. */
export async function verifySeals(log: SealedLog): Promise<SealReport> {
  // By the number: a bare `id` would mean the text of the list before it, in which 10 stands before 9.
  const seals = await db.execute<SealRow>(
    sql`select id::text, snapshot::text, row_ids::text[], digests, previous, hash from seal where log = ${log} order by seal.id`,
  );
  const oldest = await db.execute<{ id: string | null }>(sql`select min(id)::text as id from ${sql.identifier(log)}`);
  const oldestId = BigInt(oldest.rows[0]?.id ?? '0');
  let previous: Buffer = nothing;
  let checked = 0;
  for (const seal of seals.rows) {
    const chained = seal.previous.equals(previous) && seal.hash.equals(sealDigest(seal.previous, seal.digests));
    const bad = chained ? await firstBad(log, seal, oldestId) : (seal.row_ids[0] ?? null);
    if (!chained || bad) return { ok: false, checked, unsealed: await unsealed(log), firstBadId: bad };
    checked += seal.row_ids.length;
    previous = seal.hash;
  }
  return { ok: true, checked, unsealed: await unsealed(log), firstBadId: null };
}

async function firstBad(log: SealedLog, seal: SealRow, oldestKept: bigint): Promise<string | null> {
  const found = await db.execute<LogRow>(sql`
    select l.id::text, row_to_json(l)::text as text from ${sql.identifier(log)} l where l.id = any(${`{${seal.row_ids.join(',')}}`}::bigint[])`);
  const texts = new Map(found.rows.map((row) => [row.id, row.text]));
  for (const [index, id] of seal.row_ids.entries()) {
    const text = texts.get(id);
    if (text === undefined && BigInt(id) < oldestKept) continue;
    if (text === undefined || !sealDigest(text).equals(seal.digests.subarray(index * 32, index * 32 + 32))) return id;
  }
  return null;
}

async function unsealed(log: SealedLog): Promise<number> {
  const found = await db.execute<{ snapshot: string }>(
    sql`select snapshot::text from seal where log = ${log} order by id desc limit 1`,
  );
  const last = found.rows[0]?.snapshot ?? null;
  const rows = await rowsSince(db, log, last);
  const already = await sealedAmong(db, log, last ?? beginning);
  return rows.rows.filter((row) => !already.has(row.id)).length;
}
