import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { decrypt, encrypt, sealDigest, searchHash } from '#server/core/crypto.ts';
import type { Step } from '../../../migrations/step.ts';
import { makePartitionsOn, telemetry } from './partitions.ts';

const folder = fileURLToPath(new URL('../../../migrations', import.meta.url));

/** Arbitrary fixed key of the advisory lock against two nodes migrating at once. */
const lockKey = 7_203_115;

/**
 * Applies missing files before `before` under a lock: SQL in one transaction each, TypeScript batch by batch. `slice`
 * (ID_SLICE): first id `slice << 44` in a new database. Steps with rows need the key. Throws if an applied file
 * changed.
 */
export async function migrate(url: string, slice = 0, before = '9999'): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  // A broken connection fails the current statement with an error; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await applyAll(client, slice, before);
  } finally {
    await client.end();
  }
}

async function applyAll(client: pg.Client, slice: number, before: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => /^\d{4}_.+\.(sql|ts)$/.test(name) && name < before).sort();
  const appliedHashes = await appliedBefore(client);
  const applied: string[] = [];
  for (const name of files) {
    const text = await readFile(`${folder}/${name}`, 'utf8');
    const hash = createHash('sha256').update(text).digest('hex');
    if (appliedHashes.get(name) === hash) continue;
    await preparePartitions(client, name);
    const run = name.endsWith('.ts') ? await batchOf(client, name) : () => applySql(client, name, text, slice);
    if (await applyOne(client, name, hash, run)) applied.push(name);
  }
  return applied;
}

/** Returns the applied hashes by file name in one query: a start without new files needs no other. */
async function appliedBefore(client: pg.Client): Promise<Map<string, string>> {
  const table = await client.query<{ there: boolean }>(`select to_regclass('migration') is not null as there`);
  if (!table.rows[0]?.there) return new Map();
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migration');
  return new Map(rows.map((row) => [row.name, row.hash]));
}

/**
 * Creates partitions before a new migration: its changes go to the change log, even if the server was off for long.
 * Telemetry gets its partitions after all migrations, for the retention that these set.
 */
async function preparePartitions(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<{ settings: string | null; migrations: string | null }>(
    `select to_regclass('partition_setting')::text as settings, to_regclass('migration')::text as migrations`,
  );
  if (!rows[0]?.settings || !rows[0].migrations) return;
  const result = await client.query('select 1 from migration where name = $1', [name]);
  if (result.rows.length === 0) await makePartitionsOn(client, new Date(), telemetry);
}

/** Loads a TypeScript step; its function runs one batch and returns whether rows may remain. */
async function batchOf(client: pg.Client, name: string): Promise<() => Promise<boolean>> {
  const step = ((await import(`${folder}/${name}`)) as { default: Step }).default;
  return () => step({ client, encrypt, decrypt, searchHash, sealDigest });
}

async function applySql(client: pg.Client, name: string, text: string, slice: number): Promise<boolean> {
  await client.query(text);
  if (slice > 0 && name.startsWith('0001'))
    await client.query('select setval($1, $2)', ['id_seq', ((BigInt(slice) << 44n) + 1n).toString()]);
  return false;
}

/** Runs a file batch by batch, each in a transaction, until nothing remains; false if another node was first. */
async function applyOne(client: pg.Client, name: string, hash: string, run: () => Promise<boolean>): Promise<boolean> {
  for (;;) {
    const state = await inTransaction(client, async () => {
      if (await isApplied(client, name, hash)) return 'before';
      // Changes in logged tables have the system as actor and the file as trace.
      await client.query(`select set_config('anhao.actor', '0', true), set_config('anhao.trace', $1, true)`, [
        `migration ${name}`,
      ]);
      if (await run()) return 'more';
      await client.query('insert into migration (name, hash) values ($1, $2)', [name, hash]);
      return 'now';
    });
    if (state !== 'more') return state === 'now';
  }
}

async function isApplied(client: pg.Client, name: string, hash: string): Promise<boolean> {
  await client.query(
    'create table if not exists migration (name text primary key, hash text not null, applied_at timestamptz not null default now())',
  );
  const result = await client.query<{ hash: string }>('select hash from migration where name = $1', [name]);
  const applied = result.rows[0];
  if (applied && applied.hash !== hash) throw new Error(`migration ${name} was changed after it had been applied`);
  return applied !== undefined;
}

async function inTransaction<T>(client: pg.Client, run: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    // Transaction-level lock: works through a transaction pooler too.
    await client.query('select pg_advisory_xact_lock($1)', [lockKey]);
    const value = await run();
    await client.query('commit');
    return value;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
