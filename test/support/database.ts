import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';

/** Returns the folder of the embedded PostgreSQL cluster in a data folder. */
export function clusterOf(dataDir: string): string {
  return resolve(dataDir, readFileSync(join(dataDir, 'postgres.location'), 'utf8').trim());
}

/** Returns process id and port of the PostgreSQL on the data folder, from its postmaster.pid. */
export function postmasterOf(dataDir: string): { pid: number; port: number } {
  const lines = readFileSync(join(clusterOf(dataDir), 'postmaster.pid'), 'utf8').split('\n');
  return { pid: Number(lines[0]), port: Number(lines[3]) };
}

/** Returns the URL of the product's database, with the product's account, for access from outside. */
export function databaseUrlOf(dataDir: string): string {
  const password = readFileSync(join(dataDir, 'postgres.app.password'), 'utf8').trim();
  return `postgresql://anhao_app:${password}@127.0.0.1:${postmasterOf(dataDir).port}/anhao`;
}

/** Runs `work` on a separate connection. */
export async function onDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
