import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { encodeWatch } from '#devices/watch/frame.ts';
import { Doors } from '#server/net/doors.ts';
import { addressTest } from '#server/net/proxy.ts';
import { cleanUp, closePorts, openPort, Watch } from '#server/testing/device/watchPort.ts';
import { FrameBudget } from '../frameBudget.ts';

afterEach(closePorts);

const a = '8800000015';
const b = '8800000016';
const lk = encodeWatch('3G', a, 'LK');
const alarmContent = 'AL,220322,055105,A,22.7,N,114.3,E,0,0,0,0,0,64,0,0,00010000';
const alarm = encodeWatch('3G', a, alarmContent);
const lkAnswer = '[3G*8800000015*0002*LK]';
const alarmAnswer = '[3G*8800000015*0002*AL]';

test('an answer leaves only after the message is stored', async () => {
  const port = await openPort();
  port.store.automatic = false;
  const watch = new Watch(port).send(alarm);
  await port.store.count(1);
  expect(watch.text).toBe('');
  port.store.submitted[0]?.resolve();
  await watch.reads(alarmAnswer);
  expect(port.store.submitted[0]?.message).toMatchObject({
    source: 'watch',
    deviceRef: { protocol: 'watch', number: a },
    body: alarm.toString('hex'),
    decoded: { alarms: ['sos'], press: true },
    error: null,
  });
});

test('answers leave in the order of the frames, whichever is stored first', async () => {
  const port = await openPort();
  port.store.automatic = false;
  const watch = new Watch(port).send(Buffer.concat([lk, alarm, lk]));
  await port.store.count(3);
  port.store.submitted[2]?.resolve();
  port.store.submitted[1]?.resolve();
  await Promise.resolve();
  expect(watch.text).toBe('');
  port.store.submitted[0]?.resolve();
  await watch.reads(lkAnswer + alarmAnswer + lkAnswer);
});

test('when a message is not stored neither it nor a later one is answered, and the watch comes again', async () => {
  const port = await openPort();
  port.store.automatic = false;
  const watch = new Watch(port).send(Buffer.concat([lk, alarm, alarm]));
  await port.store.count(3);
  port.store.submitted[2]?.resolve();
  port.store.submitted[0]?.resolve();
  port.store.submitted[1]?.reject(new Error('no'));
  await watch.closed;
  expect(watch.text).toBe(lkAnswer);
  expect(await port.refused('not_stored')).toBe(1);
});

test('a frame in many segments and many frames in one are read alike', async () => {
  const port = await openPort();
  const watch = new Watch(port);
  for (const byte of alarm) watch.send(Buffer.from([byte]));
  watch.send(Buffer.concat([lk, lk]));
  await watch.reads(alarmAnswer + lkAnswer + lkAnswer);
});

test('a frame with another number is refused and recorded, the connection goes on', async () => {
  const port = await openPort();
  const watch = new Watch(port).send(lk, encodeWatch('3G', b, alarmContent), lk);
  await watch.reads(lkAnswer + lkAnswer);
  const [, second] = await port.store.count(3);
  expect(second).toMatchObject({ deviceRef: { number: a }, decoded: null, error: 'frame of another device' });
  expect(await port.refused('other_number')).toBe(1);
});

test('a malformed frame of a known watch is kept raw and the next one is read', async () => {
  const port = await openPort();
  const watch = new Watch(port).send(lk, '[3G*8800000015*000D*LK,50', lk);
  await watch.reads(lkAnswer + lkAnswer);
  const messages = await port.store.count(3);
  expect(messages[1]).toMatchObject({ decoded: null, error: 'malformed' });
});

test('a newer connection of a watch replaces the older one', async () => {
  const port = await openPort();
  const older = new Watch(port).send(lk);
  await older.reads(lkAnswer);
  const newer = new Watch(port).send(lk);
  await newer.reads(lkAnswer);
  await older.closed;
  newer.send(lk);
  await newer.reads(lkAnswer + lkAnswer);
  expect(port.listener.connections()).toBe(1);
});

test.each([
  ['a begun frame', '[3G*8800000015*000D*LK'],
  ['nameless junk', 'GET / HTTP/1.1\r\n'],
  ['nothing', ''],
])('%s ends the connection in time', async (_name, bytes) => {
  const port = await openPort({ limits: { frame: 20, silent: 40 } });
  const watch = new Watch(port);
  if (bytes) watch.send(bytes);
  watch.socket.resume();
  await watch.closed;
  expect(await port.refused(bytes ? 'slow' : 'silent')).toBe(1);
});

test('a watch that drips a byte now and then is ended in time', async () => {
  const port = await openPort({ limits: { frame: 60 } });
  const watch = new Watch(port).send(lk);
  await watch.reads(lkAnswer);
  const drip = setInterval(() => watch.send('x'), 5);
  cleanUp.push(() => clearInterval(drip));
  watch.send('[3G*8800000015*0400*AL,');
  await watch.closed;
  expect(await port.refused('slow')).toBe(1);
});

test('an alarm whose frame never ends properly is saved when its time is over', async () => {
  const port = await openPort({ limits: { frame: 20 } });
  new Watch(port).send(`[3G*8800000015*0001*${alarmContent},0,1,[x]`);
  const [message] = await port.store.count(1);
  expect(message?.decoded?.alarms).toEqual(['sos']);
});

test('a nameless connection that sends without end is ended after 1 KB', async () => {
  const port = await openPort();
  const watch = new Watch(port).send(Buffer.alloc(100_000, 'x'));
  await watch.closed;
  expect(await port.refused('junk')).toBe(1);
});

test('two hundred silent connections from one address do not shut out the next watch', async () => {
  const port = await openPort();
  const silent = Array.from({ length: 200 }, () => new Watch(port));
  await Promise.all(silent.map((watch) => once(watch.socket, 'connect')));
  const watch = new Watch(port).send(alarm);
  await watch.reads(alarmAnswer);
});

test('past the bound of connections the oldest nameless one makes room', async () => {
  const port = await openPort({ doors: new Doors({ places: 3 }) });
  const named = new Watch(port).send(lk);
  await named.reads(lkAnswer);
  const oldest = new Watch(port);
  await once(oldest.socket, 'connect');
  const silent = new Watch(port);
  await once(silent.socket, 'connect');
  const watch = new Watch(port).send(encodeWatch('3G', b, 'LK'));
  await watch.reads('[3G*8800000016*0002*LK]');
  await oldest.closed;
  named.send(lk);
  await named.reads(lkAnswer + lkAnswer);
});

test('begun frames of all connections together are bounded: who holds most goes, a watch beside it is heard', async () => {
  const port = await openPort({ frames: new FrameBudget(50_000) });
  const hoarders = [new Watch(port), new Watch(port), new Watch(port)];
  for (const hoarder of hoarders) hoarder.send(`[3G*8800000015*FFFF*AL,${'1'.repeat(30_000)}`);
  await Promise.race(hoarders.map(({ closed }) => closed));
  expect(await port.refused('crowded')).toBeGreaterThan(0);
  await new Watch(port).send(lk).reads(lkAnswer);
});

test('a flood is read only as fast as it is stored, and loses nothing', async () => {
  const port = await openPort({ limits: { unanswered: 8 } });
  port.store.automatic = false;
  const watch = new Watch(port).send(Buffer.concat(Array.from({ length: 500 }, () => lk)));
  await port.store.count(8);
  await new Promise(setImmediate);
  expect(port.store.submitted).toHaveLength(8);
  port.store.automatic = true;
  for (const { resolve } of port.store.submitted) resolve();
  await watch.reads(lkAnswer.repeat(500));
});

test('while too much waits to be stored nothing is read, and the watch is not blamed for it', async () => {
  const port = await openPort({ limits: { frame: 20, silent: 20, idle: 20 } });
  port.store.isPaused = true;
  const watch = new Watch(port).send(alarm);
  await once(watch.socket, 'connect');
  const clock = await openPort({ limits: { silent: 60 } });
  await new Watch(clock).closed;
  expect(port.store.submitted).toHaveLength(0);
  expect(watch.socket.destroyed).toBe(false);
  port.store.drain();
  await watch.reads(alarmAnswer);
});

test('a watch that closes its side still gets its answer', async () => {
  const port = await openPort();
  const watch = new Watch(port);
  watch.socket.end(alarm);
  await watch.reads(alarmAnswer);
  await watch.closed;
});

test('draining answers what was read, ends every connection and takes no new one', async () => {
  const port = await openPort();
  port.store.automatic = false;
  const watch = new Watch(port).send(alarm);
  const quiet = new Watch(port).send(encodeWatch('3G', b, 'LK'));
  await port.store.count(2);
  const drained = port.listener.drain({ spread: 20, max: 5000 });
  watch.send(lk);
  for (const { resolve } of port.store.submitted) resolve();
  await drained;
  await Promise.all([watch.closed, quiet.closed]);
  expect(watch.text).toBe(alarmAnswer);
  expect(port.store.submitted).toHaveLength(2);
  const late = new Watch(port);
  await late.closed;
  expect(late.text).toBe('');
});

test('draining cuts what cannot be stored in time', async () => {
  const port = await openPort();
  port.store.automatic = false;
  const watch = new Watch(port).send(alarm);
  await port.store.count(1);
  await port.listener.drain({ spread: 0, max: 20 });
  await watch.closed;
  expect(watch.text).toBe('');
});

test('a refused connection is one line in the log, without the whole number', async () => {
  const port = await openPort();
  const watch = new Watch(port).send(lk, encodeWatch('3G', b, 'LK'), encodeWatch('3G', b, 'LK'), lk);
  await watch.reads(lkAnswer + lkAnswer);
  const refusals = port.lines.filter((line) => line.msg === 'device refused');
  expect(refusals).toMatchObject([{ protocol: 'watch', reason: 'other_number', number: '…0015' }]);
  expect(JSON.stringify(port.lines)).not.toContain(a);
});

/** Prepends a PROXY v2 header to the bytes; by default command `PROXY`, TCP over IPv4. */
function proxied(body: Buffer, { command = 0x21, transport = 0x11 } = {}): Buffer {
  const header = Buffer.from('0d0a0d0a000d0a515549540a00000000', 'hex');
  header.writeUInt8(command, 12);
  header.writeUInt8(transport, 13);
  header.writeUInt16BE(body.length, 14);
  return Buffer.concat([header, body]);
}

const fromIpv4 = proxied(Buffer.from('cb0071097f000001303913e5', 'hex'));
const fromIpv6 = proxied(Buffer.from(`${'20010db8000000000000000000000007'.padEnd(62, '0')}01303913e5`, 'hex'), {
  transport: 0x21,
});
const isProxy = addressTest(['127.0.0.8/29', '::1']);
const badFrame = encodeWatch('3G', b, 'LK');

test.each([
  ['in one piece with its frames', [Buffer.concat([fromIpv4, lk, badFrame, lk])], '203.0.113.9'],
  ['byte by byte', [...Buffer.concat([fromIpv4, lk, badFrame, lk])].map((byte) => Buffer.from([byte])), '203.0.113.9'],
  ['of an IPv6 client', [Buffer.concat([fromIpv6, lk, badFrame, lk])], '2001:db8::7'],
  [
    'with 520 bytes',
    [proxied(Buffer.concat([fromIpv4.subarray(16), Buffer.alloc(508)])), lk, badFrame, lk],
    '203.0.113.9',
  ],
  ['of the proxy itself', [proxied(Buffer.alloc(0), { command: 0x20, transport: 0 }), lk, badFrame, lk], '127.0.0.9'],
])('behind a proxy a header %s gives the address of the watch', async (_name, bytes, address) => {
  const port = await openPort({ isProxy });
  const watch = new Watch(port, '127.0.0.9').send(...bytes);
  await watch.reads(lkAnswer + lkAnswer);
  expect(port.lines.find((line) => line.msg === 'device refused')).toMatchObject({ reason: 'other_number', address });
});

test.each([
  ['no header', lk],
  ['a header of version 1', Buffer.from('PROXY TCP4 203.0.113.9 127.0.0.1 12345 5093\r\n')],
  ['a header of more than 536 bytes', proxied(Buffer.alloc(521))],
  ['an unknown command', proxied(fromIpv4.subarray(16), { command: 0x22 })],
  ['addresses that are too short', proxied(Buffer.alloc(4))],
  ['a path in place of an address', proxied(Buffer.alloc(216), { transport: 0x31 })],
])('behind a proxy a connection with %s is cut', async (_name, bytes) => {
  const port = await openPort({ isProxy });
  const watch = new Watch(port, '127.0.0.9').send(bytes, lk);
  await watch.closed;
  expect([watch.text, await port.refused('no_proxy_header'), port.store.submitted.length]).toEqual(['', 1, 0]);
});

test('behind a proxy a header in pieces must be there in time', async () => {
  const port = await openPort({ isProxy, limits: { frame: 30 } });
  const watch = new Watch(port, '127.0.0.9').send(fromIpv4.subarray(0, 20));
  await watch.closed;
  expect(await port.refused('no_proxy_header')).toBe(1);
});

test('behind a proxy nobody else gets in, with a header or not', async () => {
  const port = await openPort({ isProxy });
  const watch = new Watch(port, '127.0.0.20').send(fromIpv4, lk);
  await watch.closed;
  expect([watch.text, await port.refused('no_proxy')]).toEqual(['', 1]);
});

test('draining cuts a connection whose header is still to come', async () => {
  const port = await openPort({ isProxy });
  const watch = new Watch(port, '127.0.0.9').send(fromIpv4.subarray(0, 20));
  await once(watch.socket, 'connect');
  await port.listener.drain({ spread: 0, max: 5000 });
  await watch.closed;
});
