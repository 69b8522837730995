import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeEv07b } from '#devices/ev07b/frame.ts';
import { encodeGt06 } from '#devices/gt06/frame.ts';
import { encode808, numberBytesOf } from '#devices/jt808/frame.ts';
import { commandApi } from '#features/equipmentCommand/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDevice, aUser, next } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';
import { TestWatch } from '#server/testing/watch.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { GT06_PORT: '0', H02_PORT: '0', EV07B_PORT: '0', JT808_PORT: '0' } });
});
afterAll(() => app.stop());

/** Connects a device over a real socket. */
async function open(port: number) {
  const socket = connect({ port, host: '127.0.0.1' });
  let received = Buffer.alloc(0);
  socket.on('error', () => undefined);
  socket.on('data', (bytes: Buffer) => {
    received = Buffer.concat([received, bytes]);
  });
  await once(socket, 'connect');
  return {
    send: (...frames: Buffer[]) => socket.write(Buffer.concat(frames)),
    /** Resolves when the bytes have arrived. */
    hears: (bytes: Buffer, what: string) => until(what, () => received.includes(bytes)),
    heardBytes: () => received.length,
    close: () => socket.destroy(),
  };
}

const imeiOf = () => `86812${String(next()).padStart(10, '0')}`;
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const le = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
};

/** Returns the current date and time in GT06 format, UTC. */
function gt06Now(): Buffer {
  const parts = new Date().toISOString().slice(2, 19).split(/\D/).map(Number);
  return Buffer.from(parts);
}

const alarmsOf = async (id: string) =>
  (await app.sql<{ type: string }>('select type from warn where equipment_id = $1 order by id', [id])).map(
    ({ type }) => type,
  );

test('GT06: after its login an SOS of a device is answered when it is stored, and a command comes back with its serial', async () => {
  const sn = imeiOf();
  const { id } = await aDevice(app, { model: 'gt06', sn, customer: await aCustomer(app) });
  const device = await open(app.ports.gt06);
  const login = encodeGt06(1, hex(`0${sn}`), 1);
  const place = Buffer.concat([gt06Now(), hex('c7 026c1054 0c38c970 05 14de 09 01cc 00 2866 000eee')]);
  device.send(login, encodeGt06(0x26, Buffer.concat([place, hex('06 05 04 01 02')]), 2));
  await device.hears(encodeGt06(1, Buffer.alloc(0), 1), 'the answer to the login');
  await device.hears(encodeGt06(0x26, Buffer.alloc(0), 2), 'the answer to the alarm');
  expect(await alarmsOf(id)).toEqual(['sos']);
  const engineer = await aUser(app, { role: 'engineer' });
  const sent = await app.call(commandApi.sendCommand, { id, command: 'locate' }, engineer.token);
  await device.hears(Buffer.from('WHERE#'), 'the command');
  const [row] = await app.sql<{ serial: string }>(
    'select (id % 65536)::text as serial from equipment_command where id = $1',
    [sent.commandId],
  );
  const flag = le(Number(row?.serial)).reverse();
  device.send(encodeGt06(0x21, Buffer.concat([flag, Buffer.from('\x01OK')]), 3, true));
  const stateOf = async () =>
    (await app.call(commandApi.getCommandList, { equipmentId: id, limit: 5 }, engineer.token)) as unknown as {
      state: string;
    }[];
  await until('the command is acknowledged', async () => (await stateOf())[0]?.state === 'acknowledged');
  device.close();
});

test('GT06: a frame before the login or with a wrong checksum has no effect and no answer', async () => {
  const sn = imeiOf();
  const { id } = await aDevice(app, { model: 'gt06', sn, customer: await aCustomer(app) });
  const device = await open(app.ports.gt06);
  const sos = encodeGt06(0x26, Buffer.concat([gt06Now(), hex(`c0${'00'.repeat(11)}00 26 05 04 01 02`)]), 2);
  const spoilt = Buffer.from(sos);
  spoilt[12] = 0xff;
  device.send(sos, encodeGt06(1, hex(`0${sn}`), 1), spoilt, encodeGt06(0x13, hex('0004030001'), 9));
  await device.hears(encodeGt06(0x13, Buffer.alloc(0), 9), 'the answer to the heartbeat');
  expect(await alarmsOf(id)).toEqual([]);
  const errors = await app.sql<{ error: string }>(
    'select error from raw_message where device_id = $1 and error is not null',
    [id],
  );
  expect(errors).toEqual([{ error: 'checksum' }]);
  device.close();
});

test('H02: the SOS of a text is an alarm once while it stands, and is answered after the commit', async () => {
  const sn = `8${String(next()).padStart(9, '0')}`;
  const { id } = await aDevice(app, { model: 'h02', sn, customer: await aCustomer(app) });
  const device = await open(app.ports.h02);
  const [year = '', month, day, hour, minute, second] = new Date().toISOString().slice(2, 19).split(/\D/);
  const text = (status: string, speed: number) =>
    Buffer.from(
      `*HQ,${sn},V1,${hour}${minute}${second},A,2212.8745,N,11346.6574,E,${speed},028,${day}${month}${year},${status}#`,
    );
  device.send(text('FFFFFFFD', 1), text('FFFFFFFD', 2), Buffer.from(`*HQ,${sn},HTBT,80#`));
  await device.hears(Buffer.from(`*HQ,${sn},V4,V1,20`), 'the answer to the position');
  await device.hears(Buffer.from(`*HQ,${sn},HTBT#`), 'the answer to the heartbeat');
  expect(await alarmsOf(id)).toEqual(['sos']);
  device.close();
});

test('EV-07B: a fall is an alarm and answered with its index after the commit', async () => {
  const sn = imeiOf();
  const { id } = await aDevice(app, { model: 'ev07b', sn, customer: await aCustomer(app) });
  const device = await open(app.ports.ev07b);
  const now = le(Date.now() / 1000);
  const items = [
    [1, Buffer.from(sn)] as const,
    [2, le(1 << 2)] as const,
    [0x24, Buffer.concat([now, le(80 << 24)])] as const,
  ];
  const content = items.flatMap(([key, value]) => [Buffer.from([value.length + 1, key]), value]);
  device.send(encodeEv07b(Buffer.concat([Buffer.from([1]), ...content]), 258, 0x10));
  await device.hears(encodeEv07b(Buffer.from([0x7f, 1, 0]), 258), 'the answer');
  expect(await alarmsOf(id)).toEqual(['fall']);
  device.close();
});

test('while eight connections of numbers that nobody registered send what they can, an SOS goes through, and little is answered them', async () => {
  const watch = await TestWatch.open(app.ports.watch, (await aDevice(app, { customer: await aCustomer(app) })).sn);
  const frames = Array.from({ length: 8 }, (_, n) => {
    const number = `1392${String(next()).padStart(7, '0')}`;
    const named = numberBytesOf(number) ?? { numberBytes: Buffer.alloc(6), version: null };
    return n % 2 === 0
      ? { port: app.ports.h02, hello: Buffer.from(`*HQ,${number},HTBT,80#`) }
      : { port: app.ports.jt808, hello: encode808({ flag: 0x7e, ...named }, 0x0002, 1, Buffer.alloc(0)) };
  });
  const floods = await Promise.all(
    frames.map(async ({ port, hello }) => {
      const flood = await open(port);
      flood.send(...Array.from({ length: 20_000 }, () => hello));
      return flood;
    }),
  );
  await until('each was answered something', () => floods.every((flood) => flood.heardBytes() > 0));
  await watch.press();
  for (let n = 0; n < 20; n += 1) await watch.answered(watch.send('LK'));
  // 30 of each, and those in flight before the lookup; an answer has about 20 bytes.
  for (const flood of floods) expect(flood.heardBytes()).toBeLessThan(200 * 25);
  for (const flood of floods) flood.close();
  watch.close();
});
