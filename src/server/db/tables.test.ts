import { Kysely, PostgresDialect, sql } from 'kysely';
import {
  type DatabaseMetadata,
  GenericExpressionNode,
  generate,
  IdentifierNode,
  PostgresDialect as PostgresTypes,
} from 'kysely-codegen';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '../testing/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase({ bare: true });
});
afterAll(() => database.drop());

/** Turns text columns limited by a check constraint into unions. */
async function listedValues(db: Kysely<unknown>, metadata: DatabaseMetadata): Promise<DatabaseMetadata> {
  const { rows } = await sql<{ relation: string; column: string; rule: string }>`
    select c.conrelid::regclass::text as relation, a.attname as column, pg_get_constraintdef(c.oid) as rule
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'c' and cardinality(c.conkey) = 1`.execute(db);
  for (const { relation, column, rule } of rows) {
    const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[([^\]]+)\]\)\)\)$/.exec(rule)?.[1];
    const table = metadata.tables.find(({ name }) => name === relation.replaceAll('"', ''));
    const columnMetadata = table?.columns.find(({ name }) => name === column);
    if (list && columnMetadata)
      columnMetadata.enumValues = [...list.matchAll(/'([^']*)'::text/g)].map(([, value]) => value ?? '');
  }
  return metadata;
}

/** Columns with a code of `shared/codes.ts` that no check constraint limits. */
const coded: Record<string, string> = {
  'notification.channel': 'NotifyChannel',
  'warn.type': 'WarnType',
  'warn.family': 'WarnFamily',
  'warn.level': 'WarnLevel',
  'warn.result': 'WarnResult',
  'warn.false_reason': 'FalseReason',
  'warn.false_asked_reason': 'FalseReason',
  'warn_step.kind': 'StepKind',
};

const record = new GenericExpressionNode('Record', [new IdentifierNode('string'), new IdentifierNode('unknown')]);

const overrides = {
  columns: {
    ...Object.fromEntries(Object.entries(coded).map(([column, type]) => [column, new IdentifierNode(type)])),
    'warn_step.data': record,
  },
};
const customImports = Object.fromEntries(Object.values(coded).map((type) => [type, '#shared/codes.ts']));

// After a new migration: npx vitest run src/server/db/tables.test.ts -u
test('the table types are those of the migrated database', async () => {
  const pool = new pg.Pool({ connectionString: database.url });
  // A connection that is still closing gets an error when the database is dropped.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const text = await generate({
      db,
      dialect: new PostgresTypes(),
      camelCase: true,
      includePattern: 'public.*',
      outFile: null,
      overrides,
      customImports,
      typeMapping: { date: 'string', int8: 'string', jsonb: 'unknown', numeric: 'string', timestamptz: 'string' },
      postprocess: ({ metadata }) => listedValues(db, metadata),
    });
    await expect(text).toMatchFileSnapshot('tables.ts');
  } finally {
    await db.destroy();
  }
});
