import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { TEMPLATE } from './template.ts';

/** A database of its own for one test file; `drop` removes it, cutting the sessions that are still open. */
export type TestDatabase = { url: string; drop(): Promise<void> };

/** Copies the migrated template: `const database = await freshDatabase()` in `beforeAll`, `database.drop()` in `afterAll`. */
export async function freshDatabase(): Promise<TestDatabase> {
  const problem = inject('templateProblem');
  if (problem) throw new Error(`The migrations do not apply: ${problem}`);
  const serverUrl = inject('databaseServerUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await run(serverUrl, `create database ${name} template ${TEMPLATE}`);
  const url = new URL(serverUrl);
  url.pathname = name;
  return { url: url.href, drop: () => run(serverUrl, `drop database if exists ${name} with (force)`) };
}

async function run(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
