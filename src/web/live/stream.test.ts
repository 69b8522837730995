import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { moment, openStream } from './stream.ts';

interface Seen {
  url: string;
  headers: IncomingHttpHeaders;
  answer: ServerResponse;
}

let server: Server;
let address = '';
/** Connections in order; `next` waits for the next one. */
let connections: Seen[] = [];
let waiting: ((seen: Seen) => void)[] = [];
let refuse = 0;
/** Connections are accepted and never answered. */
let swallows = false;
/** How far back the server says its stream reaches, ms. */
let reach: number | null = null;
let stream: ReturnType<typeof openStream> | null = null;

beforeEach(async () => {
  connections = [];
  waiting = [];
  refuse = 0;
  swallows = false;
  reach = null;
  server = createServer((request, answer) => {
    if (swallows) return;
    if (refuse > 0) {
      answer.writeHead(refuse).end();
      return;
    }
    const head = reach === null ? {} : { 'X-Reaches-Back': reach };
    answer.writeHead(200, { 'Content-Type': 'text/event-stream', ...head }).flushHeaders();
    const seen = { url: request.url ?? '', headers: request.headers, answer };
    const taker = waiting.shift();
    if (taker) taker(seen);
    else connections.push(seen);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  stream?.close();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

function next(): Promise<Seen> {
  const first = connections.shift();
  return first ? Promise.resolve(first) : new Promise((done) => waiting.push(done));
}

/** Opens a stream; its messages are taken one by one with `told`. */
function open(begun?: number) {
  const log: string[] = [];
  const takers: ((what: string) => void)[] = [];
  const tell = (what: string) => {
    const taker = takers.shift();
    if (taker) taker(what);
    else log.push(what);
  };
  stream = openStream({
    token: 'secret-token',
    url: `${address}/api/events`,
    probeUrl: `${address}/healthz`,
    onEvent: (event) => tell(`event ${event.eventId}`),
    onState: () => undefined,
    onReset: () => tell('reset'),
    onPermissions: (mark) => tell(`rights ${mark}`),
    onOver: () => tell('over'),
    begun,
  });
  return () => {
    const first = log.shift();
    return first !== undefined ? Promise.resolve(first) : new Promise<string>((done) => takers.push(done));
  };
}

const event = (id: string, cursor: string) =>
  `event: warn\nid: ${cursor}\ndata: ${JSON.stringify({ eventId: id, kind: 'created', warn: {} })}\n\n`;

test('the token stands in a header and never in the address', async () => {
  open();
  const { url, headers } = await next();
  expect(headers.authorization).toBe('Bearer secret-token');
  expect(headers['x-requested-with']).toBe('XMLHttpRequest');
  expect(url).toBe('/api/events');
  expect(headers['last-event-id']).toBeUndefined();
});

test('a cut connection is resumed where the last whole event ended', async () => {
  const received = open();
  const first = await next();
  expect(await received()).toBe('reset');
  first.answer.write(`${event('1', 'a')}${event('2', 'b')}id: c\ndata: half`);
  expect([await received(), await received()]).toEqual(['event 1', 'event 2']);
  first.answer.destroy();
  const second = await next();
  expect(second.headers['last-event-id']).toBe('b');
  second.answer.write(event('3', 'd'));
  expect(await received()).toBe('event 3');
});

test('an event that is sent again after a break is handed on once', async () => {
  const received = open();
  const first = await next();
  expect(await received()).toBe('reset');
  first.answer.write(event('1', 'a'));
  expect(await received()).toBe('event 1');
  first.answer.destroy();
  (await next()).answer.write(event('1', 'a') + event('2', 'b'));
  expect(await received()).toBe('event 2');
});

test('a lost cursor makes the tabs fetch anew, and the next connection asks without it', async () => {
  const received = open();
  const first = await next();
  expect(await received()).toBe('reset');
  first.answer.write(`${event('1', 'a')}event: reset\ndata: {}\n\n`);
  expect([await received(), await received()]).toEqual(['event 1', 'reset']);
  first.answer.destroy();
  expect((await next()).headers['last-event-id']).toBeUndefined();
});

test('a node that drains sends the stream elsewhere with its place kept', async () => {
  const received = open();
  const first = await next();
  expect(await received()).toBe('reset');
  first.answer.write(`${event('1', 'a')}event: moved\ndata: {}\n\n`);
  expect(await received()).toBe('event 1');
  expect((await next()).headers['last-event-id']).toBe('a');
});

test('the end of the session ends the stream and is told, said in the stream or refused with 401', async () => {
  const received = open();
  (await next()).answer.write('event: session\ndata: {}\n\n');
  expect([await received(), await received()]).toEqual(['reset', 'over']);
  refuse = 401;
  expect(await open()()).toBe('over');
});

test('a stream that begins before the pages read makes nothing be fetched twice', async () => {
  reach = 60_000;
  const received = open(moment() - 500);
  const first = await next();
  expect(Number(first.headers['x-page-age'])).toBeGreaterThanOrEqual(500);
  first.answer.write(event('1', 'a'));
  expect(await received()).toBe('event 1');
});

test('a stream that begins after the pages read makes them fetch anew', async () => {
  reach = 400;
  const received = open(moment() - 500);
  (await next()).answer.write(event('1', 'a'));
  expect([await received(), await received()]).toEqual(['reset', 'event 1']);
});

test('a line that swallows everything is lost 5 s after the last sign of the server, and stays so until it is answered', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  try {
    const states: string[] = [];
    const ignore = () => undefined;
    const lost = () => states.includes('down');
    stream = openStream({
      ...{ token: 'secret-token', url: `${address}/api/events`, probeUrl: `${address}/healthz` },
      ...{ onEvent: ignore, onReset: ignore, onPermissions: ignore, onOver: ignore },
      onState: (state) => states.at(-1) !== state && states.push(state),
    });
    /** Advances the clock of the stream and lets its messages arrive. */
    const pass = async (ms: number) => {
      for (let left = ms; left > 0; left -= 100) {
        await vi.advanceTimersByTimeAsync(100);
        await new Promise((done) => setImmediate(done));
      }
    };
    await next();
    while (states.at(-1) !== 'live') await pass(100);
    swallows = true;
    await pass(4000);
    expect(lost()).toBe(false);
    await pass(1500);
    expect(lost()).toBe(true);
    await pass(12_000);
    expect(states).toEqual(['live', 'down']);
  } finally {
    vi.useRealTimers();
  }
});
