import { afterAll, beforeAll, expect, test } from 'vitest';
import { equipmentApi } from '#features/equipment/contract.ts';
import { commandApi } from '#features/equipmentCommand/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDevice, aUser, next, type TestUser } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';
import { TestWatch } from '#server/testing/watch.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { bindingApi } from '../contract.ts';

let app: TestApp;
let engineer: TestUser;
beforeAll(async () => {
  app = await startApp();
  engineer = await aUser(app, { role: 'engineer' });
});
afterAll(() => app.stop());

const bind = (id: string, customerId: string, fields: { unbindReason?: string } = {}) => {
  const installedAt = new Date(Date.now() - 60_000).toISOString();
  return app.tryCall(
    bindingApi.bindEquipment,
    { id, customerId, position: '随身', installedAt, ...fields },
    engineer.token,
  );
};
const unbind = (id: string) => app.tryCall(bindingApi.unbindEquipment, { id, reason: '退回' }, engineer.token);
const move = (id: string, state: InputOf<typeof equipmentApi.updateEquipmentState>['state']) =>
  app.call(equipmentApi.updateEquipmentState, { id, state, reason: '表带断裂' }, engineer.token);
const replace = (id: string, newSn: string) =>
  app.tryCall(bindingApi.replaceEquipment, { id, newSn, reason: '屏幕碎裂' }, engineer.token);
const row = async (id: string) => {
  const [stored] = await app.sql<Record<string, unknown>>(
    'select sn, imei, state, gateway_id::text as gateway, customer_id::text as customer from equipment where id = $1',
    [id],
  );
  return stored;
};
const commands = async (equipmentId: string) =>
  (await app.list(commandApi.getCommandList, { equipmentId }, engineer.token)).rows.map(
    ({ command, state, answer }) => [command, state, answer],
  );

test('what a device was still to be told for one person never reaches the next', async () => {
  const [customer, other] = [await aCustomer(app), await aCustomer(app)];
  const { id, sn } = await aDevice(app, { customer });
  const order = (command: 'contacts' | 'call' | 'find', params = {}) =>
    app.call(commandApi.sendCommand, { id, command, params }, engineer.token);
  await order('contacts', { sos: ['13800001111'] });
  await order('call', { number: '13800001111' });
  const over = (command: string) => [command, 'expired', '设备解绑，没有再发'];
  expect((await unbind(id)).code).toBe(0);
  expect(await commands(id)).toEqual([over('call'), over('contacts')]);

  await order('find');
  expect((await bind(id, other)).code).toBe(0);
  const watch = await TestWatch.open(app.ports.watch, sn);
  watch.send('LK,0,0,80');
  await until('what was asked after that', () => watch.text.includes('FIND'));
  expect(watch.text).not.toMatch(/1380000/);
  watch.close();
  expect((await bind(id, customer, { unbindReason: '转给他' })).code).toBe(0);
  expect((await commands(id)).slice(1)).toEqual([over('call'), over('contacts')]);
});

test('numbers that a device took before it came to its wearer are called so until new ones are taken', async () => {
  const { id } = await aDevice(app, { customer: await aCustomer(app) });
  const take = () =>
    app.sql(
      `insert into equipment_command (equipment_id, command, params, valid_until, state) values ($1, 'contacts', '{"sos":["110"]}', now(), 'acknowledged')`,
      [id],
    );
  const former = async () => {
    const config = await app.call(commandApi.getEquipmentConfig, { id }, engineer.token);
    return config.find(({ command }) => command === 'contacts')?.former;
  };
  await take();
  expect(await former()).toBe(false);
  await bind(id, await aCustomer(app), { unbindReason: '转给邻居' });
  expect(await former()).toBe(true);
  await take();
  expect(await former()).toBe(false);
});

test('a lost device and one in the workshop are given to nobody else, and no repair ends by trying', async () => {
  const [customer, other] = [await aCustomer(app), await aCustomer(app)];
  for (const state of ['lost', 'repair'] as const) {
    const { id } = await aDevice(app, { customer });
    await move(id, state);
    expect(await bind(id, other, { unbindReason: '急用' })).toMatchObject({ status: 409 });
    expect(await row(id)).toMatchObject({ state, customer });
    const open = await app.sql(`select 1 from repair where equipment_id = $1 and state = 'open'`, [id]);
    expect(open).toHaveLength(state === 'repair' ? 1 : 0);
  }
});

test('fifteen digits that are no IMEI replace nothing', async () => {
  const { id } = await aDevice(app, { customer: await aCustomer(app) });
  expect(await replace(id, '862641052047821')).toMatchObject({ status: 400, msg: 'IMEI校验不通过' });
  expect(await row(id)).toMatchObject({ state: 'issued' });
});

test('what replaces a device stands behind its gateway, and has before it what that had', async () => {
  const gateway = await aDevice(app);
  const { id } = await aDevice(app, { customer: await aCustomer(app) });
  const child = await aDevice(app);
  await app.sql('update equipment set gateway_id = $1 where id = $2', [gateway.id, id]);
  await app.sql('update equipment set gateway_id = $1 where id = $2', [id, child.id]);
  const { data } = await replace(id, `NEW-${next()}-0003`);
  const { id: replacementId } = data as { id: string };
  expect([(await row(replacementId))?.gateway, (await row(child.id))?.gateway]).toEqual([gateway.id, replacementId]);
});

test('what replaces a ThingsBoard gateway speaks for the same names, with the same settings', async () => {
  const { id } = await aDevice(app, { model: 'thingsboard_gateway', customer: await aCustomer(app) });
  const child = await aDevice(app, { model: 'thingsboard' });
  await app.sql('update equipment set gateway_id = $1 where id = $2', [id, child.id]);
  await app.sql('update equipment_identifier set number = $1 where equipment_id = $2', [`${id}/Bed 1`, child.id]);
  await app.sql('update gateway set child_limit = 7 where id = $1', [id]);
  const { data } = await replace(id, `NEW-${next()}-0004`);
  const { id: replacementId } = data as { id: string };
  const [now] = await app.sql(
    'select i.number, g.child_limit from equipment_identifier i, gateway g where i.equipment_id = $1 and g.id = $2',
    [child.id, replacementId],
  );
  expect(now).toEqual({ number: `${replacementId}/Bed 1`, child_limit: 7 });
});

test('another kind of device, or one that cannot call for help, takes no other’s place', async () => {
  const { id } = await aDevice(app, { customer: await aCustomer(app) });
  const likeWatch = async (code: string, kind: string, without: string) => {
    await app.sql(
      `insert into model overriding system value select m.* from model w, jsonb_populate_record(w, to_jsonb(w) || jsonb_build_object('id', (select max(id) + 1000 from model),
        'code', $1::text, 'kind', $2::text, 'capabilities', to_jsonb(array_remove(w.capabilities, $3)))) m where w.code = 'watch'`,
      [code, kind, without],
    );
    return aDevice(app, { model: code });
  };
  const mat = await likeWatch('test-mat', 'sleep_mat', '');
  expect(await replace(id, mat.sn)).toMatchObject({ status: 409, msg: expect.stringContaining('不是同一类设备') });
  const mute = await likeWatch('test-mute', 'watch', 'sos');
  expect(await replace(id, mute.sn)).toMatchObject({ status: 409, msg: expect.stringContaining('不能呼救') });
  expect(await row(id)).toMatchObject({ state: 'issued' });
});
