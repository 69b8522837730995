import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { gateOf, settleGate } from '#server/net/targets.ts';
import { openLoopback } from '#server/testing/loopback.ts';
import { postAnchor } from './anchorPost.ts';

const anchor = { at: '2026-01-02T03:04:05.000Z', log: 'cmd_log', seal: '7', rows: 12, hash: 'x' };
const received: { path: string | undefined; body: string }[] = [];
let answer: (reply: ServerResponse, request: IncomingMessage) => void;

const receiver = createServer((request, reply) => {
  let body = '';
  request.on('data', (bytes: Buffer) => {
    body += bytes.toString();
  });
  request.on('end', () => {
    received.push({ path: request.url, body });
    answer(reply, request);
  });
});
let url: URL;

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  url = new URL(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/anchors`);
});
afterAll(() => receiver.closeAllConnections() ?? receiver.close());
beforeEach(() => {
  received.length = 0;
  openLoopback();
});

test('an anchor arrives as it is', async () => {
  answer = (reply) => reply.writeHead(204).end();
  expect(await postAnchor(url, anchor)).toBe(true);
  expect(received.map(({ path, body }) => [path, JSON.parse(body)])).toEqual([['/anchors', anchor]]);
});

test.each([
  ['refuses', (reply: ServerResponse) => reply.writeHead(500).end('no')],
  ['cuts the line', (reply: ServerResponse) => reply.destroy()],
  ['leads elsewhere', (reply: ServerResponse) => reply.writeHead(307, { Location: '/elsewhere' }).end()],
])('a receiver that %s has not received it, and is asked once', async (_, respond) => {
  answer = respond;
  expect(await postAnchor(url, anchor)).toBe(false);
  expect(received.map(({ path }) => path)).toEqual(['/anchors']);
});

test.each([
  ['says nothing', () => undefined],
  ['begins an answer', (reply: ServerResponse) => reply.writeHead(200).write('x'.repeat(100_000))],
])('a receiver that %s for ever holds nobody up', async (_, respond) => {
  answer = respond;
  await postAnchor(url, anchor, 200);
  expect(received).toHaveLength(1);
});

test('without leave nothing is sent to an inner network', async () => {
  settleGate(gateOf([]));
  answer = (reply) => reply.writeHead(204).end();
  expect(await postAnchor(url, anchor)).toBe(false);
  expect(received).toEqual([]);
});
