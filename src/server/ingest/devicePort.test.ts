import { connect } from 'node:net';
import pino from 'pino';
import { Registry } from 'prom-client';
import { afterEach, expect, test } from 'vitest';
import type { Message } from '#devices/message.ts';
import { encodeWatch } from '#devices/watch/frame.ts';
import { watchProtocol } from '#devices/watch/watch.ts';
import { createLanes, type LaneOptions } from './lanes.ts';
import { listenTcp, type TcpListener } from './tcp/tcpListener.ts';
import { createDeviceMetrics } from './transport.ts';

const cleanUp: (() => unknown)[] = [];

afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

async function open(
  commitBatch: LaneOptions['commitBatch'],
  commitBad: LaneOptions['commitBad'],
): Promise<TcpListener> {
  const lanes = createLanes({ commitBatch, commitBad, retryWait: [1, 2], maxMessages: 20 });
  const listener = await listenTcp({
    protocol: watchProtocol,
    host: '127.0.0.1',
    port: 0,
    submit: (message) => lanes.submit(message),
    pressure: lanes,
    log: pino({ level: 'silent' }),
    metrics: createDeviceMetrics(new Registry()),
    now: Date.now,
  });
  cleanUp.push(async () => {
    await listener.drain({ spread: 0, max: 5000 });
    await lanes.close();
  });
  return listener;
}

/** Sends `count` presses of a watch, which like a real one repeats each press until it is answered. */
async function pressAll(listener: TcpListener, number: string, count: number): Promise<void> {
  const position = '220322,055105,A,22.7,N,114.3,E,0,0,0,0,0,64,0,0,00010000';
  let answered = 0;
  while (answered < count) {
    const socket = connect(listener.port, '127.0.0.1');
    const from = answered;
    for (let index = from; index < count; index++) {
      socket.write(encodeWatch('3G', number, `AL,${position}`, index.toString(16).toUpperCase().padStart(4, '0')));
    }
    await new Promise<void>((resolve) => {
      let text = '';
      socket.on('data', (bytes) => {
        text += bytes;
        answered = from + text.split(']').length - 1;
        if (answered === count) socket.end();
      });
      socket.on('error', () => undefined);
      socket.on('close', () => resolve());
    });
  }
}

const failures = ['ECONNRESET', '40P01', '57P01', '53100', '22021', ''];

test('while commits fail in every way each acknowledged press is stored once', async () => {
  const stored = new Map<string, Message>();
  const keep = (messages: Message[]): void => {
    for (const message of messages) if (!stored.has(message.key)) stored.set(message.key, message);
  };
  let calls = 0;
  const listener = await open(
    async (messages) => {
      await new Promise(setImmediate);
      calls++;
      const code = calls % 3 === 0 ? failures[Math.floor(calls / 3) % failures.length] : undefined;
      // A commit with a lost answer: the same messages are sent again.
      if (code === 'ECONNRESET') keep(messages);
      if (code !== undefined) throw Object.assign(new Error(`failed with ${code}`), { code });
      keep(messages);
    },
    async (message) => keep([message]),
  );
  const numbers = Array.from({ length: 20 }, (_, n) => String(8_800_000_000 + n));
  await Promise.all(numbers.map((number) => pressAll(listener, number, 50)));
  expect(stored.size).toBe(20 * 50);
  for (const number of numbers) {
    const ownMessages = [...stored.values()].filter((message) => message.deviceRef.number === number);
    const indexes = ownMessages.map((message) => Number.parseInt(message.decoded?.ownKey ?? '', 16));
    expect(indexes.sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, n) => n));
  }
});
