import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect as connectTcp, type Socket } from 'node:net';
import { connect, createServer, type Server } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeCertificate } from '#server/testing/certificate.ts';
import { temporaryFolder } from '#server/testing/folder.ts';
import { until } from '#server/testing/until.ts';
import { limitHandshakes } from './handshakes.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: Server;
let port: number;
let ca: string;
beforeAll(async () => {
  folder = await temporaryFolder();
  const files = await writeCertificate(folder.path);
  ca = files.pem;
  server = createServer({ cert: ca, key: readFileSync(files.key), handshakeTimeout: 60_000 }, (socket) => {
    socket.on('error', () => undefined);
    socket.end('hello');
  });
  limitHandshakes(server, (address) => address === '127.0.0.9', 3);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.close();
  await folder.remove();
});

/** Opens a connection that sends nothing. */
async function silent(localAddress: string): Promise<Socket> {
  const socket = connectTcp({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Returns whether a full handshake from that address succeeds. */
async function greeted(localAddress: string): Promise<boolean> {
  const raw = await silent(localAddress);
  const socket = connect({ socket: raw, ca, host: '127.0.0.1' });
  const { promise, resolve } = Promise.withResolvers<boolean>();
  socket.once('data', () => resolve(true));
  socket.once('error', () => resolve(false));
  socket.once('close', () => resolve(false));
  return promise.finally(() => socket.destroy());
}

test('an address with as many unfinished handshakes as it may have gets no further one, others and proxies do', async () => {
  const idle = [await silent('127.0.0.2'), await silent('127.0.0.2'), await silent('127.0.0.2')];
  expect(await greeted('127.0.0.2')).toBe(false);
  expect(await greeted('127.0.0.3')).toBe(true);
  const carried = await Promise.all(Array.from({ length: 5 }, () => silent('127.0.0.9')));
  expect(await greeted('127.0.0.9')).toBe(true);
  for (const socket of [...idle, ...carried]) socket.destroy();
  await until('the places to be free', () => greeted('127.0.0.2'));
});

test('handshakes that end, well or badly, give their place back', async () => {
  for (let n = 0; n < 8; n++) expect(await greeted('127.0.0.4')).toBe(true);
  for (let n = 0; n < 8; n++) {
    const socket = await silent('127.0.0.4');
    socket.write('GET / HTTP/1.1\r\n\r\n');
    await once(socket, 'close');
  }
  expect(await greeted('127.0.0.4')).toBe(true);
});
