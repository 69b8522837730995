import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { cmdLogApi } from '#features/cmdLog/contract.ts';
import { sealLogs, verifySeals } from '#server/audit/seal.ts';
import { config, settleConfig } from '#server/core/runtime.ts';
import { sealedLogs } from '#server/db/log/logDrop.ts';
import { dropOldPartitions } from '#server/db/partitions.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { openLoopback } from '#server/testing/loopback.ts';

let app: TestApp;
const verify = () => app.call(cmdLogApi.verifyCmdLog, {}, app.admin);
async function addCommands(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1)
    await app.sql(`insert into cmd_log (module, action, method, path, duration_ms, code, trace_id)
      values ('x', 'editUser', 'POST', '/x', 1, 0, 't')`);
  await sealLogs();
}

beforeAll(async () => {
  app = await startApp();
  for (let seal = 0; seal < 3; seal += 1) await addCommands(4);
});
afterAll(() => app.stop());

// Each attack starts from intact logs; they are restored afterwards.
beforeEach(async () => {
  expect(await verify()).toMatchObject({ ok: true });
  await app.sql('create table kept_log as select * from cmd_log');
  await app.sql('create table kept_seal as select * from seal');
});
afterEach(async () => {
  await app.sql('delete from cmd_log');
  await app.sql('delete from seal');
  await app.sql('insert into cmd_log select * from kept_log');
  await app.sql('insert into seal overriding system value select * from kept_seal');
  await app.sql('drop table kept_log, kept_seal');
});

test('the newest seal taken away with its rows is noticed, also after the next one', async () => {
  await app.sql(`with gone as (delete from seal where id = (select max(id) from seal where log = 'cmd_log') returning row_ids)
    delete from cmd_log where id = any((select row_ids from gone)::bigint[])`);
  expect(await verify()).toMatchObject({ ok: false, log: 'cmd_log', why: expect.stringContaining('封条') });
  await addCommands(1);
  expect(await verify()).toMatchObject({ ok: false, log: 'cmd_log' });
});

test('the oldest rows taken away are noticed, whatever is written about retention', async () => {
  const [removed] = await app.sql<{ id: string }>(
    'delete from cmd_log where id = (select min(id) from cmd_log) returning id::text',
  );
  await app.sql(`insert into log_drop (log, leaf, rows, proof) values ('cmd_log', 'cmd_log_p20200101', 1, '\\x00')`);
  expect(await verify()).toMatchObject({ ok: false, log: 'cmd_log', firstBadId: removed?.id });
  await app.sql(`delete from log_drop where leaf <> ''`);
});

test('a log emptied with its seals is noticed', async () => {
  await app.sql('delete from cmd_log');
  await app.sql('delete from seal');
  expect(await verify()).toMatchObject({ ok: false, log: 'cmd_log' });
});

test('a row put in past the seals is noticed', async () => {
  const [row] = await app.sql<{ id: string }>(`
    insert into cmd_log (xid, at, module, action, method, path, duration_ms, code, trace_id)
    select xid, at + interval '1 microsecond', 'x', 'editUser', 'POST', '/x', 1, 0, 't' from cmd_log order by at limit 1 returning id::text`);
  await sealLogs();
  expect(await verify()).toMatchObject({ ok: false, log: 'cmd_log', firstBadId: row?.id });
});

test('a partition that retention drops leaves the log whole', async () => {
  await app.sql(
    `create table cmd_log_p20200101 partition of cmd_log for values from ('2020-01-01+00') to ('2020-02-01+00')`,
  );
  await app.sql(`insert into cmd_log (at, module, action, method, path, duration_ms, code, trace_id)
    values ('2020-01-15+00', 'x', 'editUser', 'POST', '/x', 1, 0, 't')`);
  await app.sql(`update feed_position set since = '2020-01-01+00' where consumer = 'seal:cmd_log'`);
  await sealLogs();
  expect(await dropOldPartitions()).toContain('cmd_log_p20200101');
  expect(await verify()).toMatchObject({ ok: true });
  await app.sql('drop table kept_log, kept_seal');
  await app.sql('create table kept_log as select * from cmd_log');
  await app.sql('create table kept_seal as select * from seal');
});

test('where an address is set it receives the newest seal of each log', async () => {
  const received: { log: string; seal: string; hash: string }[] = [];
  const receiver = createServer((request, reply) => {
    request.on('data', (bytes: Buffer) => received.push(JSON.parse(bytes.toString()))).on('end', () => reply.end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const logAnchorUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const previous = config();
  openLoopback();
  settleConfig({ ...previous, logAnchorUrl });
  await addCommands(1);
  settleConfig(previous);
  receiver.closeAllConnections();
  receiver.close();
  const seals = await app.sql<{ seal: string; hash: Buffer }>(
    `select id::text as seal, hash from seal where log = 'cmd_log' order by id desc limit 1`,
  );
  expect(received.filter(({ log }) => log === 'cmd_log')).toMatchObject(
    seals.map(({ seal, hash }) => ({ seal, hash: hash.toString('base64url') })),
  );
  await app.sql('drop table kept_log, kept_seal');
  await app.sql('create table kept_log as select * from cmd_log');
  await app.sql('create table kept_seal as select * from seal');
});

// This test stays last: its changes to the logs are not restored.
test('a row of any log that is altered or deleted before its first seal is noticed by the next', async () => {
  const newest = async (log: string) => {
    const [row] = await app.sql<{ id: string }>(`select id::text from ${log} order by at desc, id desc limit 1`);
    return row?.id ?? '';
  };
  await sealLogs();
  await app.call(cmdLogApi.editLogRetention, { log: 'cmd_log', days: 401 }, app.admin);
  const [command, change] = [await newest('cmd_log'), await newest('change_log')];
  expect((await app.ask({ path: '/api/login/accountLogin', body: { account: 'admin', password: 'x' } })).status).toBe(
    400,
  );
  const login = await newest('login_log');
  await app.sql('delete from cmd_log where id = $1', [command]);
  await app.sql(`update change_log set actor_id = 7 where id = $1`, [change]);
  await app.sql(`update login_log set result = 'success' where id = $1`, [login]);
  await sealLogs();
  const reports = await Promise.all(sealedLogs.map((log) => verifySeals(log)));
  expect(reports.map(({ ok, firstBadId, reason: why }) => [ok, firstBadId, why])).toEqual([
    [false, command, '有保留期内的行被删除'],
    [false, change, '有一行被改动'],
    [false, login, '有一行被改动'],
  ]);
  await sealLogs();
  expect(await verify()).toMatchObject({ ok: false, log: 'cmd_log', firstBadId: command });
});
