import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '../testing/database.ts';
import { wrongStatements } from '../testing/sql/describe.ts';
import { samples } from '../testing/sql/sample.ts';
import { findStatements } from '../testing/sql/statements.ts';

/** Statements with table or column from a data list, by file; tests of those lists cover them. */
const namedByData: Record<string, string> = {
  'features/archive/server/timeline.ts': 'every section of the health archive with a time',
  'features/customerMerge/server/merge.ts': 'every table that belongs to a person',
  'features/department/server/merge.ts': 'every table that has a department',
  'features/import/server/undo.ts': 'the table of each importer',
  'server/db/paging.ts': 'the rows that a list counts',
  'server/db/log/feed.ts': 'the log and the columns of each consumer',
  'server/crud/table.ts': 'the table of each noun that is listed and edited by the kit',
  'server/feature/dictionaryUse.ts': 'every column that holds values of a dictionary',
  'server/feature/ownedCounts.ts': 'the tables that features list',
  'server/feature/blockingReferences.ts': 'the tables that features list',
  'server/feature/seeds.ts': 'the table of each feature with demo rows',
  'server/feature/stale.ts': 'the tables that link a row with others',
};

const fileOf = ({ location }: { location: string }) => location.slice(0, location.indexOf(':'));
const sample = 'server/testing/sql/sample.ts';
const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const { statements: found, lost } = findStatements(
  root,
  (path) => /\/src\/.*?server\/(?!testing\/|db\/queries)|sample\.ts$/.test(path) && !path.endsWith('.test.ts'),
);

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await freshDatabase({ bare: true });
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

test('every statement that is written out is one of the database and gives the columns that are read', async () => {
  const ours = found.filter((statement) => fileOf(statement) !== sample);
  expect(ours.length).toBeGreaterThan(400);
  expect(await wrongStatements(client, ours)).toEqual([]);
  const files = new Set(lost.map(fileOf).filter((file) => file !== sample));
  expect([...files].sort()).toEqual(Object.keys(namedByData).sort());
});

test('a column that is renamed, missing or of another type is told with its place', async () => {
  const wrong = await wrongStatements(
    client,
    found.filter((statement) => fileOf(statement) === sample),
  );
  expect([...new Set(wrong)].map((sentence) => sentence.replace(/^\S+ /, ''))).toEqual([
    'column "renamed" does not exist',
    'column "gone" does not exist',
    'gives no column title',
    'gives id as string, read as number',
    'column "note" of relation "dictionary_type" does not exist',
    'writes, but rows and row only read',
    'only reads, but returning and affected write',
  ]);
  expect(lost.filter((statement) => fileOf(statement) === sample)).toMatchObject([{ part: 'table' }]);
  expect(
    new Set([...found, ...lost].filter((statement) => fileOf(statement) === sample).map(({ location: at }) => at)).size,
  ).toBe(samples.length);
});
