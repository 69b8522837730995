import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { equipmentApi } from '#features/equipment/contract.ts';
import { gatewayApi } from '#features/gateway/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDevice, aProject, aRole, aUser, next } from '#server/testing/rows.ts';
import { downloadRows } from '#server/testing/sheet.ts';
import { until } from '#server/testing/until.ts';
import { takeIn } from './takeIn.ts';

let app: TestApp;
let place: { projectId: string; departmentId: string };
beforeAll(async () => {
  app = await startApp();
  const [row] = await app.sql<typeof place>(
    `select p.id::text as "projectId", p.department_id::text as "departmentId" from project p where p.deleted_at is null order by p.id limit 1`,
  );
  const [department] = await app.sql<{ id: string }>(
    'select id::text from department where deleted_at is null order by id limit 1',
  );
  place = { projectId: row?.projectId ?? '', departmentId: row?.departmentId ?? department?.id ?? '' };
});
afterAll(() => app.stop());

const sn = () => `GW-${8_850_000_000 + next()}`;
const fields = (model = 'z2m_gateway') => ({ ...place, sn: sn(), model, name: '一层网关', position: '机房' });
const speak = async ({ sn: username, secret }: { sn: string; secret: string | null }): Promise<MqttClient> =>
  mqtt.connectAsync({
    ...{ host: '127.0.0.1', port: app.ports.mqtt },
    ...{ username, password: secret ?? '', reconnectPeriod: 0 },
  });
const add = async (model?: string, more: object = {}) => {
  const input = { ...fields(model), ...more };
  return { ...(await app.call(gatewayApi.addGateway, input, app.admin)), sn: input.sn };
};
const edit = (id: string, version: number, input: object) =>
  app.tryCall(gatewayApi.editGateway, { id, version, ...input }, app.admin);
const children = async (gatewayId: string, filters: object = {}) =>
  (await app.list(gatewayApi.getChildList, { gatewayId, limit: 200, ...filters }, app.admin)).rows;
const addChild = (gatewayId: string, number: string, input: object = {}) =>
  app.tryCall(gatewayApi.addChild, { gatewayId, number, model: 'z2m_door', ...input }, app.admin);
/** Returns the id of a child that was taken in. */
const idOf = async (answer: ReturnType<typeof addChild>) => String(((await answer).data as { id: string }).id);
const ieee = () => `0x00158d${String(next()).padStart(10, '0')}`;
const move = (ids: string[], gatewayId: string | null, token = app.admin, more: object = {}) =>
  app.tryCall(gatewayApi.moveChild, { ids, gatewayId, reason: '换网关', ...more }, token);
const numbersOf = async (id: string) =>
  (
    await app.sql<{ n: string }>('select number as n from equipment_identifier where equipment_id = $1 order by 1', [
      id,
    ])
  ).map(({ n }) => n);
/** Notes a child as a gateway reports it. */
const report = (
  gatewayId: string,
  number: string,
  more: { wireName?: string; exposes?: unknown; model?: string } = {},
) =>
  app.sql('insert into gateway_child (gateway_id, number, wire_name, model, exposes) values ($1, $2, $3, $4, $5)', [
    gatewayId,
    number,
    more.wireName ?? null,
    more.model ?? null,
    JSON.stringify(more.exposes ?? null),
  ]);

test('a gateway is added with its secret, listed, edited and exported', async () => {
  const {
    id,
    secret,
    sn: own,
  } = await add('z2m_gateway', { childLimit: 5, mac: '00:15:8d:00:00:01', remark: '弱电井' });
  expect(secret).toMatch(/^.{32}$/);
  const { rows, count } = await app.list(gatewayApi.getGatewayList, { sn: own }, app.admin);
  expect([rows[0], count]).toMatchObject([
    {
      ...{ id, sn: own, mac: '00158D000001', protocol: 'z2m', kind: 'gateway', childLimit: 5, mayCreate: false },
      ...{
        baseTopic: 'zigbee2mqtt',
        childCount: 0,
        latencyMs: null,
        loss: null,
        link: null,
        online: 'never',
        version: 1,
      },
    },
    1,
  ]);
  const edited = await edit(id, 1, { childLimit: 8, baseTopic: 'home/z2m' });
  expect(edited.data).toEqual({ id, version: 2 });
  const late = await edit(id, 1, { name: '二层网关' });
  expect(late).toMatchObject({
    status: 409,
    msg: expect.stringMatching(/^数据已被 .+ 于 \d\d:\d\d 修改，请刷新$/),
    data: { version: 2, changes: expect.arrayContaining([{ field: 'childLimit', old: 5, new: 8 }]) },
  });
  expect(await app.call(gatewayApi.getGateway, { id }, app.admin)).toMatchObject({
    ...{
      childLimit: 8,
      baseTopic: 'home/z2m',
      remark: '弱电井',
      canScan: true,
      scanUntil: null,
      capabilities: ['restart'],
    },
  });
  const { fileId } = await app.call(
    gatewayApi.exportGateway,
    { filters: { sn: own }, columns: ['sn', 'protocol', 'childCount'] },
    app.admin,
  );
  expect((await downloadRows(app, fileId ?? '')).slice(1)).toEqual([
    ['设备编号', '协议', '子设备'],
    [own, 'Zigbee2MQTT', 0],
  ]);
});

test('a model of another kind, an SN in other case, a ring and a strange base topic are refused at their field', async () => {
  const statusAndData = (answer: { status: number; data: unknown }) => [answer.status, JSON.stringify(answer.data)];
  const wrong = (input: object) => app.tryCall(gatewayApi.addGateway, { ...fields(), ...input }, app.admin);
  expect(statusAndData(await wrong({ model: 'z2m_door' }))).toEqual([400, expect.stringContaining('"model"')]);
  const { id, sn: own } = await add();
  expect(statusAndData(await wrong({ sn: own.toLowerCase() }))).toEqual([400, expect.stringContaining('"sn"')]);
  expect(statusAndData(await wrong({ baseTopic: 'a/#' }))).toEqual([400, expect.stringContaining('"baseTopic"')]);
  expect(statusAndData(await edit(id, 1, { model: 'watch' }))).toEqual([400, expect.stringContaining('"model"')]);
  const below = await add();
  const under = { id: below.id, version: 1, gatewayId: id };
  await app.call(equipmentApi.editEquipment, under, app.admin);
  const ring = await app.tryCall(equipmentApi.editEquipment, { id, version: 1, gatewayId: below.id }, app.admin);
  expect(statusAndData(ring)).toEqual([400, expect.stringContaining('"gatewayId"')]);
});

test('the counts of children are those of the lists behind them', async () => {
  const { id, sn: own } = await add();
  await app.sql('update device_state set online = true, last_seen_at = now() where device_id = $1', [id]);
  const ids = await Promise.all([1, 2, 3, 4].map(async () => await idOf(addChild(id, ieee()))));
  const set = (child: string | undefined, online: boolean, minutes: number) =>
    app.sql(
      `update device_state set online = $2, last_seen_at = now() - make_interval(mins => $3), offline_since = case when $2 then null else now() end
      where device_id = $1`,
      [child, online, minutes],
    );
  await set(ids[0], true, 0);
  await set(ids[1], true, 30);
  await set(ids[2], false, 2000);
  const { rows } = await app.list(gatewayApi.getGatewayList, { sn: own }, app.admin);
  expect(rows[0]).toMatchObject({ childCount: 4, childOnline: 2, childOffline: 1 });
  const listed = async (online: ('online' | 'sleeping' | 'offline')[]) =>
    (await app.list(equipmentApi.getEquipmentList, { gatewayId: id, online, limit: 0 }, app.admin)).count;
  expect([await listed(['online', 'sleeping']), await listed(['offline'])]).toEqual([2, 1]);
  const filtered = async (childOffline: boolean) =>
    (await app.list(gatewayApi.getGatewayList, { sn: own, childOffline, protocol: ['z2m'] }, app.admin)).count;
  expect([await filtered(true), await filtered(false)]).toEqual([1, 0]);
  const { count, children: nodes } = await app.call(gatewayApi.getGatewayTopology, { id }, app.admin);
  expect([count, nodes.map(({ online }) => online).sort()]).toEqual([4, ['never', 'offline', 'online', 'sleeping']]);
  expect(await app.call(gatewayApi.getGatewayBeats, { id }, app.admin)).toHaveLength(144);
});

test('what a gateway names is registered, new or registered elsewhere, of which nothing foreign is shown', async () => {
  const { id } = await add();
  const foreign = await aProject(app);
  const other = await aDevice(app, { project: foreign, model: 'z2m_door', sn: ieee() });
  const [here, fresh] = [ieee(), ieee()];
  await addChild(id, here.toUpperCase().replace('0X', '0x'), { name: '大门' });
  await report(id, here, { wireName: '门厅/大门' });
  await report(id, fresh, { wireName: '阳台' });
  await report(id, other.sn, { wireName: '别处' });
  await app.sql(
    `insert into unknown_message (protocol, number, received_at, kind, body, alarms, minute, times, gateway_id)
     values ('z2m', '0xffff000000000001', now(), 'state', '', '{sos}', now(), 3, $1)`,
    [id],
  );
  const roleId = await aRole(app, { scope: 'all', permissions: ['gateway:list'] });
  const engineer = await aUser(app, { roleId, projects: [place.projectId] });
  const { rows } = await app.list(gatewayApi.getChildList, { gatewayId: id, limit: 200 }, engineer.token);
  const tell = rows.map(({ number, known, equipmentName, times, alarms }) => [
    number,
    known,
    equipmentName,
    times,
    alarms,
  ]);
  expect(tell).toEqual(
    [
      [fresh, 'new', null, null, []],
      ['0xffff000000000001', 'new', null, 3, ['sos']],
      [other.sn, 'elsewhere', null, null, []],
      [here, 'registered', '大门', null, []],
    ].sort((a, b) => order(a) - order(b) || String(a[0]).localeCompare(String(b[0]))),
  );
  expect(await children(id, { known: ['elsewhere'] })).toMatchObject([{ number: other.sn, sn: other.sn }]);
  expect((await children(id, { keyword: '阳台' })).map(({ number }) => number)).toEqual([fresh]);
});

test('a child of another gateway names it, and registered ones are listed by room', async () => {
  const [{ id }, { id: other }] = [await add(), await add('z2m_gateway', { name: '1F 网关' })];
  const [moved, last, middle] = [ieee(), ieee(), ieee()];
  await Promise.all([addChild(other, moved), report(id, moved)]);
  await addChild(id, last, { position: '210 门口' });
  await addChild(id, middle, { position: '201 床头' });
  expect(await children(id)).toMatchObject([{ gatewayName: '1F 网关' }, { number: middle }, { number: last }]);
});
const order = ([, known]: unknown[]) => ['new', 'elsewhere', 'registered'].indexOf(String(known));

test('a child is taken in once: in the project of its gateway, up to its limit, of a model of its protocol', async () => {
  const { id } = await add('z2m_gateway', { childLimit: 1 });
  const second = await add();
  const customer = await aCustomer(app, { project: place.projectId, department: place.departmentId });
  const number = ieee();
  expect((await addChild(id, number, { model: 'watch' })).text).toContain('"model"');
  expect((await addChild(id, number, { model: 'z2m_gateway' })).text).toContain('"model"');
  const added = await addChild(id, number, { customerId: customer, position: '卧室' });
  expect(added.code).toBe(0);
  const [row] = await children(id);
  expect(row).toMatchObject({ known: 'registered', number, sn: number, customerId: customer, position: '卧室' });
  expect(await addChild(second.id, number.toUpperCase().replace('0X', '0x'))).toMatchObject({
    status: 409,
    msg: expect.stringContaining('已登记'),
  });
  expect(await addChild(id, ieee())).toMatchObject({ status: 409, msg: '子设备已达上限（1/1），请调高上限或移走一些' });
});

test('children of one name at two ThingsBoard gateways do not shut each other out, and take their number along', async () => {
  const [first, second] = [await add('thingsboard_gateway'), await add('thingsboard_gateway')];
  const named = (gatewayId: string, number: string) => addChild(gatewayId, number, { model: 'thingsboard' });
  const one = await idOf(named(first.id, 'sensor01'));
  const two = await idOf(named(second.id, 'sensor01'));
  const chinese = await idOf(named(second.id, '客厅 温度'));
  expect([await numbersOf(one), await numbersOf(two)]).toEqual([[`${first.id}/sensor01`], [`${second.id}/sensor01`]]);
  const sns = (await children(second.id)).map(({ number, sn: text }) => [number, text]);
  expect(sns.sort()).toEqual(
    [
      ['sensor01', `${second.sn}-1`],
      ['客厅 温度', `${second.sn}-2`],
    ].sort(),
  );
  expect((await move([chinese], first.id)).data).toEqual({ count: 1 });
  expect(await numbersOf(chinese)).toEqual([`${first.id}/客厅 温度`]);
  expect(await move([two], first.id)).toMatchObject({ status: 400 });
  const { version } = await app.call(equipmentApi.getEquipment, { id: chinese }, app.admin);
  await app.call(equipmentApi.editEquipment, { id: chinese, version, gatewayId: null }, app.admin);
  expect(await numbersOf(chinese)).toEqual(['客厅 温度']);
});

test('of two engineers who move one child at once, one is refused with who and when', async () => {
  const [first, second, third] = [await add(), await add(), await add()];
  const child = await idOf(addChild(first.id, ieee()));
  const [mei, bo] = [await aUser(app, { role: 'engineer' }), await aUser(app, { role: 'engineer' })];
  const answers = await Promise.all([move([child], second.id, mei.token), move([child], third.id, bo.token)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.msg).toMatch(/^数据已被 .+ 于 \d\d:\d\d 修改，请刷新$/);
  const stale = await move([child], first.id, mei.token, { from: first.id });
  expect(stale.status).toBe(409);
  expect((await app.tryCall(gatewayApi.removeChild, { ids: [child], reason: '拆除' }, app.admin)).status).toBe(409);
  const where = answers[0]?.status === 200 ? second.id : third.id;
  expect((await move([child], null, app.admin, { from: where })).data).toEqual({ count: 1 });
});

test('a child does not move to a gateway of another protocol or project', async () => {
  const [first, lora] = [await add(), await add('lorawan_gateway')];
  const child = await idOf(addChild(first.id, ieee()));
  expect(await move([child], lora.id)).toMatchObject({ status: 400, text: expect.stringContaining('"gatewayId"') });
  const foreign = await add('z2m_gateway', { projectId: await aProject(app) });
  expect(await move([child], foreign.id)).toMatchObject({ status: 400, text: expect.stringContaining('须在同一项目') });
  const project = await aProject(app);
  expect(await edit(first.id, 1, { projectId: project })).toMatchObject({ status: 400 });
});

test('a gateway with children is not deleted; one without is, and its number is free', async () => {
  const { id, sn: own } = await add();
  const child = await idOf(addChild(id, ieee()));
  const remove = () => app.tryCall(gatewayApi.deleteGateway, { ids: [id] }, app.admin);
  expect(await remove()).toMatchObject({ status: 409, msg: expect.stringContaining('下还有子设备') });
  await app.call(gatewayApi.removeChild, { ids: [child], reason: '拆除' }, app.admin);
  expect((await remove()).code).toBe(0);
  expect((await app.tryCall(gatewayApi.addGateway, { ...fields(), sn: own }, app.admin)).code).toBe(0);
});

test('the configuration names the product as the browser sees it, with a mark for the secret', async () => {
  const texts = async (model: string) => {
    const { id, sn: own, secret } = await add(model);
    const { files, ...rest } = await app.call(gatewayApi.getConnection, { id }, app.admin);
    expect(JSON.stringify([files, rest])).not.toContain(secret);
    return { ...rest, own, files: Object.fromEntries(files.map(({ name, text }) => [name, text])) };
  };
  const zigbee = await texts('z2m_gateway');
  expect(zigbee).toMatchObject({ user: zigbee.own, host: '127.0.0.1' });
  const yaml = zigbee.files['configuration.yaml'];
  for (const line of [
    "password: '<密钥>'",
    'last_seen: ISO_8601',
    'cache_state_send_on_startup: false',
    'qos: 1',
    'version: 4',
  ])
    expect(yaml).toContain(line);
  const lora = await texts('lorawan_gateway');
  expect(lora.files['anhao.conf']).toContain('bridge_protocol_version mqttv311');
  expect(lora.files['chirpstack-http.txt']).toContain(`/open/chirpstack/${lora.own}`);
  const board = await texts('thingsboard_gateway');
  expect(board.user).toBe('<密钥>');
  expect(JSON.parse(board.files['tb_gateway.json'] ?? '')).toMatchObject({
    thingsboard: { host: '127.0.0.1', security: { accessToken: '<密钥>' } },
  });
  const sip = await texts('scaip_gateway');
  expect(sip.files['kamailio-scaip.cfg']).toContain(`/open/scaip/${sip.own}`);
});

test('a scan is opened and closed at a connected gateway of a kind that has one', async () => {
  const open = (id: string) => app.tryCall(gatewayApi.openScan, { id }, app.admin);
  expect(await open((await add('scaip_gateway')).id)).toMatchObject({
    status: 409,
    msg: '这类网关没有入网扫描，请按号码登记子设备',
  });
  const gateway = await add('z2m_gateway', { baseTopic: 'house/z2m' });
  expect(await open(gateway.id)).toMatchObject({ status: 409, msg: expect.stringContaining('网关没有连接') });
  const client = await speak(gateway);
  const heard: unknown[] = [];
  client.on('message', (topic, payload) => heard.push([topic, JSON.parse(payload.toString())]));
  await client.subscribeAsync('house/z2m/#');
  const { until: end } = await app.call(gatewayApi.openScan, { id: gateway.id, seconds: 90 }, app.admin);
  expect(Date.parse(end) - Date.now()).toBeGreaterThan(80_000);
  expect((await app.call(gatewayApi.getGateway, { id: gateway.id }, app.admin)).scanUntil).toBe(end);
  await app.call(gatewayApi.closeScan, { id: gateway.id }, app.admin);
  expect((await app.call(gatewayApi.getGateway, { id: gateway.id }, app.admin)).scanUntil).toBeNull();
  await until('both requests have come', async () => heard.length >= 2);
  const topic = 'house/z2m/bridge/request/permit_join';
  expect(heard).toMatchObject([
    [topic, { time: 90 }],
    [topic, { time: 0 }],
  ]);
  await client.endAsync(true);
});

test('a gateway that may do so takes in what it names, within its limit, a button only by its actions', async () => {
  const exposes = (property: string, ...values: string[]) => [{ property, values }];
  const { id } = await add('z2m_gateway', { mayCreate: true, childLimit: 2 });
  const [door, button, switcher, silent] = [ieee(), ieee(), ieee(), ieee()];
  await report(id, door, { wireName: '大门', exposes: exposes('contact') });
  await report(id, silent);
  await takeIn(id, [door, silent]);
  await report(id, button, { exposes: exposes('action', 'emergency', 'release') });
  await report(id, switcher, { exposes: exposes('action', 'single') });
  await takeIn(id);
  const tell = async () =>
    Object.fromEntries(
      (await children(id)).map(({ number, deviceKind, equipmentName, refused }) => [
        number,
        [deviceKind, equipmentName, refused],
      ]),
    );
  const before = await tell();
  expect(before[door]).toEqual(['door', '大门', null]);
  expect(before[silent]).toEqual([null, null, '还不能判断它的型号，请手动登记']);
  const [one, two] = [button, switcher].sort();
  expect(before[one ?? '']?.[2]).toBeNull();
  expect(before[two ?? '']?.[2]).toBe('子设备已达上限（2/2），请调高上限或移走一些');
  expect((await edit(id, 1, { childLimit: 9 })).code).toBe(0);
  const after = await tell();
  expect([after[button]?.[0], after[switcher]?.[0]]).toEqual(['button', 'sensor']);

  const other = await add('z2m_gateway');
  await report(other.id, ieee(), { exposes: exposes('contact') });
  await takeIn(other.id);
  expect(await children(other.id)).toMatchObject([{ known: 'new', proposed: 'z2m_door', refused: null }]);
});

test('a model of LoRaWAN follows from the profile that the network names', async () => {
  const { id } = await add('lorawan_gateway', { mayCreate: true });
  const eui = () => `24e124${String(next()).padStart(10, '0')}`;
  const [leak, small, button] = [eui(), eui(), eui()];
  await report(id, leak, { model: 'Milesight EM300-ZLD (CN470)' });
  await report(id, small, { model: 'AM102L' });
  await report(id, button, { model: 'WS101' });
  await takeIn(id);
  const found = (await children(id)).map(({ number, modelName, refused }) => [number, modelName, refused]);
  expect(found.sort()).toEqual(
    [
      [leak, 'Milesight EM300-ZLD 线式水浸', null],
      [small, 'Milesight AM102L 温湿度', null],
      [button, null, '按钮须由人登记'],
    ].sort(),
  );
});

test('a child that its ThingsBoard gateway may register is there for its first message after connect', async () => {
  const gateway = await add('thingsboard_gateway', { mayCreate: true });
  const client = await speak(gateway);
  const say = (topic: string, body: unknown) => client.publishAsync(topic, JSON.stringify(body), { qos: 1 });
  await say('v1/gateway/connect', { device: 'Bath 1' });
  await say('v1/gateway/telemetry', { 'Bath 1': [{ ts: Date.now() - 400, values: { battery: 71 } }] });
  expect(await children(gateway.id)).toMatchObject([
    { known: 'registered', number: 'Bath 1', battery: 71, online: 'online', sn: `${gateway.sn}-1` },
  ]);
  const { latencyMs, childOnline } = await app.call(gatewayApi.getGateway, { id: gateway.id }, app.admin);
  expect([childOnline, latencyMs]).toEqual([1, expect.closeTo(400, -3)]);
  await client.endAsync(true);
});
