import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { Registry } from 'prom-client';
import { afterEach, expect, test } from 'vitest';
import type { Message } from '#devices/message.ts';
import { watchProtocol } from '#devices/watch/watch.ts';
import { listenTcp, type TcpListener } from '#server/ingest/tcp/tcpListener.ts';
import { createDeviceMetrics } from '#server/ingest/transport.ts';
import { DeviceStore } from '#server/testing/device/deviceStore.ts';

const cleanUp: (() => unknown)[] = [];

afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

async function open(): Promise<{ store: DeviceStore; listener: TcpListener }> {
  const store = new DeviceStore();
  const listener = await listenTcp({
    protocol: watchProtocol,
    host: '127.0.0.1',
    port: 0,
    submit: store.submit,
    pressure: store.pressure,
    log: pino({ level: 'silent' }),
    metrics: createDeviceMetrics(new Registry()),
    now: Date.now,
  });
  cleanUp.push(() => listener.close());
  return { store, listener };
}

function run(
  script: string,
  args: string[],
  env: Record<string, string> = {},
): { child: ChildProcess; text: () => string } {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], { env: { ...process.env, ...env } });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => (text += bytes));
  cleanUp.push(() => child.kill());
  return { child, text: () => text };
}

/** Resolves with the first message for which `matches` returns true. */
async function find(store: DeviceStore, matches: (message: Message) => boolean): Promise<Message> {
  for (let count = 1; ; count++) {
    const message = (await store.count(count))[count - 1];
    if (message && matches(message)) return message;
  }
}

test('send-sos presses as often as asked, each press another message', async () => {
  const { store, listener } = await open();
  const args = ['--port', String(listener.port), '--number', '8800000015', '--count', '3'];
  const { child, text } = run('send-sos', args);
  const [code] = await once(child, 'close');
  expect(text()).toBe('3 acknowledged\n');
  expect(code).toBe(0);
  const messages = await store.count(3);
  expect(messages.map((message) => message.decoded?.alarms)).toEqual([['sos'], ['sos'], ['sos']]);
  expect(new Set(messages.map((message) => message.key)).size).toBe(3);
  const ageMs = Date.now() - Date.parse(messages[0]?.decoded?.time ?? '');
  expect(Math.abs(ageMs)).toBeLessThan(60_000);
});

test('send-sos says when it was not acknowledged, and how it is called', async () => {
  const { listener } = await open();
  await listener.close();
  const refused = run('send-sos', ['--port', String(listener.port), '--number', '8800000015']);
  expect((await once(refused.child, 'close'))[0]).toBe(1);
  expect(refused.text()).toContain('not acknowledged');
  const wrong = run('send-sos', ['--number', 'x']);
  expect((await once(wrong.child, 'close'))[0]).toBe(2);
  expect(wrong.text()).toContain('usage');
});

test('the simulator reports, measures and rings near home, and ends with its input', async () => {
  const { store, listener } = await open();
  const { child, text } = run('simulate.ts', [], { SIMULATE_REPORT_SECONDS: '0.05', SIMULATE_ALARM_SECONDS: '0.1' });
  const watches = [{ number: '8800000015', lat: 31.2304, lng: 121.4737 }];
  child.stdin?.write(`${JSON.stringify({ host: '127.0.0.1', port: listener.port, watches })}\n`);
  const position = await find(store, (message) => message.decoded?.kind === 'position');
  expect(position.decoded?.position?.lat).toBeCloseTo(31.2304, 2);
  await find(store, (message) => message.decoded?.kind === 'heartbeat');
  await find(store, (message) => message.decoded?.readings[0]?.kind === 'heart_rate');
  const alarm = await find(store, (message) => message.decoded?.kind === 'alarm');
  expect(['sos', 'fall']).toContain(alarm.decoded?.alarms[0]);
  child.stdin?.end();
  expect((await once(child, 'close'))[0]).toBe(0);
  expect(text()).toBe('');
});

test('a paused simulator reports but does not ring', async () => {
  const { store, listener } = await open();
  const { child } = run('simulate.ts', [], { SIMULATE_REPORT_SECONDS: '0.02', SIMULATE_ALARM_SECONDS: '0.2' });
  const watches = [{ number: '8800000015', lat: -31.2, lng: -70.5 }];
  child.stdin?.write(`${JSON.stringify({ host: '127.0.0.1', port: listener.port, watches })}\npause\n`);
  const messages = await store.count(60);
  expect(messages.filter((message) => message.decoded?.kind === 'alarm')).toEqual([]);
  const late = messages.find((message) => message.decoded?.position);
  expect(late?.decoded?.position?.lat).toBeCloseTo(-31.2, 2);
  child.stdin?.write('resume\n');
  await find(store, (message) => message.decoded?.kind === 'alarm');
});
