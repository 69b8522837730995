import { type EventEmitter, once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import pino from 'pino';
import { Registry } from 'prom-client';
import { afterEach, expect, test } from 'vitest';
import { Doors } from '#server/net/doors.ts';
import { openTls } from '#server/net/tls.ts';
import { writeCertificate } from '#server/testing/certificate.ts';
import { DeviceStore } from '#server/testing/device/deviceStore.ts';
import { temporaryFolder } from '#server/testing/folder.ts';
import type { DeviceLogin } from '../gateway/deviceLogin.ts';
import { createDeviceMetrics, NotStored } from '../transport.ts';
import { listenMqtt, type MqttBroker, type MqttBrokerOptions } from './mqttBroker.ts';

const cleanUp: (() => unknown)[] = [];

afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

/** Returns the login of a device of our own format, or another one. */
const loginOf = (sn: string, of: Partial<DeviceLogin> = {}): DeviceLogin => ({
  ...{ id: `id of ${sn}`, sn, protocol: 'mqtt', isGateway: false, mayCreate: false, baseTopic: 'zigbee2mqtt' },
  ...{ proof: Buffer.from(sn), names: [], ...of },
});

interface OpenPort {
  store: DeviceStore;
  broker: MqttBroker;
  refused(reason: string): Promise<number>;
}

async function open(options: Partial<MqttBrokerOptions> = {}): Promise<OpenPort> {
  const store = new DeviceStore();
  const registry = new Registry();
  const broker = await listenMqtt({
    host: '127.0.0.1',
    port: 0,
    submit: store.submit,
    pressure: store.pressure,
    log: pino({ level: 'silent' }),
    metrics: createDeviceMetrics(registry),
    now: Date.now,
    authenticate: async (username, password) => (password === `secret of ${username}` ? loginOf(username) : null),
    ...options,
  });
  cleanUp.push(() => broker.close());
  const refused = async (reason: string): Promise<number> => {
    const metric = await registry.getSingleMetric('device_refused_total')?.get();
    return metric?.values.find((value) => value.labels.reason === reason)?.value ?? 0;
  };
  return { store, broker, refused };
}

function client(port: OpenPort, sn: string, options: IClientOptions = {}): MqttClient {
  const mqttClient = mqtt.connect({
    host: '127.0.0.1',
    port: port.broker.port,
    protocol: 'mqtt',
    username: sn,
    password: `secret of ${sn}`,
    reconnectPeriod: 0,
    ...options,
  });
  mqttClient.on('error', () => undefined);
  cleanUp.push(() => mqttClient.endAsync(true));
  return mqttClient;
}

async function connected(port: OpenPort, sn: string, options: IClientOptions = {}): Promise<MqttClient> {
  const mqttClient = client(port, sn, options);
  await event(mqttClient, 'connect');
  return mqttClient;
}

/** Waits for the next such event and returns its arguments. */
function event(device: MqttClient, name: 'connect' | 'close' | 'error'): Promise<unknown[]> {
  return once(device as unknown as EventEmitter, name);
}

function raw(port: OpenPort): { socket: Socket; closed: Promise<unknown> } {
  const socket = connectTcp(port.broker.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.resume();
  cleanUp.push(() => socket.destroy());
  return { socket, closed: new Promise((resolve) => socket.once('close', resolve)) };
}

const sos = JSON.stringify({ id: '1', alarms: ['sos'] });

test('a message is acknowledged only after it is stored', async () => {
  const port = await open();
  port.store.automatic = false;
  const device = await connected(port, 'A1');
  let acknowledged = false;
  const published = device.publishAsync('equipment/A1/up', sos, { qos: 1 }).then(() => {
    acknowledged = true;
  });
  const [message] = await port.store.count(1);
  expect(message).toMatchObject({
    source: 'mqtt',
    deviceRef: { protocol: 'mqtt', number: 'A1' },
    body: Buffer.from(sos).toString('hex'),
    decoded: { alarms: ['sos'], press: true, ownKey: '1' },
  });
  expect(acknowledged).toBe(false);
  port.store.submitted[0]?.resolve();
  await published;
});

test('a message that is not stored is not acknowledged, and the device comes again', async () => {
  const port = await open();
  port.store.automatic = false;
  const device = await connected(port, 'A1');
  const closed = event(device, 'close');
  let acknowledged = false;
  device.publish('equipment/A1/up', sos, { qos: 1 }, (error) => {
    acknowledged = !error;
  });
  await port.store.count(1);
  port.store.submitted[0]?.reject(new Error('no'));
  await closed;
  expect(acknowledged).toBe(false);
});

test.each([0, 1, 2] as const)('messages of QoS %i are stored in their order', async (qos) => {
  const port = await open();
  const device = await connected(port, 'A1');
  const ids = Array.from({ length: 300 }, (_, index) => String(index));
  await Promise.all(ids.map((id) => device.publishAsync('equipment/A1/up', JSON.stringify({ id }), { qos })));
  const messages = await port.store.count(300);
  expect(messages.map((message) => message.decoded?.ownKey)).toEqual(ids);
});

test('a message sent right before leaving is stored', async () => {
  const port = await open();
  const device = await connected(port, 'A1');
  device.publish('equipment/A1/up', sos);
  device.end();
  expect((await port.store.count(1))[0]?.decoded?.alarms).toEqual(['sos']);
});

test('a payload that cannot be read is kept raw and acknowledged, so that the device does not loop', async () => {
  const port = await open();
  const device = await connected(port, 'A1');
  await device.publishAsync('equipment/A1/up', 'not json', { qos: 1 });
  expect((await port.store.count(1))[0]).toMatchObject({ decoded: null, error: 'not a JSON object' });
});

test.each([
  ['wrong secret', { password: 'x' }],
  ['no secret', { password: '' }],
  ['no name', { username: '' }],
])('%s is refused', async (_name, options) => {
  const port = await open();
  const device = client(port, 'A1', options);
  const [error] = (await event(device, 'error')) as [Error];
  expect(error.message).toMatch(/not authorized|bad username/i);
  expect(await port.refused('login')).toBe(1);
});

test('a device whose credentials cannot be judged now is refused nothing, and gets in when they can', async () => {
  let down = true;
  const port = await open({
    authenticate: async (username) => {
      if (down) throw new Error('database down');
      return loginOf(username);
    },
  });
  const device = client(port, 'A1', { reconnectPeriod: 10 });
  const errors: Error[] = [];
  device.on('error', (error) => errors.push(error));
  await event(device, 'close');
  down = false;
  await event(device, 'connect');
  expect(errors).toEqual([]);
});

test.each(['equipment/B2/up', 'equipment/A1/down', 'other', '$SYS/x'])(
  'publishing on %s ends the connection',
  async (topic) => {
    const port = await open();
    const device = await connected(port, 'A1');
    device.publish(topic, sos, { qos: 1 });
    await event(device, 'close');
    expect(port.store.submitted).toHaveLength(0);
    expect(await port.refused('topic')).toBe(1);
  },
);

test('a hundred wrong passwords of one device at once are judged ten times, and its neighbour still gets in', async () => {
  let judged = 0;
  const port = await open({
    authenticate: async (username, password) => {
      if (username === 'W1') judged += 1;
      return password === `secret of ${username}` ? loginOf(username) : null;
    },
  });
  const wrong = Array.from({ length: 100 }, () => client(port, 'W1', { password: 'guess' }));
  await Promise.all(
    wrong.map((wrongClient) => new Promise<void>((resolve) => wrongClient.once('close', () => resolve()))),
  );
  expect(judged).toBe(10);
  expect(await port.refused('tries')).toBe(90);
  await connected(port, 'W2');
});

test('a device may subscribe to its own topics only, and does not hear itself', async () => {
  const port = await open();
  const device = await connected(port, 'A1');
  const granted = await device.subscribeAsync('equipment/A1/#', { qos: 1 });
  expect(granted[0]?.qos).toBe(1);
  for (const topic of ['equipment/B2/#', 'equipment/+/up', '#', '$SYS/#']) {
    await expect(device.subscribeAsync(topic)).rejects.toThrow();
  }
  const topics: string[] = [];
  device.on('message', (topic) => topics.push(topic));
  await device.publishAsync('equipment/A1/up', sos, { qos: 1, retain: true });
  await device.subscribeAsync('equipment/A1/up');
  expect(topics).toEqual([]);
});

test('a newer connection of a device replaces the older, whatever their client ids', async () => {
  const port = await open();
  const older = await connected(port, 'A1', { clientId: 'one' });
  const ended = event(older, 'close');
  const newer = await connected(port, 'A1', { clientId: 'two', clean: false });
  await ended;
  await newer.publishAsync('equipment/A1/up', sos, { qos: 1 });
  expect(port.broker.connections()).toBe(1);
});

test('over TLS it is the same broker: a device that comes there takes the place of its connection in clear', async () => {
  const folder = await temporaryFolder();
  cleanUp.push(() => folder.remove());
  const files = await writeCertificate(folder.path);
  const tls = openTls(files);
  cleanUp.push(() => tls.close());
  const port = await open({ secure: { tls, port: 0, isProxy: () => false } });
  const secure: IClientOptions = { port: port.broker.securePort, protocol: 'mqtts', ca: files.pem };
  const older = await connected(port, 'A1');
  const replaced = event(older, 'close');
  const newer = await connected(port, 'A1', secure);
  await replaced;
  await newer.publishAsync('equipment/A1/up', sos, { qos: 1 });
  expect(port.store.submitted[0]?.message).toMatchObject({ deviceRef: { number: 'A1' }, decoded: { alarms: ['sos'] } });
  const [wrong] = await event(client(port, 'A2', { ...secure, password: 'guessed' }), 'error');
  expect((wrong as Error).message).toMatch(/not authorized/i);
  const closed = event(newer, 'close');
  await port.broker.drain({ spread: 0, max: 1000 });
  await closed;
});

test('over TLS alone nothing is listened to in clear', async () => {
  const folder = await temporaryFolder();
  cleanUp.push(() => folder.remove());
  const tls = openTls(await writeCertificate(folder.path));
  cleanUp.push(() => tls.close());
  const { broker } = await open({ port: 'off', secure: { tls, port: 0, isProxy: () => false } });
  expect(broker.port).toBe(0);
  expect(broker.securePort).toBeGreaterThan(0);
});

test('a connection that says nothing, or drips its CONNECT, is ended in time', async () => {
  const port = await open({ limits: { time: 30 } });
  await raw(port).closed;
  expect(await port.refused('silent')).toBe(1);
  const { socket, closed } = raw(port);
  socket.write(Buffer.from([0x10, 0x50]));
  const drip = setInterval(() => socket.write(Buffer.alloc(1)), 5);
  cleanUp.push(() => clearInterval(drip));
  await closed;
  expect(await port.refused('slow')).toBe(1);
});

test('a begun packet is ended in time though the device is logged in', async () => {
  const port = await open({ limits: { time: 30 } });
  const device = await connected(port, 'A1');
  const closed = event(device, 'close');
  device.stream.write(Buffer.from([0x30, 0x7f, 0x00]));
  await closed;
  expect(await port.refused('slow')).toBe(1);
});

test('a first packet over 1 KB and a later one over 64 KB are refused before they are read', async () => {
  const port = await open();
  const { socket, closed } = raw(port);
  socket.write(Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]));
  await closed;
  const device = await connected(port, 'A1');
  const ended = event(device, 'close');
  device.publish('equipment/A1/up', Buffer.alloc(70_000, 'x'), { qos: 1 });
  await ended;
  expect(await port.refused('too_long')).toBe(2);
  expect(port.store.submitted).toHaveLength(0);
});

test('bytes that are no MQTT end the connection', async () => {
  const port = await open();
  const { socket, closed } = raw(port);
  socket.write('GET / HTTP/1.1\r\n\r\n');
  await closed;
});

test('packets sent before the login is over wait for it', async () => {
  let admit = (): void => undefined;
  const pending = new Promise<void>((resolve) => {
    admit = resolve;
  });
  const port = await open({ authenticate: async () => pending.then(() => loginOf('A1')) });
  const { socket } = raw(port);
  const text = (value: string): Buffer => Buffer.concat([Buffer.from([0, value.length]), Buffer.from(value)]);
  const head = Buffer.concat([text('MQTT'), Buffer.from([4, 0xc2, 0, 0]), text('id'), text('A1'), text('x')]);
  socket.write(Buffer.concat([Buffer.from([0x10, head.length]), head]));
  const body = Buffer.concat([text('equipment/A1/up'), Buffer.from(sos)]);
  for (let index = 0; index < 100; index++) socket.write(Buffer.concat([Buffer.from([0x30, body.length]), body]));
  admit();
  expect(await port.store.count(100)).toHaveLength(100);
});

test('a flood is read only as fast as it is stored', async () => {
  const port = await open({ limits: { unanswered: 8 } });
  port.store.automatic = false;
  const device = await connected(port, 'A1');
  for (let index = 0; index < 500; index++) device.publish('equipment/A1/up', sos);
  await port.store.count(8);
  await new Promise(setImmediate);
  expect(port.store.submitted).toHaveLength(8);
  port.store.automatic = true;
  for (const { resolve } of port.store.submitted) resolve();
  expect(await port.store.count(500)).toHaveLength(500);
});

test('while too much waits to be stored nothing is taken', async () => {
  const port = await open();
  const device = await connected(port, 'A1');
  port.store.isPaused = true;
  const published = device.publishAsync('equipment/A1/up', sos, { qos: 1 });
  await connected(port, 'B2');
  expect(port.store.submitted).toHaveLength(0);
  port.store.drain();
  await published;
});

test('past the bound of connections the oldest nameless one makes room', async () => {
  const port = await open({ doors: new Doors({ places: 2 }) });
  const device = await connected(port, 'A1');
  const silent = raw(port);
  await once(silent.socket, 'connect');
  const newer = await connected(port, 'B2');
  await silent.closed;
  await device.publishAsync('equipment/A1/up', sos, { qos: 1 });
  await newer.publishAsync('equipment/B2/up', sos, { qos: 1 });
});

test('a device that breaks off leaves its last will as a message', async () => {
  const port = await open();
  const device = await connected(port, 'A1', {
    will: { topic: 'equipment/A1/up', payload: Buffer.from('{"alarms":["power_off"]}'), qos: 1, retain: true },
  });
  device.stream.destroy();
  expect((await port.store.count(1))[0]?.decoded?.alarms).toEqual(['power_off']);
});

test('draining acknowledges what was read, ends every connection and takes no new one', async () => {
  const port = await open();
  port.store.automatic = false;
  const device = await connected(port, 'A1');
  const quiet = await connected(port, 'B2');
  const ends = [event(device, 'close'), event(quiet, 'close')];
  const published = device.publishAsync('equipment/A1/up', sos, { qos: 1 });
  await port.store.count(1);
  const drained = port.broker.drain({ spread: 20, max: 5000 });
  port.store.submitted[0]?.resolve();
  await Promise.all([published, drained, ...ends]);
  const late = client(port, 'C3');
  const [error] = (await event(late, 'error')) as [NodeJS.ErrnoException];
  expect(error.code).toBe('ECONNREFUSED');
});

test('a message that is not taken for now is not acknowledged, and one that asks for no acknowledgement costs no connection', async () => {
  const port = await open();
  port.store.automatic = false;
  const device = await connected(port, 'S1');
  device.publish('equipment/S1/up', sos, { qos: 0 });
  await port.store.count(1);
  port.store.submitted[0]?.reject(new NotStored('the disk is nearly full'));
  const pending = device.publishAsync('equipment/S1/up', sos, { qos: 1 }).catch((error: Error) => error);
  await port.store.count(2);
  const closed = event(device, 'close');
  port.store.submitted[1]?.reject(new NotStored('the disk is nearly full'));
  await closed;
  await device.endAsync(true);
  expect(await pending).toBeInstanceOf(Error);
});
