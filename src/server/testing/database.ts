import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { BARE_TEMPLATE, TEMPLATE } from './template.ts';

/** A database for one test file; `drop` removes it and cuts open sessions. */
export type TestDatabase = { url: string; drop(): Promise<void> };

/**
 * Copies the migrated and seeded template: `const database = await freshDatabase()` in `beforeAll`, `database.drop()`
 * in `afterAll`. `bare`: without seeded rows.
 */
export async function freshDatabase({ bare = false } = {}): Promise<TestDatabase> {
  const problem = inject('templateProblem');
  if (problem) throw new Error(`The migrations do not apply: ${problem}`);
  const serverUrl = inject('databaseServerUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Strategy file_copy: through the write-ahead log the copy takes several times as long.
  await run(serverUrl, `create database ${name} template ${bare ? BARE_TEMPLATE : TEMPLATE} strategy file_copy`);
  const url = new URL(serverUrl);
  url.pathname = name;
  return { url: url.href, drop: () => dropWhenLeft(serverUrl, name) };
}

/** Waits for closing sessions first: a session cut at that moment emits an unhandled error, which ends the process. */
async function dropWhenLeft(serverUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const used = `select from pg_stat_activity where datname = '${name}'`;
    const deadline = Date.now() + 1000;
    while ((await client.query(used)).rowCount && Date.now() < deadline) await setTimeout(20);
    await client.query(`drop database if exists ${name} with (force)`);
  } finally {
    await client.end();
  }
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
