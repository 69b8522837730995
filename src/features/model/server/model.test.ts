import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logApi } from '#features/equipmentLog/contract.ts';
import { modelApi } from '#features/model/contract.ts';
import { userApi } from '#features/user/contract.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aDevice, aProject, aRole, aUser } from '#server/testing/rows.ts';
import { placed, TestWatch } from '#server/testing/watch.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const fields = (code: string) => ({
  code,
  name: `手表 ${code}`,
  kind: 'watch',
  protocol: 'watch' as const,
  intervalSeconds: 60,
});
const add = (input: object) => app.tryCall(modelApi.addModel, { ...fields('m-x'), ...input }, app.admin);
const edit = async (id: string, input: object) => {
  const { version } = await app.call(modelApi.getModel, { id }, app.admin);
  return app.tryCall(modelApi.editModel, { id, version, ...input }, app.admin);
};
const pressesOf = async (customerId: string) =>
  (await app.list(warnListApi.getWarnList, { customerId }, app.admin)).rows.map(({ type }) => type).sort();

test('a new model of a known protocol needs no release: its devices are read by its bits, bounds and clock at once', async () => {
  const added = await app.call(
    modelApi.addModel,
    {
      ...fields('m-sense'),
      capabilities: ['sos', 'locate'],
      properties: [{ code: 'heart_rate', unit: '/min', min: 50, max: 120 }],
      events: [{ code: '5', type: 'sos' }],
    },
    app.admin,
  );
  const customer = await aCustomer(app);
  const { id, sn } = await aDevice(app, { model: 'm-sense', customer });
  const watch = await TestWatch.open(app.ports.watch, sn);
  await watch.answered(watch.send('LK'));
  await watch.answered(watch.send('heart,130'));
  watch.send(`UD,${placed(new Date(), '00000020')}`);
  await watch.answered(watch.send('heart,80'));
  expect(await pressesOf(customer)).toEqual(['sos']);
  const readings = await app.sql(
    'select value, flags from reading where device_id = $1 and metric = $2 order by value',
    [id, 'heart_rate'],
  );
  expect(readings).toEqual([
    { value: 80, flags: 0 },
    { value: 130, flags: 1 },
  ]);
  watch.close();

  // After an edit the next connection uses the other bit.
  expect(await edit(added.id, { events: [{ code: '6', type: 'fall' }] })).toMatchObject({ code: 0 });
  const other = await aCustomer(app);
  const again = await aDevice(app, { model: 'm-sense', customer: other });
  const second = await TestWatch.open(app.ports.watch, again.sn);
  await second.answered(second.send('LK'));
  second.send(`UD,${placed(new Date(), '00000060')}`);
  await second.answered(second.send('LK'));
  expect(await pressesOf(other)).toEqual(['fall']);
  second.close();
});

test('offline is three intervals unless it is said, and follows the interval until then', async () => {
  const { id } = await app.call(modelApi.addModel, fields('m-three'), app.admin);
  const row = () => app.call(modelApi.getModel, { id }, app.admin);
  expect(await row()).toMatchObject({ offlineSeconds: 180, builtIn: false, equipmentCount: 0 });
  await edit(id, { intervalSeconds: 100 });
  expect(await row()).toMatchObject({ offlineSeconds: 300 });
  await edit(id, { offlineSeconds: 1000 });
  await edit(id, { intervalSeconds: 200 });
  expect(await row()).toMatchObject({ offlineSeconds: 1000 });
  await edit(id, { offlineSeconds: null });
  expect(await row()).toMatchObject({ offlineSeconds: 600 });
  expect(await edit(id, { offlineSeconds: 199 })).toMatchObject({ status: 400, msg: '离线判定不能短于上报间隔' });
  await app.call(modelApi.addModel, { ...fields('m-quick'), intervalSeconds: 10 }, app.admin);
  expect((await app.list(modelApi.getModelList, { keyword: 'm-quick' }, app.admin)).rows).toMatchObject([
    { offlineSeconds: 30 },
  ]);
});

test('a model serves everybody: only somebody whose scope has no limit adds or changes one', async () => {
  const department = await aDepartment(app);
  const engineer = (place: object) => aUser(app, { role: 'engineer', ...place });
  const { id } = await app.call(modelApi.addModel, fields('m-wide'), app.admin);
  const tried = async ({ token }: { token: string }) => {
    const { version } = await app.call(modelApi.getModel, { id }, token);
    const added = await app.tryCall(modelApi.addModel, fields(`m-wide-${version}`), token);
    const edited = await app.tryCall(modelApi.editModel, { id, version, name: '全市手表' }, token);
    const { permissions, platformWide } = await app.call(userApi.getUserInfo, {}, token);
    expect([platformWide, permissions.includes('model:edit')]).toEqual([added.code === 0, added.code === 0]);
    return [added.status, edited.status];
  };
  expect(await tried(await engineer({ department }))).toEqual([403, 403]);
  expect(await tried(await engineer({ projects: [await aProject(app)] }))).toEqual([403, 403]);
  expect(await tried(await engineer({}))).toEqual([200, 200]);
});

test('code and protocol of a model with devices stay, and those of a built-in one', async () => {
  const { id } = await app.call(modelApi.addModel, fields('m-used'), app.admin);
  expect(await edit(id, { code: 'm-renamed', protocol: 'mqtt' })).toMatchObject({ code: 0 });
  await edit(id, { protocol: 'watch' });
  await aDevice(app, { model: 'm-renamed' });
  expect(await edit(id, { code: 'm-again' })).toMatchObject({ status: 400, msg: '已有设备的型号，编码不能改' });
  expect(await edit(id, { protocol: 'mqtt' })).toMatchObject({ status: 400, msg: '已有设备的型号，协议不能改' });
  expect(await edit(id, { code: 'm-renamed', name: '新名' })).toMatchObject({ code: 0 });
  const { rows } = await app.list(modelApi.getModelList, { protocol: ['jt808'] }, app.admin);
  expect(rows).toMatchObject([{ code: 'jt808', builtIn: true }]);
  expect(await edit(rows[0]?.id ?? '', { code: 'other' })).toMatchObject({ status: 400, msg: '内置型号的编码不能改' });
});

test('a code that another model has in other letters is refused, with the code that is there', async () => {
  await app.sql(`insert into model (code, name, kind, protocol) values ('M-W8', '手表', 'watch', 'watch')`);
  const duplicate = { status: 400, msg: '已有型号「M-W8」，编码不能只差大小写' };
  expect(await add({ code: 'm-w8' })).toMatchObject(duplicate);
  const { id } = await app.call(modelApi.addModel, fields('m-w9'), app.admin);
  expect(await edit(id, { code: 'm-w8' })).toMatchObject(duplicate);
});

test('what cannot be read by decoders is refused with its place', async () => {
  const wrong = async (input: object) => {
    const { status, data } = await add(input);
    return [status, (data as { errors: { field: string }[] } | null)?.errors[0]?.field];
  };
  const p = (code: string, min?: number, max?: number) => ({ code, ...(min === undefined ? {} : { min, max }) });
  expect(await wrong({ code: 'Bad Code' })).toEqual([400, 'code']);
  expect(await wrong({ code: 'watch' })).toEqual([400, 'code']);
  expect(await wrong({ protocol: 'zigbee' })).toEqual([400, 'protocol']);
  expect(await wrong({ properties: [p('a', 5, 1)] })).toEqual([400, 'properties.0.max']);
  expect(await wrong({ properties: [p('a'), p('a')] })).toEqual([400, 'properties.1.code']);
  expect(await wrong({ events: [{ code: '5', type: 'nothing' }] })).toEqual([400, 'events.0.type']);
  expect(await wrong({ profile: { alarmBits: { 40: 'sos' } } })).toEqual([400, 'profile']);
  expect(await wrong({ profile: { script: 'x' } })).toEqual([400, 'profile']);
  expect(await wrong({ profile: { keys: { t: 'nonsense' } } })).toEqual([400, 'profile']);
  expect(await wrong({ profile: { codec: 'ws999' } })).toEqual([400, 'profile']);
  expect(await wrong({ profile: { codec: { '01 75': [['battery', 'eval']] } } })).toEqual([400, 'profile']);
  expect(await wrong({ capabilities: ['sos', 'fly_to_moon'] })).toEqual([400, 'capabilities']);
  expect((await app.list(modelApi.getModelList, { keyword: 'm-x' }, app.admin)).count).toBe(0);
});

test('a frame is tried with what is not saved yet, and nothing is stored', async () => {
  const [{ n } = { n: 0 }] = await app.sql<{ n: number }>('select count(*)::int as n from raw_message');
  const frame = `[3G*8800000015*0065*UD,${placed(new Date(), '00000020')}]`;
  const tried = (extra: object) =>
    app.call(logApi.decodeFrame, { protocol: 'watch', frame, encoding: 'text', ...extra }, app.admin);
  const alarms = async (extra: object) =>
    (await tried(extra)).messages.map((message) => (message as { alarms?: unknown }).alarms);
  expect(await alarms({})).toEqual([[]]);
  expect(await alarms({ events: [{ code: '5', type: 'sos' }] })).toEqual([['sos']]);
  expect(await alarms({ profile: { alarmBits: { 5: 'fall' } } })).toEqual([['fall']]);
  const native = {
    protocol: 'mqtt',
    encoding: 'json',
    frame: '{"alarms":["help_me"]}',
    topic: 'equipment/a/up',
  } as const;
  expect(await alarms({ ...native, events: [{ code: 'HELP_ME', type: 'sos' }] })).toEqual([['sos']]);
  expect(await app.sql('select count(*)::int as n from raw_message')).toEqual([{ n }]);
});

test('who may look at devices sees the models, and edits none', async () => {
  const { token } = await aUser(app, { roleId: await aRole(app, { scope: 'all', permissions: ['equipment:list'] }) });
  expect((await app.list(modelApi.getModelList, {}, token)).count).toBeGreaterThan(10);
  expect((await app.tryCall(modelApi.addModel, fields('m-no'), token)).status).toBe(403);
});

test('what a model can stands once, where a migration adds to it and where one has added already', async () => {
  const bodyOf = (code: string) =>
    app.sql(
      `insert into model (code, name, kind, protocol, interval_seconds, offline_seconds, capabilities)
       values ($1, $1, 'watch', 'watch', 60, 180, '{sos,interval,locate,find,restart,interval,locate}')`,
      [code],
    );
  await app.sql('alter table model disable trigger capabilities_once');
  await bodyOf('told-twice');
  await app.sql('alter table model enable trigger capabilities_once');
  await app.sql(await readFile('migrations/0181_model_once.sql', 'utf8'));
  await bodyOf('told-again');
  const once = { capabilities: ['sos', 'interval', 'locate', 'find', 'restart'], version: 1 };
  expect(await app.sql(`select capabilities, version from model where code like 'told-%'`)).toEqual([once, once]);
});

test('a seeded model of an earlier release learns what it can by now; one that somebody edited keeps its own', async () => {
  const can = async (code: string) =>
    (await app.list(modelApi.getModelList, { limit: 200 }, app.admin)).rows.find((row) => row.code === code)
      ?.capabilities;
  const upToDate = await can('ev07b');
  const migration = await readFile('migrations/0238_seeded_models.sql', 'utf8');
  for (const was of ['{sos,call,locate,fall,battery}', '{sos,call,fall,battery,parameters}']) {
    await app.sql(`update model set capabilities = $1 where code = 'ev07b'`, [was]);
    await app.sql(migration);
    expect(await can('ev07b')).toEqual(upToDate);
  }
  await app.sql(`update model set capabilities = '{sos,locate,battery}', version = 2 where code = 'gt06'`);
  await app.sql(`update model set capabilities = '{sos,battery}' where code = 'h02'`);
  await app.sql(migration);
  expect(await can('gt06')).toEqual(['sos', 'locate', 'battery']);
  expect(await can('h02')).toEqual(['sos', 'battery']);
});

test('what was registered as a ThingsBoard gateway stays one, and new devices of the model are none', async () => {
  const kindOf = async (code: string) =>
    (
      await app.sql<{ kind: string; n: number }>(
        'select kind, (select count(*)::int from equipment where model_id = m.id) as n from model m where code = $1',
        [code],
      )
    )[0];
  const text = await readFile('migrations/0605_gateway_rows.sql', 'utf8');
  const ofModels = text.slice(
    text.indexOf('insert into model'),
    text.indexOf('insert into gateway (id, created_by)\n  select e.id'),
  );
  await app.sql(`update model set kind = 'gateway' where code = 'thingsboard'`);
  const { id } = await aDevice(app, { model: 'thingsboard' });
  await app.sql(`delete from model where code = 'thingsboard_gateway'`);
  await app.sql(ofModels);
  expect([await kindOf('thingsboard'), await kindOf('thingsboard_gateway')]).toEqual([
    { kind: 'sensor', n: 0 },
    { kind: 'gateway', n: 1 },
  ]);
  expect(await app.sql('select 1 from gateway where id = $1', [id])).toHaveLength(1);
});
