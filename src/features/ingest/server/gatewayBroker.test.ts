import { type EventEmitter, once } from 'node:events';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attributeApi } from '#features/deviceAttribute/contract.ts';
import { commandApi } from '#features/equipmentCommand/contract.ts';
import { logApi } from '#features/equipmentLog/contract.ts';
import { gatewayApi } from '#features/gateway/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDevice, next, type TestDevice } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';

let app: TestApp;
const clients: MqttClient[] = [];
beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => {
  for (const client of clients) await client.endAsync(true);
  await app.stop();
});

const aGateway = (model: string) => aDevice(app, { model, sn: `GW${next()}0000` });
const anAddress = () => `0x${String(next()).padStart(16, 'A')}`;
const anEui = () => `24E124${String(next()).padStart(10, '0')}`;
/** A number as it stands on the wire: addresses in small letters. */
const wired = (number: string) => (/^(?:0x|24E124)/.test(number) ? number.toLowerCase() : number);
const uplink = (devEui: string) => ({
  ...{ deduplicationId: `d${next()}`, time: new Date().toISOString(), deviceInfo: { devEui, deviceName: 'Bath' } },
  ...{ fPort: 85, data: Buffer.from('ff2e01', 'hex').toString('base64') },
});

async function connect(username: string, password?: string): Promise<MqttClient> {
  const client = mqtt.connect({
    port: app.ports.mqtt,
    host: '127.0.0.1',
    username,
    ...(password && { password }),
    reconnectPeriod: 0,
  });
  clients.push(client);
  client.on('error', () => undefined);
  await once(client as unknown as EventEmitter, 'connect');
  return client;
}

const speak = ({ sn, secret }: TestDevice) => connect(sn, secret ?? '');
const say = (client: MqttClient, topic: string, body: unknown) =>
  client.publishAsync(topic, JSON.stringify(body), { qos: 1, retain: true });

/** Returns the next message to a client: its topic and content. */
async function hears(client: MqttClient): Promise<[topic: string, body: unknown]> {
  const [topic, body] = (await once(client as unknown as EventEmitter, 'message')) as [string, Buffer];
  return [topic, JSON.parse(body.toString('utf8'))];
}

/** Returns the state of the device's only command. */
async function stateOf(id: string): Promise<string | undefined> {
  return (await app.list(commandApi.getCommandList, { equipmentId: id }, app.admin)).rows[0]?.state;
}

async function post({ secret }: TestDevice, path: string, body: string): Promise<void> {
  const type = path.startsWith('scaip') ? 'application/scaip+xml' : 'application/json';
  const headers = { 'Content-Type': type, 'X-Requested-With': null, 'X-Token': secret ?? '' };
  const answer = await app.ask({ path: `/open/${path}`, body, headers });
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status} ${answer.text}`);
}

const warnsOf = (customer: string) =>
  app.sql<{ type: string }>('select type from warn where customer_id = $1 order by id', [customer]);

/** Registers a child behind the gateway for a new customer, by the number as its label prints it. */
async function aChild(gateway: TestDevice, number: string, model = 'z2m') {
  const customerId = await aCustomer(app);
  const { id } = await app.call(gatewayApi.addChild, { gatewayId: gateway.id, number, model, customerId }, app.admin);
  return { id, customerId };
}

test('Zigbee2MQTT: a gateway lists its children, and a press of one rings for its person', async () => {
  const gateway = await aGateway('z2m_gateway');
  const address = anAddress();
  const { id, customerId } = await aChild(gateway, address.toUpperCase().replace('0X', '0x'));
  const client = await speak(gateway);
  await say(client, 'zigbee2mqtt/bridge/info', { version: '2.1.0' });
  await say(client, 'zigbee2mqtt/bridge/devices', [
    { ieee_address: '0x00', friendly_name: 'Coordinator', type: 'Coordinator' },
    {
      ieee_address: address.toLowerCase(),
      friendly_name: 'hall/bed 1',
      type: 'EndDevice',
      power_source: 'Battery',
      definition: { model: 'WS-SOS', vendor: 'X', exposes: [] },
    },
  ]);
  await say(client, 'zigbee2mqtt/hall/bed 1', { action: 'emergency', battery: 80 });
  expect(await warnsOf(customerId)).toEqual([{ type: 'sos' }]);
  const [child] = await app.sql('select wire_name, vendor, power, refused from gateway_child where gateway_id = $1', [
    gateway.id,
  ]);
  expect(child).toMatchObject({ wire_name: 'hall/bed 1', vendor: 'X' });
  const raw = await app.sql('select topic, gateway_id::text from raw_message where device_id = $1', [id]);
  expect(raw).toEqual([{ topic: 'state', gateway_id: gateway.id }]);
  const { rows } = await app.list(gatewayApi.getGatewayList, { keyword: gateway.sn }, app.admin);
  expect(rows).toMatchObject([{ software: '2.1.0', link: { way: 'mqtt', address: '127.0.0.1' } }]);
});

test('availability, connect and what comes from memory at the start refresh no child; smoke that is known does not ring again', async () => {
  const gateway = await aGateway('z2m_gateway');
  const address = anAddress().toLowerCase();
  const { id, customerId } = await aChild(gateway, address, 'z2m_smoke');
  const client = await speak(gateway);
  const topic = `zigbee2mqtt/${address}`;
  await say(client, topic, { smoke: true });
  await app.sql(`update device_state set last_seen_at = last_seen_at - interval '1 hour' where device_id = $1`, [id]);
  const before = await app.sql('select last_seen_at, returned_at from device_state where device_id = $1', [id]);
  await say(client, 'zigbee2mqtt/bridge/state', { state: 'online' });
  await say(client, topic, { smoke: true, battery: 50 });
  await say(client, `${topic}/availability`, { state: 'online' });
  expect(await app.sql('select last_seen_at, returned_at from device_state where device_id = $1', [id])).toEqual(
    before,
  );
  expect(await app.sql('select type, repeat_count from warn where customer_id = $1', [customerId])).toEqual([
    { type: 'smoke', repeat_count: 0 },
  ]);
  expect(await app.sql('select reported from gateway_child where gateway_id = $1', [gateway.id])).toEqual([
    { reported: 'online' },
  ]);
});

/** Ways by which a gateway speaks: what a press of a child is there. */
const ways: Readonly<
  Record<
    string,
    { model: string; child: string; number(): string; press(gateway: TestDevice, number: string): Promise<unknown> }
  >
> = {
  Zigbee2MQTT: {
    ...{ model: 'z2m_gateway', child: 'z2m', number: anAddress },
    press: async (gateway, number) => say(await speak(gateway), `zigbee2mqtt/${number}`, { action: 'sos' }),
  },
  'ThingsBoard over MQTT': {
    ...{ model: 'thingsboard_gateway', child: 'thingsboard', number: () => `床 ${next()}` },
    press: async (gateway, number) =>
      say(await connect(gateway.secret ?? ''), 'v1/gateway/telemetry', {
        [number]: [{ ts: Date.now(), values: { sos: true } }],
      }),
  },
  'ChirpStack over MQTT': {
    ...{ model: 'lorawan_gateway', child: 'ws101', number: anEui },
    press: async (gateway, number) =>
      say(await speak(gateway), `application/a1/device/${number.toLowerCase()}/event/up`, uplink(number)),
  },
  'ChirpStack over HTTP': {
    ...{ model: 'lorawan_gateway', child: 'ws101', number: anEui },
    press: (gateway, number) => post(gateway, `chirpstack/${gateway.sn}?event=up`, JSON.stringify(uplink(number))),
  },
  'SCAIP over HTTP': {
    ...{ model: 'scaip_gateway', child: 'scaip', number: () => `CID-${next()}0` },
    press: (gateway, number) =>
      post(gateway, `scaip/${gateway.sn}`, `<mrq><ref>1</ref><cid>${number}</cid><dty>3</dty></mrq>`),
  },
};

describe.each(Object.entries(ways))('%s', (_name, { model, child, number, press }) => {
  test('a press of a gateway’s own child rings for its person, whatever case its label has', async () => {
    const gateway = await aGateway(model);
    const own = number();
    const { customerId } = await aChild(gateway, own, child);
    await press(gateway, own);
    expect(await warnsOf(customerId)).toEqual([{ type: 'sos' }]);
  });

  test('two gateways that each publish the other’s child put nothing on a person: both are listed, and device staff told', async () => {
    const gateways = [await aGateway(model), await aGateway(model)] as const;
    const numbers = [number(), number()] as const;
    const children = [
      await aChild(gateways[0], numbers[0], child),
      await aChild(gateways[1], numbers[1], child),
    ] as const;
    await press(gateways[0], numbers[1]);
    await press(gateways[1], numbers[0]);
    for (const { id, customerId } of children) {
      expect(await warnsOf(customerId)).toEqual([]);
      expect(await app.sql('select 1 from raw_message where device_id = $1', [id])).toEqual([]);
    }
    for (const [index, { id }] of gateways.entries()) {
      const named = { number: wired(numbers[1 - index] ?? ''), alarms: ['sos'] };
      expect((await app.list(logApi.getUnknownList, { gatewayId: id }, app.admin)).rows).toMatchObject([named]);
      const listed = await app.list(gatewayApi.getChildList, { gatewayId: id, known: ['new', 'elsewhere'] }, app.admin);
      expect(listed.rows).toMatchObject([{ ...named, known: model === 'thingsboard_gateway' ? 'new' : 'elsewhere' }]);
      const told = await app.sql(
        `select w.type, w.family from warn w join equipment e on e.id = $1
         where (w.subject like 'n:%@' || e.id || ':%' or w.subject = 'u:' || e.id) and w.project_id = e.project_id order by w.family desc`,
        [id],
      );
      expect(told).toEqual([
        { type: 'unknown', family: 'sos' },
        { type: 'other', family: 'device' },
      ]);
    }
  });
});

test('two ThingsBoard gateways with a child of the same name do not shut each other out', async () => {
  const gateways = [await aGateway('thingsboard_gateway'), await aGateway('thingsboard_gateway')] as const;
  const children = [
    await aChild(gateways[0], 'Same', 'thingsboard'),
    await aChild(gateways[1], 'Same', 'thingsboard'),
  ] as const;
  const open = [await connect(gateways[0].secret ?? ''), await connect(gateways[1].secret ?? '')] as const;
  for (const client of open)
    await say(client, 'v1/gateway/telemetry', { Same: [{ ts: Date.now(), values: { sos: true } }] });
  for (const { customerId } of children) expect(await warnsOf(customerId)).toEqual([{ type: 'sos' }]);
});

test('commands go where the gateway of a child is connected, and come back from it', async () => {
  const zigbee = await aGateway('z2m_gateway');
  const bridge = await aGateway('thingsboard_gateway');
  const address = anAddress().toLowerCase();
  const plug = await aChild(zigbee, address);
  const lamp = await aChild(bridge, 'Lamp 1', 'thingsboard');
  await app.sql(
    `update model set capabilities = capabilities || '{parameters,restart}' where code in ('z2m', 'thingsboard')`,
  );
  const [one, two] = [await speak(zigbee), await speak(bridge)];
  await one.subscribeAsync('zigbee2mqtt/#', { qos: 1 });
  await two.subscribeAsync(['v1/gateway/rpc', 'v1/gateway/attributes'], { qos: 1 });
  await say(one, 'zigbee2mqtt/bridge/devices', [
    {
      ieee_address: address,
      friendly_name: 'plug',
      type: 'Router',
      definition: { model: 'P', vendor: 'X', exposes: [] },
    },
  ]);
  const heard = hears(one);
  await app.call(
    commandApi.sendCommand,
    { id: plug.id, command: 'parameters', params: { set: { state: 'ON' } } },
    app.admin,
  );
  expect(await heard).toEqual(['zigbee2mqtt/plug/set', { state: 'ON' }]);
  await say(one, 'zigbee2mqtt/plug', { state: 'ON' });
  expect(await stateOf(plug.id)).toBe('acknowledged');
  const asked = hears(two);
  await app.call(commandApi.sendCommand, { id: lamp.id, command: 'restart' }, app.admin);
  const [topic, body] = (await asked) as [string, { device: string; data: { id: number; method: string } }];
  expect([topic, body.device, body.data.method]).toEqual(['v1/gateway/rpc', 'Lamp 1', 'restart']);
  await say(two, 'v1/gateway/rpc', { device: 'Lamp 1', id: body.data.id, data: { success: true } });
  expect(await stateOf(lamp.id)).toBe('acknowledged');
  const scan = hears(one);
  const { until: opened } = await app.call(gatewayApi.openScan, { id: zigbee.id, seconds: 30 }, app.admin);
  expect(await scan).toMatchObject(['zigbee2mqtt/bridge/request/permit_join', { time: 30 }]);
  expect(Date.parse(opened)).toBeGreaterThan(Date.now());
  await say(one, 'zigbee2mqtt/bridge/response/permit_join', { status: 'error', error: 'no', transaction: 'anhao' });
  expect(await app.sql('select scan_until from gateway_link where gateway_id = $1', [zigbee.id])).toEqual([
    { scan_until: null },
  ]);
});

test('attributes of ThingsBoard are stored, answered, and a change goes down to the child alone', async () => {
  const gateway = await aGateway('thingsboard_gateway');
  const child = await aChild(gateway, 'Bed 1', 'thingsboard');
  const client = await speak(gateway);
  await client.subscribeAsync(['v1/gateway/attributes', 'v1/gateway/attributes/response'], { qos: 1 });
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`k${index}`, index]));
  await say(client, 'v1/gateway/attributes', { 'Bed 1': { ...many, long: 'x'.repeat(5000) } });
  const rows = await app.call(attributeApi.getAttributeList, { equipmentId: child.id, side: ['client'] }, app.admin);
  expect(rows).toHaveLength(200);
  expect(rows[0]).toMatchObject({ side: 'client', key: 'k0', value: 0 });
  const pushed = hears(client);
  await app.call(attributeApi.editAttribute, { equipmentId: child.id, shared: { limit: 5, old: null } }, app.admin);
  expect(await pushed).toEqual(['v1/gateway/attributes', { device: 'Bed 1', data: { limit: 5, deleted: ['old'] } }]);
  const answered = hears(client);
  await say(client, 'v1/gateway/attributes/request', { id: 7, device: 'Bed 1', client: false, key: 'limit' });
  expect(await answered).toEqual(['v1/gateway/attributes/response', { id: 7, device: 'Bed 1', value: 5 }]);
  const far = app.call(
    attributeApi.editAttribute,
    { equipmentId: child.id, shared: { long: 'x'.repeat(5000) } },
    app.admin,
  );
  await expect(far).rejects.toThrow('4KB');
});

test('a gateway that may registers its children by itself, and the first press of one rings for it; another may not', async () => {
  const [free, bound] = [await aGateway('thingsboard_gateway'), await aGateway('thingsboard_gateway')];
  await app.sql('update gateway set may_create = true, child_limit = 2 where id = $1', [free.id]);
  const sos = (name: string) => ({ [name]: [{ ts: Date.now(), values: { sos: true } }] });
  const client = await speak(free);
  await say(client, 'v1/gateway/telemetry', { ...sos('A'), ...sos('B') });
  await say(client, 'v1/gateway/connect', { device: 'C' });
  await say(await speak(bound), 'v1/gateway/telemetry', sos('A'));
  const childrenOf = ({ id }: TestDevice) =>
    app.sql(
      'select c.number, c.refused, exists (select 1 from equipment e join warn w on w.equipment_id = e.id join equipment_identifier i on i.equipment_id = e.id where e.gateway_id = $1 and i.number = $1 || $2 || c.number) as rang from gateway_child c where c.gateway_id = $1 order by c.number',
      [id, '/'],
    );
  const children = await childrenOf(free);
  expect(children).toMatchObject([
    { number: 'A', refused: null, rang: true },
    { number: 'B', refused: null, rang: true },
    { number: 'C', rang: false },
  ]);
  expect(String(children[2]?.refused)).toContain('上限');
  expect(await childrenOf(bound)).toEqual([{ number: 'A', refused: null, rang: false }]);
});

test('a new secret ends the connection of the old one, and so does the end of the device', async () => {
  const gateway = await aGateway('thingsboard_gateway');
  const client = await connect(gateway.secret ?? '');
  const closed = once(client as unknown as EventEmitter, 'close');
  const { secret } = await app.call(gatewayApi.resetGatewaySecret, { id: gateway.id }, app.admin);
  await closed;
  const again = await connect(secret);
  const ended = once(again as unknown as EventEmitter, 'close');
  await app.call(gatewayApi.deleteGateway, { ids: [gateway.id] }, app.admin);
  await ended;
  const refused = mqtt.connect({ port: app.ports.mqtt, host: '127.0.0.1', username: secret, reconnectPeriod: 0 });
  clients.push(refused);
  const [error] = (await once(refused as unknown as EventEmitter, 'error')) as [Error];
  expect(error.message).toMatch(/not authorized/i);
  await until('the link has ended', async () => {
    const [link] = await app.sql<{ way: string | null }>('select way from gateway_link where gateway_id = $1', [
      gateway.id,
    ]);
    return link?.way === null;
  });
});

test('another base topic ends the connection; of a list longer than twice the limit the rest is not noted', async () => {
  const gateway = await aGateway('z2m_gateway');
  const client = await speak(gateway);
  await say(client, 'zigbee2mqtt/bridge/info', { version: '2.1.0' });
  const closed = once(client as unknown as EventEmitter, 'close');
  const { id } = gateway;
  const { version } = await app.call(gatewayApi.getGateway, { id }, app.admin);
  await app.call(gatewayApi.editGateway, { id, version, baseTopic: 'home', childLimit: 2 }, app.admin);
  await closed;
  const list = [1, 2, 3, 4, 5, 6].map((index) => ({
    ieee_address: `0x000000000000000${index}`,
    friendly_name: `${'x'.repeat(199)}😀${index}`,
    definition: { vendor: `${'x'.repeat(199)}😀` },
  }));
  const again = await speak(gateway);
  await say(again, 'home/bridge/devices', list.slice(0, 1));
  await say(again, 'home/bridge/devices', list);
  expect(await app.sql('select 1 from gateway_child where gateway_id = $1', [id])).toHaveLength(4);
});
