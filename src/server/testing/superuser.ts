import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { SUPERUSER } from '../embedded/cluster.ts';

/** Runs a statement that the product's account may not run, on the embedded PostgreSQL of a data folder. */
export async function asSuperuser<T extends object>(url: string, dataDir: string, statement: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: superuserUrl(url, dataDir) });
  await client.connect();
  try {
    return (await client.query(statement)).rows as T[];
  } finally {
    await client.end();
  }
}

/** Returns the URL of the same database, for the launcher's account. */
export function superuserUrl(url: string, dataDir: string): string {
  const other = new URL(url);
  other.username = SUPERUSER;
  other.password = readFileSync(join(dataDir, 'postgres.password'), 'utf8').trim();
  return other.href;
}
