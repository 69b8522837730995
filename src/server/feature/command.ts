import { sql } from 'kysely';
import { withRetry } from '#server/core/retry.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db, onPool } from '#server/db/db.ts';
import { type DomainEvent, writeEvents } from '#server/db/events.ts';
import { rememberRows, rowsWritten, type WrittenRow } from '#server/db/log/logWritten.ts';
import { withPartitions } from '#server/db/partitions.ts';
import { wake } from '#server/db/wake.ts';
import { logCommand } from './cmdLog.ts';

/** An open transaction that collects the events to send after its commit. */
export interface CommandContext {
  tx: Db;
  emit(event: DomainEvent): void;
  /** Bumps the version of a cache that every node has in memory (`permission`, `dictionary`, `place`). */
  invalidate(cache: 'permission' | 'dictionary' | 'place'): void;
}

/**
 * Runs every change: one transaction with actor and trace, events and command log entry; wakes the streams after the
 * commit. A transient error runs `fn` again: no side effects outside the transaction.
 */
export async function command<T>(
  viewer: Pick<Viewer, 'userId' | 'traceId'>,
  fn: (ctx: CommandContext) => Promise<T>,
): Promise<T> {
  return withRetry(() => withPartitions(() => once(viewer, fn, rowsWritten)));
}

/**
 * Runs a change of ingest: on the system's connections, without a retry (the lanes retry). Does not read its log rows
 * back, to keep alarms fast: sealing reads them first.
 */
export async function ingestCommand<T>(fn: (ctx: CommandContext) => Promise<T>): Promise<T> {
  return onPool('direct', () => withPartitions(() => once({ userId: '0', traceId: 'ingest' }, fn)));
}

/**
 * @param written reads the log rows of the transaction, which stay in memory until they are sealed
 */
async function once<T>(
  viewer: Pick<Viewer, 'userId' | 'traceId'>,
  fn: (ctx: CommandContext) => Promise<T>,
  written?: (tx: Db) => Promise<WrittenRow[]>,
): Promise<T> {
  const events: DomainEvent[] = [];
  const invalidated = new Set<string>();
  let entered: () => void = () => undefined;
  let rows: WrittenRow[] = [];
  const result = await db.transaction(async (tx) => {
    await sql`select set_config('anhao.actor', ${viewer.userId}, true), set_config('anhao.trace', ${viewer.traceId}, true)`.execute(
      tx,
    );
    const value = await fn({ tx, emit: (event) => events.push(event), invalidate: (cache) => invalidated.add(cache) });
    await writeEvents(tx, events);
    for (const name of invalidated) {
      await sql`update cache_version set version = version + 1 where name = ${name}`.execute(tx);
    }
    entered = await logCommand(tx, value);
    if (written) rows = await written(tx);
    return value;
  });
  entered();
  rememberRows(rows);
  if (events.length > 0) wake.publish('event');
  for (const name of invalidated) wake.publish(name);
  return result;
}
