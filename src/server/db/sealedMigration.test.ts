import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sealLog, sealLogs, verifySeals } from '#server/audit/seal.ts';
import { readConfig } from '#server/core/config.ts';
import { decrypt, openKey } from '#server/core/crypto.ts';
import { settleConfig } from '#server/core/runtime.ts';
import { everyText, findTexts } from '#server/testing/everyText.ts';
import { temporaryFolder } from '#server/testing/folder.ts';
import { killMigration } from '#server/testing/sql/killMigration.ts';
import { closeDatabase, openDatabase, pool } from './db.ts';
import { migrate } from './migrate.ts';

const name = `sealed_${process.pid}_${Date.now()}`;
const url = new URL(inject('databaseServerUrl'));
url.pathname = name;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;

async function onServer(text: string): Promise<void> {
  const server = new pg.Client({ connectionString: inject('databaseServerUrl') });
  await server.connect();
  await server.query(text);
  await server.end();
}

/** Creates a database before the move of the clear columns, with its key and its seals. */
beforeAll(async () => {
  folder = await temporaryFolder();
  openKey(folder.path);
  settleConfig(readConfig({ DATA_DIR: folder.path }));
  await onServer(`create database ${name}`);
  await migrate(url.href, 0, '0130');
  await openDatabase(url.href);
});
afterAll(async () => {
  await closeDatabase();
  await onServer(`drop database ${name} with (force)`);
  await folder.remove();
});

const customerCount = 1200;
const secrets = ['门锁密码七三一六', '旧钥匙在花盆下', '门卡在邻居家', '807X'];

async function rowsInClear(): Promise<void> {
  await pool().query(`
    insert into department (id, name, type) values (1, '社区', 'community');
    insert into project (id, code, name, department_id) values (1, 'P1', '项目', 1);
    insert into customer (id, no, name, id_no_cipher, id_no_tail, entry_note, department_id, project_id)
      select 1000 + i, 'KH' || i, '客户' || i, 'k1:00000000:AAAA', '807X', '旧钥匙在花盆下' || i, 1, 1 from generate_series(1, ${customerCount}) i;
    insert into customer (id, no, name, department_id, project_id) values (1000, 'KH0', '无', 1, 1);
    select set_config('anhao.trace', 'import-trace', false);
    update customer set entry_note = '门锁密码七三一六', remark = '改' where id in (1001, 1002);
    insert into job (id, kind, title, owner_id, trace_id) values (1, 'import', '客户导入', 1, 't');
    insert into import_row (job_id, sheet, row_no, action, state, object_id, trace_id) values (1, 0, 2, 'update', 'done', 1001, 'import-trace');
    insert into warn (id, no, type, family, level, subject, department_id, project_id, received_at, last_at, waiting_since, last_step_at)
      values (1, 'W1', 'sos', 'sos', 1, 'c:1001', 1, 1, now(), now(), now(), now());
    insert into warn_dispatch (id, warn_id, name, kind, note) values (1, 1, '120 急救', 'emergency', '门卡在邻居家');
    insert into warn_step (warn_id, kind, note, data) values (1, 'dispatch', '门卡在邻居家', '{"dispatchId": "1"}'), (1, 'note', '已联系', '{}');
  `);
}

const ask = async <T extends object>(text: string) => (await pool().query(text)).rows as T[];

/** Seals with the table of today's sealing, which this state of the database does not have yet. */
async function sealAsBefore(): Promise<void> {
  const migration = await readFile(new URL('../../../migrations/0451_feed.sql', import.meta.url), 'utf8');
  await pool().query(migration.slice(0, migration.indexOf('insert into')));
  await sealLog('change_log');
  await sealLog('cmd_log');
  await pool().query('drop table feed_position');
}

test('what lay in clear is moved in batches: once, on from where a killed server stopped, out of the log too, and its seals hold', {
  retry: 0,
}, async () => {
  await rowsInClear();
  expect(findTexts(await everyText(ask), secrets)).toHaveLength(secrets.length + 5);
  await sealAsBefore();
  await migrate(url.href, 0, '0131');
  await killMigration(url.href, '1800');
  const half = await ask<{ id: string; entry_cipher: string }>(
    'select id, entry_cipher from customer where entry_note is null and entry_cipher is not null order by id',
  );
  expect(half).toHaveLength(500);

  // Only customer data: later migrations may change models and similar rows, with a log entry.
  const recorded = async () => (await ask(`select 1 from change_log where table_name = 'customer'`)).length;
  const previousCount = await recorded();
  // Either of the two nodes may be first, for each file.
  const applied = (await Promise.all([migrate(url.href), migrate(url.href)])).flat().sort();
  expect(applied.filter((file) => /^013[012]/.test(file))).toEqual(['0131_sealed.ts', '0132_sealed.sql']);
  expect(await migrate(url.href)).toEqual([]);
  expect(await recorded()).toBe(previousCount);

  const moved = await ask<{ id: string; entry_cipher: string }>(
    'select id, entry_cipher from customer where entry_cipher is not null order by id',
  );
  expect(moved).toHaveLength(customerCount);
  expect(moved.slice(0, 500)).toEqual(half);
  expect([moved[0], moved[2]].map((row) => decrypt(row?.entry_cipher ?? ''))).toEqual([
    '门锁密码七三一六',
    '旧钥匙在花盆下3',
  ]);
  const [importRow] = await ask<{ before_cipher: string }>('select before_cipher from import_row');
  expect(JSON.parse(decrypt(importRow?.before_cipher ?? ''))).toEqual({ entry_cipher: '旧钥匙在花盆下1' });
  const [dispatch] = await ask<{ note_cipher: string }>('select note_cipher from warn_dispatch');
  expect(decrypt(dispatch?.note_cipher ?? '')).toBe('门卡在邻居家');
  expect(await ask('select note from warn_step order by id')).toEqual([{ note: null }, { note: '已联系' }]);

  expect(findTexts(await everyText(ask), secrets)).toEqual([]);
  const [change] = await ask<{ changes: object }>(
    "select changes from change_log where row_id = '1001' and action = 'update'",
  );
  expect(change?.changes).toEqual({ remark: [null, '改'], entry_cipher: ['***', '***'] });
  await sealLogs();
  expect(await verifySeals('change_log')).toMatchObject({ ok: true, unsealed: 0 });
});

test('whoever can only write to the database cannot excuse a row that they changed as a migration does', {
  retry: 0,
}, async () => {
  const [row] = await ask<{ id: string }>(
    `update change_log set changes = '{"remark": [null, "没改"]}' where row_id = '1002' and action = 'update' returning id::text`,
  );
  const broken = { ok: false, firstBadId: row?.id, reason: '有一行被改动' };
  expect(await verifySeals('change_log')).toMatchObject(broken);
  await ask(`update log_redaction set digest = '\\x00' where row_id = ${row?.id}`);
  expect(await verifySeals('change_log')).toMatchObject(broken);
  await ask(`delete from log_redaction where row_id = ${row?.id}`);
  expect(await verifySeals('change_log')).toMatchObject(broken);
});
