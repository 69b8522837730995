import { once } from 'node:events';
import { copyFile } from 'node:fs/promises';
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';
import { connect as connectTcp } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { log } from '#server/core/log.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { type CertificateFiles, writeCertificate } from '#server/testing/certificate.ts';
import { temporaryFolder } from '#server/testing/folder.ts';
import { aPicture } from '#server/testing/picture.ts';
import { aUser } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let used: CertificateFiles;
let app: TestApp;
const sessions: ClientHttp2Session[] = [];

beforeAll(async () => {
  folder = await temporaryFolder();
  used = await writeCertificate(folder.path, 'used');
  app = await startApp({ env: { TLS_CERT: used.cert, TLS_KEY: used.key, MQTTS_PORT: 'off' } });
});
afterAll(async () => {
  for (const session of sessions) session.destroy();
  await app.stop();
  await folder.remove();
});

/** Opens an HTTP/2 connection that checks the certificate against the trusted one. */
async function h2(ca = used.pem): Promise<ClientHttp2Session> {
  const session = connect(app.url, { ca });
  session.on('error', () => undefined);
  sessions.push(session);
  await once(session, 'connect');
  return session;
}

const asPage = { 'x-requested-with': 'XMLHttpRequest' };

interface HttpReply {
  status: number;
  headers: Record<string, unknown>;
  text: string;
}

/** Sends a request and returns the full answer. */
async function sendRequest(
  session: ClientHttp2Session,
  path: string,
  { body, ...headers }: Record<string, string | Buffer> = {},
): Promise<HttpReply> {
  const stream = session.request({
    ':path': path,
    ':method': body === undefined ? 'GET' : 'POST',
    ...asPage,
    ...(headers as Record<string, string>),
  });
  stream.end(body);
  const [head] = (await once(stream, 'response')) as [Record<string, unknown>];
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return { status: Number(head[':status']), headers: head, text: Buffer.concat(chunks).toString('utf8') };
}

/** Opens a live stream over HTTP/2 and collects its text. */
async function live(
  session: ClientHttp2Session,
  token: string,
): Promise<{ stream: ClientHttp2Stream; text: () => string }> {
  const stream = session.request({ ':path': '/api/events', ...asPage, authorization: `Bearer ${token}` });
  let text = '';
  stream.setEncoding('utf8');
  stream.on('data', (part: string) => {
    text += part;
  });
  stream.on('error', () => undefined);
  await until('the beginning of the stream', () => text.includes('event: hello'));
  return { stream, text: () => text };
}

test('one port speaks HTTP/2 to whoever offers it and HTTP/1.1 to the rest, and promises to stay encrypted', async () => {
  const session = await h2();
  expect(session.alpnProtocol).toBe('h2');
  const ready = await sendRequest(session, '/readyz');
  expect(ready).toMatchObject({ status: 200, text: '{"ready":true,"reason":null}' });
  expect(ready.headers['strict-transport-security']).toBe('max-age=31536000');
  const old = await app.ask({ method: 'GET', path: '/readyz' });
  expect(old).toMatchObject({ status: 200, headers: { 'strict-transport-security': 'max-age=31536000' } });
});

test('calls, uploads and pictures go over HTTP/2 as over HTTP/1.1', async () => {
  const user = await aUser(app);
  const session = await h2();
  const authorization = `Bearer ${user.token}`;
  const call = (path: string, body: string) =>
    sendRequest(session, path, { body, authorization, 'content-type': 'application/json' });
  const info = await call('/api/user/getUserInfo', '{}');
  expect(JSON.parse(info.text)).toMatchObject({ code: 0, data: { account: user.account } });
  expect(JSON.parse((await call('/api/user/getUserInfo', '{')).text)).toMatchObject({ code: -1 });
  const head =
    '--sep\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n';
  const form = Buffer.concat([Buffer.from(head), await aPicture(), Buffer.from('\r\n--sep--\r\n')]);
  const sent = await sendRequest(session, '/api/user/uploadUserImg', {
    body: form,
    authorization,
    'content-type': 'multipart/form-data; boundary=sep',
  });
  const { code, data } = JSON.parse(sent.text) as { code: number; data: { url: string } };
  expect(code).toBe(0);
  expect(await sendRequest(session, data.url, { authorization })).toMatchObject({ status: 200 });
});

test('the live stream comes over HTTP/2 beside other calls of the same connection, and ends with the session', async () => {
  const user = await aUser(app);
  const session = await h2();
  const { stream, text } = await live(session, user.token);
  const wide = await Promise.all(Array.from({ length: 60 }, () => sendRequest(session, '/healthz')));
  expect(wide.every(({ status }) => status === 200)).toBe(true);
  await app.ask({ path: '/api/user/logoutUser', body: { id: user.id }, token: app.admin });
  await until('the end of the stream', () => stream.closed);
  expect(text()).toContain('event: session');
  expect((await sendRequest(session, '/healthz')).status).toBe(200);
});

/** Returns the certificate of a new connection as PEM; after a failed handshake the error code. */
async function shown(options: { maxVersion?: 'TLSv1.1' | 'TLSv1.3' } = {}): Promise<string> {
  const { port } = new URL(app.url);
  const socket: TLSSocket = connectTls({
    host: '127.0.0.1',
    port: Number(port),
    rejectUnauthorized: false,
    ...options,
  });
  try {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    socket.once('secureConnect', () => resolve(socket.getPeerX509Certificate()?.toString() ?? ''));
    socket.once('error', reject);
    return await promise.catch((error: NodeJS.ErrnoException) => error.code ?? '');
  } finally {
    socket.destroy();
  }
}

const plain = (pem: string) => pem.replace(/\s/g, '');

test('nothing older than TLS 1.2 is spoken, and a request in clear is cut', async () => {
  expect(plain(await shown())).toBe(plain(used.pem));
  expect(await shown({ maxVersion: 'TLSv1.1' })).toMatch(/^(ERR_SSL|ECONNRESET)/);
  const socket = connectTcp(Number(new URL(app.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(socket.resume(), 'close');
});

test('half of a new pair is told in the log and changes nothing; both halves serve new connections, and open ones go on', async () => {
  const user = await aUser(app);
  const session = await h2();
  const { stream, text } = await live(session, user.token);
  const next = await writeCertificate(folder.path, 'next');
  const errorLog = vi.spyOn(log, 'error');
  await copyFile(next.cert, used.cert);
  await until('the log to tell', () => JSON.stringify(errorLog.mock.calls).includes('TLS_KEY does not belong'));
  errorLog.mockRestore();
  expect(plain(await shown())).toBe(plain(used.pem));
  await copyFile(next.key, used.key);
  await until('the new certificate', async () => plain(await shown()) === plain(next.pem));
  expect((await sendRequest(await h2(next.pem), '/healthz')).status).toBe(200);
  expect((await sendRequest(session, '/healthz')).status).toBe(200);
  expect(stream.closed).toBe(false);
  await app.ask({ path: '/api/user/logoutUser', body: { id: user.id }, token: app.admin });
  await until('what the old connection is told', () => text().includes('event: session'));
  const metrics = await app.ask({ method: 'GET', path: '/metrics' });
  expect(metrics.text).toMatch(/anhao_tls_expires_seconds [1-9]\d{9}/);
  used = { ...used, pem: next.pem };
});

test('streams that are opened and reset in a row cost the sender the connection and nobody else theirs', async () => {
  const [flood, other] = [await h2(), await h2()];
  const isClosed = () => flood.closed || flood.destroyed;
  for (let round = 0; round < 60 && !isClosed(); round++) {
    const streams = Array.from({ length: 50 }, () => flood.request({ ':path': '/healthz' }));
    for (const stream of streams) {
      stream.on('error', () => undefined);
      stream.close(constants.NGHTTP2_CANCEL);
    }
    expect((await sendRequest(other, '/healthz')).status).toBe(200);
  }
  await until('the end of the flood', isClosed);
  expect((await sendRequest(other, '/healthz')).status).toBe(200);
});

test('a request with headers without end is reset', async () => {
  const session = await h2();
  const many = Object.fromEntries(Array.from({ length: 90 }, (_, n) => [`x-${n}`, 'a']));
  const refused = session.request({ ':path': '/healthz', ...many });
  const [error] = (await once(refused, 'error')) as [Error];
  expect(error.message).toContain('ENHANCE_YOUR_CALM');
});
