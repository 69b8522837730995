// audit: the seal chain that proves the logs unchanged, and its anchors outside the database.

import { sql } from 'kysely';
import { cooperativePause } from '#server/core/alarmPriority.ts';
import { sealDigest } from '#server/core/crypto.ts';
import { type Db, db } from '#server/db/db.ts';
import { drainFeed, type FeedConsumer } from '#server/db/log/feed.ts';
import { beginDrops, droppedRows, type SealedLog, sealedLogs } from '#server/db/log/logDrop.ts';
import { redactionsOf } from '#server/db/log/logRedaction.ts';
import { confirmWritten } from '#server/db/log/logWritten.ts';
import { bigints } from '#server/db/values.ts';
import { anchor, isAnchored, lastAnchor } from './anchor.ts';

/** Maximum rows of a seal, and seals of a log in one run; the next run continues. */
const maxRows = 5000;
const maxSeals = 20;
const nothing = Buffer.alloc(32);
/** Initial snapshot, which sees no row. */
const beginning = '1:1:';

interface LogRow {
  id: string;
  text: string;
}

interface SealRow {
  id: string;
  snapshot: string;
  row_ids: string[];
  digests: Buffer;
  previous: Buffer;
  hash: Buffer;
}

/** The feed's consumer that seals a log; its batches become seals. */
function sealer(log: SealedLog): FeedConsumer<{ text: string }> {
  return {
    name: `seal:${log}`,
    log,
    columns: sql<{ text: string }>`row_to_json(l)::text as text`,
    limit: maxRows,
    async work(tx, { rows, base, repeatedSince }) {
      await lockChain(tx, log);
      const already = await sealedSince(tx, log, repeatedSince);
      const fresh = rows.filter((row) => !already.has(row.id));
      if (fresh.length === 0) return;
      const digests = await digestsOf(fresh);
      const last = await lastSeal(tx, log);
      await appendSeal(tx, log, { snapshot: base, ids: fresh.map(({ id }) => id), digests, previous: last?.hash });
    },
  };
}

async function lockChain(tx: Db, log: SealedLog): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`seal:${log}`}))`.execute(tx);
}

/** Seals the rows of a log committed since its last seal: an HMAC per row, chained to the previous seal. */
export function sealLog(log: SealedLog): Promise<number> {
  return drainFeed(sealer(log), maxSeals);
}

/** Seals all logs and anchors the seals; runs each minute on one node. */
export async function sealLogs(): Promise<number> {
  let sealed = 0;
  for (const log of sealedLogs) sealed += await sealLog(log);
  await anchorLogs();
  return sealed;
}

interface LastSeal {
  snapshot: string;
  hash: Buffer;
}

async function lastSeal(tx: Db, log: SealedLog): Promise<LastSeal | undefined> {
  return tx.row(sql<LastSeal>`select snapshot::text, hash from seal where log = ${log} order by id desc limit 1`);
}

/** Appends a seal to the chain of a log; the transaction holds the log's lock. */
async function appendSeal(
  tx: Db,
  log: SealedLog,
  {
    snapshot,
    ids,
    digests,
    previous = nothing,
  }: { snapshot: string; ids: readonly string[]; digests: Buffer; previous: Buffer | undefined },
): Promise<void> {
  await sql`
    insert into seal (log, snapshot, row_ids, digests, previous, hash)
    values (${log}, ${snapshot}::pg_snapshot, ${bigints(ids)}, ${digests}, ${previous}, ${sealDigest(previous, digests)})`.execute(
    tx,
  );
}

/** Appends a seal of single rows with the old snapshot: other new rows go into the next seal. */
async function sealRows(tx: Db, log: SealedLog, ids: readonly string[], digests: Buffer): Promise<void> {
  const last = await lastSeal(tx, log);
  await appendSeal(tx, log, { snapshot: last?.snapshot ?? beginning, ids, digests, previous: last?.hash });
}

/** Computes the digests with pauses: after a busy minute there are thousands. */
async function digestsOf(rows: readonly LogRow[]): Promise<Buffer> {
  const digests: Buffer[] = [];
  const pause = cooperativePause();
  for (const { text } of rows) {
    digests.push(sealDigest(text));
    await pause();
  }
  return Buffer.concat(digests);
}

/** Returns the digest of the row at this index. */
function digestAt(digests: Buffer, place: number): Buffer {
  return digests.subarray(place * 32, place * 32 + 32);
}

/** Returns the rows sealed since the instant: those a node found altered before their turn, and those before a failover. */
async function sealedSince(tx: Db, log: SealedLog, since: string): Promise<Set<string>> {
  const rows = await tx.rows(sql<{ id: string }>`
    select unnest(row_ids)::text as id from seal where log = ${log} and at >= ${since}::timestamptz`);
  return new Set(rows.map((row) => row.id));
}

/**
 * Compares the rows this node wrote with the logs and anchors the newest seals outside the database; on every node,
 * each minute.
 */
export async function anchorLogs(): Promise<void> {
  for (const log of sealedLogs) {
    await confirmWritten(log, (tx, ids, digests) => sealRows(tx, log, ids, digests));
    // Only before this node's first anchor of the log: a later start would excuse deleted rows.
    if (!(await lastAnchor(log))) await beginDrops(log, async () => (await removedRows(log)).length);
    await anchor(log);
  }
}

/** Returns sealed rows that no longer exist, oldest first. */
async function removedRows(log: SealedLog): Promise<string[]> {
  const rows = await db.rows(sql<{ id: string }>`
    select s.id::text from (select n.id as seal, u.id, u.place from seal n, unnest(n.row_ids) with ordinality u (id, place) where n.log = ${log}) s
    left join ${sql.id(log)} l on l.id = s.id where l.id is null order by s.seal, s.place`);
  return rows.map(({ id }) => id);
}

/** Returns the first unsealed row that claims to be older than the newest seal: it was inserted without the product. */
async function firstUncounted(log: SealedLog): Promise<string | null> {
  const row = await db.row(sql<{ id: string }>`
    with last as (select snapshot from seal where log = ${log} order by seal.id desc limit 1)
    select l.id::text from ${sql.id(log)} l cross join last
    left join (select unnest(row_ids) as id from seal where log = ${log}) s on s.id = l.id
    where s.id is null and not (not pg_visible_in_snapshot(l.xid, last.snapshot) and l.xid >= pg_snapshot_xmin(last.snapshot)) order by l.id limit 1`);
  return row?.id ?? null;
}

export interface SealReport {
  ok: boolean;
  checked: number;
  unsealed: number;
  /** First row that was altered, inserted, or deleted within its retention. */
  firstBadId: string | null;
  /** The problem, as a sentence. */
  reason: string | null;
}

interface Fault {
  firstBadId: string | null;
  reason: string;
}

/** Returns the first fault of chain, rows or anchors; null if all agree. */
async function faultOf(log: SealedLog, walked: Fault | null): Promise<Fault | null> {
  const last = await lastAnchor(log);
  if (last && !(await isAnchored(last)))
    return { firstBadId: null, reason: '最新的封条与数据库之外的记录不符，封条和其中的行被删除或替换' };
  if (walked) return walked;
  const removed = await removedRows(log);
  if (removed.length > (await droppedRows(log)))
    return { firstBadId: removed.at(-1) ?? null, reason: '有保留期内的行被删除' };
  const uncounted = await firstUncounted(log);
  return uncounted ? { firstBadId: uncounted, reason: '有一行绕过封存写入' } : null;
}

/**
 * Verifies the chain of a log and every row in it, against the anchors outside the database. Rows of partitions dropped
 * by retention may be missing.
 */
export async function verifySeals(log: SealedLog): Promise<SealReport> {
  const { checked, fault: walked } = await walk(log);
  const fault = await faultOf(log, walked);
  const { firstBadId = null, reason = null } = fault ?? {};
  return { ok: fault === null, checked, unsealed: await countUnsealed(log), firstBadId, reason };
}

async function walk(log: SealedLog): Promise<{ checked: number; fault: Fault | null }> {
  // `seal.id` is the number: a bare `id` would be the text of the select list, which sorts 10 before 9.
  const seals = await db.rows(
    sql<SealRow>`select id::text, snapshot::text, row_ids::text[], digests, previous, hash from seal where log = ${log} order by seal.id`,
  );
  let previous: Buffer = nothing;
  let checked = 0;
  for (const seal of seals) {
    const chained = seal.previous.equals(previous) && seal.hash.equals(sealDigest(seal.previous, seal.digests));
    const bad = chained ? await firstBad(log, seal) : (seal.row_ids[0] ?? null);
    if (!chained) return { checked, fault: { firstBadId: bad, reason: '封条的链断开' } };
    if (bad) return { checked, fault: { firstBadId: bad, reason: '有一行被改动' } };
    checked += seal.row_ids.length;
    previous = seal.hash;
  }
  return { checked, fault: null };
}

/**
 * Returns the first row of a seal that was altered or duplicated; a recorded redaction by a migration is no alteration.
 */
async function firstBad(log: SealedLog, seal: SealRow): Promise<string | null> {
  const rows = await db.rows(sql<LogRow>`
    select l.id::text, row_to_json(l)::text as text from ${sql.id(log)} l where l.id = any(${`{${seal.row_ids.join(',')}}`}::bigint[])`);
  const places = new Map(seal.row_ids.map((id, index) => [id, index]));
  const digests = await digestsOf(rows);
  const other = rows.flatMap(({ id }, row) => {
    const place = places.get(id) ?? 0;
    const [sealed, digest] = [digestAt(seal.digests, place), digestAt(digests, row)];
    return digest.equals(sealed) ? [] : [{ id, sealed, digest }];
  });
  const redactions = await redactionsOf(
    log,
    other.map(({ id }) => id),
  );
  const altered = other.find(({ id, sealed, digest }) => {
    const redaction = redactions.get(id);
    return !(redaction?.former.equals(sealed) && redaction.digest.equals(digest));
  });
  return altered?.id ?? null;
}

async function countUnsealed(log: SealedLog): Promise<number> {
  const row = await db.row(sql<{ n: number }>`
    with last as (select coalesce((select snapshot from seal where log = ${log} order by seal.id desc limit 1), ${beginning}::pg_snapshot) as snapshot)
    select count(*)::int as n from ${sql.id(log)} l cross join last
    where not pg_visible_in_snapshot(l.xid, last.snapshot) and l.xid >= pg_snapshot_xmin(last.snapshot)
      and not exists (select 1 from seal s where s.log = ${log} and s.snapshot::text = last.snapshot::text and l.id = any(s.row_ids))`);
  return row?.n ?? 0;
}
