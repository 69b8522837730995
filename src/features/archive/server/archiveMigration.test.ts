import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { decryptHealth, wordsOf } from '#features/customer/server/service.ts';
import { readConfig } from '#server/core/config.ts';
import { encrypt, openKey } from '#server/core/crypto.ts';
import { settleConfig } from '#server/core/runtime.ts';
import { closeDatabase, db, openDatabase, pool } from '#server/db/db.ts';
import { migrate } from '#server/db/migrate.ts';
import { temporaryFolder } from '#server/testing/folder.ts';
import { killMigration } from '#server/testing/sql/killMigration.ts';
import { readHealthRows } from './healthTables.ts';

const name = `archive_${process.pid}_${Date.now()}`;
const url = new URL(inject('databaseServerUrl'));
url.pathname = name;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;

async function onServer(text: string): Promise<void> {
  const server = new pg.Client({ connectionString: inject('databaseServerUrl') });
  await server.connect();
  await server.query(text);
  await server.end();
}

/** Creates a database before the archive, with its key. */
beforeAll(async () => {
  folder = await temporaryFolder();
  openKey(folder.path);
  settleConfig(readConfig({ DATA_DIR: folder.path }));
  await onServer(`create database ${name}`);
  await migrate(url.href, 0, '0509');
  await openDatabase(url.href);
});
afterAll(async () => {
  await closeDatabase();
  await onServer(`drop database ${name} with (force)`);
  await folder.remove();
});

const plain = {
  conditions: ['高血压', '2 型糖尿病'],
  allergies: ['青霉素（皮疹）', '磺胺'],
  medicines: ['阿司匹林 100mg'],
};
const summaries = [
  { ...plain, flags: ['听力差'], bloodType: 'A' },
  {
    conditions: ['冠心病'],
    allergies: ['青霉素（皮疹）', '花生'],
    allergyRows: [{ kind: 'medicine', name: '青霉素', reaction: '皮疹', severity: 'severe' }],
    medicines: ['氨氯地平 5mg 每日一次'],
    medicineRows: [
      {
        name: '氨氯地平',
        dose: '5mg',
        frequency: '每日一次',
        times: ['07:00'],
        amount: 1,
        until: '2026-01-01',
        state: 'active',
      },
      { name: '地高辛', state: 'stopped' },
    ],
  },
  { conditions: [], allergies: [], medicines: [] },
];
const groups = [['hypertension', 'diabetes'], ['coronary', 'tumour'], ['stroke']];

test('what was told of the health of many people becomes rows with the same words once, though the server is killed, without a trace in a log', {
  retry: 0,
}, async () => {
  await pool().query(`
    insert into department (id, name, type) values (1, '社区', 'community');
    insert into project (id, code, name, department_id) values (1, 'P1', '项目', 1);
    insert into dictionary (type, value, label) values ('chronic', 'hypertension', '高血压'),
      ('chronic', 'diabetes', '糖尿病'), ('chronic', 'coronary', '冠心病'), ('chronic', 'tumour', '肿瘤'),
      ('chronic', 'stroke', '脑卒中')`);
  const people = Array.from({ length: 1200 }, (_, place) => ({
    id: 1000 + place,
    cipher: place % 4 === 3 ? null : encrypt(JSON.stringify(summaries[place % 4])),
    chronic: groups[place % 4] ?? [],
  }));
  await pool().query(
    `insert into customer (id, no, name, health_cipher, chronic, department_id, project_id)
     select p.id, 'KH' || p.id, '客户', p.cipher, array(select jsonb_array_elements_text(p.chronic)), 1, 1
     from jsonb_to_recordset($1::jsonb) as p (id bigint, cipher text, chronic jsonb)`,
    [JSON.stringify(people)],
  );
  const logged = async () =>
    (await pool().query(`select count(*)::int as n from change_log where table_name = 'customer'`)).rows[0].n;
  const versions = async () => (await pool().query('select sum(version)::int as n from customer')).rows[0].n;
  const before = [await logged(), await versions()];
  await migrate(url.href, 0, '0511');
  await killMigration(url.href, '1800');
  const moved = async () =>
    (
      await pool().query(
        `select customer_id::text, id::text, name_cipher from allergy where customer_id < 1500
         union all select customer_id::text, id::text, name_cipher from medicine where customer_id < 1500
         union all select customer_id::text, id::text, name_cipher from condition where customer_id < 1500 order by 1, 2`,
      )
    ).rows;
  const first = await moved();
  expect(first.length).toBeGreaterThan(500);
  expect((await pool().query('select count(*)::int as n from archive')).rows).toEqual([{ n: 500 }]);
  await migrate(url.href, 0);
  expect(await moved()).toEqual(first);
  expect([await logged(), await versions()]).toEqual(before);

  const stored = await pool().query<{ id: string; health_cipher: string | null; chronic: string[] }>(
    'select id::text, health_cipher, chronic from customer order by id',
  );
  const rows = await readHealthRows(
    db,
    stored.rows.map(({ id }) => id),
  );
  for (const { id, health_cipher, chronic } of stored.rows) {
    const { conditions, allergies, medicines } = decryptHealth(health_cipher);
    const followed = wordsOf(rows.get(id) ?? { conditions: [], allergies: [], medicines: [] });
    expect([id, followed]).toEqual([id, { words: { conditions, allergies, medicines }, chronic }]);
  }
  expect(decryptHealth(stored.rows[0]?.health_cipher ?? null)).toMatchObject(summaries[0] ?? {});
  expect(rows.get('1000')?.conditions).toMatchObject([
    { name: '高血压', code: 'I10', chronic: 'hypertension' },
    { name: '2 型糖尿病', code: 'E14', chronic: 'diabetes' },
  ]);
  expect(rows.get('1001')).toMatchObject({
    conditions: [
      { name: '冠心病', code: 'I25' },
      { name: '肿瘤', chronic: 'tumour' },
    ],
    allergies: [{ name: '青霉素', reaction: '皮疹', severity: 'severe' }, { name: '花生' }],
    medicines: [
      { name: '氨氯地平', times: ['07:00'], until: '2026-01-01' },
      { name: '地高辛', state: 'stopped' },
    ],
  });
  const archives = await pool().query('select count(*)::int as n, max(completeness) as most from archive');
  expect(archives.rows).toEqual([{ n: 1200, most: 30 }]);
});
