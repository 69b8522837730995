import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts';
import { closeDatabase, db, openDatabase, pool } from './db.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await freshDatabase();
  await openDatabase(database.url);
});

afterAll(async () => {
  await closeDatabase();
  await database.drop();
});

test('a transaction that cannot even begin gives its connection back', async () => {
  const begin = new Error('no begin');
  const query = pg.Client.prototype.query;
  for (let time = 0; time < 25; time++) {
    pg.Client.prototype.query = function (this: pg.Client, ...words: unknown[]) {
      const [first] = words as [{ text?: string } | string];
      const text = typeof first === 'string' ? first : first.text;
      return text === 'begin' ? Promise.reject(begin) : (query as (...all: unknown[]) => unknown).apply(this, words);
    } as typeof query;
    await expect(db.transaction(async () => 1)).rejects.toThrow();
    pg.Client.prototype.query = query;
  }
  expect(pool().idleCount).toBe(pool().totalCount);
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
});
