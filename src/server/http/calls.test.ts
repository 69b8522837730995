import { connect } from 'node:net';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { limitConcurrency } from '#server/core/concurrency.ts';
import { log } from '#server/core/log.ts';
import { config, settleConfig } from '#server/core/runtime.ts';
import { db } from '#server/db/db.ts';
import { extensionsOf, findFeatures } from '#server/feature/extensions.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { hostileInputs } from '#server/testing/hostile.ts';
import { aPicture } from '#server/testing/picture.ts';
import { aRole, aUser, type TestUser } from '#server/testing/rows.ts';
import { upload } from '#server/testing/sheet.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { registerEndpoint } from './endpointRoute.ts';
import { answerErrors } from './errors.ts';

const endpoints: Endpoint[] = (await findFeatures()).flatMap((feature) => Object.values(feature.endpoints));
const named = endpoints.map((endpoint): [string, Endpoint] => [`${endpoint.method} ${endpoint.path}`, endpoint]);
/** Endpoints for people; those for keys: accessKey.test.ts. */
const guarded = named.filter(([, { permission }]) => permission === 'login' || permission.includes(':'));
const keyed = guarded.filter(([, endpoint]) => endpoint.permission !== 'login');

let app: TestApp;
/** A logged-in user without permissions. */
let unprivilegedUser: TestUser;

beforeAll(async () => {
  app = await startApp();
  unprivilegedUser = await aUser(app, { roleId: await aRole(app, { scope: 'all', permissions: [] }) });
});
afterAll(() => app.stop());

/** The page passes its whole query to this endpoint (specification section 7): unknown fields are no error. */
const passedThrough = ['/api/oauth2/getUserCode'];

/** Invalid for every endpoint: no contract has this field. */
const wrong = { nonsense: 'x' };

/** Calls the endpoint with the wrong input, in its format. */
function tryWrong(endpoint: Endpoint, token?: string) {
  if (!endpoint.upload) return app.tryCall(endpoint, wrong, token);
  const body = '--cut\r\nContent-Disposition: form-data; name="nonsense"\r\n\r\nx\r\n--cut--\r\n';
  return app.ask({
    path: endpoint.path,
    body,
    headers: { 'Content-Type': 'multipart/form-data; boundary=cut' },
    token,
  });
}

test('every endpoint of every contract is bound', async () => {
  const bound = (await extensionsOf('routes'))
    .flatMap(({ extension: part }) => part)
    .map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
  expect(bound.sort()).toEqual(named.map(([name]) => name).sort());
  expect(new Set(bound).size).toBe(bound.length);
});

test('an endpoint that declares no permission stops the start', () => {
  const [endpoint] = endpoints;
  const bare = { ...endpoint, permission: undefined } as unknown as Endpoint;
  expect(() =>
    registerEndpoint({ route: () => undefined } as never, { endpoint: bare, pool: 'web', run: async () => null }),
  ).toThrow('declares no permission');
});

describe.each(guarded)('%s', (_name, endpoint) => {
  test('answers 401 and 40026 to nobody, whatever the body', async () => {
    const none = await tryWrong(endpoint);
    expect(none).toMatchObject({ status: 401, code: 40026, msg: '请登录' });
    const stale = await tryWrong(endpoint, 'x'.repeat(43));
    expect(stale).toMatchObject({ status: 401, code: 40026, msg: '登录超时，请重新登录' });
  });

  test('refuses an unknown field with 400 once the caller has the right', async () => {
    const answer = await tryWrong(endpoint, app.admin);
    expect(answer).toMatchObject({ status: 400, code: -1 });
    expect(answer.msg).not.toBe('');
    const { errors } = answer.data as { errors: { field: string; rule: string; msg: string }[] };
    if (!passedThrough.includes(endpoint.path)) expect(errors.map((one) => one.field)).toContain('nonsense');
  });
});

test.each(keyed)(
  '%s answers 403 and 40050 to a person without its right, before the body is judged',
  async (_, one) => {
    expect(await tryWrong(one, unprivilegedUser.token)).toMatchObject({ status: 403, code: 40050 });
  },
);

test.each(keyed)('%s opens with a role that has its right and no other', async (_, endpoint) => {
  const roleId = await aRole(app, { scope: 'all', permissions: [endpoint.permission] });
  const user = await aUser(app, { roleId });
  expect((await tryWrong(endpoint, user.token)).status).toBe(400);
});

test('a wrong role gets 403 also from the live stream, nobody 401', async () => {
  expect(await app.ask({ method: 'GET', path: '/api/events' })).toMatchObject({ status: 401, code: 40026 });
});

const cutForm = (body: string, type = 'multipart/form-data; boundary=cut') => ({
  path: '/api/user/uploadUserImg',
  body,
  headers: { 'Content-Type': type },
});

describe('whatever is asked below /api is answered in the envelope', () => {
  const path = '/api/user/getUserInfo';
  test.each([
    ['an unknown path', { path: '/api/none/such' }, 404],
    ['a path that cannot be read', { path: '/api/%zz' }, 400],
    ['a path with another method', { method: 'GET', path }, 404],
    ['no X-Requested-With', { path, headers: { 'X-Requested-With': null } }, 400],
    ['unreadable JSON', { path, body: '{"a":', headers: { 'Content-Type': 'application/json' } }, 400],
    ['another content type', { path, body: 'hello', headers: { 'Content-Type': 'text/plain' } }, 415],
    ['XML', { path, body: '<a/>', headers: { 'Content-Type': 'application/xml' } }, 415],
    [
      'a body of 2 MB',
      { path, body: JSON.stringify({ a: 'x'.repeat(2_000_000) }), headers: { 'Content-Type': 'application/json' } },
      413,
    ],
    ['a list where an object belongs', { path, body: [] }, 400],
    ['an id past every number', { path: '/api/warn/getWarn', body: { id: '9999999999999999999' } }, 400],
    ['an action that every object has', { path: '/api/cmdLog/getCmdLogList', body: { action: 'constructor' } }, 400],
    [
      'a protocol that every object has',
      { path: '/api/equipment/decodeFrame', body: { protocol: 'constructor', frame: '00' } },
      400,
    ],
    [
      'a form that is cut short',
      cutForm('--cut\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nx'),
      400,
    ],
    ['a form without its mark', cutForm('hello', 'multipart/form-data'), 400],
    ['a sign that no text column takes', { path: '/api/warn/getWarnList', body: { keyword: 'a\u0000b' } }, 400],
  ])('%s', async (_, ask, status) => {
    const answer = await app.ask({ token: app.admin, ...ask });
    expect(answer).toMatchObject({ status, code: -1 });
    expect(answer.msg).toMatch(/[\u4e00-\u9fff]/);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['x-trace-id']).toMatch(/^[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}$/);
  });
});

test.each([
  ['name', { path: '/api/customer/addCustomer', body: { name: '王\u0000兰' } }],
  [
    'name',
    {
      path: '/api/customer/addCustomer',
      body: '{"name":"王\\ud83d"}',
      headers: { 'Content-Type': 'application/json' },
    },
  ],
  ['keyword', { path: '/api/warn/getWarnList', body: { keyword: 'a\u0000b' } }],
])('a sign that no database holds is refused with its field, %s', async (field, ask) => {
  const answer = await app.ask({ token: app.admin, ...ask });
  expect(answer.status).toBe(400);
  expect(answer.data).toEqual({ errors: [expect.objectContaining({ field, rule: 'storable' })] });
});

test('an object of more fields than any contract has is refused before it is judged', async () => {
  const body = { contacts: [Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [`k${n}`, 1]))] };
  const answer = await app.ask({ path: '/api/customer/addCustomer', body, token: app.admin });
  expect(answer).toMatchObject({ status: 400, msg: '输入的字段太多', data: null });
});

test.each(['/none', '/api/none', '/api/login/getServiceInfo', '/api/docs', '/api/docs/static/index.html'])(
  '%s lets no frame, foreign script or base in, is not sniffed, and is read by no other origin; nothing sets a cookie',
  async (path) => {
    const { headers } = await app.ask({ method: 'GET', path, headers: { Origin: 'https://evil.example' } });
    const page = await app.ask({ method: 'GET', path: '/none' });
    expect(headers['content-security-policy']).toBe(page.headers['content-security-policy']);
    const policy = String(headers['content-security-policy']).split(';');
    for (const rule of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "script-src 'self'"])
      expect(policy).toContain(rule);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
    expect(headers['access-control-allow-origin'] ?? headers['set-cookie']).toBeUndefined();
    expect((await app.ask({ method: 'TRACE', path })).status).toBeGreaterThanOrEqual(400);
  },
);

test('a request with two lengths is refused, and nothing behind it is read', async () => {
  const { port, hostname } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  const head = 'Host: x\r\nX-Requested-With: x\r\nContent-Type: application/json\r\n';
  const second = `GET /healthz HTTP/1.1\r\n${head}\r\n`;
  socket.write(
    `POST /api/login/accountLogin HTTP/1.1\r\n${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${second}`,
  );
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  expect(
    Buffer.concat(chunks)
      .toString()
      .match(/HTTP\/1\.1 \d+/g),
  ).toEqual(['HTTP/1.1 400']);
});

test('who asks for what they may not is in the log, a flood of it as one line', async () => {
  const noted = vi.spyOn(log, 'warn');
  const path = '/api/user/resetUserPassword';
  for (let n = 0; n < 3; n++)
    await app.ask({ path, body: { id: '1' }, token: unprivilegedUser.token, from: '127.0.0.91' });
  await app.ask({ path, body: { id: '1' }, from: '127.0.0.91' });
  const lines = noted.mock.calls.filter(([, text]) => (text as string) === 'request refused').map(([fields]) => fields);
  noted.mockRestore();
  const line = { ip: '127.0.0.91', path, trace: expect.any(String) };
  expect(lines).toEqual([
    { ...line, status: 403, user: unprivilegedUser.id },
    { ...line, status: 401, user: undefined },
  ]);
});

test('an over-long download form is 400, and so is a number past every file', async () => {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const path = '/api/file/downloadFile';
  const long = await app.ask({ path, body: `id=1&token=${'x'.repeat(70_000)}`, headers });
  expect(long.status).toBe(400);
  const many = await app.ask({ path, body: `id=9999999999999999999&token=${app.admin}`, headers });
  expect(many.status).toBe(404);
});

test.each(['/metrics', '/api/docs/json'])(
  '%s is for the addresses that are named and for people with a login',
  async (path) => {
    settleConfig({ ...config(), inspectFrom: ['10.0.0.0/8'] });
    const anonymousAnswer = await app.ask({ method: 'GET', path });
    const userAnswer = await app.ask({ method: 'GET', path, token: app.admin });
    settleConfig({ ...config(), inspectFrom: ['127.0.0.0/8'] });
    const local = await app.ask({ method: 'GET', path });
    expect([anonymousAnswer.status, userAnswer.status, local.status]).toEqual([401, 200, 200]);
  },
);

test.each(['/healthz', '/readyz', '/metrics', '/api/docs/json', '/none', '/'])(
  '%s carries a trace id',
  async (path) => {
    expect((await app.ask({ method: 'GET', path })).headers['x-trace-id']).toMatch(/^[0-9a-f-]{14}$/);
  },
);

test('the metrics hold the device ports, the streams and the timers', async () => {
  const { text } = await app.ask({ method: 'GET', path: '/metrics' });
  for (const name of ['device_messages_total', 'device_commit_seconds', 'anhao_streams', 'anhao_timers_overdue'])
    expect(text).toContain(`# TYPE ${name} `);
});

test('no endpoint fails by a number past every column, or a day or time that does not exist', async () => {
  const { token } = await aUser(app, { role: 'admin' });
  const unreached: string[] = [];
  const failed: unknown[] = [];
  const tryAll = async ([name, endpoint]: [string, Endpoint]) => {
    const { inputs, reached } = hostileInputs(endpoint.input);
    if (!reached) unreached.push(name);
    for (const input of inputs) {
      const { status, msg } = await app.tryCall(endpoint, input, token, '127.0.0.92');
      if (status >= 500 || status === 401) failed.push([name, input, status, msg]);
    }
  };
  const some = limitConcurrency(6);
  await Promise.all(named.filter(([, { upload }]) => !upload).map((one) => some(() => tryAll(one))));
  expect([failed, unreached]).toEqual([[], []]);
}, 300_000);

test('a value that the database refuses is 400 with its field, one that is not named without', async () => {
  const other = Fastify();
  answerErrors(other);
  const body = { type: 'object', properties: { days: { type: 'array', items: { type: 'string', title: '日期' } } } };
  other.post('/day', { schema: { body } }, async (request) => {
    const { days } = request.body as { days: string[] };
    await sql`select ${days[1]}::date`.execute(db);
  });
  other.post('/sum', () => sql`select 2147483647 + ${1}::int`.execute(db));
  const day = await other.inject({ method: 'POST', url: '/day', payload: { days: ['2026-02-01', '2026-02-30'] } });
  expect([day.statusCode, day.json().data]).toEqual([
    400,
    { errors: [{ field: 'days.1', rule: 'range', msg: '日期超出范围' }] },
  ]);
  const total = await other.inject({ method: 'POST', url: '/sum', payload: {} });
  expect([total.statusCode, total.json()]).toMatchObject([400, { data: null, msg: '输入的数值、日期或时间超出范围' }]);
});

test('the OpenAPI document says the permission of each operation', async () => {
  const { text } = await app.ask({ method: 'GET', path: '/api/docs/json' });
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, Record<string, unknown>>> };
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => [`${method.toUpperCase()} ${path}`, one['x-permission']]),
  );
  for (const [name, endpoint] of named) expect(documented).toContainEqual([name, endpoint.permission]);
  for (const [, permission] of documented)
    expect(permission).toMatch(/^(public|login|family|display|[a-z]+[A-Za-z]*:[a-z]+)$/);
});

test('logged-in calls bear hundreds from one address, login and captcha do not', async () => {
  const many = async (n: number, one: () => Promise<{ status: number }>) => {
    const answers = await Promise.all(Array.from({ length: n }, one));
    return new Set(answers.map((answer) => answer.status));
  };
  expect(await many(600, () => app.ask({ path: '/api/login/validateToken', body: {}, token: app.admin }))).toEqual(
    new Set([200]),
  );
  // More than two minutes' quota: a minute may end while they are sent.
  expect([...(await many(310, () => app.ask({ method: 'GET', path: '/api/login/getCaptcha' })))]).toContain(429);
  const wrongLogin = { path: '/api/login/accountLogin', body: {} };
  expect([...(await many(610, () => app.ask(wrongLogin)))]).toContain(429);
  expect(await app.ask(wrongLogin)).toMatchObject({ code: -1, msg: '请求太频繁，请稍后再试' });
});

test('nothing that a person is answered is kept by a cache: not the live stream and no file, which has its name encoded', async () => {
  const stop = new AbortController();
  const headers = { Authorization: `Bearer ${app.admin}`, 'X-Requested-With': 'x' };
  const stream = await fetch(new URL('/api/events', app.url), { headers, signal: stop.signal });
  expect(stream.headers.get('cache-control')).toBe('no-store, no-transform');
  stop.abort();
  const picture = new Blob([new Uint8Array(await aPicture())]);
  const { fileId } = (await upload(app, '/api/notice/uploadNoticePicture', picture)).data;
  const file = await app.ask({ method: 'GET', path: `/api/file/getFile?id=${String(fileId)}`, token: app.admin });
  expect([file.status, file.headers['cache-control']]).toEqual([200, 'no-store']);
  expect(file.headers['content-disposition']).toMatch(/^inline; filename\*=UTF-8''[\w%.-]+$/);
  const refused = await app.ask({ method: 'GET', path: `/api/file/getFile?id=${String(fileId)}` });
  expect([refused.status, refused.headers['cache-control']]).toEqual([401, 'no-store']);
});
