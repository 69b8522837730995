import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cmdLogApi } from '#features/cmdLog/contract.ts';
import { pushApi } from '#features/push/contract.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import { makePartitions } from '#server/db/partitions.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aProject, aRole, aUser, next, type TestUser } from '#server/testing/rows.ts';
import { downloadRows } from '#server/testing/sheet.ts';
import { until } from '#server/testing/until.ts';

let app: TestApp;
let engineer: TestUser;
let secret: string;
const mapping = { body: 'json', number: ['/imei'], id: '/no', alarms: [{ path: '/type', values: { SOS: 'sos' } }] };
beforeAll(async () => {
  app = await startApp();
  engineer = await aUser(app, { role: 'engineer' });
  secret =
    (await app.call(pushApi.editPushSource, { source: 'vendor', name: '某手表云', mapping }, app.admin)).secret ?? '';
});
afterAll(() => app.stop());

function push(body: unknown, { key = secret, at = Date.now(), source = 'vendor' } = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const [timestamp, nonce] = [String(Math.floor(at / 1000)), `l${next()}`];
  const signature = createHmac('sha256', key).update(`${timestamp}\n${nonce}\n${text}`).digest('hex');
  return app.ask({
    path: `/open/push/${source}`,
    body: text,
    headers: {
      ...{ 'Content-Type': 'application/json', 'X-Requested-With': null },
      ...{ 'X-Timestamp': timestamp, 'X-Nonce': nonce, 'X-Signature': signature },
    },
  });
}

async function registered(): Promise<{ customer: string; sn: string }> {
  const customer = await aCustomer(app);
  const sn = `LOG-${next()}-0001`;
  const body = { sn, model: 'mqtt', customerId: customer, identifiers: [{ protocol: 'push', number: sn }] };
  expect((await app.ask({ path: '/api/equipment/addEquipment', body, token: app.admin })).code).toBe(0);
  return { customer, sn };
}

type Filters = Parameters<typeof app.list<typeof pushApi.getPushLogList>>[1];
const lines = async (input: Filters, token = engineer.token) =>
  (await app.list(pushApi.getPushLogList, { limit: 50, ...input }, token)).rows;
const line = (input: Filters) => until('a line of the push log', async () => (await lines(input))[0]);
const warns = async (customerId: string) => (await app.list(warnListApi.getWarnList, { customerId }, app.admin)).count;

test('a push that was taken has a line a message, with device, id and answer', async () => {
  const { sn } = await registered();
  expect((await push({ imei: sn, no: '17', type: 'beat' })).status).toBe(200);
  expect(await line({ number: sn })).toMatchObject({
    source: 'vendor',
    sourceName: '某手表云',
    state: 'done',
    messageId: '17',
    httpStatus: 200,
    error: null,
    body: null,
  });
});

/** Changes the source `vendor` at its current version. */
async function edit(change: Omit<Parameters<typeof app.call<typeof pushApi.editPushSource>>[1], 'source' | 'version'>) {
  const { rows } = await app.list(pushApi.getPushSourceList, { source: 'vendor' }, app.admin);
  await app.call(pushApi.editPushSource, { source: 'vendor', version: rows[0]?.version ?? 0, ...change }, app.admin);
}

test('what is refused stands there with its reason and its body, and an unknown device too', async () => {
  const text = `{"imei":"REFUSED-${next()}"}`;
  await push(text, { key: 'another key that is wrong' });
  expect((await lines({ state: ['refused'] }, app.admin))[0]).toMatchObject({
    error: '签名不正确',
    httpStatus: 401,
    body: text,
  });
  await push(text, { at: Date.now() - 400_000 });
  expect((await lines({ state: ['refused'] }, app.admin))[0]).toMatchObject({ error: '时间相差超过5分钟' });
  await push('no json');
  expect((await lines({ state: ['refused'] }, app.admin))[0]).toMatchObject({
    error: '内容不能解析：不是 JSON',
    httpStatus: 400,
    body: 'no json',
  });
  await push('{}');
  const [empty] = await lines({ state: ['refused'] }, app.admin);
  expect(empty).toMatchObject({ error: '内容不能解析：没有设备号', body: '{}' });
  const again = await app.call(pushApi.replayPush, { ids: [empty?.id ?? ''] }, app.admin);
  expect(again.left).toEqual([{ id: empty?.id, reason: '内容仍不能解析：没有设备号' }]);
  const unknownNumber = `STRANGER-${next()}`;
  await push({ imei: unknownNumber });
  await line({ number: unknownNumber });
  expect((await lines({ number: unknownNumber }, app.admin))[0]).toMatchObject({
    state: 'unknown',
    body: expect.stringContaining(unknownNumber),
  });
  expect(JSON.stringify(await lines({}, app.admin))).not.toContain(secret);
});

test('a push that is too large to be read stands there with its size and no body', async () => {
  expect((await push(`"${'x'.repeat(300_000)}"`)).status).toBe(413);
  expect((await lines({ state: ['refused'] }, app.admin))[0]).toMatchObject({
    error: '内容超过 256 KB：293 KB',
    httpStatus: 413,
    source: 'vendor',
    body: null,
  });
});

test('lines with bytes are bounded a source and hour, however many are sent', async () => {
  await app.sql(
    `insert into push_log (source, state, http_status, ms, body) select 'flood', 'refused', 401, 1, 'x' from generate_series(1, 1200)`,
  );
  const { trimPushes } = await import('./pushLogWriter.ts');
  await trimPushes();
  const [remaining] = await app.sql<{ n: number }>(`select count(body)::int as n from push_log where source = 'flood'`);
  expect(remaining?.n).toBe(1000);
  await app.sql(`delete from push_log where source = 'flood'`);
});

test('a refused push is stored once its cause is gone: another mapping, the right secret; else it is left with the reason', async () => {
  const { customer, sn } = await registered();
  const body = { device: sn, no: `r${next()}`, type: 'SOS' };
  expect((await push(body)).status).toBe(400);
  const [refusedPush] = await lines({ state: ['refused'] });
  const ids = [refusedPush?.id ?? ''];
  const first = await app.call(pushApi.replayPush, { ids }, engineer.token);
  expect(first).toMatchObject({ done: 0, left: [{ id: ids[0], reason: expect.stringContaining('仍不能解析') }] });
  const edited = { ...mapping, number: ['/imei', '/device'] };
  await edit({ mapping: edited });
  expect(await app.call(pushApi.replayPush, { ids }, engineer.token)).toEqual({ done: 1, left: [] });
  expect(await warns(customer)).toBe(1);
  expect((await lines({ state: ['replayed'] }))[0]).toMatchObject({ id: ids[0], tries: 2 });
  expect((await app.call(pushApi.replayPush, { ids }, engineer.token)).done).toBe(0);

  await push({ imei: sn, no: 'later', type: 'SOS' }, { key: 'the secret to come, said once' });
  const [signed] = await lines({ state: ['refused'] });
  const replayInput = { ids: [signed?.id ?? ''] };
  expect((await app.call(pushApi.replayPush, replayInput, engineer.token)).left[0]?.reason).toContain('签名仍不正确');
  await edit({ secret: 'the secret to come, said once' });
  expect((await app.call(pushApi.replayPush, replayInput, engineer.token)).done).toBe(1);
  await edit({ secret });
});

test('a call for help that was kept for days is stored with its own time and does not ring, one of an hour ago does', async () => {
  const [old, young] = [await registered(), await registered()];
  // The partitions start a day back: shortly after midnight a row of 25 hours ago has none.
  await makePartitions(new Date(Date.now() - 86_400_000));
  const keep = async (sn: string, hours: number) => {
    await push({ box: { sn }, no: `old${next()}`, type: 'SOS' });
    const [refusedPush] = await lines({ state: ['refused'] });
    const id = refusedPush?.id ?? '';
    await app.sql(`update push_log set at = at - $2 * interval '1 hour' where id = $1`, [id, hours]);
    return id;
  };
  const ids = [await keep(old.sn, 25), await keep(young.sn, 1)];
  const edited = { ...mapping, number: ['/imei', '/device', '/box/sn'] };
  await edit({ mapping: edited });
  expect((await app.call(pushApi.replayPush, { ids }, engineer.token)).done).toBe(2);
  const raised = ({ customer }: { customer: string }) =>
    app.sql(
      `select silent, late, round(extract(epoch from received_at - occurred_at) / 3600)::int as hours,
         exists (select 1 from warn_timer t where t.warn_id = warn.id) as climbs from warn where customer_id = $1`,
      [customer],
    );
  expect(await raised(old)).toEqual([{ silent: true, late: true, hours: 25, climbs: false }]);
  expect(await raised(young)).toEqual([{ silent: false, late: true, hours: 1, climbs: true }]);
  const onlineRow = `select 1 from device_state s join equipment e on e.id = s.device_id where e.sn = $1 and (s.online or last_seen_at is not null)`;
  expect(await app.sql(onlineRow, [old.sn])).toEqual([]);
});

test('a push of a device that is still unknown is left, and raises no alarm a second time', async () => {
  await push({ imei: `STRANGER-${next()}`, type: 'SOS' });
  const refusedPush = await line({ state: ['unknown'] });
  const ids = [refusedPush.id];
  const strange = () =>
    app.sql(`select sum(times)::int as n from unknown_message where number = $1`, [refusedPush.number]);
  const previous = await strange();
  const remaining = [{ id: refusedPush.id, reason: '设备仍未登记' }];
  expect(await app.call(pushApi.replayPush, { ids }, engineer.token)).toEqual({ done: 0, left: remaining });
  expect(await strange()).toEqual(previous);
});

test('of a refused push of several devices those that are registered are stored, and the line waits for the others', async () => {
  const { customer, sn } = await registered();
  const unknownNumber = `LATER-${next()}`;
  const body = [
    { several: sn, no: `s${next()}`, type: 'SOS' },
    { several: unknownNumber, no: `s${next()}`, type: 'SOS' },
  ];
  await push(body, { key: 'another key that is wrong' });
  const [refusedPush] = await lines({ state: ['refused'] });
  const ids = [refusedPush?.id ?? ''];
  const edited = { ...mapping, number: ['/several'] };
  await edit({ mapping: edited, secret: 'another key that is wrong' });
  const remaining = [{ id: ids[0], reason: '1 条已接收，其余 1 条的设备仍未登记' }];
  expect(await app.call(pushApi.replayPush, { ids }, engineer.token)).toEqual({ done: 0, left: remaining });
  expect(await app.call(pushApi.replayPush, { ids }, engineer.token)).toEqual({ done: 0, left: remaining });
  expect(await warns(customer)).toBe(1);
  const late = { sn: unknownNumber, model: 'mqtt', identifiers: [{ protocol: 'push', number: unknownNumber }] };
  expect((await app.ask({ path: '/api/equipment/addEquipment', body: late, token: app.admin })).code).toBe(0);
  expect(await app.call(pushApi.replayPush, { ids }, engineer.token)).toEqual({ done: 1, left: [] });
  await edit({ mapping, secret });
});

test('what is ignored waits no longer, and the figures say how it goes', async () => {
  await push('still no json');
  const previous = await app.call(pushApi.getPushFigures, {}, engineer.token);
  const [refusedPush] = await lines({ state: ['refused'] });
  expect(await app.call(pushApi.ignorePush, { ids: [refusedPush?.id ?? ''] }, engineer.token)).toEqual({ done: 1 });
  const after = await app.call(pushApi.getPushFigures, {}, engineer.token);
  expect(previous.backlog - after.backlog).toBe(1);
  expect(after.count).toBeGreaterThan(3);
  expect(after.rate).toBeGreaterThan(0);
});

test('a mapping is tried on a kept body before it goes live, and each one that was is kept', async () => {
  const body = { box: { id: 'TRY-1' }, bpm: 72 };
  await push(body);
  const [refusedPush] = await lines({ state: ['refused'] });
  const tried = { ...mapping, number: ['/box/id'], readings: [{ path: '/bpm', kind: 'heart_rate' }] };
  const preview = await app.call(
    pushApi.tryPushSource,
    { source: 'vendor', logId: refusedPush?.id ?? '', mapping: tried },
    app.admin,
  );
  expect(preview).toMatchObject({
    body: JSON.stringify(body),
    messages: [{ number: 'TRY-1', readings: [{ value: 72 }] }],
  });
  expect((await push(body)).status).toBe(400);
  const wrong = await app.tryCall(
    pushApi.tryPushSource,
    { source: 'vendor', body: '{}', mapping: { body: 'json' } },
    engineer.token,
  );
  expect(wrong).toMatchObject({ status: 400 });
  const versions = await app.call(pushApi.getPushVersionList, { source: 'vendor' }, engineer.token);
  expect(versions.length).toBeGreaterThan(1);
  expect(versions.at(-1)?.mapping).toEqual(mapping);
});

test('the known clouds stand there disabled, can be tried, and take nothing', async () => {
  const { rows } = await app.list(pushApi.getPushSourceList, { limit: 200 }, engineer.token);
  for (const source of ['tuya', 'bio-radar', 'jjt', 'aiqiangua', 'akmon', 'emfit', 'withings'])
    expect(rows.find((row) => row.source === source)).toMatchObject({ status: 'disabled' });
  const radar = JSON.stringify([{ sn: 'R-1', heart: 66, warningType: 14 }]);
  const preview = await app.call(pushApi.tryPushSource, { source: 'bio-radar', body: radar }, engineer.token);
  expect(preview.messages).toMatchObject([{ number: 'R-1', alarms: ['fall'] }]);
  expect((await push({}, { source: 'jjt' })).status).toBe(401);
  const enable = { source: 'jjt', status: 'enabled' as const };
  expect(await app.tryCall(pushApi.editPushSource, enable, app.admin)).toMatchObject({
    status: 400,
    msg: '先填写密钥，再启用这个来源',
  });
  const key = 'a secret of sixteen signs';
  await app.call(pushApi.editPushSource, { ...enable, secret: key }, app.admin);
  expect((await push({ deviceNum: 'J-1', type: 'location' }, { source: 'jjt', key })).status).toBe(200);
});

test('somebody of one project sees the lines of its devices alone, and works on no others', async () => {
  const { sn } = await registered();
  await push({ imei: sn, no: `s${next()}` });
  await line({ number: sn });
  await push('unreadable');
  const [refusedPush] = await lines({ state: ['refused'] });
  const roleId = await aRole(app, { scope: 'all', permissions: ['push:log', 'push:replay'] });
  const unknownNumber = await aUser(app, { roleId, projects: [await aProject(app)] });
  expect(await lines({}, unknownNumber.token)).toEqual([]);
  const ids = [refusedPush?.id ?? ''];
  expect((await app.call(pushApi.ignorePush, { ids }, unknownNumber.token)).done).toBe(0);
  expect((await app.call(pushApi.replayPush, { ids }, unknownNumber.token)).left).toHaveLength(1);
  const watcher = await aUser(app, { roleId: await aRole(app, { scope: 'all', permissions: ['push:log'] }) });
  expect((await app.tryCall(pushApi.replayPush, { ids }, watcher.token)).status).toBe(403);
});

test('a kept body is for who may see health values, in list and try-out, and its numbers for who may see those', async () => {
  const { customer, sn } = await registered();
  await push({ box: null, pulse: 77, caller: '13912345678' });
  const [refusedPush] = await lines({ state: ['refused'] });
  expect(refusedPush).toMatchObject({ body: null, covered: true });
  const tried = { source: 'vendor', logId: refusedPush?.id ?? '' };
  expect(await app.tryCall(pushApi.tryPushSource, tried, engineer.token)).toMatchObject({
    status: 403,
    msg: expect.stringContaining('健康数据'),
  });
  const nurse = await aUser(app, {
    roleId: await aRole(app, { scope: 'all', permissions: ['push:log', 'archive:list'] }),
  });
  const [masked] = await lines({ state: ['refused'] }, nurse.token);
  expect(masked?.body).toContain('"pulse":77,"caller":"139****5678"');
  expect((await app.call(pushApi.tryPushSource, tried, nurse.token)).body).not.toContain('13912345678');
  expect((await lines({ state: ['refused'] }, app.admin))[0]?.body).toContain('13912345678');
  // Without location consent nothing is shown: the body may contain a position.
  await app.sql('delete from consent where customer_id = $1', [customer]);
  await app.sql('update push_log set number = $2 where id = $1', [refusedPush?.id, sn]);
  expect((await lines({ number: sn }, app.admin))[0]).toMatchObject({ body: null, covered: true });
});

test('whoever has looked at kept bodies stands in the command log, without what was in them', async () => {
  const number = `LOOK-${next()}`;
  await push({ imei: number });
  await line({ number });
  await lines({ number });
  const { rows } = await app.list(cmdLogApi.getCmdLogList, { account: engineer.account, action: 'view' }, app.admin);
  expect(rows[0]).toMatchObject({ module: 'push', path: pushApi.getPushLogList.path, result: 'success' });
  expect(JSON.stringify(rows[0])).not.toContain(number);
});

test('a mapping that names an alarm that there is none of is refused where it stands, and those of the clouds are good', async () => {
  const alarms = [mapping.alarms[0], { path: '/type', values: { FIRE: 'brand' } }];
  const refused = { status: 400, text: expect.stringContaining('mapping.alarms.1.values.FIRE') };
  const wrong = { source: 'vendor', mapping: { ...mapping, alarms } };
  expect(await app.tryCall(pushApi.tryPushSource, { ...wrong, body: '{}' }, engineer.token)).toMatchObject(refused);
  expect(await app.tryCall(pushApi.editPushSource, { ...wrong, version: 1 }, app.admin)).toMatchObject(refused);
  const { rows } = await app.list(pushApi.getPushSourceList, { limit: 200 }, engineer.token);
  for (const { source, mapping: sourceMapping } of rows)
    await app.call(pushApi.tryPushSource, { source, mapping: sourceMapping, body: '{}' }, engineer.token);
});

test('a source is not overwritten by a call that names no version of it', async () => {
  const previous = await app.list(pushApi.getPushSourceList, { source: 'vendor' }, app.admin);
  const again = { source: 'vendor', mapping: { body: 'own' }, secret: 'a secret of somebody else' };
  expect(await app.tryCall(pushApi.editPushSource, again, app.admin)).toMatchObject({
    status: 400,
    msg: expect.stringContaining('已有这个来源'),
  });
  expect(await app.list(pushApi.getPushSourceList, { source: 'vendor' }, app.admin)).toEqual(previous);
});

test('the log goes out as a sheet', async () => {
  const input = { filters: { state: ['done' as const] }, columns: ['source' as const, 'state' as const] };
  const { fileId } = await app.call(pushApi.exportPushLog, input, engineer.token);
  expect((await downloadRows(app, fileId ?? '', engineer.token))[2]).toEqual(['某手表云', '已接收']);
});
