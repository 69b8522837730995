import { createServer, type IncomingHttpHeaders as RequestHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { fetchOutbound } from './outboundHttp.ts';
import { gateOf, type OutboundPolicy } from './targets.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function receiver(answer: RequestListener): Promise<number> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Policy like the default, but it allows the address of the test receivers. */
const gate: OutboundPolicy = {
  problem: (host) => (host === '127.0.0.1' ? null : gateOf([]).problem(host)),
  plain: (address) => address === '127.0.0.1',
  readable: () => false,
};
const strict: OutboundPolicy = { ...gate, plain: () => false };
const requestOptions = { signal: new AbortController().signal, body: '{}' };

test('an answer comes with its status and at most 64 kB of its body', async () => {
  const port = await receiver((request, response) => {
    response.writeHead(request.method === 'POST' ? 202 : 405);
    response.end('长'.repeat(50_000));
  });
  const reply = await fetchOutbound(`http://127.0.0.1:${port}/`, requestOptions, gate);
  expect([reply.status, Buffer.byteLength(reply.text) <= 65_540, reply.text.length > 20_000]).toEqual([
    202,
    true,
    true,
  ]);
});

test('a private address is refused as it is asked for and by name', async () => {
  for (const url of ['http://10.0.0.1/', 'http://[::1]/', 'http://localhost/'])
    await expect(fetchOutbound(url, requestOptions, gate)).rejects.toMatchObject({ message: /内网地址/, again: false });
});

test('a redirect leads to no other host, port or protocol: what proves us to one is not sent to another', async () => {
  const got: (string | undefined)[] = [];
  const thief = await receiver((request, response) => {
    got.push(request.headers.authorization);
    response.end();
  });
  for (const location of [
    `http://127.0.0.1:${thief}/`,
    'https://127.0.0.1/',
    `//localhost:${thief}/`,
    'http://[',
    '',
  ]) {
    const port = await receiver((_, response) => response.writeHead(308, { Location: location || 'mailto:a@b' }).end());
    const secret = { ...requestOptions, headers: { Authorization: 'Bearer quiet-Harbour-2041' } };
    const refused = { message: '127.0.0.1 转到了别的地址，没有跟随', again: false };
    await expect(fetchOutbound(`http://127.0.0.1:${port}/`, secret, gate)).rejects.toMatchObject(refused);
  }
  expect(got).toEqual([]);
});

test('headers of the connection are never taken from who asks: the request stays one, to its own host', async () => {
  const got: RequestHeaders[] = [];
  const port = await receiver((request, response) => {
    got.push(request.headers);
    response.end();
  });
  const headers = { Host: 'admin.inner', 'transfer-Encoding': 'chunked', Connection: 'upgrade', 'X-Own': '1' };
  await fetchOutbound(`http://127.0.0.1:${port}/`, { ...requestOptions, headers }, gate);
  expect(got).toMatchObject([{ host: `127.0.0.1:${port}`, 'content-length': '2', 'x-own': '1' }]);
  expect([got[0]?.['transfer-encoding'], got[0]?.connection]).toEqual([undefined, 'close']);
});

test('a redirect within its host is followed with method and body, three times', async () => {
  const bodies: string[] = [];
  let remaining = 3;
  const port = await receiver(async (request, response) => {
    for await (const part of request) bodies.push(`${request.method} ${part}`);
    remaining -= 1;
    if (remaining >= 0) response.writeHead(308, { Location: '/next' });
    response.end('ok');
  });
  expect((await fetchOutbound(`http://127.0.0.1:${port}/`, requestOptions, gate)).text).toBe('ok');
  expect(bodies).toEqual(Array(4).fill('POST {}'));
  remaining = 9;
  await expect(fetchOutbound(`http://127.0.0.1:${port}/`, requestOptions, gate)).rejects.toThrow('转来转去');
});

test('plain HTTP, other protocols and no address at all are refused', async () => {
  for (const url of ['http://127.0.0.1/', 'ftp://127.0.0.1/', 'nowhere'])
    await expect(fetchOutbound(url, requestOptions, strict)).rejects.toMatchObject({ again: false });
});

test('who hangs, hangs up or is not there is told in words, and may be asked again', async () => {
  let ended: () => void = () => undefined;
  const hang = await receiver(() => ended());
  const controller = new AbortController();
  ended = () => controller.abort();
  const waiting = fetchOutbound(`http://127.0.0.1:${hang}/`, { ...requestOptions, signal: controller.signal }, gate);
  await expect(waiting).rejects.toMatchObject({ message: '127.0.0.1 没有及时回答', again: true });
  const cut = await receiver((request) => request.socket.destroy());
  await expect(fetchOutbound(`http://127.0.0.1:${cut}/`, requestOptions, gate)).rejects.toMatchObject({
    message: /断开/,
    again: true,
  });
  await expect(fetchOutbound('http://127.0.0.1:1/', requestOptions, gate)).rejects.toMatchObject({
    message: /拒绝/,
    again: true,
  });
});
