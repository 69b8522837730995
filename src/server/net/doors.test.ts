import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { encodeWatch } from '#devices/watch/frame.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { closeConnections } from '#server/testing/http.ts';
import { aDevice } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';
import { TestWatch } from '#server/testing/watch.ts';
import { Doors, openDoors } from './doors.ts';

/**
 * Of 96 files, 48 are reserved, 12 are slots of users and 36 of devices; one address may have 3 and 9 unproven ones.
 */
const openFiles = 96;

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { OPEN_FILES: String(openFiles) } });
});
afterAll(() => app.stop());

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Opens a connection from a loopback address, sends `payload` and nothing else. */
async function silent(port: number, localAddress: string, payload: string | Buffer = ''): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined).resume();
  sockets.push(socket);
  await once(socket, 'connect');
  if (payload) socket.write(payload);
  return socket;
}

const silents = (
  count: number,
  port: number,
  addressOf: (index: number) => string,
  payloadOf: (index: number) => string | Buffer,
) => Promise.all(Array.from({ length: count }, (_, index) => silent(port, addressOf(index), payloadOf(index))));

const stillOpen = (some: readonly Socket[]) => some.filter(({ destroyed }) => !destroyed).length;
const httpPort = () => Number(new URL(app.url).port);

/** Opens the administrator's live stream and collects its text. */
async function liveStream(from: string): Promise<{ socket: Socket; text: () => string }> {
  const head = `GET /api/events HTTP/1.1\r\nHost: x\r\nX-Requested-With: XMLHttpRequest\r\nAuthorization: Bearer ${app.admin}\r\n\r\n`;
  const socket = await silent(httpPort(), from, head);
  let text = '';
  socket.on('data', (bytes: Buffer) => {
    text += bytes.toString();
  });
  await until('the beginning of the stream', () => text.includes('event: hello'));
  return { socket, text: () => text };
}

test('while strangers hold all places of a port, who is logged in and whose watch is registered gets in and stays', async () => {
  const [first, second] = [await aDevice(app), await aDevice(app)];
  const watch = await TestWatch.open(app.ports.watch, first.sn, '127.0.0.40');
  await watch.answered(watch.send('LK'));
  const stream = await liveStream('127.0.0.41');
  closeConnections();
  const address = (n: number) => `127.0.1.${1 + n}`;
  const half = 'POST /api/login/accountLogin HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n';
  const people = await silents(60, httpPort(), address, (n) => ['', 'GET / HTTP/1.1\r\n', half][n % 3] ?? '');
  const watches = await silents(90, app.ports.watch, address, (n) =>
    n % 2 === 0 ? '' : encodeWatch('3G', `99${String(n).padStart(8, '0')}`, 'LK'),
  );
  await until('the bound of people', () => stillOpen(people) <= 11);
  await until('the bound of devices', () => stillOpen(watches) <= 26);

  const token = await app.login();
  expect(await app.ask({ path: '/api/user/getUserInfo', body: {}, token, from: '127.0.0.42' })).toMatchObject({
    code: 0,
  });
  const newcomer = await TestWatch.open(app.ports.watch, second.sn, '127.0.0.43');
  await newcomer.press();
  await watch.press();
  await until('the alarms', () => stream.text().split('event: warn').length > 2);
  expect([watch.socket.destroyed, newcomer.socket.destroyed, stream.socket.destroyed]).toEqual([false, false, false]);
  for (const one of [watch, newcomer]) one.close();
});

test('an address that opens ever more connections loses its own oldest ones, and nobody else’s', async () => {
  closeConnections();
  const other = [await silent(httpPort(), '127.0.0.51'), await silent(app.ports.watch, '127.0.0.51')];
  const people = await silents(
    40,
    httpPort(),
    () => '127.0.0.50',
    () => '',
  );
  const watches = await silents(
    60,
    app.ports.watch,
    () => '127.0.0.50',
    () => '',
  );
  await until('the bounds of an address', () => stillOpen(people) <= 3 && stillOpen(watches) <= 9);
  expect(stillOpen(other)).toBe(2);
  expect(stillOpen(people.slice(0, 3))).toBe(0);
});

test('the oldest unproven connection makes room, then the proven one that is idle longest, and none at work', () => {
  const cut: string[] = [];
  const doors = new Doors({ places: 4 });
  const enter = (name: string, address = name) => doors.enter(doors, address, () => cut.push(name));
  const [a, b, c] = [enter('a'), enter('b'), enter('c')];
  enter('d');
  b?.prove();
  c?.prove();
  const free = b?.use();
  a?.use();
  expect(enter('e')).not.toBeNull();
  expect(enter('f')).not.toBeNull();
  expect(cut).toEqual(['a', 'd']);
  for (const name of ['g', 'h']) enter(name)?.prove();
  expect(cut).toEqual(['a', 'd', 'e', 'f']);
  free?.();
  enter('i')?.prove();
  expect(cut.slice(4)).toEqual(['c']);
  const busy = new Doors({ places: 1 });
  const one = busy.enter(busy, 'x', () => cut.push('x'));
  one?.use();
  one?.prove();
  expect(busy.enter(busy, 'y', () => undefined)).toBeNull();
});

test('a network of IPv6 is one address, a trusted proxy is none', () => {
  const cut: string[] = [];
  const doors = new Doors({ places: 100, ofAddress: 2 }, (address) => address === '10.0.0.1');
  const enter = (address: string) => doors.enter(doors, address, () => cut.push(address));
  for (const n of [1, 2, 3, 4]) enter(`2001:db8:1:2::${n}`);
  for (let n = 0; n < 9; n++) enter('::ffff:10.0.0.1');
  enter('2001:db8:1:3::1');
  expect(cut).toEqual(['2001:db8:1:2::1', '2001:db8:1:2::2']);
});

test.each([
  ['all that the process may open', 20_000, 17_500],
  ['half of it where that is little', 300, 150],
])('the places of all doors together are %s less what is kept', (_name, files, places) => {
  const { users: people, devices } = openDoors({ openFiles: files, users: true, devices: true }, () => false);
  const fill = (doors: Doors) => {
    let n = 0;
    // Ports and addresses are below their limits, but every connection is in use.
    for (; ; n++) {
      const place = doors.enter({}, `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`, () => undefined);
      if (!place) return n;
      place.use();
      place.prove();
    }
  };
  expect(fill(people) + fill(devices)).toBe(places);
});

test('the limit of the process is the one that its starter set', () => {
  const url = new URL('../core/openFiles.ts', import.meta.url).href;
  const script = `import('${url}').then(({ openFilesLimit }) => process.stdout.write(String(openFilesLimit())))`;
  const { stdout } = spawnSync('/bin/sh', ['-c', 'ulimit -n 333; exec "$0" --eval "$1"', process.execPath, script]);
  expect(String(stdout)).toBe('333');
});
