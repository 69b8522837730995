import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { log } from '#server/core/log.ts';
import { hasPermission, type KeyKind, type Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { ownedTables, scoped } from '#server/db/scoped.ts';
import { command } from '#server/feature/command.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { everyText, findTexts } from '#server/testing/everyText.ts';
import { aCustomer, aKey, anApplication, aUser } from '#server/testing/rows.ts';
import { type Endpoint, type Permission, post, strict } from '#shared/endpoint.ts';
import { Type } from '#shared/typebox.ts';
import { buildApp } from './app.ts';
import { registerEndpoint } from './endpointRoute.ts';

/** Address of a proxy that may name the caller's. */
const proxy = '127.0.0.9';
let app: TestApp;
/** The product with endpoints of the two kinds, which it has none of itself. */
let http: FastifyInstance;
let lastViewer: Viewer | undefined;
const described = new Map<string, unknown>();

const Input = { note: Type.Optional(Type.String({ maxLength: 100, title: '备注' })) };
const Seen = strict({ id: Type.String() });
const probe = (path: string, permission: Permission, options: Partial<Pick<Endpoint, 'alsoFor' | 'change'>> = {}) =>
  post(path, { title: '试', permission, change: false, ...options, input: Input, output: Seen });
const probes: Record<KeyKind, Endpoint> = {
  family: probe('/api/family/getProbe', 'family'),
  display: probe('/api/wall/getProbe', 'display'),
};
const changes: Record<KeyKind, Endpoint> = {
  family: probe('/api/family/editProbe', 'family', { change: true }),
  display: probe('/api/wall/editProbe', 'display', { change: true }),
};
const wallOrUser = probe('/api/wall/getEither', 'display', { alsoFor: ['login'] });
const forApps = probe('/api/probe/getNews', 'news:read', { alsoFor: ['app'] });
const kinds = ['family', 'display'] as const;
const other = { family: 'display', display: 'family' } as const;

beforeAll(async () => {
  app = await startApp({ env: { TRUST_PROXY: proxy } });
  http = await buildApp(({ url, schema }) => described.set(url, schema?.['x-permission']));
  const run = async (viewer: Viewer) => {
    lastViewer = viewer;
    return { id: viewer.bearerId ?? '' };
  };
  for (const endpoint of [...Object.values(probes), ...Object.values(changes), wallOrUser, forApps])
    registerEndpoint(http, { endpoint, pool: 'web', run });
  await http.ready();
});
afterAll(async () => {
  await http.close();
  await app.stop();
});

let lastAddress = 0;
/** Returns an address that no other test has counted. */
function anAddress(): string {
  lastAddress += 1;
  return `198.51.100.${lastAddress}`;
}

interface Options {
  from?: string;
  headers?: Record<string, string>;
  body?: object;
}

async function call(endpoint: Pick<Endpoint, 'path' | 'method'>, key: string | null, options: Options = {}) {
  const answer = await http.inject({
    method: endpoint.method,
    url: endpoint.path,
    remoteAddress: options.from ?? anAddress(),
    headers: {
      'x-requested-with': 'x',
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...options.headers,
    },
    payload: options.body ?? {},
  });
  return { status: answer.statusCode, headers: answer.headers, ...(answer.json() as { code: number; data: unknown }) };
}

const wrong = () => 'x'.repeat(43);

/** Statements that end a key, by kind. */
const ends: Record<KeyKind, Record<string, string>> = {
  family: {
    'taken back': 'update customer_user_session set ended_at = now() where customer_user_id = $1',
    expired: `update customer_user_session set expires_at = now() - interval '1 second' where customer_user_id = $1`,
    'of a disabled account': `update customer_user set status = 'disabled' where id = $1`,
    'of a cancelled account': `update customer_user set status = 'cancelled' where id = $1`,
  },
  display: {
    'taken back': 'update display_key set ended_at = now() where display_id = $1',
    'past the last day of its display': `update display set until = now() - interval '1 second' where id = $1`,
    'of a disabled display': `update display set status = 'disabled' where id = $1`,
    'of a deleted display': 'update display set deleted_at = now() where id = $1',
    'of a display for another network': `update display set addresses = '{10.0.0.0/8}' where id = $1`,
  },
};

describe.each(kinds)('a %s key', (kind) => {
  test('opens the endpoints of its permission', async () => {
    const { id, key } = await aKey[kind](app);
    expect(await call(probes[kind], key)).toMatchObject({ status: 200, code: 0, data: { id } });
  });

  test('opens no endpoint of the other kind, of a session or of an application', async () => {
    const { key } = await aKey[kind](app);
    for (const endpoint of [probes[other[kind]], forApps, { method: 'POST', path: '/api/user/getUserInfo' }] as const)
      expect(await call(endpoint, key), endpoint.path).toMatchObject({ status: 401, code: 40026 });
  });

  test('is the only thing that opens them: no session, not the administrator’s, and no application’s token', async () => {
    const { token } = await anApplication(app, { scopes: ['news:read'] });
    for (const one of [app.admin, (await aUser(app)).token, token, ''])
      expect((await call(probes[kind], one)).status).toBe(401);
  });

  test.each(Object.entries(ends[kind]))('that is %s answers like one that never was, at once', async (_, end) => {
    const { id, key } = await aKey[kind](app);
    expect((await call(probes[kind], key)).status).toBe(200);
    await app.sql(end, [id]);
    const [ended, unknown, none] = [
      await call(probes[kind], key),
      await call(probes[kind], wrong()),
      await call(probes[kind], null),
    ];
    const told = ({ status, code, data, ...rest }: typeof ended) => [status, code, data, 'msg' in rest && rest.msg];
    expect(told(ended)).toEqual([401, 40026, null, '密钥无效或已失效']);
    expect([told(unknown), told(none)]).toEqual([told(ended), told(ended)]);
    const names = (answer: typeof ended) => Object.keys(answer.headers).sort();
    expect(names(unknown)).toEqual(names(ended));
  });

  test('is stored as a hash alone, and is in no log, answer, metric or error', async () => {
    const { key } = await aKey[kind](app);
    const lines = (['info', 'warn', 'error'] as const).map((level) => vi.spyOn(log, level));
    const answers = [
      await call(changes[kind], key, { body: { note: '好' } }),
      await call(changes[kind], key, { body: { nonsense: 1 } }),
      await call(changes[other[kind]], key),
      await call({ method: 'POST', path: '/api/user/getUserInfo' }, key),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 401, 401]);
    const logged = JSON.stringify(lines.map(({ mock }) => mock.calls));
    for (const line of lines) line.mockRestore();
    expect(logged).toContain('request refused');
    const metrics = (await app.ask({ method: 'GET', path: '/metrics' })).text;
    expect([logged, metrics, JSON.stringify(answers)].map((text) => text.includes(key))).toEqual([false, false, false]);
    expect(findTexts(await everyText(app.sql), [key])).toEqual([]);
  });

  test('gives a viewer of its own kind, without a user, a permission, a scope or a row of any owned table', async () => {
    await aCustomer(app);
    const { id, key } = await aKey[kind](app);
    await call(probes[kind], key);
    const viewer = lastViewer as Viewer;
    expect(viewer).toMatchObject({ kind, bearerId: id, userId: '0', sessionId: null });
    expect([hasPermission(viewer, 'customer:list'), hasPermission(viewer, kind)]).toEqual([false, false]);
    for (const table of Object.keys(ownedTables) as (keyof typeof ownedTables)[])
      expect(await db.selectFrom(scoped(viewer, table)).select(sql`1`.as('one')).execute(), table).toEqual([]);
  });

  test('is in the command log by who bears it, and never claims an account that its input names', async () => {
    const { id, name, key } = await aKey[kind](app);
    const run = async (viewer: Viewer) =>
      command(viewer, async ({ tx }) => {
        await sql`update cache_version set version = version where name = 'dictionary'`.execute(tx);
        return { id: '' };
      });
    const place = kind === 'family' ? '/api/family/addProbe' : '/api/wall/addProbe';
    const endpoint = post(place, {
      title: '试',
      permission: kind,
      input: { account: Type.String({ maxLength: 50 }) },
      output: Seen,
    });
    const own = await buildApp();
    registerEndpoint(own, { endpoint, pool: 'web', run });
    const from = anAddress();
    const answer = await own.inject({
      method: 'POST',
      url: place,
      remoteAddress: from,
      headers: { 'x-requested-with': 'x', authorization: `Bearer ${key}` },
      payload: { account: 'admin' },
    });
    await own.close();
    expect(answer.statusCode).toBe(200);
    expect(await app.sql('select user_id, account, user_name, ip, code from cmd_log where path = $1', [place])).toEqual(
      [
        {
          user_id: null,
          account: `${kind}:${id}`,
          user_name: kind === 'family' ? '孙*' : name,
          ip: from,
          code: 0,
        },
      ],
    );
  });

  test('is good for 120 calls a minute, whatever address they come from, and no other key pays for it', async () => {
    const [busy, quiet] = [await aKey[kind](app), await aKey[kind](app)];
    const answers = await Promise.all(Array.from({ length: 130 }, () => call(probes[kind], busy.key)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(120);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
    expect((await call(probes[kind], quiet.key)).status).toBe(200);
  });

  test('that is wrong is answered 20 times a minute per address, also in parallel, then 429', async () => {
    const from = anAddress();
    const answers = await Promise.all(Array.from({ length: 60 }, () => call(probes[kind], wrong(), { from })));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(40);
    expect((await call(probes[other[kind]], wrong(), { from })).status).toBe(429);
    expect((await call(probes[kind], wrong())).status).toBe(401);
  });

  test('that was valid before goes on from an address with too many wrong ones, until it ends', async () => {
    const from = anAddress();
    const { id, key } = await aKey[kind](app);
    expect((await call(probes[kind], key, { from })).status).toBe(200);
    for (let n = 0; n < 21; n++) await call(probes[kind], wrong(), { from });
    expect((await call(probes[kind], key, { from })).status).toBe(200);
    await app.sql(ends[kind]['taken back'] ?? '', [id]);
    expect((await call(probes[kind], key, { from })).status).toBe(429);
  });

  test('that is correct costs its address nothing, however many bear one at once', async () => {
    const from = anAddress();
    const holders = await Promise.all(Array.from({ length: 40 }, () => aKey[kind](app)));
    const answers = await Promise.all(holders.map(({ key }) => call(probes[kind], key, { from })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test('that is wrong counts for the real address behind a trusted proxy, and for no address that a caller invents', async () => {
    const [real, neighbour, direct] = [anAddress(), anAddress(), anAddress()];
    const behind = (address: string) => ({ from: proxy, headers: { 'x-forwarded-for': `10.1.1.1, ${address}` } });
    for (let n = 0; n < 20; n++) await call(probes[kind], wrong(), behind(real));
    expect((await call(probes[kind], wrong(), behind(real))).status).toBe(429);
    expect((await call(probes[kind], wrong(), behind(neighbour))).status).toBe(401);
    for (let n = 0; n < 20; n++)
      await call(probes[kind], wrong(), { from: direct, headers: { 'x-forwarded-for': `203.0.113.${n}` } });
    expect((await call(probes[kind], wrong(), { from: direct })).status).toBe(429);
  });

  test('travels in the header alone', async () => {
    const { key } = await aKey[kind](app);
    const path = `${probes[kind].path}?token=${key}&display=${key}`;
    expect((await call({ method: 'POST', path }, null)).status).toBe(401);
    expect((await call(probes[kind], null, { headers: { 'x-token': key } })).status).toBe(401);
  });

  test('is judged before the body, and takes a small one', async () => {
    expect((await call(probes[kind], wrong(), { body: { nonsense: 1 } })).status).toBe(401);
    const { key } = await aKey[kind](app);
    expect((await call(probes[kind], key, { body: { nonsense: 1 } })).status).toBe(400);
    expect((await call(probes[kind], key, { body: { note: 'x'.repeat(9000) } })).status).toBe(413);
  });
});

const strayPlaces: [KeyKind, string][] = [
  ['family', '/api/customer/getProbe'],
  ['family', '/api/wall/getProbe2'],
  ['family', '/api/familyOf/getProbe'],
  ['display', '/api/family/getProbe2'],
  ['display', '/api/home/getProbe'],
];

test.each(strayPlaces)('an endpoint with the permission %s at %s stops the start', (permission, path) => {
  const bound = { endpoint: probe(path, permission), pool: 'web', run: async () => null } as const;
  expect(() => registerEndpoint({ route: () => undefined } as never, bound)).toThrow(
    `the permission ${permission} outside`,
  );
});

test.each(strayPlaces)(
  'a handler outside the contracts with the permission %s at %s does so too',
  async (permission, path) => {
    const own = await buildApp();
    expect(() => own.get(path, { schema: { 'x-permission': permission } }, () => '')).toThrow('outside');
    await own.close();
  },
);

test('a wall that is opened from its network is let in, from others it is not', async () => {
  const { id, key } = await aKey.display(app);
  await app.sql(`update display set addresses = '{198.18.7.0/24,2001:db8::/32}' where id = $1`, [id]);
  const from = async (address: string) => (await call(probes.display, key, { from: address })).status;
  expect([await from('198.18.7.20'), await from('::ffff:198.18.7.21'), await from('2001:db8::5')]).toEqual([
    200, 200, 200,
  ]);
  expect([await from('198.18.8.20'), await from('2001:db9::5')]).toEqual([401, 401]);
});

test('where the contract says so a session opens an endpoint of a wall, as itself; an application’s token does not', async () => {
  const user = await aUser(app);
  const { token } = await anApplication(app, { scopes: ['news:read'] });
  const display = await aKey.display(app);
  expect((await call(wallOrUser, user.token)).status).toBe(200);
  expect(lastViewer).toMatchObject({ kind: 'user', userId: user.id });
  expect(await call(wallOrUser, display.key)).toMatchObject({ status: 200, data: { id: display.id } });
  expect((await call(wallOrUser, token)).status).toBe(401);
  const waiting = await aUser(app, { mustChange: true });
  expect((await call(wallOrUser, waiting.token)).status).toBe(403);
});

test('the documents say which endpoints a key opens', () => {
  for (const kind of kinds) expect(described.get(probes[kind].path)).toBe(kind);
});

test('each use moves the end of a browser’s key 90 days on, at most once a minute', async () => {
  const { id, key } = await aKey.family(app);
  const read = () =>
    app.sql(
      `select round(extract(epoch from expires_at - now()) / 86400)::int as days, last_at > now() - interval '10 seconds' as fresh
       from customer_user_session where customer_user_id = $1`,
      [id],
    );
  await app.sql(
    `update customer_user_session set last_at = now() - interval '30 days', expires_at = now() + interval '60 days' where customer_user_id = $1`,
    [id],
  );
  await call(probes.family, key);
  expect(await read()).toEqual([{ days: 90, fresh: true }]);
  await app.sql(
    `update customer_user_session set last_at = now() - interval '30 seconds', expires_at = now() + interval '60 days' where customer_user_id = $1`,
    [id],
  );
  await call(probes.family, key);
  expect(await read()).toEqual([{ days: 60, fresh: false }]);
});
