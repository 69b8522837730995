import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '../testing/database.ts';

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

interface Stamped {
  version: number;
  updated_by: string | null;
  late: boolean;
}

/** Runs the statements in one transaction of the actor; returns the row of the dictionary type `probe`. */
async function asActor(actor: string, ...statements: string[]): Promise<Stamped> {
  await client.query('begin');
  await client.query(`select set_config('anhao.actor', $1, true)`, [actor]);
  for (const statement of statements) await client.query(statement);
  await client.query('commit');
  const { rows } = await client.query<Stamped>(
    `select version, updated_by, updated_at > created_at as late from dictionary_type where code = 'probe'`,
  );
  return rows[0] as Stamped;
}
const set = (what: string) => `update dictionary_type set ${what} where code = 'probe'`;

test('a row tells how many calls have edited it, who did last and when', async () => {
  const make = `insert into dictionary_type (code, name) values ('probe', 'a')`;
  expect(await asActor('7', make, set(`name = 'b'`))).toEqual({ version: 1, updated_by: '7', late: false });
  expect(await asActor('8', set(`name = 'c'`), set('sort = 3'))).toEqual({ version: 2, updated_by: '8', late: true });
  // A statement that changes no value is no edit.
  expect(await asActor('9', set(`name = 'c'`))).toMatchObject({ version: 2, updated_by: '8' });
  // Lists of the row in other tables: only the version is bumped.
  expect(await asActor('9', set('version = version + 1'))).toMatchObject({ version: 3, updated_by: '9' });
});

test('what the product does by itself stamps nothing unless it says so', async () => {
  for (const actor of ['0', ''])
    expect(await asActor(actor, set('sort = sort + 1'))).toMatchObject({ version: 3, updated_by: '9' });
  expect(await asActor('0', set('version = 9, updated_by = null'))).toMatchObject({ version: 9, updated_by: null });
});

test('a login is no edit of an account, nor is a place that moved with a department or person one of the row', async () => {
  const { rows } = await client.query<{ name: string; unmarked: string[] }>(
    `select tgrelid::regclass::text as name, array_remove(string_to_array(encode(tgargs, 'escape'), '\\000'), '') as unmarked
     from pg_trigger where tgname = 'stamp_row' and tgnargs > 0 order by 1`,
  );
  expect(rows).toEqual([
    { name: '"user"', unmarked: expect.arrayContaining(['last_login_at', 'password_hash']) },
    { name: 'assessment', unmarked: ['department_id', 'project_id'] },
    { name: 'department', unmarked: ['path'] },
    { name: 'physical', unmarked: ['department_id', 'project_id'] },
  ]);
});

test('every table with the three columns is stamped, alarms apart', async () => {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and 3 = (select count(*) from pg_attribute
       where attrelid = c.oid and attname in ('version', 'updated_at', 'updated_by') and not attisdropped)
       and not exists (select 1 from pg_trigger where tgrelid = c.oid and tgname = 'stamp_row')`,
  );
  expect(rows).toEqual([{ name: 'warn' }]);
});
