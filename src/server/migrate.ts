import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { makePartitionsOn } from './partitions.ts';

const folder = fileURLToPath(new URL('../../migrations', import.meta.url));

/** Any fixed number; it keeps two nodes from migrating at once. */
const lockKey = 7_203_115;

/**
 * Applies the numbered SQL files that are missing, each in its own transaction, under a lock.
 * `slice` (ID_SLICE) moves the start of the id sequence of a new database to `slice << 44`.
 * Throws when an applied file was changed afterwards.
 */
export async function migrate(url: string, slice = 0): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await applyAll(client, slice);
  } finally {
    await client.end();
  }
}

async function applyAll(client: pg.Client, slice: number): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => /^\d{4}_.+\.sql$/.test(name)).sort();
  const known = await appliedBefore(client);
  const applied: string[] = [];
  for (const name of files) {
    const text = await readFile(`${folder}/${name}`, 'utf8');
    const hash = createHash('sha256').update(text).digest('hex');
    if (known.get(name) === hash) continue;
    await preparePartitions(client, name);
    if (await applyOne(client, name, hash, text, slice)) applied.push(name);
  }
  return applied;
}

/** Hashes by name, in one look: a start without anything new asks nothing more. */
async function appliedBefore(client: pg.Client): Promise<Map<string, string>> {
  const table = await client.query<{ there: boolean }>(`select to_regclass('migration') is not null as there`);
  if (!table.rows[0]?.there) return new Map();
  const found = await client.query<{ name: string; hash: string }>('select name, hash from migration');
  return new Map(found.rows.map((row) => [row.name, row.hash]));
}

/** What a migration changes is recorded, also on a server that was off for longer than partitions reach ahead. */
async function preparePartitions(client: pg.Client, name: string): Promise<void> {
  const found = await client.query<{ settings: string | null; migrations: string | null }>(
    `select to_regclass('partition_setting')::text as settings, to_regclass('migration')::text as migrations`,
  );
  if (!found.rows[0]?.settings || !found.rows[0].migrations) return;
  const known = await client.query('select 1 from migration where name = $1', [name]);
  if (known.rows.length === 0) await makePartitionsOn(client);
}

async function applyOne(client: pg.Client, name: string, hash: string, text: string, slice: number): Promise<boolean> {
  await client.query('begin');
  try {
    // Transaction-level, so that a transaction pooler in between does no harm.
    await client.query('select pg_advisory_xact_lock($1)', [lockKey]);
    await client.query(
      'create table if not exists migration (name text primary key, hash text not null, applied_at timestamptz not null default now())',
    );
    const known = await client.query<{ hash: string }>('select hash from migration where name = $1', [name]);
    const before = known.rows[0];
    if (before && before.hash !== hash) throw new Error(`migration ${name} was changed after it had been applied`);
    if (!before) {
      // What it changes in recorded tables was done by the system, for this file.
      await client.query(`select set_config('anhao.actor', '0', true), set_config('anhao.trace', $1, true)`, [
        `migration ${name}`,
      ]);
      await client.query(text);
      await client.query('insert into migration (name, hash) values ($1, $2)', [name, hash]);
      if (slice > 0 && name.startsWith('0001'))
        await client.query('select setval($1, $2)', ['id_seq', ((BigInt(slice) << 44n) + 1n).toString()]);
    }
    await client.query('commit');
    return !before;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
