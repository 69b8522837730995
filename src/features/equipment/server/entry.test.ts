import { afterAll, beforeAll, expect, test } from 'vitest';
import { bindingApi } from '#features/binding/contract.ts';
import { equipmentApi } from '#features/equipment/contract.ts';
import { labelApi } from '#features/label/contract.ts';
import { config, settleConfig } from '#server/core/runtime.ts';
import { pool } from '#server/db/db.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDevice, aProject, next } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const add = (input: object) => app.tryCall(equipmentApi.addEquipment, input as never, app.admin);
const edit = (input: object) => app.tryCall(equipmentApi.editEquipment, input as never, app.admin);
const get = (id: string) => app.call(equipmentApi.getEquipment, { id }, app.admin);
const sn = () => `TS${8_900_000 + next()}`;

/** Returns an IMEI that is unique in this file. */
function imei(): string {
  const body = `49015420${String(300_000 + next()).padStart(6, '0')}`;
  const sum = [...body].reduce((all, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return all + (value > 9 ? value - 9 : value);
  }, 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

test('is entered with all its fields, and read with them', async () => {
  const project = await aProject(app);
  const fields = {
    ...{ sn: sn(), model: 'watch', imei: imei(), iccid: '89860012345678901234', simNumber: '14400001111' },
    ...{
      simExpireDate: '2027-03-31',
      warrantyDate: '2028-01-01',
      batch: '2026-11',
      supplier: '某供应商',
      position: '随身',
    },
  };
  const { id, secret } = await app.call(
    equipmentApi.addEquipment,
    { ...fields, mac: 'aa:bb:cc:00:11:22', projectId: project, remark: '备注' },
    app.admin,
  );
  expect(secret).toBeNull();
  expect(await get(id)).toMatchObject({
    ...{ ...fields, id, name: '定位手表', mac: 'AABBCC001122', remark: '备注', projectId: project },
    ...{ state: 'stock', online: 'never', kind: 'watch', protocol: 'watch', version: 1 },
  });
});

test('is known by its SN and IMEI, a watch also by the ten digits from the fifth on, and by others where they are named', async () => {
  const numbers = async (id: string) =>
    (await get(id)).identifiers.map(({ protocol, number }) => `${protocol} ${number}`);
  const first = { sn: sn(), model: 'watch', imei: imei() };
  const { id } = await app.call(equipmentApi.addEquipment, first, app.admin);
  const by = (protocol: string, ...all: string[]) => all.map((number) => `${protocol} ${number}`).sort();
  expect(await numbers(id)).toEqual(by('watch', first.sn, first.imei, first.imei.slice(4, 14)));
  // An identifier selects the device that speaks: no other device may have it.
  const taken = await add({ sn: first.imei.slice(4, 14), model: 'watch' });
  expect([taken.status, taken.msg]).toEqual([400, '识别号已被其他设备使用']);
  const other = imei();
  await app.call(equipmentApi.editEquipment, { id, version: 1, imei: other }, app.admin);
  expect(await numbers(id)).toEqual(by('watch', first.sn, other, other.slice(4, 14)));
  await app.call(equipmentApi.editEquipment, { id, version: 2, model: 'gt06' }, app.admin);
  expect(await numbers(id)).toEqual(by('gt06', first.sn, other));
  const named = [{ protocol: 'gt06', number: '868120000000001' }];
  await app.call(equipmentApi.editEquipment, { id, version: 3, identifiers: named }, app.admin);
  await app.call(equipmentApi.editEquipment, { id, version: 4, imei: imei() }, app.admin);
  expect(await numbers(id)).toEqual(['gt06 868120000000001']);
  // Its former numbers are free again.
  expect((await add({ ...first, sn: sn() })).code).toBe(0);
});

test('a wrong IMEI, a number that is taken and a model that is not there are each told at their field', async () => {
  const taken = { sn: sn(), model: 'watch', imei: imei() };
  expect((await add(taken)).code).toBe(0);
  const wrong = async (input: object, field: string, msg: string) => {
    const answer = await add(input);
    expect([answer.status, answer.msg, answer.text]).toEqual([400, msg, expect.stringContaining(`"field":"${field}"`)]);
  };
  await wrong({ sn: sn(), model: 'watch', imei: '490154203237519' }, 'imei', 'IMEI校验不通过');
  await wrong({ sn: sn(), model: 'watch', imei: '4901542032375180' }, 'imei', 'IMEI须为15位数字');
  await wrong({ sn: sn(), model: 'watch', imei: taken.imei }, 'imei', '该IMEI已被其他设备使用');
  await wrong({ sn: taken.sn, model: 'watch' }, 'sn', '设备编号已存在');
  await wrong({ sn: sn(), model: '无' }, 'model', '没有这个型号');
  await wrong({ sn: sn(), model: 'watch', iccid: '1234' }, 'iccid', 'ICCID格式不正确');
});

test('is edited field by field; null empties one, and a number of its own stays', async () => {
  const { id, sn } = await aDevice(app);
  const changed = await app.call(
    equipmentApi.editEquipment,
    { id, version: 1, batch: '一批', position: '客厅' },
    app.admin,
  );
  expect(changed).toEqual({ id, version: 2 });
  await app.call(equipmentApi.editEquipment, { id, version: 2, position: null, name: null }, app.admin);
  expect(await get(id)).toMatchObject({ sn, batch: '一批', position: null, name: '定位手表', version: 3 });
  expect(await edit({ id, version: 3, sn: 'OTHER-NUMBER' })).toMatchObject({ status: 400 });
  expect(await edit({ id, version: 3, imei: '490154203237519' })).toMatchObject({ status: 400, msg: 'IMEI校验不通过' });
  expect(await edit({ id, version: 3, gatewayId: id })).toMatchObject({ status: 400, msg: '设备不能是自己的网关' });
  expect(await edit({ id, version: 2, batch: '二批' })).toMatchObject({ status: 409, data: { version: 3 } });
});

test('takes another model, and its protocol, until it has spoken', async () => {
  const { id, sn } = await aDevice(app);
  await app.call(equipmentApi.editEquipment, { id, version: 1, model: 'jt808' }, app.admin);
  expect(await get(id)).toMatchObject({ model: 'jt808', identifiers: [{ protocol: 'jt808', number: sn }] });
  await app.sql('update device_state set last_seen_at = now() where device_id = $1', [id]);
  expect(await edit({ id, version: 2, model: 'watch' })).toMatchObject({
    status: 400,
    msg: '设备已经上报过，不能改型号，请更换设备',
  });
});

test('is deleted from stock alone, and its numbers are free again', async () => {
  const customer = await aCustomer(app);
  const worn = await aDevice(app, { customer });
  const spare = await aDevice(app);
  const remove = (...ids: string[]) => app.tryCall(equipmentApi.deleteEquipment, { ids }, app.admin);
  const refused = await remove(spare.id, worn.id);
  expect([refused.status, refused.msg]).toEqual([409, expect.stringContaining('只有在库的设备可以删除')]);
  expect(await get(spare.id)).toMatchObject({ sn: spare.sn });
  expect((await remove(spare.id)).code).toBe(0);
  expect((await app.tryCall(equipmentApi.getEquipment, { id: spare.id }, app.admin)).status).toBe(404);
  expect((await add({ sn: spare.sn, model: 'watch' })).code).toBe(0);
});

test('a gateway with devices on it is not deleted', async () => {
  const gateway = await aDevice(app, { model: 'thingsboard_gateway' });
  const child = await aDevice(app);
  await app.call(equipmentApi.editEquipment, { id: child.id, version: 1, gatewayId: gateway.id }, app.admin);
  const refused = await app.tryCall(equipmentApi.deleteEquipment, { ids: [gateway.id] }, app.admin);
  expect([refused.status, refused.msg]).toEqual([409, expect.stringContaining('下还有子设备')]);
});

test('behind a device only a gateway may stand, and never itself or one that is behind it', async () => {
  const tell = (answer: { status: number; msg: string }) => [answer.status, answer.msg];
  const noGateway = [400, '这台设备不是网关，请选择网关类设备'];
  const of = (model: string) => aDevice(app, { model });
  const [first, second, third, watch] = [
    await of('thingsboard_gateway'),
    await of('thingsboard_gateway'),
    await of('thingsboard_gateway'),
    await aDevice(app),
  ];
  expect(tell(await add({ sn: sn(), model: 'z2m', gatewayId: watch.id }))).toEqual(noGateway);
  expect(tell(await edit({ id: first.id, version: 1, gatewayId: watch.id }))).toEqual(noGateway);
  expect((await edit({ id: second.id, version: 1, gatewayId: first.id })).code).toBe(0);
  expect((await edit({ id: third.id, version: 1, gatewayId: second.id })).code).toBe(0);
  expect(tell(await edit({ id: first.id, version: 1, gatewayId: third.id }))).toEqual([
    400,
    '所选网关在这台设备之下，不能作它的网关',
  ]);
  expect(tell(await edit({ id: first.id, version: 1, model: 'watch' }))).toEqual([
    400,
    '网关下还有子设备，不能改成不是网关的型号',
  ]);
  expect(tell(await edit({ id: first.id, version: 1, model: 'z2m_gateway' }))).toEqual([
    400,
    '网关下还有子设备，不能改成其他协议的型号',
  ]);
});

test('an SN that another device has in other letters is taken, and one that is read as it is stays', async () => {
  const taken = sn();
  const { id } = await aDevice(app, { sn: taken });
  const again = await add({ sn: taken.toLowerCase(), model: 'watch' });
  expect([again.status, again.msg, again.text]).toEqual([
    400,
    '设备编号已存在，只差大小写',
    expect.stringContaining('"field":"sn"'),
  ]);
  const worn = await aDevice(app, { customer: await aCustomer(app) });
  const replaced = await app.tryCall(
    bindingApi.replaceEquipment,
    { id: worn.id, newSn: taken.toLowerCase(), reason: '损坏' },
    app.admin,
  );
  expect([replaced.msg, replaced.text]).toEqual([
    '设备编号已存在，只差大小写',
    expect.stringContaining('"field":"newSn"'),
  ]);
  await app.call(equipmentApi.deleteEquipment, { ids: [id] }, app.admin);
  expect((await add({ sn: taken.toLowerCase(), model: 'watch' })).code).toBe(0);
});

test('a secret is told once to what proves itself by one', async () => {
  for (const model of ['mqtt', 'thingsboard', 'z2m_gateway', 'lorawan_gateway', 'scaip_gateway'])
    expect((await aDevice(app, { model })).secret).toMatch(/^.{32}$/);
  for (const model of ['watch', 'z2m', 'scaip', 'push']) expect((await aDevice(app, { model })).secret).toBeNull();
});

test('only what proves itself by a secret gets a new one', async () => {
  const reset = async (model: string) =>
    app.tryCall(equipmentApi.resetEquipmentSecret, { id: (await aDevice(app, { model })).id }, app.admin);
  expect(await reset('mqtt')).toMatchObject({ code: 0 });
  expect(await reset('watch')).toMatchObject({ status: 409, msg: '这类设备的协议不用密钥' });
});

test('a label leads to the address by which the product is reached from outside, where it is known', async () => {
  const { id, sn } = await aDevice(app);
  const linkOf = async () => (await app.call(labelApi.getEquipmentLabel, { ids: [id] }, app.admin))[0]?.link;
  expect(await linkOf()).toBeNull();
  const previous = config();
  settleConfig({ ...previous, publicUrl: 'https://care.example.cn/' });
  try {
    expect(await linkOf()).toBe(`https://care.example.cn/#/open?device=${sn}`);
  } finally {
    settleConfig(previous);
  }
});

test('many are taken into another project, or handed out; one that is not in stock holds all back', async () => {
  const project = await aProject(app);
  const [number, two] = [await aDevice(app), await aDevice(app)];
  const move = (input: object) =>
    app.tryCall(equipmentApi.moveEquipment, { ids: [number.id, two.id], ...input }, app.admin);
  expect((await move({ projectId: project })).data).toEqual({ count: 2 });
  expect((await move({ projectId: project })).data).toEqual({ count: 0 });
  expect((await get(number.id)).projectId).toBe(project);
  await app.call(equipmentApi.moveEquipment, { ids: [number.id], issue: true }, app.admin);
  expect((await get(number.id)).state).toBe('issued');
  const changes = await app.list(equipmentApi.getStateChangeList, { equipmentId: number.id }, app.admin);
  expect(changes.rows).toMatchObject([{ from: 'stock', state: 'issued' }]);
  expect(await move({ issue: true })).toMatchObject({
    status: 409,
    msg: expect.stringContaining('只有在库的设备可以发放'),
  });
  expect((await get(two.id)).state).toBe('stock');
  await app.sql('update project set quota_equipment = 2 where id = $1', [project]);
  const third = await aDevice(app);
  const full = await app.tryCall(equipmentApi.moveEquipment, { ids: [third.id], projectId: project }, app.admin);
  expect([full.status, full.msg]).toEqual([400, expect.stringContaining('设备配额已满')]);
});

test('a device that somebody has goes into no other project than theirs', async () => {
  const [project, otherProject] = [await aProject(app), await aProject(app)];
  const customer = await aCustomer(app, { name: '沈月英', project });
  const [worn, spare] = [await aDevice(app, { customer, project }), await aDevice(app)];
  const refused = {
    status: 400,
    msg: `设备「${worn.sn}」已绑定「沈月英」，客户不在这个项目，请先解绑，或先调整客户的项目`,
  };
  const move = (ids: string[], projectId: string) =>
    app.tryCall(equipmentApi.moveEquipment, { ids, projectId }, app.admin);
  expect(await move([worn.id, spare.id], otherProject)).toMatchObject(refused);
  expect(await edit({ id: worn.id, version: 1, projectId: otherProject })).toMatchObject(refused);
  expect([(await get(worn.id)).projectId, (await get(spare.id)).projectId]).not.toContain(otherProject);
  // The device follows its customer.
  await app.sql('update customer set project_id = $2 where id = $1', [customer, otherProject]);
  expect((await move([worn.id], otherProject)).data).toEqual({ count: 1 });
});

test('no message of a device waits for who moves, edits or replaces it while they wait for others', async () => {
  const projectId = await aProject(app);
  const [moved, edited, spare] = [await aDevice(app), await aDevice(app), await aDevice(app)];
  const worn = await aDevice(app, { customer: await aCustomer(app) });
  const changes = [
    [moved.id, () => app.call(equipmentApi.moveEquipment, { ids: [moved.id], projectId }, app.admin)],
    [edited.id, () => app.call(equipmentApi.editEquipment, { id: edited.id, version: 1, projectId }, app.admin)],
    [
      spare.id,
      () => app.call(bindingApi.replaceEquipment, { id: worn.id, newSn: spare.sn, reason: '损坏' }, app.admin),
      `select 1 from device_state where device_id = ${worn.id} for update nowait`,
    ],
  ] as const;
  const client = await pool().connect();
  try {
    for (const [id, change, other] of changes) {
      await client.query('begin');
      await client.query('select 1 from device_state where device_id = $1 for update', [id]);
      const changed = change();
      await until('the change waits', async () => {
        const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        return (await app.sql(waiting)).length > 0;
      });
      // A message may update the device's row, and an alarm refers to it.
      await client.query('select 1 from equipment where id = $1 for no key update nowait', [id]);
      if (other) await client.query(other);
      await client.query('commit');
      await changed;
    }
    for (const { id } of [moved, edited]) expect((await get(id)).projectId).toBe(projectId);
  } finally {
    client.release(true);
  }
});
