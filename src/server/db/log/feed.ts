import { type RawBuilder, sql } from 'kysely';
import { type Db, db } from '../db.ts';
import { epoch } from '../epoch.ts';
import type { SealedLog } from './logDrop.ts';

/** Time to go back after a failover, and maximum age of a transaction whose rows are still delivered. */
const goBack = sql`interval '10 minutes'`;
const longestTransaction = sql`interval '1 day'`;
/** Snapshot that sees no row. */
const nothing = '1:1:';
const none = { count: 0, more: false };

export interface FeedBatch<Row> {
  /** Rows in order of their id, at most `limit`. */
  rows: (Row & { id: string })[];
  /** Snapshot whose rows are all delivered once this batch is committed. */
  base: string;
  /** Work done before this instant needs no check for repeats: only a failover delivers rows again, those of ten minutes. */
  repeatedSince: string;
}

/** A reader of one log with a position of its own; its name is the key of the position. */
export interface FeedConsumer<Row> {
  name: string;
  log: SealedLog;
  /** Columns of the row `l` besides its id. */
  columns: RawBuilder<Row>;
  /** Maximum rows of a batch. */
  limit: number;
  /** Works in the transaction that moves the position: a batch is done and left behind, or neither. */
  work(tx: Db, batch: FeedBatch<Row>): Promise<void>;
}

interface Position {
  epoch: string;
  current: string;
  base: string | null;
  since: string;
  batch: string | null;
  upTo: string;
  /** Lower bound after a failover. */
  again: string;
}

/** Locks the consumer's position; undefined while another node has it. A new consumer starts with the present. */
async function lockPosition(tx: Db, consumer: string): Promise<Position | undefined> {
  await sql`
    insert into feed_position (consumer, epoch, base, since)
    values (${consumer}, ${epoch}, pg_current_snapshot(), now() - ${longestTransaction}) on conflict do nothing`.execute(
    tx,
  );
  return tx.row(sql<Position>`
    select p.epoch, ${epoch} as current, p.base::text, p.since::text, p.batch::text, p.up_to::text as "upTo",
      (p.moved_at - ${goBack})::text as again
    from feed_position p where p.consumer = ${consumer} for update skip locked`);
}

/** Returns the condition that a row `l` was not delivered yet. */
function undelivered({ base, since, batch, upTo }: Position): RawBuilder<boolean> {
  const unseen = base
    ? sql`and l.xid >= pg_snapshot_xmin(${base}::pg_snapshot) and not pg_visible_in_snapshot(l.xid, ${base}::pg_snapshot)`
    : sql``;
  const rest = batch ? sql`and pg_visible_in_snapshot(l.xid, ${batch}::pg_snapshot) and l.id > ${upTo}` : sql``;
  return sql<boolean>`l.at >= ${since}::timestamptz ${unseen} ${rest}`;
}

/** Returns where to read from; after a failover the snapshots of before mean nothing. */
function startOf(stored: Position): Position {
  if (stored.epoch === stored.current) return stored;
  return { ...stored, base: null, batch: null, since: stored.again };
}

/**
 * Gives the consumer its next batch: rows of the log that are committed now and were not delivered, each once, in the
 * transaction of its work. Returns their number and whether to read again; none while another node reads for this
 * consumer.
 */
export async function readFeed<Row>({
  name,
  log,
  columns,
  limit,
  work,
}: FeedConsumer<Row>): Promise<{ count: number; more: boolean }> {
  return db.transaction(async (tx) => {
    const stored = await lockPosition(tx, name);
    if (!stored) return none;
    const from = startOf(stored);
    const rows = await tx.rows(sql<Row & { id: string; snapshot: string }>`
      select l.id::text, pg_current_snapshot()::text as snapshot, ${columns} from ${sql.id(log)} l
      where ${undelivered(from)} order by l.id limit ${limit}`);
    const step = stepOf(from, rows, limit);
    if (!step) return none;
    const { base, complete } = step;
    if (rows.length > 0) await work(tx, { rows, base, repeatedSince: from.base ? stored.again : from.since });
    await move(tx, name, from, step);
    // Behind a read in several batches there may be newer rows.
    return { count: rows.length, more: !complete || from.batch !== null };
  });
}

interface Step {
  /** Snapshot in which the rows were read. */
  seen: string;
  /** Whether these are all rows that it sees. */
  complete: boolean;
  upTo: string;
  base: string;
}

/** Returns where the position goes after the rows; undefined when there was nothing to read. */
function stepOf(
  { base, batch }: Position,
  rows: readonly { id: string; snapshot: string }[],
  limit: number,
): Step | undefined {
  const seen = batch ?? rows[0]?.snapshot;
  const complete = rows.length < limit;
  if (seen === undefined) return undefined;
  return { seen, complete, upTo: rows.at(-1)?.id ?? '0', base: complete ? seen : (base ?? nothing) };
}

/** Leaves behind all that the snapshot sees, or only what it sees up to an id. */
async function move(
  tx: Db,
  consumer: string,
  { base, since }: Position,
  { seen, complete, upTo }: Step,
): Promise<void> {
  const next = complete
    ? sql`base = ${seen}::pg_snapshot, since = now() - ${longestTransaction}, batch = null, up_to = 0`
    : sql`base = ${base}::pg_snapshot, since = ${since}::timestamptz, batch = ${seen}::pg_snapshot, up_to = ${upTo}`;
  await sql`update feed_position set epoch = ${epoch}, moved_at = now(), ${next} where consumer = ${consumer}`.execute(
    tx,
  );
}

/** Reads until nothing is left, at most `batches` times. Returns the number of rows. */
export async function drainFeed<Row>(consumer: FeedConsumer<Row>, batches = 1000): Promise<number> {
  let total = 0;
  for (let batch = 0; batch < batches; batch += 1) {
    const { count, more } = await readFeed(consumer);
    total += count;
    if (!more) break;
  }
  return total;
}
