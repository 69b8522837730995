import { type EventEmitter, once } from 'node:events';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import pino from 'pino';
import { Registry } from 'prom-client';
import { afterEach, expect, test } from 'vitest';
import type { Message } from '#devices/message.ts';
import { DeviceStore } from '#server/testing/device/deviceStore.ts';
import type { DeviceLogin } from '../gateway/deviceLogin.ts';
import { GatewayNotes } from '../gateway/gatewayNotes.ts';
import type { ChildrenReport } from '../gateway/payload.ts';
import { createDeviceMetrics } from '../transport.ts';
import { listenMqtt, type MqttBroker, type MqttBrokerOptions } from './mqttBroker.ts';

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

const button = '0x00158d0001a2b3c4';
const logins: Record<string, Partial<DeviceLogin>> = {
  G1: { protocol: 'z2m', isGateway: true, names: [['hall/button', button]] },
  G2: { protocol: 'z2m', isGateway: true },
  T1: { protocol: 'thingsboard', isGateway: true },
  D1: { protocol: 'thingsboard' },
  A1: { protocol: 'mqtt' },
};

interface Port {
  store: DeviceStore;
  broker: MqttBroker;
  reports: [sn: string, report: ChildrenReport][];
  links: [id: string, address: string | null][];
  refused(reason: string): Promise<number>;
}

async function open(options: Partial<MqttBrokerOptions> = {}): Promise<Port> {
  const store = new DeviceStore();
  const registry = new Registry();
  const reports: Port['reports'] = [];
  const links: Port['links'] = [];
  const broker = await listenMqtt({
    ...{ host: '127.0.0.1', port: 0, submit: store.submit, pressure: store.pressure, now: Date.now },
    ...{ log: pino({ level: 'silent' }), metrics: createDeviceMetrics(registry) },
    authenticate: async (name, password) => {
      const sn = password === '' ? name.replace('token of ', '') : name;
      const is = logins[sn];
      if (!is || (password === '' ? name === sn : password !== `secret of ${sn}`)) return null;
      return {
        ...{ id: `id of ${sn}`, sn, protocol: 'mqtt', isGateway: false, mayCreate: false, baseTopic: 'zigbee2mqtt' },
        ...{ proof: Buffer.from(sn), names: [], ...is },
      };
    },
    payloads: {
      reportChildren: async ({ sn }, report) => {
        reports.push([sn, report]);
      },
      attributesOf: async () => ({ client: {}, shared: { limit: 5 } }),
    },
    noteLink: async (id, address) => {
      links.push([id, address]);
    },
    ...options,
  });
  cleanUp.push(() => broker.close());
  const refused = async (reason: string) => {
    const metric = await registry.getSingleMetric('device_refused_total')?.get();
    return metric?.values.find(({ labels }) => labels.reason === reason)?.value ?? 0;
  };
  return { store, broker, reports, links, refused };
}

async function connected(port: Port, sn: string, options: IClientOptions = {}): Promise<MqttClient> {
  const client = mqtt.connect({
    ...{ host: '127.0.0.1', port: port.broker.port, protocol: 'mqtt', reconnectPeriod: 0 },
    ...(sn.startsWith('token') ? { username: sn } : { username: sn, password: `secret of ${sn}` }),
    ...options,
  });
  client.on('error', () => undefined);
  cleanUp.push(() => client.endAsync(true));
  await event(client, 'connect');
  return client;
}

const event = (client: MqttClient, name: 'connect' | 'close' | 'message'): Promise<unknown[]> =>
  once(client as unknown as EventEmitter, name);

const say = (client: MqttClient, topic: string, body: unknown) =>
  client.publishAsync(topic, typeof body === 'string' ? body : JSON.stringify(body), { qos: 1, retain: true });

/** Returns what is known of a message. */
const told = ({ deviceRef, topic, decoded, error }: Message) => ({
  ...deviceRef,
  topic,
  alarms: decoded?.alarms,
  error,
});

test('a gateway speaks for its children: by the names that it has listed, earlier or now, in capitals or not', async () => {
  const port = await open();
  const gateway = await connected(port, 'G1');
  await say(gateway, 'zigbee2mqtt/hall/button', { action: 'emergency' });
  const other = '0x00158D00FFFFFFFF';
  await say(gateway, 'zigbee2mqtt/bridge/devices', [
    {
      ieee_address: other,
      friendly_name: 'bed/a',
      type: 'EndDevice',
      definition: { model: 'SOS', vendor: 'HEIMAN', exposes: [] },
    },
  ]);
  await say(gateway, 'zigbee2mqtt/bed/a', { action: 'emergency' });
  const child = { protocol: 'z2m', gateway: 'id of G1', topic: 'state', alarms: ['sos'], error: null };
  expect(port.store.submitted.map(({ message }) => told(message)).filter(({ topic }) => topic === 'state')).toEqual([
    { ...child, number: button },
    { ...child, number: other.toLowerCase() },
  ]);
  expect(port.reports.find(([, { isWholeList }]) => isWholeList)?.[1].children).toMatchObject([
    { number: other.toLowerCase(), wireName: 'bed/a', vendor: 'HEIMAN' },
  ]);
});

test('what a gateway publishes elsewhere is acknowledged and dropped, a device that does so is cut', async () => {
  const port = await open();
  const gateway = await connected(port, 'G1');
  await say(gateway, 'homeassistant/sensor/x/config', {});
  await say(gateway, 'equipment/A1/up', { alarms: ['sos'] });
  // MQTT forbids NUL, and PostgreSQL would not store it.
  await say(gateway, 'zigbee2mqtt/a\0b', { action: 'sos' });
  expect(port.store.submitted).toEqual([]);
  expect(await port.refused('foreign')).toBe(3);
  for (const [sn, topic] of [
    ['D1', 'v1/gateway/telemetry'],
    ['A1', 'zigbee2mqtt/x'],
    ['D1', 'homeassistant/x'],
  ] as const) {
    const device = await connected(port, sn);
    const closed = event(device, 'close');
    device.publish(topic, '{"x":{"sos":true}}', { qos: 1 });
    await closed;
  }
  expect(port.store.submitted).toEqual([]);
  expect(await port.refused('topic')).toBe(3);
});

test('a token alone logs a ThingsBoard device in, and stands in no log', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) });
  const port = await open({ log });
  const device = await connected(port, 'token of D1');
  await say(device, 'v1/devices/me/telemetry', { sos: true });
  expect(port.store.submitted.map(({ message }) => told(message))).toMatchObject([
    { protocol: 'thingsboard', number: 'D1' },
  ]);
  const wrong = connected(port, 'token of nobody');
  await expect(
    Promise.race([wrong, new Promise((_resolve, reject) => setTimeout(() => reject(new Error('refused')), 500))]),
  ).rejects.toThrow();
  expect(await port.refused('login')).toBe(1);
  expect(lines.join('')).not.toContain('body');
});

test('one PUBLISH for many children is acknowledged when all are stored, and answered then', async () => {
  const port = await open();
  port.store.automatic = false;
  const gateway = await connected(port, 'T1');
  let isAcknowledged = false;
  const published = say(gateway, 'v1/gateway/telemetry', {
    A: [{ values: { x: 1 } }],
    B: [{ values: { sos: true } }],
  }).then(() => {
    isAcknowledged = true;
  });
  const messages = await port.store.count(2);
  expect(messages.map(told)).toMatchObject([{ number: 'A' }, { number: 'B', gateway: 'id of T1' }]);
  port.store.submitted[1]?.resolve();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(isAcknowledged).toBe(false);
  port.store.submitted[0]?.resolve();
  await published;
});

test('a client listens to its format’s filters alone, and hears its own commands and answers alone', async () => {
  const port = await open();
  const [one, two] = [await connected(port, 'D1'), await connected(port, 'T1')];
  const requests = 'v1/devices/me/rpc/request/+';
  for (const client of [one, two]) {
    await client.subscribeAsync(requests, { qos: 1 });
    await expect(client.subscribeAsync('v1/devices/#')).rejects.toThrow();
    await expect(client.subscribeAsync('#')).rejects.toThrow();
  }
  const heard: string[] = [];
  two.on('message', (topic) => heard.push(topic));
  const input = { command: 'restart' as const, params: {} };
  const [[topic]] = await Promise.all([
    event(one, 'message'),
    Promise.resolve(port.broker.prepare('id of D1', null, input, 7)?.write()),
  ]);
  expect(topic).toBe('v1/devices/me/rpc/request/7');
  expect(port.broker.prepare('id of A1', null, input, 7)).toBeNull();
  await one.subscribeAsync(['v1/devices/me/rpc/response/+', 'v1/devices/me/attributes/response/+'], { qos: 1 });
  const answered = event(one, 'message');
  await say(one, 'v1/devices/me/rpc/request/3', { method: 'getSessionLimits', params: {} });
  expect(String((await answered)[1])).toContain('maxInflightMessages');
  const attributes = event(one, 'message');
  await say(one, 'v1/devices/me/attributes/request/4', { sharedKeys: 'limit' });
  expect(JSON.parse(String((await attributes)[1]))).toEqual({ shared: { limit: 5 } });
  await say(two, 'v1/gateway/telemetry', { A: [{ values: { x: 1 } }] });
  expect(heard).toEqual([]);
});

test('a packet may have 64 KB of a device and 2 MB of a gateway', async () => {
  const port = await open();
  const gateway = await connected(port, 'G1');
  await say(gateway, 'zigbee2mqtt/bridge/info', { version: '2.0', filler: 'x'.repeat(1_500_000) });
  expect(port.store.submitted.at(-1)?.message.body.length).toBeLessThanOrEqual(131_072);
  const device = await connected(port, 'D1');
  for (const [client, length] of [
    [device, 70_000],
    [gateway, 2_000_001],
  ] as const) {
    const closed = event(client, 'close');
    client.publish('v1/devices/me/telemetry', Buffer.alloc(length, 'x'), { qos: 1 });
    await closed;
  }
  expect(await port.refused('too_long')).toBe(2);
});

test('a last will is stored and shows nobody alive', async () => {
  const port = await open();
  const will = {
    topic: 'zigbee2mqtt/bridge/state',
    payload: Buffer.from('{"state":"offline"}'),
    qos: 1,
    retain: true,
  } as const;
  const gateway = await connected(port, 'G1', { will });
  gateway.stream.destroy();
  const [message] = await port.store.count(1);
  expect(message).toMatchObject({ topic: 'will/bridge/state', decoded: { heardAt: null } });
});

test('a sign of life comes at the login, then every 20 s at most, by keep-alives and messages alike', async () => {
  let now = Date.now();
  const signs: string[] = [];
  const store = { noteChildren: async () => undefined, noteBeats: async () => undefined };
  const notes = new GatewayNotes(
    async ({ receivedAt }) => {
      signs.push(receivedAt);
    },
    store,
    pino({ level: 'silent' }),
  );
  const port = await open({ notes, now: () => now });
  const at = (ms: number) => new Date(ms).toISOString();
  const first = now;
  const gateway = await connected(port, 'G1');
  await say(gateway, 'homeassistant/x', {});
  expect(signs).toEqual([at(first)]);
  now += 15_000;
  await say(gateway, 'homeassistant/x', {});
  now += 4000;
  notes.sendSigns(now);
  expect(signs).toHaveLength(1);
  now += 6000;
  notes.sendSigns(now);
  notes.sendSigns(now + 60_000);
  expect(signs).toEqual([at(first), at(first + 15_000)]);
  expect(port.links).toEqual([['id of G1', '127.0.0.1']]);
});

test('the counters of a child tell what was lost: a retransmission and a restart lose nothing', async () => {
  const written: unknown[] = [];
  const store = {
    noteChildren: async (notes: readonly unknown[]) => {
      written.push(...notes);
    },
    noteBeats: async () => undefined,
  };
  const notes = new GatewayNotes(async () => undefined, store, pino({ level: 'silent' }));
  const gateway = { id: '1', sn: 'L1', protocol: 'lorawan' };
  for (const counter of [10, 11, 11, 14, 0, 1]) notes.child(gateway, 'a', 5, { counter, isHeard: true });
  notes.child(gateway, 'b', 5, { counter: null, isHeard: false });
  await notes.writeChildren();
  expect(written).toEqual([{ gatewayId: '1', number: 'a', at: 5, counter: 1, received: 5, lost: 2 }]);
  await notes.writeChildren();
  expect(written).toHaveLength(1);
  for (const counter of [0, 0xffff_ffff]) notes.child(gateway, 'c', 5, { counter, isHeard: true });
  await notes.writeChildren();
  expect(written.at(-1)).toMatchObject({ number: 'c', counter: 0xffff_ffff, lost: 1_000_000 });
  const port = await open({ notes });
  await say(await connected(port, 'G1'), 'zigbee2mqtt/hall/button', { fCnt: 1e300 });
  await notes.writeChildren();
  expect(written.at(-1)).toMatchObject({ number: button, counter: null, lost: 0 });
});

test('a login that is not valid any more ends its connection, and no other', async () => {
  const port = await open();
  const [one, two] = [await connected(port, 'G1'), await connected(port, 'G2')];
  const closed = event(one, 'close');
  await port.broker.endInvalid(async (all) => new Set(all.map(({ id }) => id).filter((id) => id !== 'id of G1')));
  await closed;
  await say(two, 'zigbee2mqtt/bridge/state', { state: 'online' });
  expect(port.broker.connectedIds()).toEqual(['id of G2']);
  expect(port.links).toContainEqual(['id of G1', null]);
});

test('a gateway that comes again has the link of its new connection, however late the end of the older is noted', async () => {
  const links: (string | null)[] = [];
  const noteLink = async (_id: string, address: string | null) => {
    if (address === null) await new Promise(setImmediate);
    links.push(address);
  };
  const port = await open({ noteLink });
  const older = await connected(port, 'G1');
  await say(older, 'homeassistant/x', {});
  const closed = event(older, 'close');
  const newer = await connected(port, 'G1');
  await closed;
  await say(newer, 'homeassistant/x', {});
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(links).toEqual(['127.0.0.1', null, '127.0.0.1']);
});

test('200 gateways with half of a large packet, or one that drips, are cut, and a device beside them is answered meanwhile', async () => {
  const port = await open({
    limits: { time: 2500 },
    authenticate: async (sn) => ({
      ...{ id: sn, sn, protocol: sn === 'A1' ? 'mqtt' : 'z2m', isGateway: sn !== 'A1', mayCreate: false },
      ...{ baseTopic: 'zigbee2mqtt', proof: Buffer.from(sn), names: [] },
    }),
  });
  const names = Array.from({ length: 200 }, (_, n) => `S${n}`);
  const slow = await Promise.all(names.map((sn) => connected(port, sn)));
  const cut = slow.map((client) => new Promise<void>((resolve) => client.once('close', () => resolve())));
  for (const [index, client] of slow.entries()) {
    const { stream } = client;
    // The beginning of a PUBLISH of 1,966,080 bytes.
    stream.write(Buffer.concat([Buffer.from([0x32, 0x80, 0x80, 0x78]), Buffer.alloc(index % 2 === 0 ? 500_000 : 1)]));
    const drip = setInterval(() => stream.write(Buffer.alloc(1)), 100);
    client.once('close', () => clearInterval(drip));
  }
  const device = await connected(port, 'A1');
  for (let n = 0; n < 20; n++) await say(device, 'equipment/A1/up', { id: String(n), alarms: ['sos'] });
  expect(port.store.submitted).toHaveLength(20);
  await Promise.all(cut);
  await say(device, 'equipment/A1/up', { alarms: ['sos'] });
  expect((await port.refused('slow')) + (await port.refused('crowded'))).toBe(200);
  expect(port.broker.connections()).toBe(1);
});
