import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readConfig } from '#server/core/config.ts';
import { openKey } from '#server/core/crypto.ts';
import { settleConfig } from '#server/core/runtime.ts';
import { closeDatabase, openDatabase, pool } from '#server/db/db.ts';
import { migrate } from '#server/db/migrate.ts';
import { temporaryFolder } from '#server/testing/folder.ts';

const name = `overdue_${process.pid}_${Date.now()}`;
const url = new URL(inject('databaseServerUrl'));
url.pathname = name;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;

async function onServer(text: string): Promise<void> {
  const server = new pg.Client({ connectionString: inject('databaseServerUrl') });
  await server.connect();
  await server.query(text);
  await server.end();
}

beforeAll(async () => {
  folder = await temporaryFolder();
  openKey(folder.path);
  settleConfig(readConfig({ DATA_DIR: folder.path }));
  await onServer(`create database ${name}`);
  await migrate(url.href, 0, '0460');
  await openDatabase(url.href);
});
afterAll(async () => {
  await closeDatabase();
  await onServer(`drop database ${name} with (force)`);
  await folder.remove();
});

const rows = async <T extends object>(text: string) => (await pool().query(text)).rows as T[];

test('stored alarms are overdue by their times, in batches, without a line in the log, and what waits has its timer', async () => {
  const alarm = (id: number, columns: Record<string, string>) => {
    const all = {
      id: String(id),
      no: `'W${id}'`,
      subject: `'c:${id}'`,
      type: `'sos'`,
      family: `'sos'`,
      level: '1',
      ...columns,
    };
    return `insert into warn (department_id, project_id, received_at, last_at, waiting_since, last_step_at, ${Object.keys(all)})
      select 1, 1, t, t, t, t, ${Object.values(all)} from (select now() - interval '1 day' as t) x;`;
  };
  const claimed = (after: string) => ({
    first_claimed_at: `t + interval '${after}'`,
    status: `'done'`,
    finished_at: `now()`,
  });
  await pool().query(`
    insert into department (id, name, type) values (1, '社区', 'community');
    insert into project (id, code, name, department_id, claim_seconds) values (1, 'P1', '项目', 1, 60);
    ${alarm(1, claimed('59 s'))} ${alarm(2, { ...claimed('59 s'), overdue: 'true' })} ${alarm(3, claimed('61 s'))}
    ${alarm(4, { ...claimed('179 s'), level: '2' })} ${alarm(5, { ...claimed('181 s'), level: '2' })}
    ${alarm(6, { status: `'false'`, finished_at: `t + interval '30 s'`, overdue: 'true' })}
    ${alarm(7, { status: `'done'`, finished_at: `t + interval '90 s'` })}
    ${alarm(8, { ...claimed('1 hour'), family: `'device'`, type: `'offline'` })}
    ${alarm(9, { ...claimed('1 hour'), test: 'true', silent: 'true', overdue: 'true' })}
    ${alarm(10, {})} ${alarm(11, { level: '3' })} ${alarm(12, {})} ${alarm(13, { silent: 'true' })}
    update warn set received_at = now(), waiting_since = now() where id between 11 and 13;
    insert into warn_timer (warn_id, kind, rung, due_at, name) select id, 'claim', 1, received_at + interval '60 s', 'leader' from warn where id = 12;
    insert into warn (id, no, type, family, level, status, subject, department_id, project_id, received_at, last_at, waiting_since, last_step_at, finished_at, overdue)
      select 1000 + i, 'X' || i, 'sos', 'sos', 1, 'done', 'c:x' || i, 1, 1, now(), now(), now(), now(), now(), true from generate_series(1, 4100) i;
    delete from change_log`);
  expect(await migrate(url.href)).toEqual(expect.arrayContaining(['0461_overdue.ts']));
  const late = await rows<{ id: number }>('select id::int from warn where overdue order by id');
  expect(late.map(({ id }) => id)).toEqual([3, 5, 7, 10]);
  expect(await rows(`select 1 from change_log where table_name = 'warn'`)).toEqual([]);
  const timers = await rows(
    `select warn_id::int as id, kind, extract(epoch from t.due_at - w.received_at)::int as after from warn_timer t join warn w on w.id = t.warn_id
     where t.rung < 0 order by 1`,
  );
  expect(timers).toEqual([{ id: 11, kind: 'claim', after: 600 }]);
});
