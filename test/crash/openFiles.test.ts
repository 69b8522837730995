import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '#server/testing/folder.ts';
import { until } from '#server/testing/until.ts';
import { TestWatch } from '#server/testing/watch.ts';
import { logIn } from '../support/api.ts';
import { adminPassword, type Running, startServer, stopServer } from './server.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let running: Running | undefined;
const sockets: Socket[] = [];

beforeEach(async () => {
  folder = await temporaryFolder();
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  if (running) await stopServer(running);
  await folder.remove();
});

/** Opens silent connections from twenty addresses; resolves when the server has accepted or closed all. */
async function silence(port: number, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.0.${2 + (n % 20)}` });
    socket.on('error', () => undefined).resume();
    sockets.push(socket);
    await once(socket, 'connect');
  }
}

test('idle connections past the limit of open files end nothing: the watch beside them is answered, and people log in', async () => {
  running = await startServer(folder.path, undefined, {}, 'fewFiles');
  const { address, watchPort, product } = running;
  const watch = await TestWatch.open(watchPort, '8800000015');
  await watch.answered(watch.send('LK'));
  await silence(Number(new URL(address).port), 1600);
  await silence(watchPort, 1200);
  await until('that the oldest were cut', () => sockets.filter(({ destroyed }) => destroyed).length >= 2800 - 1244);
  const newcomer = await TestWatch.open(watchPort, '8800000016');
  await newcomer.press();
  expect((await logIn(address, 'admin', adminPassword)).token).toBeTruthy();
  expect(product.process.exitCode).toBeNull();
  for (const one of [watch, newcomer]) one.close();
});
