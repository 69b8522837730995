import { type EventEmitter, once } from 'node:events';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attributeApi } from '#features/deviceAttribute/contract.ts';
import { commandApi } from '#features/equipmentCommand/contract.ts';
import { gatewayApi } from '#features/gateway/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import type { TestDevice } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';
import { anAddress, say, TestGateways } from './gateway/testing.ts';

let app: TestApp;
let gateways: TestGateways;
beforeAll(async () => {
  app = await startApp();
  gateways = new TestGateways(app);
});
afterAll(async () => {
  await gateways.close();
  await app.stop();
});

/** Returns the next message to a client: its topic and content. */
async function hears(client: MqttClient): Promise<[topic: string, body: unknown]> {
  const [topic, body] = (await once(client as unknown as EventEmitter, 'message')) as [string, Buffer];
  return [topic, JSON.parse(body.toString('utf8'))];
}

/** Returns the state of the device's only command. */
async function stateOf(id: string): Promise<string | undefined> {
  return (await app.list(commandApi.getCommandList, { equipmentId: id }, app.admin)).rows[0]?.state;
}

test('Zigbee2MQTT: a gateway lists its children, and a press of one rings for its person', async () => {
  const gateway = await gateways.add('z2m_gateway');
  const address = anAddress();
  const { id, customerId } = await gateways.addChild(gateway, address.toUpperCase().replace('0X', '0x'));
  const client = await gateways.speak(gateway);
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
  expect(await gateways.warnsOf(customerId)).toEqual([{ type: 'sos' }]);
  const [child] = await app.sql('select wire_name, vendor, power, refused from gateway_child where gateway_id = $1', [
    gateway.id,
  ]);
  expect(child).toMatchObject({ wire_name: 'hall/bed 1', vendor: 'X' });
  const raw = await app.sql('select topic, gateway_id::text from raw_message where device_id = $1', [id]);
  expect(raw).toEqual([{ topic: 'state', gateway_id: gateway.id }]);
  const { rows } = await app.list(gatewayApi.getGatewayList, { keyword: gateway.sn }, app.admin);
  expect(rows).toMatchObject([{ software: '2.1.0', link: { way: 'mqtt', address: '127.0.0.1' } }]);
});

test('two ThingsBoard gateways with a child of the same name do not shut each other out', async () => {
  const both = [await gateways.add('thingsboard_gateway'), await gateways.add('thingsboard_gateway')] as const;
  const children = [
    await gateways.addChild(both[0], 'Same', 'thingsboard'),
    await gateways.addChild(both[1], 'Same', 'thingsboard'),
  ] as const;
  const open = [await gateways.connect(both[0].secret ?? ''), await gateways.connect(both[1].secret ?? '')] as const;
  for (const client of open)
    await say(client, 'v1/gateway/telemetry', { Same: [{ ts: Date.now(), values: { sos: true } }] });
  for (const { customerId } of children) expect(await gateways.warnsOf(customerId)).toEqual([{ type: 'sos' }]);
});

test('commands go where the gateway of a child is connected, and come back from it', async () => {
  const zigbee = await gateways.add('z2m_gateway');
  const bridge = await gateways.add('thingsboard_gateway');
  const address = anAddress().toLowerCase();
  const plug = await gateways.addChild(zigbee, address);
  const lamp = await gateways.addChild(bridge, 'Lamp 1', 'thingsboard');
  await app.sql(
    `update model set capabilities = capabilities || '{parameters,restart}' where code in ('z2m', 'thingsboard')`,
  );
  const [one, two] = [await gateways.speak(zigbee), await gateways.speak(bridge)];
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
  const gateway = await gateways.add('thingsboard_gateway');
  const child = await gateways.addChild(gateway, 'Bed 1', 'thingsboard');
  const client = await gateways.speak(gateway);
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
  const [free, bound] = [await gateways.add('thingsboard_gateway'), await gateways.add('thingsboard_gateway')];
  await app.sql('update gateway set may_create = true, child_limit = 2 where id = $1', [free.id]);
  const sos = (name: string) => ({ [name]: [{ ts: Date.now(), values: { sos: true } }] });
  const client = await gateways.speak(free);
  await say(client, 'v1/gateway/telemetry', { ...sos('A'), ...sos('B') });
  await say(client, 'v1/gateway/connect', { device: 'C' });
  await say(await gateways.speak(bound), 'v1/gateway/telemetry', sos('A'));
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
  const gateway = await gateways.add('thingsboard_gateway');
  const client = await gateways.connect(gateway.secret ?? '');
  const closed = once(client as unknown as EventEmitter, 'close');
  const { secret } = await app.call(gatewayApi.resetGatewaySecret, { id: gateway.id }, app.admin);
  await closed;
  const again = await gateways.connect(secret);
  const ended = once(again as unknown as EventEmitter, 'close');
  await app.call(gatewayApi.deleteGateway, { ids: [gateway.id] }, app.admin);
  await ended;
  const refused = mqtt.connect({ port: app.ports.mqtt, host: '127.0.0.1', username: secret, reconnectPeriod: 0 });
  const [error] = (await once(refused as unknown as EventEmitter, 'error')) as [Error];
  await refused.endAsync(true);
  expect(error.message).toMatch(/not authorized/i);
  await until('the link has ended', async () => {
    const [link] = await app.sql<{ way: string | null }>('select way from gateway_link where gateway_id = $1', [
      gateway.id,
    ]);
    return link?.way === null;
  });
});

test('another base topic ends the connection; of a list longer than twice the limit the rest is not noted', async () => {
  const gateway = await gateways.add('z2m_gateway');
  const client = await gateways.speak(gateway);
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
  const again = await gateways.speak(gateway);
  await say(again, 'home/bridge/devices', list.slice(0, 1));
  await say(again, 'home/bridge/devices', list);
  expect(await app.sql('select 1 from gateway_child where gateway_id = $1', [id])).toHaveLength(4);
});
