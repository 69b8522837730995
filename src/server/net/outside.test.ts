import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { askOutside, type Gate } from './outside.ts';
import { isPrivateHost } from './targets.ts';

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

/** As the product's own, but for the one address at which receivers of tests stand. */
const gate: Gate = {
  plain: true,
  problem: (host) => (host === '127.0.0.1' || !isPrivateHost(host) ? null : `${host} 是内网地址`),
};
const strict: Gate = { ...gate, plain: false };
const asked = { signal: new AbortController().signal, body: '{}' };

test('an answer comes with its status and at most 64 kB of its body', async () => {
  const port = await receiver((request, response) => {
    response.writeHead(request.method === 'POST' ? 202 : 405);
    response.end('长'.repeat(50_000));
  });
  const reply = await askOutside(`http://127.0.0.1:${port}/`, asked, gate);
  expect([reply.status, Buffer.byteLength(reply.text) <= 65_540, reply.text.length > 20_000]).toEqual([
    202,
    true,
    true,
  ]);
});

test('a private address is refused as it is asked for, by name, and where a redirect leads', async () => {
  const port = await receiver((_, response) => {
    response.writeHead(307, { Location: 'http://127.0.0.2/inner' }).end();
  });
  for (const url of ['http://10.0.0.1/', 'http://[::1]/', 'http://localhost/', `http://127.0.0.1:${port}/`])
    await expect(askOutside(url, asked, gate)).rejects.toMatchObject({ message: /内网地址/, again: false });
});

test('a redirect is followed with method and body, three times', async () => {
  const bodies: string[] = [];
  let left = 3;
  const port = await receiver(async (request, response) => {
    for await (const part of request) bodies.push(`${request.method} ${part}`);
    left -= 1;
    if (left >= 0) response.writeHead(308, { Location: '/next' });
    response.end('ok');
  });
  expect((await askOutside(`http://127.0.0.1:${port}/`, asked, gate)).text).toBe('ok');
  expect(bodies).toEqual(Array(4).fill('POST {}'));
  left = 9;
  await expect(askOutside(`http://127.0.0.1:${port}/`, asked, gate)).rejects.toThrow('转来转去');
});

test('plain HTTP, other protocols and no address at all are refused', async () => {
  for (const url of ['http://127.0.0.1/', 'ftp://127.0.0.1/', 'nowhere'])
    await expect(askOutside(url, asked, strict)).rejects.toMatchObject({ again: false });
});

test('who hangs, hangs up or is not there is told in words, and may be asked again', async () => {
  let ended: () => void = () => undefined;
  const hang = await receiver(() => ended());
  const controller = new AbortController();
  ended = () => controller.abort();
  const waiting = askOutside(`http://127.0.0.1:${hang}/`, { ...asked, signal: controller.signal }, gate);
  await expect(waiting).rejects.toMatchObject({ message: '127.0.0.1 没有及时回答', again: true });
  const cut = await receiver((request) => request.socket.destroy());
  await expect(askOutside(`http://127.0.0.1:${cut}/`, asked, gate)).rejects.toMatchObject({
    message: /断开/,
    again: true,
  });
  await expect(askOutside('http://127.0.0.1:1/', asked, gate)).rejects.toMatchObject({ message: /拒绝/, again: true });
});
