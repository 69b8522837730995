import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createHub, type Port } from './hub.ts';
import type { FromWorker, ToWorker } from './protocol.ts';
import { moment } from './stream.ts';

/** A tab's side of the port: collects its messages and waits for further ones. */
function fakeTab() {
  const heard: FromWorker[] = [];
  const waits: { type: FromWorker['type']; done: (message: FromWorker) => void }[] = [];
  const port: Port = {
    postMessage(message) {
      const index = waits.findIndex((wait) => wait.type === message.type);
      if (index >= 0) waits.splice(index, 1)[0]?.done(message);
      else heard.push(message);
    },
  };
  const next = (type: FromWorker['type']) => {
    const index = heard.findIndex((message) => message.type === type);
    const received = index >= 0 ? heard.splice(index, 1)[0] : undefined;
    return received ? Promise.resolve(received) : new Promise<FromWorker>((done) => waits.push({ type, done }));
  };
  return { port, next, heard };
}

test('ten tabs share one connection, each hears every event, and one of them sounds until it closes', async () => {
  let connections = 0;
  const server = createServer((_, answer) => {
    connections += 1;
    answer.writeHead(200, { 'Content-Type': 'text/event-stream' });
    answer.write('event: warn\nid: 1\ndata: {"eventId":"1","kind":"created"}\n\n');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const hub = createHub({ url: `http://127.0.0.1:${port}/api/events`, probeUrl: `http://127.0.0.1:${port}/healthz` });
  const tabs = Array.from({ length: 10 }, fakeTab);
  const send = (index: number, message: ToWorker) => {
    const tab = tabs[index];
    if (tab) hub.receive(tab.port, message);
  };
  for (const index of tabs.keys()) {
    send(index, {
      type: 'hello',
      tab: `tab${index}`,
      token: 'token',
      visible: index === 0,
      audio: 'running',
      begun: null,
    });
  }
  const events = await Promise.all(tabs.map((tab) => tab.next('event')));
  expect(events).toHaveLength(10);
  expect(connections).toBe(1);
  expect(await tabs[9]?.next('sound')).toMatchObject({ tab: 'tab0', audible: true });
  send(0, { type: 'bye' });
  expect(await tabs[9]?.next('sound')).toMatchObject({ audible: true, tab: expect.not.stringMatching(/^tab0$/) });
  send(1, { type: 'token', token: null });
  server.closeAllConnections();
  server.close();
});

test('a tab that joins is told to fetch anew when an event went out after it began to read, and only then', async () => {
  let write = (_text: string) => undefined as unknown;
  const server = createServer((_, answer) => {
    answer.writeHead(200, { 'Content-Type': 'text/event-stream', 'X-Reaches-Back': 60_000 });
    write = (text) => answer.write(text);
    write('event: warn\nid: 1\ndata: {"eventId":"1","kind":"created"}\n\n');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const hub = createHub({ url: `http://127.0.0.1:${port}/api/events`, probeUrl: `http://127.0.0.1:${port}/healthz` });
  const join = (name: string, begun: number | null) => {
    const tab = fakeTab();
    hub.receive(tab.port, { type: 'hello', tab: name, token: 'token', visible: true, audio: 'running', begun });
    return tab;
  };
  const startedAt = moment();
  const first = join('first', startedAt);
  await first.next('event');
  const early = join('early', startedAt);
  const unsure = join('unsure', null);
  const late = join('late', moment() + 1);
  await Promise.all([early.next('reset'), unsure.next('reset')]);
  write('event: warn\nid: 2\ndata: {"eventId":"2","kind":"created"}\n\n');
  await late.next('event');
  expect([first, late].map(({ heard }) => heard.filter(({ type }) => type === 'reset'))).toEqual([[], []]);
  hub.receive(first.port, { type: 'token', token: null });
  server.closeAllConnections();
  server.close();
});
