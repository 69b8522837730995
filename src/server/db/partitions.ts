import type { ClientBase } from 'pg';
import { log } from '#server/core/log.ts';
import { sqlState } from '#server/core/retry.ts';
import { pool } from './db.ts';
import { isSealed, recordDrop } from './log/logDrop.ts';

type Period = 'day' | 'week' | 'month';
interface Setting {
  table_name: string;
  period: Period;
  keep_days: number;
  ahead: number;
}

/** Returns the UTC start of the period that contains an instant; weeks start on Monday. */
export function periodStart(at: Date, period: Period): Date {
  const start = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), period === 'month' ? 1 : at.getUTCDate()));
  if (period === 'week') start.setUTCDate(start.getUTCDate() - ((start.getUTCDay() + 6) % 7));
  return start;
}

/** Returns the start of the period `steps` later (negative: earlier). */
export function shiftPeriod(start: Date, period: Period, steps: number): Date {
  const shifted = new Date(start);
  if (period === 'month') shifted.setUTCMonth(shifted.getUTCMonth() + steps);
  else shifted.setUTCDate(shifted.getUTCDate() + steps * (period === 'week' ? 7 : 1));
  return shifted;
}

function leafName(table: string, start: Date): string {
  return `${table}_p${start.toISOString().slice(0, 10).replaceAll('-', '')}`;
}

/** Tables whose rows have device time. */
export const telemetry: readonly string[] = ['reading', 'position', 'reading_hour'];

/**
 * Returns the first period that needs a leaf. Telemetry arrives with device time and covers the whole retention; other
 * tables start one day back.
 */
function firstPeriod(setting: Setting, now: Date): Date {
  const back = telemetry.includes(setting.table_name) ? setting.keep_days : 1;
  return periodStart(new Date(now.getTime() - back * 86_400_000), setting.period);
}

async function makeLeaf(client: ClientBase, setting: Setting, start: Date): Promise<void> {
  const name = leafName(setting.table_name, start);
  const from = start.toISOString().replace('Z', '+00');
  const to = shiftPeriod(start, setting.period, 1).toISOString().replace('Z', '+00');
  await client.query(`create table ${name} partition of ${setting.table_name} for values from ('${from}') to ('${to}')
    with (autovacuum_vacuum_insert_scale_factor = 0.02)`);
  if (setting.table_name === 'raw_message')
    await client.query(`create unique index ${name}_key on ${name} (device_id, key)`);
}

/** Yields the leaves that a table should have now. */
function* requiredLeaves(setting: Setting, now: Date): Generator<[name: string, start: Date]> {
  const last = shiftPeriod(periodStart(now, setting.period), setting.period, setting.ahead);
  for (let at = firstPeriod(setting, now); at <= last; at = shiftPeriod(at, setting.period, 1))
    yield [leafName(setting.table_name, at), at];
}

async function leavesOf(client: ClientBase, table: string): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    'select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = $1::regclass',
    [table],
  );
  return new Set(rows.map((row) => row.name));
}

async function tend(client: ClientBase, setting: Setting, now: Date): Promise<void> {
  const existing = await leavesOf(client, setting.table_name);
  for (const [name, start] of requiredLeaves(setting, now)) {
    if (!existing.has(name)) await makeLeaf(client, setting, start);
  }
}

const settingsWithLeaves = `
  select s.table_name, s.period, s.keep_days, s.ahead, coalesce(array_agg(c.relname::text) filter (where c.relname is not null), '{}') as leaves
  from partition_setting s left join pg_inherits i on i.inhparent = s.table_name::regclass left join pg_class c on c.oid = i.inhrelid
  group by s.table_name`;

/** Creates the missing partitions, `ahead` periods in advance; safe on several nodes at once. */
export async function makePartitions(now = new Date()): Promise<void> {
  const client = await pool('direct').connect();
  try {
    await makePartitionsOn(client, now);
  } finally {
    client.release();
  }
}

/** Returns the table of a "no partition of relation" error; null for any other error. */
export function missedTable(error: unknown): string | null {
  for (let current = error; current instanceof Error; current = current.cause) {
    const [, table] = /^no partition of relation "(\w+)"/.exec(current.message) ?? [];
    if (table && sqlState(current) === '23514') return table;
  }
  return null;
}

/**
 * Runs `work`, which must be idempotent; if a partition is missing, creates all missing ones and runs `work` once more.
 */
export async function withPartitions<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const table = missedTable(error);
    if (table === null) throw error;
    log.error({ table }, 'a partition was missing and is made');
    await makePartitions();
    return work();
  }
}

/**
 * Like `makePartitions`, on a given connection outside a transaction: migrations need it too.
 * @param except tables that are left as they are
 */
export async function makePartitionsOn(
  client: ClientBase,
  now = new Date(),
  except: readonly string[] = [],
): Promise<void> {
  try {
    const settings = await client.query<Setting & { leaves: string[] }>(`${settingsWithLeaves} order by s.table_name`);
    for (const setting of settings.rows) {
      if (except.includes(setting.table_name)) continue;
      const existing = new Set(setting.leaves);
      if (requiredLeaves(setting, now).every(([name]) => existing.has(name))) continue;
      await client.query('begin');
      await client.query('select pg_advisory_xact_lock(hashtext($1))', [`partition:${setting.table_name}`]);
      await tend(client, setting, now);
      await client.query('commit');
    }
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** Leaf that is about to be dropped. */
export interface OldLeaf {
  table: string;
  name: string;
}

/**
 * Drops the partitions past retention. Outside a transaction: `detach concurrently` requires it.
 * @param beforeDrop saves what outlives the leaf; the leaf stays if it throws
 */
export async function dropOldPartitions(
  now = new Date(),
  beforeDrop?: (leaf: OldLeaf) => Promise<void>,
): Promise<string[]> {
  const dropped: string[] = [];
  const client = await pool('direct').connect();
  try {
    const settings = await client.query<Setting>('select table_name, period, keep_days, ahead from partition_setting');
    for (const setting of settings.rows) {
      const oldest = periodStart(new Date(now.getTime() - setting.keep_days * 86_400_000), setting.period);
      for (const name of await leavesOf(client, setting.table_name)) {
        if (name >= leafName(setting.table_name, oldest)) continue;
        await beforeDrop?.({ table: setting.table_name, name });
        if (isSealed(setting.table_name)) await recordDrop(client, setting.table_name, name);
        await client.query(`alter table ${setting.table_name} detach partition ${name} concurrently`);
        await client.query(`drop table ${name}`);
        dropped.push(name);
      }
    }
  } finally {
    client.release();
  }
  if (dropped.length > 0) log.info({ dropped }, 'partitions past retention dropped');
  return dropped;
}

/** Returns a table with fewer than two partitions in advance, or null; for the readiness check. */
export async function shortOfPartitions(now = new Date()): Promise<string | null> {
  const { rows } = await pool('direct').query<Setting & { leaves: string[] }>(settingsWithLeaves);
  for (const row of rows) {
    const needed = [1, 2].map((step) =>
      leafName(row.table_name, shiftPeriod(periodStart(now, row.period), row.period, step)),
    );
    if (needed.some((name) => !row.leaves.includes(name))) return row.table_name;
  }
  return null;
}

/** Days that each table with partitions keeps, from the table of settings. */
export type KeptDays = Record<'raw_message' | 'reading' | 'position' | 'reading_hour', number>;

let read: { at: number; days: KeptDays } | undefined;

/** Returns the retention of device data; a changed setting takes effect within a minute. */
export async function retention(): Promise<KeptDays> {
  if (read && Date.now() - read.at < 60_000) return read.days;
  const { rows } = await pool('direct').query<Pick<Setting, 'table_name' | 'keep_days'>>(
    'select table_name, keep_days from partition_setting',
  );
  const days = Object.fromEntries(rows.map((row) => [row.table_name, row.keep_days])) as KeptDays;
  read = { at: Date.now(), days };
  return days;
}
