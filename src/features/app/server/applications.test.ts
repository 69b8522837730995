import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appApi } from '#features/app/contract.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { buildApp } from '#server/http/app.ts';
import { registerEndpoint } from '#server/http/endpointRoute.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, anApplication, aProject, aUser, next } from '#server/testing/rows.ts';
import type { AppScope } from '#shared/appScope.ts';
import { Id, type Permission, post, strict } from '#shared/endpoint.ts';
import { Type } from '#shared/typebox.ts';

let app: TestApp;
/** The product with endpoints for applications, which it has few of itself. */
let http: FastifyInstance;
let lastViewer: Viewer;

const forApps = (path: string, permission: Permission, change = false) =>
  post(path, {
    title: '试',
    permission,
    alsoFor: ['app'],
    change,
    input: {},
    output: strict({ customers: Type.Array(Id) }),
  });
const reading = forApps('/api/probe/getPeople', 'news:read');
const health = forApps('/api/probe/getHealth', 'fhir:read');
const change = forApps('/api/probe/editPeople', 'news:read', true);

beforeAll(async () => {
  app = await startApp();
  http = await buildApp();
  const run = async (viewer: Viewer) => {
    lastViewer = viewer;
    const rows = await db.selectFrom(scoped(viewer, 'customer')).select('customer.id').execute();
    return { customers: rows.map(({ id }) => id).sort() };
  };
  for (const endpoint of [reading, health, change]) registerEndpoint(http, { endpoint, pool: 'web', run });
  await http.ready();
});
afterAll(async () => {
  await http.close();
  await app.stop();
});

interface Registered {
  id: string;
  name: string;
  appid: string;
  secret: string;
}

async function register(projectIds?: string[], scopes: AppScope[] = ['news:read']): Promise<Registered> {
  const name = `对方系统${next()}`;
  const fields = { name, redirectUris: ['https://partner.example.cn/x'], scopes, ...(projectIds && { projectIds }) };
  return { name, ...(await app.call(appApi.addApp, fields, app.admin)) };
}

async function ask({ appid, secret }: Pick<Registered, 'appid' | 'secret'>) {
  const body = new URLSearchParams({ grant_type: 'client_credentials', appid, secret });
  const answer = await fetch(new URL('/api/oauth2/token', app.url), { method: 'POST', body });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const tokenOf = async (one: Registered) => String((await ask(one)).body.access_token);

async function call(token: string, { path }: { path: string } = reading) {
  const headers = { 'x-requested-with': 'x', authorization: `Bearer ${token}` };
  const answer = await http.inject({ method: 'POST', url: path, headers, payload: {} });
  const { data } = answer.json() as { data: { customers: string[] } | null };
  return { status: answer.statusCode, customers: data?.customers };
}

/** Creates a project with two people in different departments, and their ids. */
async function aReach(): Promise<{ project: string; people: string[] }> {
  const project = await aProject(app);
  const people = [
    await aCustomer(app, { project, department: await aDepartment(app) }),
    await aCustomer(app, { project }),
  ];
  return { project, people: people.sort() };
}

const edit = (id: string, input: object) =>
  app
    .sql<{ version: number }>('select version from app where id = $1', [id])
    .then(([row]) => app.call(appApi.editApp, { id, version: row?.version ?? 1, ...input }, app.admin));

test('an application of its own right sees the projects named on it, in every department, and no others', async () => {
  const [named, other] = [await aReach(), await aReach()];
  const token = await tokenOf(await register([named.project]));
  expect(await call(token)).toEqual({ status: 200, customers: named.people });
  expect(other.people).toHaveLength(2);
});

test('without a named project it gets a token and sees nothing, never everything', async () => {
  await aReach();
  for (const projectIds of [undefined, []])
    expect(await call(await tokenOf(await register(projectIds)))).toEqual({ status: 200, customers: [] });
});

test('it has its scopes as permissions and no others, and is no user', async () => {
  const { id, ...one } = await register([(await aReach()).project], ['news:read', 'profile']);
  const token = await tokenOf({ id, ...one });
  await call(token);
  expect(lastViewer).toMatchObject({ kind: 'app', bearerId: id, userId: '0', sessionId: null });
  const keys = ['news:read', 'profile', 'fhir:read', 'customer:list', 'app:edit'];
  expect(keys.map((key) => hasPermission(lastViewer, key))).toEqual([true, true, false, false, false]);
  expect((await call(token, health)).status).toBe(403);
});

test('its calls are in the command log under the application', async () => {
  const { appid, name, ...one } = await register([(await aReach()).project]);
  await call(await tokenOf({ appid, name, ...one }), change);
  expect(await app.sql('select user_id, account, user_name, code from cmd_log where path = $1', [change.path])).toEqual(
    [{ user_id: null, account: appid, user_name: name, code: 0 }],
  );
});

test('with a wrong secret, for an unknown, a disabled or a login application there is no token', async () => {
  const { secret, ...one } = await register();
  const refused = { status: 400, body: { error: 'invalid_client' } };
  expect(await ask({ ...one, secret: `${secret}x` })).toMatchObject(refused);
  expect(await ask({ appid: 'ah000000000000000000', secret })).toMatchObject(refused);
  await edit(one.id, { grants: ['authorization_code'] });
  expect(await ask({ ...one, secret })).toMatchObject({ status: 400, body: { error: 'unauthorized_client' } });
  await edit(one.id, { grants: ['client_credentials'] });
  expect((await ask({ ...one, secret })).status).toBe(200);
  await app.call(appApi.updateAppStatus, { id: one.id, status: 'disabled' }, app.admin);
  expect(await ask({ ...one, secret })).toMatchObject(refused);
});

test('a living token ends at once when the application is disabled, and stays so when it is enabled again', async () => {
  const one = await register([(await aReach()).project]);
  const token = await tokenOf(one);
  expect((await call(token)).status).toBe(200);
  await app.call(appApi.updateAppStatus, { id: one.id, status: 'disabled' }, app.admin);
  expect((await call(token)).status).toBe(401);
  await app.call(appApi.updateAppStatus, { id: one.id, status: 'enabled' }, app.admin);
  expect((await call(token)).status).toBe(401);
  expect((await call(await tokenOf(one))).status).toBe(200);
});

test('a living token ends at once when the secret is rotated, and both secrets give a new one in the overlap', async () => {
  const one = await register([(await aReach()).project]);
  const token = await tokenOf(one);
  const { secret } = await app.call(appApi.resetAppSecret, { id: one.id, overlapHours: 1 }, app.admin);
  expect((await call(token)).status).toBe(401);
  const [former, current] = [await ask(one), await ask({ ...one, secret })];
  for (const { body } of [former, current]) expect((await call(String(body.access_token))).status).toBe(200);
  // The application's tokens last two hours; the former secret one.
  expect(former.body.expires_in).toBeLessThanOrEqual(3600);
  expect(current.body.expires_in).toBeGreaterThan(7000);
});

test('a project that is taken from the application, or deleted, is out of reach at once while the token lives', async () => {
  const [first, second] = [await aReach(), await aReach()];
  const one = await register([first.project, second.project]);
  const token = await tokenOf(one);
  expect((await call(token)).customers).toEqual([...first.people, ...second.people].sort());
  await edit(one.id, { projectIds: [second.project] });
  expect((await call(token)).customers).toEqual(second.people);
  await app.sql('update project set deleted_at = now() where id = $1', [second.project]);
  expect(await call(token)).toEqual({ status: 200, customers: [] });
});

test('a scope or the grant that is taken from the application is taken from its living tokens', async () => {
  const one = await register([(await aReach()).project], ['news:read', 'profile']);
  const token = await tokenOf(one);
  await edit(one.id, { scopes: ['profile'] });
  expect((await call(token)).status).toBe(403);
  await edit(one.id, { scopes: ['profile', 'news:read'] });
  expect((await call(token)).status).toBe(200);
  await edit(one.id, { grants: ['authorization_code'] });
  expect((await call(token)).status).toBe(401);
});

test('a token with a person behind it is not the application, nor is a session', async () => {
  const user = await aUser(app);
  const { token } = await anApplication(app, { scopes: ['news:read'], userId: user.id });
  expect((await call(token)).status).toBe(401);
  expect((await call(user.token)).status).toBe(403);
});

test('an article of a project is read by the applications of that project, one for everybody by all', async () => {
  const [project, other] = [await aProject(app), await aProject(app)];
  for (const [title, projects] of [
    ['本项目', [project]],
    ['全部', null],
  ] as const)
    await app.sql(
      `insert into news (title, category, content, status, project_ids, published_at, department_id)
       select $1, 'notice', 'x', 'published', $2, now(), min(id) from department`,
      [title, projects],
    );
  const titles = async (projectIds?: string[]) => {
    const token = await tokenOf(await register(projectIds));
    const { data } = await app.ask({ path: '/api/open/getNewsList', body: {}, token });
    return (data as { title: string }[]).map(({ title }) => title).sort();
  };
  expect(await titles([project])).toEqual(['全部', '本项目'].sort());
  expect([await titles([other]), await titles()]).toEqual([['全部'], ['全部']]);
});
