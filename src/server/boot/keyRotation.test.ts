import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { currentKeyId, decrypt, encrypt, openKey, searchHash } from '#server/core/crypto.ts';
import { addColumnKey } from '#server/core/keyFile.ts';
import { config } from '#server/core/runtime.ts';
import { ciphers } from '#server/db/ciphers.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { runModule, type TestChild } from '#server/testing/child.ts';
import { temporaryFolder } from '#server/testing/folder.ts';
import { followRotation } from './keyRotation.ts';

let app: TestApp;
beforeAll(async () => {
  // Another process runs the rotation: this one only follows.
  app = await startApp({ env: { ROLES: 'web,ingest' } });
  await fill();
});
afterAll(() => app.stop());

const program = new URL('./rotateKey.ts', import.meta.url).href;
const fileOf = (folder: string) => readFileSync(join(folder, 'secret.key'), 'utf8');
const customerCount = 600;

/** Runs `npm run key:rotate` or `key:retire` on the database and key file of the running product. */
function run(action: 'rotate' | 'retire'): TestChild {
  return runModule(`process.argv[2] = '${action}'; await import('${program}');`, {
    DATA_DIR: config().dataDir,
    DATABASE_URL: app.databaseUrl,
  });
}

/** Returns every encrypted value, by its location. */
async function everyValue(): Promise<Map<string, string[]>> {
  const values = new Map<string, string[]>();
  for (const { name, relation, value } of await ciphers()) {
    const rows = await app.sql<{ value: string }>(
      `select ${value} as value from ${relation} t where ${value} is not null`,
    );
    values.set(
      name,
      rows.map((row) => row.value),
    );
  }
  return values;
}

const opened = (values: Map<string, string[]>) =>
  new Map([...values].map(([name, all]) => [name, all.map(decrypt).sort()]));

const customerInput = {
  name: '周长根',
  idNo: '330106194203151238',
  mobile: '13912345678',
  address: '柳岸新村12幢2单元301室',
  entryNote: '门禁 2580#',
  flags: ['心脏起搏器'],
};
const addCustomer = () => app.ask({ path: '/api/customer/addCustomer', body: customerInput, token: app.admin });

/** Tables of a person's health, with the columns that a row needs besides its texts. */
const healthRows: Readonly<Record<string, [columns: string, values: string]>> = {
  allergy: ['customer_id', '$1'],
  condition: ['customer_id', '$1'],
  medicine: ['customer_id', '$1'],
  surgery: ['customer_id, kind, at', `$1, 'surgery', '1987'`],
  family: ['customer_id, relation', `$1, 'mother'`],
  vaccination: ['customer_id, at', `$1, '2025-10-12'`],
  admission: ['customer_id, from_date', `$1, '2024-03-01'`],
  aid: ['customer_id, kind', `$1, 'hearing'`],
  attachment: ['customer_id, kind, at', `$1, 'report', '2025-01-01'`],
  reading_note: ['source_id, metric, at, kind', `$1, 'heart_rate', now(), 'entered'`],
  reading_band: ['customer_id, kind, bands', `$1, 'heart_rate', '[]'`],
};

/** Fills each encrypted column of a customer's health. */
async function fillHealth(customerId: string): Promise<void> {
  const names = (await ciphers()).map(({ name }) => name.split('.') as [string, string]);
  const columnsOf = (wanted: string) => names.flatMap(([table, column]) => (table === wanted ? [column] : []));
  for (const [table, [columns, values]] of Object.entries(healthRows)) {
    const texts = columnsOf(table).map((column) => `'${encrypt(column)}'`);
    const statement = `insert into ${table} (${[columns, ...columnsOf(table)]}) values (${[values, ...texts]})`;
    await app.sql(statement, [customerId]);
  }
  const set = columnsOf('archive').map((column) => `${column} = '${encrypt(column)}'`);
  await app.sql(`update archive set ${set} where customer_id = $1`, [customerId]);
}

/** Creates customers, a user with two-step login, a push source and a job, each with encrypted values. */
async function fill(): Promise<void> {
  const added = await addCustomer();
  expect(added.msg).toBe('');
  await fillHealth((added.data as { id: string }).id);
  const many = Array.from({ length: customerCount }, (_, index) => ({
    no: `X${index}`,
    cipher: encrypt(`{"flags":["${index}"]}`),
  }));
  await app.sql(
    `insert into customer (no, name, health_cipher, department_id, project_id)
     select n.no, n.no, n.cipher, (select min(id) from department), (select min(id) from project) from jsonb_to_recordset($1::jsonb) as n (no text, cipher text)`,
    [JSON.stringify(many)],
  );
  await app.sql(`insert into user_totp (user_id, secret_cipher) select id, $1 from "user" where account = 'admin'`, [
    encrypt('totp'),
  ]);
  await app.sql(`insert into push_source (source, name, secret_cipher, mapping) values ('cloud', 'cloud', $1, '{}')`, [
    encrypt('push'),
  ]);
  await app.sql(
    `insert into job (kind, title, state, input, owner_id, trace_id) values ('export', '导出', 'done', $1, 1, 't')`,
    [JSON.stringify({ path: '/x', asked: encrypt('filters') })],
  );
}

test('encrypted text lies nowhere but where a rotation looks for it', async () => {
  const looked = new Set((await ciphers()).map(({ name }) => name.replace('.asked', '')));
  const columns = await app.sql<{ table_name: string; column_name: string; data_type: string }>(
    `select c.table_name, c.column_name, c.data_type from information_schema.columns c join pg_class p on p.relname = c.table_name and p.relkind = 'r'
     where c.table_schema = 'public' and (c.data_type in ('text', 'jsonb', 'ARRAY') or c.column_name like '%cipher%')`,
  );
  for (const { table_name, column_name, data_type } of columns) {
    const name = `${table_name === 'user' ? '"user"' : table_name}.${column_name}`;
    if (column_name.includes('cipher')) expect([name, data_type, looked.has(name)]).toEqual([name, 'text', true]);
    const matches = await app.sql(
      `select 1 from "${table_name}" where "${column_name}"::text ~ 'k1:[0-9a-f]{8}:' limit 1`,
    );
    if (matches.length > 0) expect(looked.has(name), `encrypted text in ${name}`).toBe(true);
  }
});

test('a rotation under way, killed and begun again leaves every value readable and found, and afterwards the old key opens none', {
  retry: 0,
  timeout: 120_000,
}, async () => {
  const { dataDir } = config();
  const [oldFile, oldId] = [fileOf(dataDir), currentKeyId()];
  const previous = await everyValue();
  const decrypted = opened(previous);
  const health = ['archive', ...Object.keys(healthRows)];
  const empty = [...previous].filter(([name, values]) => health.includes(name.split('.')[0] ?? '') && !values.length);
  expect(empty).toEqual([]);
  const versions = ['customer', ...health.filter((table) => table !== 'reading_note')].map(
    (table) => `(select sum(version)::int from ${table}) as ${table}`,
  );
  const changeCounts = () => app.sql(`select count(*)::int as n, ${versions} from change_log`);
  const previousCounts = await changeCounts();
  addColumnKey(dataDir);

  let writing = true;
  const written: string[] = [];
  const writer = (async () => {
    for (let n = 0; writing; n += 1) {
      const [row] = await app.sql<{ id: string }>(
        'insert into job (kind, title, state, input, owner_id, trace_id) values ($1, $1, $2, $3, 1, $1) returning id::text',
        ['x', 'done', JSON.stringify({ asked: encrypt(`while ${n}`) })],
      );
      const seen = await app.sql<{ value: string }>(`select health_cipher as value from customer where no = $1`, [
        `X${n % customerCount}`,
      ]);
      expect(decrypt(seen[0]?.value ?? '')).toBe(`{"flags":["${n % customerCount}"]}`);
      written.push(row?.id ?? '');
    }
  })();
  // The biggest table comes last; a lock on its last customer makes the rotation wait there.
  const busy = new pg.Client({ connectionString: app.databaseUrl });
  await busy.connect();
  await busy.query('begin');
  await busy.query('select 1 from customer where no = $1 for update', [`X${customerCount - 1}`]);
  const first = run('rotate');
  await first.waitForLine('正在处理 customer.health_cipher');
  first.child.kill('SIGKILL');
  await first.exit;
  await busy.query('rollback');
  await busy.end();
  const remaining = await app.sql(
    'select 1 from customer where health_cipher is not null group by health_cipher like $1',
    [`k1:${oldId}:%`],
  );
  expect(remaining).toHaveLength(2);
  // The test skips the wait for other nodes, and for the lease of the killed process.
  await app.sql(`update key_rotation set started_at = started_at - interval '1 minute'`);
  await app.sql(`delete from lease where name = 'key.rotate'`);
  const again = run('rotate');
  expect(await again.exit).toBe(0);
  writing = false;
  await writer;
  expect(written.length).toBeGreaterThan(0);

  const after = await everyValue();
  const newId = currentKeyId();
  expect(newId).not.toBe(oldId);
  const values = [...after.values()].flat();
  expect(values.filter((value) => !value.startsWith(`k1:${newId}:`))).toEqual([]);
  const openedAfter = opened(after);
  for (const [name, texts] of decrypted) expect(openedAfter.get(name), name).toEqual(expect.arrayContaining(texts));
  expect(await changeCounts()).toEqual(previousCounts);
  expect(await addCustomer()).toMatchObject({ status: 400, msg: expect.stringContaining('该身份证号已存在') });

  expect(decrypt(previous.get('user_totp.secret_cipher')?.[0] ?? '')).toBe('totp');
  const hash = searchHash(customerInput.idNo);
  expect(await run('retire').exit).toBe(0);
  expect(fileOf(dataDir).match(/^column /gm)).toHaveLength(1);
  openKey(dataDir);
  expect(currentKeyId()).toBe(newId);
  expect(() => decrypt(previous.get('user_totp.secret_cipher')?.[0] ?? '')).toThrow('which is not here');
  expect(values.map(decrypt)).toHaveLength(values.length);
  expect(searchHash(customerInput.idNo)).toEqual(hash);
  const former = await temporaryFolder();
  writeFileSync(join(former.path, 'secret.key'), oldFile);
  openKey(former.path);
  for (const value of values) expect(() => decrypt(value)).toThrow('which is not here');
  openKey(dataDir);
  await former.remove();
});

test('a node whose file lacks the key in use is not ready and says so', async () => {
  await app.sql(`insert into key_rotation (key_id, finished_at) values ('ffffffff', now())`);
  expect(await followRotation()).toBe('ffffffff');
  const answer = await app.ask({ method: 'GET', path: '/readyz' });
  expect(answer).toMatchObject({ status: 503 });
  expect(answer.text).toContain('key: key ffffffff is not in secret.key of this node');
  await app.sql(`delete from key_rotation where key_id = 'ffffffff'`);
});
