import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from './database.ts';

let first: TestDatabase;
let second: TestDatabase;

beforeAll(async () => {
  [first, second] = await Promise.all([freshDatabase(), freshDatabase()]);
});

afterAll(async () => {
  await Promise.all([first.drop(), second.drop()]);
});

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

describe('a test database', () => {
  test('is its own: what one file writes another never sees', async () => {
    await query(first.url, 'create table only_here (id int)');
    expect(await query(second.url, `select to_regclass('only_here') as found`)).toEqual([{ found: null }]);
  });

  test('knows Chinese letters as letters, whatever the LANG of the machine', async () => {
    const rows = await query(
      first.url,
      `select current_setting('server_encoding') as encoding, '安好' ~ '^\\w+$' as letters, upper('é') as upper`,
    );
    expect(rows).toEqual([{ encoding: 'UTF8', letters: true, upper: 'É' }]);
  });
});
