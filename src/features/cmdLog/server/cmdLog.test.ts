import { afterAll, beforeAll, expect, test } from 'vitest';
import { appApi } from '#features/app/contract.ts';
import { channelApi } from '#features/channel/contract.ts';
import { cmdLogApi } from '#features/cmdLog/contract.ts';
import { customer } from '#features/customer/contract.ts';
import { customerEntryApi } from '#features/customerEntry/contract.ts';
import { deskApi } from '#features/desk/contract.ts';
import { equipmentApi } from '#features/equipment/contract.ts';
import { projectApi } from '#features/project/contract.ts';
import { pushApi } from '#features/push/contract.ts';
import { userApi } from '#features/user/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { sealLogs } from '#server/audit/seal.ts';
import { every } from '#server/jobs/schedule.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aDevice, anAccount, aProject, aRole, aUser, password } from '#server/testing/rows.ts';
import { downloadRows } from '#server/testing/sheet.ts';
import { until } from '#server/testing/until.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { actionOf } from '../contract/actions.ts';
import { contractLabels } from './contractLabels.ts';
import { fieldTitle } from './titles.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const commands = (input: InputOf<typeof cmdLogApi.getCmdLogList>, token = app.admin) =>
  app.list(cmdLogApi.getCmdLogList, input, token);

test('a change is entered with who, where, what, on which record, how long, and old and new value of each field', async () => {
  const { rows: projects } = await app.list(projectApi.getProjectList, {}, app.admin);
  const project = projects[0];
  await app.call(
    projectApi.editProjectConfig,
    { id: project?.id ?? '', version: project?.version ?? 1, claimSeconds: 77 },
    app.admin,
  );
  const { rows } = await commands({ action: 'editProjectConfig' });
  expect(rows[0]).toMatchObject({
    account: 'admin',
    module: 'project',
    moduleName: '项目',
    kind: 'edit',
    objectId: project?.id,
    objectName: project?.name,
    method: 'POST',
    path: '/api/project/editProjectConfig',
    result: 'success',
    ip: '127.0.0.1',
  });
  expect(rows[0]?.changes).toEqual([
    expect.objectContaining({ field: 'claimSeconds', old: String(project?.claimSeconds), new: '77' }),
  ]);
});

test('a new secret of a channel, application, device or push source stands in the log under who set it, without its value', async () => {
  const { id: user, token } = await aUser(app, { role: 'admin' });
  const projectId = await aProject(app);
  const config = { url: 'https://example.cn/', secret: 'quiet-Harbour-2041' };
  const input = { projectId, kind: 'webhook' as const, name: '对接平台', config };
  const channel = await app.call(channelApi.addChannel, input, app.admin);
  await app.call(channelApi.editChannel, { id: channel.id, version: 1, config: { url: config.url } }, token);
  const edited = { ...config, secret: 'loud-Harbour-2042' };
  await app.call(channelApi.editChannel, { id: channel.id, version: 1, config: edited }, token);
  const { id: appId } = await app.call(appApi.addApp, { name: '街道', redirectUris: [], scopes: [] }, app.admin);
  await app.call(appApi.resetAppSecret, { id: appId }, token);
  const device = await aDevice(app, { model: 'mqtt' });
  await app.call(equipmentApi.resetEquipmentSecret, { id: device.id }, token);
  const source = await app.call(pushApi.editPushSource, { source: 'cloud-a' }, app.admin);
  const secret = { source: 'cloud-a', version: source.version, secret: 'another-quiet-Harbour-2043' };
  await app.call(pushApi.editPushSource, secret, token);

  const rows = await app.sql<{ name: string; id: string; changes: Record<string, unknown> }>(
    `select table_name as name, row_id as id, changes from change_log
     where actor_id = $1 and action = 'update' and (changes ? 'secret_cipher' or changes ? 'secret_hash') order by id`,
    [user],
  );
  expect(rows.map(({ name, id, changes }) => [name, id, changes.secret_cipher ?? changes.secret_hash])).toEqual([
    ['channel', channel.id, ['***', '***']],
    ['app', appId, ['***', '***']],
    ['equipment', device.id, ['***', '***']],
    ['push_source', source.id, ['***', '***']],
  ]);
  const { rows: listed } = await commands({ module: 'channel', limit: 5 });
  expect(listed[0]?.changes).toContainEqual(expect.objectContaining({ label: '密钥', old: '***', new: '***' }));
  expect(JSON.stringify([rows, listed])).not.toMatch(/Harbour/);
});

test('whoever answers for a person is called in the log as on their list', async () => {
  const title = fieldTitle(await contractLabels(), 'customer', 'responsible_id');
  expect(customer.fields.responsibleName.schema).toMatchObject({ title });
});

test('departments, projects and people in a change stand with their names, not as numbers', async () => {
  const [from, to] = [await aDepartment(app), await aDepartment(app)];
  const user = await aUser(app, { department: from });
  await app.call(userApi.editUser, { id: user.id, version: 1, departmentId: to }, app.admin);
  const { rows } = await commands({ action: 'editUser', objectId: user.id });
  const names = await app.sql<{ name: string }>('select name from department where id = any($1) order by id', [
    [from, to],
  ]);
  expect(rows[0]?.changes).toContainEqual(
    expect.objectContaining({ field: 'departmentId', old: names[0]?.name, new: names[1]?.name }),
  );
});

test('a text that begins or ends with an emoji does not keep its change out of the log', async () => {
  const user = await aUser(app, {});
  await app.call(userApi.editUser, { id: user.id, version: 1, remark: '👵王桂兰👨‍👩‍👧' }, app.admin);
  const { rows } = await commands({ action: 'editUser', objectId: user.id });
  expect(rows).toHaveLength(1);
  const detail = await app.call(cmdLogApi.getCmdLog, { id: rows[0]?.id ?? '' }, app.admin);
  expect(JSON.stringify(detail.input)).toContain('👵***👨‍👩‍👧');
});

test('what cannot be entered in the log is not done; a refusal stays what it is', async () => {
  const user = await aUser(app, {});
  await app.sql(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$`);
  await app.sql(
    `create trigger refuse before insert on cmd_log for each row when (new.code = 0) execute function refuse()`,
  );
  const edited = await app.tryCall(userApi.editUser, { id: user.id, version: 1, name: '何秀英' }, app.admin);
  const missed = await app.tryCall(userApi.editUser, { id: '999999', version: 1, name: '何秀英' }, app.admin);
  await app.sql('drop trigger refuse on cmd_log');
  expect(edited.status).toBe(500);
  expect(await app.sql('select name from "user" where id = $1', [user.id])).toEqual([{ name: user.name }]);
  expect(missed.status).toBe(404);
});

test('what was typed as an account and is none stands masked in both logs', async () => {
  const typed = `Geheim-${Date.now()}!13812345678`;
  await app.tryCall({ method: 'POST', path: '/api/login/accountLogin' }, { account: typed, password: 'no' });
  const stored = await app.sql(
    `select coalesce(jsonb_agg(c), '[]')::text || (select coalesce(jsonb_agg(l), '[]')::text from login_log l) as text from cmd_log c`,
  );
  expect(JSON.stringify(stored)).toContain('G***8');
  expect(JSON.stringify(stored)).not.toContain('Geheim');
});

test('a login is entered under the person who came in, a refused one under the account that was tried', async () => {
  const user = await anAccount(app);
  await app.login(user.account, password);
  await app.tryCall({ method: 'POST', path: '/api/login/accountLogin' }, { account: user.account, password: 'no' });
  const { rows } = await commands({ action: 'accountLogin', account: user.account });
  expect(rows.map((row) => [row.result, row.account, row.userName])).toEqual([
    ['failed', user.account, null],
    ['success', user.account, user.name],
  ]);
});

test('secrets, ID numbers and phones stand masked in the log', async () => {
  await aCustomer(app, { name: '林桂英', idNo: '110101193801010032', mobile: '13812345678' });
  const { rows } = await commands({ action: 'addCustomer', limit: 1 });
  const detail = await app.call(cmdLogApi.getCmdLog, { id: rows[0]?.id ?? '' }, app.admin);
  const text = JSON.stringify(detail);
  expect(text).not.toContain('110101193801010032');
  expect(text).not.toContain('13812345678');
  expect(detail.changes).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ field: 'mobile', new: '138****5678' }),
      expect.objectContaining({ field: 'idNoCipher', label: '身份证号', new: '***' }),
    ]),
  );
});

test('what was refused is entered too, and found by its result', async () => {
  await app.tryCall(projectApi.editProjectConfig, { id: '999999', version: 1, claimSeconds: 60 }, app.admin);
  const { rows } = await commands({ result: 'failed', module: 'project' });
  expect(rows[0]).toMatchObject({ code: -1, error: expect.stringContaining('项目'), changes: [] });
});

test('a look at somebody’s health is entered', async () => {
  const customer = await aCustomer(app);
  const warn = await app.call(
    warnApi.addWarn,
    { customerId: customer, type: 'sos', level: 1, occurredAt: new Date().toISOString(), note: '试' },
    app.admin,
  );
  await app.call(deskApi.getWarn, { id: warn.id }, app.admin);
  const { rows } = await commands({ action: 'view', objectId: warn.id });
  expect(rows[0]).toMatchObject({ action: 'getWarn', objectId: warn.id });
});

test.each([
  ['addCustomer', 'add'],
  ['editRoleUser', 'grant'],
  ['editUser', 'edit'],
  ['exportWarn', 'export'],
  ['confirmImport', 'import'],
  ['revealField', 'reveal'],
  ['claimWarn', 'handle'],
  ['getEmergencyList', 'view'],
  ['cacheEmergencyList', 'cache'],
])('%s is an act of the group %s, on the screen and in the filter', async (call, group) => {
  expect(actionOf(call)).toBe(group);
  await app.sql(
    `insert into cmd_log (module, action, method, path, duration_ms, code, trace_id, account) values ('x', $1, 'POST', '/x', 1, 0, 't', $2)`,
    [call, `only-${call}`],
  );
  const page = await commands({ action: group, account: `only-${call}` });
  expect(page.count).toBe(1);
});

test('counts stop at 10,000 and one', async () => {
  await app.sql(`insert into cmd_log (module, action, method, path, duration_ms, code, trace_id)
    select 'many', 'editMany', 'POST', '/many', 1, 0, 'm' || g from generate_series(1, 10500) g`);
  expect((await commands({ module: 'many' })).count).toBe(10_001);
});

test('nobody sees commands of people outside their departments', async () => {
  const inside = await aDepartment(app);
  const roleId = await aRole(app, { scope: 'department', permissions: ['cmdLog:list', 'customer:edit'] });
  const user = await aUser(app, { roleId, department: inside });
  await app.call(
    customerEntryApi.addCustomer,
    { name: '何秀英', mobile: '13812340000', departmentId: inside },
    user.token,
  );
  const { rows } = await commands({ limit: 200 }, user.token);
  expect(rows.length).toBeGreaterThan(0);
  expect(new Set(rows.map((row) => row.account))).toEqual(new Set([user.account]));
});

test('logins, good and refused ones, have a tab of their own', async () => {
  const user = await anAccount(app);
  await app.login(user.account, password);
  await app.ask({ path: '/api/login/accountLogin', body: { account: user.account, password: 'wrong' } });
  const { rows } = await app.list(cmdLogApi.getLoginLogList, { account: user.account }, app.admin);
  expect(rows.map((row) => row.result)).toEqual(['failed', 'success']);
  expect(rows[1]).toMatchObject({ userName: user.name, ip: '127.0.0.1' });
});

test('scheduled work that did something, or failed, is entered under its title with its rows', async () => {
  const stops = [
    every('test.done', '试做一件', 3600, async () => 7, true),
    every('test.nothing', '试做无事', 3600, async () => 0, true),
    every('test.failed', '试做失败', 3600, () => Promise.reject(new Error('x')), true),
  ];
  const rows = await until('both runs', async () => {
    const page = await app.list(cmdLogApi.getScheduleLogList, { name: '试做' }, app.admin);
    return page.rows.length === 2 ? page.rows : null;
  });
  for (const stop of stops) await stop();
  expect(rows.find((row) => row.title === '试做一件')).toMatchObject({ rowCount: 7, result: 'success' });
  expect(rows.find((row) => row.title === '试做失败')).toMatchObject({ result: 'failed' });
});

test('the log is exported with its differences', async () => {
  const { fileId } = await app.call(cmdLogApi.exportCmdLog, { filters: { action: 'editProjectConfig' } }, app.admin);
  const rows = await downloadRows(app, fileId ?? '');
  expect(rows[1]).toEqual(expect.arrayContaining(['时间', '操作人', '变更']));
  expect(JSON.stringify(rows[3])).toContain('→ 77');
});

test('a span that ends before it begins is refused, for the lists and for the export', async () => {
  const span = { from: '2026-11-20T00:00:00.000Z', to: '2026-11-19T00:00:00.000Z' };
  const msg = '结束时间须晚于开始时间';
  for (const endpoint of [cmdLogApi.getCmdLogList, cmdLogApi.getLoginLogList, cmdLogApi.getScheduleLogList])
    expect(await app.tryCall(endpoint, span, app.admin)).toMatchObject({ status: 400, msg });
  expect(await app.tryCall(cmdLogApi.exportCmdLog, { filters: span }, app.admin)).toMatchObject({ status: 400, msg });
});

test('retention is never under 180 days', async () => {
  const short = await app.tryCall(cmdLogApi.editLogRetention, { log: 'cmd_log', days: 30 }, app.admin);
  expect(short).toMatchObject({ status: 400, msg: '保留天数须在180至3650之间' });
  await app.call(cmdLogApi.editLogRetention, { log: 'cmd_log', days: 400 }, app.admin);
  const stored = await app.call(cmdLogApi.getLogRetention, {}, app.admin);
  expect(stored.find((entry) => entry.log === 'cmd_log')?.days).toBe(400);
});

test('a log that was sealed many times is whole', async () => {
  for (let seal = 0; seal < 12; seal += 1) {
    await app.call(cmdLogApi.editLogRetention, { log: 'cmd_log', days: 400 + seal }, app.admin);
    await sealLogs();
  }
  expect(await app.call(cmdLogApi.verifyCmdLog, {}, app.admin)).toMatchObject({ ok: true });
});

test('one row altered by SQL is named, in either log, and a removed one too', async () => {
  await sealLogs();
  const report = await app.call(cmdLogApi.verifyCmdLog, {}, app.admin);
  expect(report).toMatchObject({ ok: true });
  expect(report.checked).toBeGreaterThan(10_000);
  const [difference] = await app.sql<{ id: string }>(
    'select id::text from change_log order by at, id limit 1 offset 5',
  );
  await app.sql(`update change_log set changes = '{"name": ["x", "y"]}' where id = $1`, [difference?.id]);
  expect(await app.call(cmdLogApi.verifyCmdLog, {}, app.admin)).toMatchObject({
    ok: false,
    log: 'change_log',
    firstBadId: difference?.id,
  });
  const [row] = await app.sql<{ id: string }>('select id::text from cmd_log order by at, id limit 1 offset 3');
  await app.sql(`update cmd_log set account = 'somebody' where id = $1`, [row?.id]);
  expect(await app.call(cmdLogApi.verifyCmdLog, {}, app.admin)).toMatchObject({
    ok: false,
    log: 'cmd_log',
    firstBadId: row?.id,
  });
});
