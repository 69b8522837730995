import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Where the embedded PostgreSQL of a data folder keeps its cluster. */
export function clusterOf(dataDir: string): string {
  return resolve(dataDir, readFileSync(join(dataDir, 'postgres.location'), 'utf8').trim());
}

/** Process and port of the PostgreSQL that runs on the data folder, from its own note. */
export function postmasterOf(dataDir: string): { pid: number; port: number } {
  const lines = readFileSync(join(clusterOf(dataDir), 'postmaster.pid'), 'utf8').split('\n');
  return { pid: Number(lines[0]), port: Number(lines[3]) };
}

/** Address of the product's own database, for the product's own account, to look into it from outside. */
export function databaseUrlOf(dataDir: string): string {
  const password = readFileSync(join(dataDir, 'postgres.app.password'), 'utf8').trim();
  return `postgresql://anhao_app:${password}@127.0.0.1:${postmasterOf(dataDir).port}/anhao`;
}
