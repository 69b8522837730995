import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppGrant, appApi } from '#features/app/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aPicture } from '#server/testing/picture.ts';
import { aProject, aRole, aUser, type TestUser } from '#server/testing/rows.ts';
import { upload } from '#server/testing/sheet.ts';
import type { AppScope } from '#shared/appScope.ts';

const callback = 'https://house.example.cn/back';
let app: TestApp;

/** Calls an endpoint as the administrator; throws on failure. */
const admin: TestApp['call'] = (endpoint, input) => app.call(endpoint, input, app.admin);

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

interface Overrides {
  autoApprove?: boolean;
  grants?: AppGrant[];
  logoFileId?: string;
  projectIds?: string[];
}

const fieldsOf = (scopes: AppScope[], overrides: Overrides = {}) => ({
  name: `本院系统 ${randomBytes(3).toString('hex')}`,
  redirectUris: [callback],
  scopes,
  ...overrides,
});

function register(scopes: AppScope[], overrides: Overrides = {}) {
  return admin(appApi.addApp, fieldsOf(scopes, overrides));
}

function askCode(appid: string, token: string | undefined, redirectUri = callback) {
  const query = new URLSearchParams({ appid, redirect_uri: redirectUri });
  return app.ask({ method: 'POST', path: `/api/oauth2/getUserCode?${query}`, body: {}, ...(token ? { token } : {}) });
}

/** Returns whether the page need not ask for consent. */
async function skips(appid: string, { token }: TestUser): Promise<boolean> {
  return (await app.call(appApi.getConsent, { appid }, token)).given;
}

async function tokenOf(appid: string, secret: string, form: Record<string, string>) {
  const answer = await fetch(new URL('/api/oauth2/token', app.url), {
    method: 'POST',
    headers: { 'X-Requested-With': 'x' },
    body: new URLSearchParams({ appid, secret, redirect_uri: callback, ...form }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const consentsOf = (id: string) =>
  app.sql<{ user_id: string; scopes: string[]; trusted: boolean }>(
    'select user_id::text, scopes, trusted from app_consent where app_id = $1',
    [id],
  );

const rowOf = async (id: string) =>
  (await app.list(appApi.getAppList, { limit: 200 }, app.admin)).rows.find((row) => row.id === id);

test('a trusted application asks nobody, and each of its logins is recorded as one that nobody was asked about', async () => {
  const { id, appid } = await register(['profile', 'mobile'], { autoApprove: true });
  const user = await aUser(app, { role: 'operator' });
  expect(await skips(appid, user)).toBe(true);
  expect((await askCode(appid, user.token)).code).toBe(0);
  expect(await consentsOf(id)).toEqual([{ user_id: user.id, scopes: ['profile', 'mobile'], trusted: true }]);
  const changes = await app.sql<{ changes: object }>(
    `select changes from change_log where table_name = 'app_consent' and row_id = $1 and actor_id = $2`,
    [`${id},${user.id}`, user.id],
  );
  expect(changes).toMatchObject([{ changes: { trusted: [null, true] } }]);
});

test('trust lets nobody in: without a login, to another address or to a disabled application no code is given', async () => {
  const { id, appid } = await register(['profile'], { autoApprove: true });
  const user = await aUser(app, { role: 'operator' });
  expect(await askCode(appid, undefined)).toMatchObject({ code: 40026 });
  await app.sql("update session set expires_at = now() - interval '1 second' where user_id = $1", [user.id]);
  expect(await askCode(appid, user.token)).toMatchObject({ code: 40026 });
  const other = await aUser(app, { role: 'operator' });
  expect(await askCode(appid, other.token, 'https://evil.example.cn/back')).toMatchObject({ status: 400 });
  await admin(appApi.updateAppStatus, { id, status: 'disabled' });
  expect(await askCode(appid, other.token)).toMatchObject({ status: 400 });
  expect(await skips(appid, other)).toBe(false);
  expect(await consentsOf(id)).toEqual([]);
});

test.each<AppScope>(['fhir:read', 'sso'])(
  '%s is agreed to by each person the first time, however far the application is trusted',
  async (scope) => {
    const { id, appid } = await register(['profile', scope], { autoApprove: true });
    const [first, other] = [await aUser(app, { role: 'operator' }), await aUser(app, { role: 'operator' })];
    expect(await skips(appid, first)).toBe(false);
    expect((await askCode(appid, first.token)).code).toBe(0);
    expect([await skips(appid, first), await skips(appid, other)]).toEqual([true, false]);
    expect(await consentsOf(id)).toMatchObject([{ user_id: first.id, trusted: false }]);
  },
);

test('whoever agreed before is asked anew when the application wants more, and when the trust ends that spoke for them', async () => {
  const { id, appid } = await register(['profile']);
  const [agreed, spared] = [await aUser(app, { role: 'operator' }), await aUser(app, { role: 'operator' })];
  await askCode(appid, agreed.token);
  expect(await skips(appid, agreed)).toBe(true);
  await admin(appApi.editApp, { id, version: 1, scopes: ['profile', 'mobile'] });
  expect(await skips(appid, agreed)).toBe(false);
  await askCode(appid, agreed.token);
  await admin(appApi.editApp, { id, version: 2, autoApprove: true });
  await askCode(appid, spared.token);
  await askCode(appid, agreed.token);
  await admin(appApi.editApp, { id, version: 3, autoApprove: false });
  expect([await skips(appid, agreed), await skips(appid, spared)]).toEqual([true, false]);
});

test('a ticket is given for nobody who did not agree to it themselves', async () => {
  const { id, appid, secret } = await register(['profile'], { autoApprove: true });
  const user = await aUser(app, { role: 'operator' });
  await askCode(appid, user.token);
  await admin(appApi.editApp, { id, version: 1, scopes: ['profile', 'sso'] });
  const ticket = async () => {
    const { body } = await tokenOf(appid, secret, { grant_type: 'client_credentials' });
    const answer = await fetch(new URL('/api/oauth2/ticket', app.url), {
      method: 'POST',
      headers: { Authorization: `Bearer ${body.access_token}`, 'X-Requested-With': 'x' },
      body: new URLSearchParams({ account: user.account }),
    });
    return answer.status;
  };
  expect(await ticket()).toBe(403);
  await askCode(appid, user.token);
  expect(await ticket()).toBe(200);
});

test('trust is set by whoever may, and nobody else edits a trusted application', async () => {
  const roleId = await aRole(app, { scope: 'all', permissions: ['app:list', 'app:edit'] });
  const editor = await aUser(app, { roleId });
  const trusting = await aUser(app, {
    roleId: await aRole(app, { scope: 'all', permissions: ['app:list', 'app:edit', 'app:trust'] }),
  });
  const wish = { data: { errors: [{ field: 'autoApprove', msg: '你没有「设置应用免确认」的权限' }] } };
  expect(await app.tryCall(appApi.addApp, fieldsOf(['profile'], { autoApprove: true }), editor.token)).toMatchObject(
    wish,
  );
  const { id } = await app.call(appApi.addApp, fieldsOf(['profile']), editor.token);
  expect(await app.tryCall(appApi.editApp, { id, version: 1, autoApprove: true }, editor.token)).toMatchObject(wish);
  await app.call(appApi.editApp, { id, version: 1, autoApprove: true }, trusting.token);
  for (const change of [
    { redirectUris: ['https://evil.example.cn/back'] },
    { autoApprove: false },
    { description: '改' },
  ])
    expect(await app.tryCall(appApi.editApp, { id, version: 2, ...change }, editor.token)).toMatchObject({
      status: 403,
    });
  expect(await rowOf(id)).toMatchObject({ autoApprove: true, redirectUris: [callback], version: 2 });
});

test('an application gets tokens in the ways that are registered and in no other', async () => {
  const user = await aUser(app, { role: 'operator' });
  const machine = await register(['news:read'], { grants: ['client_credentials'] });
  expect(await askCode(machine.appid, user.token)).toMatchObject({ status: 400, msg: '这个应用不用于人员登录' });
  expect((await tokenOf(machine.appid, machine.secret, { grant_type: 'client_credentials' })).status).toBe(200);
  const loginApp = await register(['profile'], { grants: ['authorization_code'] });
  const { code } = (await askCode(loginApp.appid, user.token)).data as { code: string };
  expect((await tokenOf(loginApp.appid, loginApp.secret, { grant_type: 'authorization_code', code })).status).toBe(200);
  expect(await tokenOf(loginApp.appid, loginApp.secret, { grant_type: 'client_credentials' })).toMatchObject({
    body: { error: 'unauthorized_client' },
  });
  const none = await app.tryCall(appApi.addApp, fieldsOf(['profile'], { grants: [] }), app.admin);
  expect(none).toMatchObject({ data: { errors: [{ field: 'grants', msg: '请选择授权方式' }] } });
});

const publicLogo = (id: string) => app.ask({ method: 'GET', path: `/api/oauth2/getAppLogo?id=${id}` });

test('a logo is drawn anew without metadata, stands on the login page while the application is enabled, and goes with its successor', async () => {
  const dirty = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#a33' } })
    .withExif({ IFD0: { Artist: 'somebody' } })
    .jpeg()
    .toBuffer();
  const { data } = await upload(app, appApi.uploadAppLogo.path, dirty);
  const logo = String(data.fileId);
  const inside = async (token: string) =>
    (await app.ask({ method: 'GET', path: `/api/file/getFile?id=${logo}`, token })).status;
  const outsider = await aUser(app, { role: 'operator' });
  expect([(await publicLogo(logo)).status, await inside(app.admin), await inside(outsider.token)]).toEqual([
    404, 200, 404,
  ]);
  const { id, appid } = await register(['profile'], { logoFileId: logo });
  expect(await rowOf(id)).toMatchObject({ logoFileId: logo });
  expect(await app.call(appApi.getAppInfo, { appid, redirectUri: callback })).toMatchObject({ logoFileId: logo });
  const shown = await fetch(new URL(`/api/oauth2/getAppLogo?id=${logo}`, app.url), {
    headers: { 'X-Requested-With': 'x' },
  });
  const drawn = await sharp(Buffer.from(await shown.arrayBuffer())).metadata();
  expect(drawn).toMatchObject({ format: 'webp', width: 288, height: 96 });
  expect(drawn.exif).toBeUndefined();
  const next = String((await upload(app, appApi.uploadAppLogo.path, await aPicture())).data.fileId);
  await admin(appApi.editApp, { id, version: 1, logoFileId: next });
  expect([(await publicLogo(logo)).status, (await publicLogo(next)).status]).toEqual([404, 200]);
  await admin(appApi.updateAppStatus, { id, status: 'disabled' });
  expect((await publicLogo(next)).status).toBe(404);
});

test('what is no picture, is too large, or was uploaded by somebody else is no logo', async () => {
  const refused = { status: 400, msg: '仅支持 jpg/png/webp，不超过5MB' };
  expect(await upload(app, appApi.uploadAppLogo.path, Buffer.from('<svg onload="alert(1)"/>'))).toMatchObject(refused);
  const large = Buffer.concat([await aPicture(), Buffer.alloc(5_242_880)]);
  expect(await upload(app, appApi.uploadAppLogo.path, large)).toMatchObject(refused);
  const theirs = await aUser(app, { role: 'admin' });
  const { data } = await upload(app, appApi.uploadAppLogo.path, await aPicture(), {}, theirs.token);
  const stolen = fieldsOf(['profile'], { logoFileId: String(data.fileId) });
  expect(await app.tryCall(appApi.addApp, stolen, app.admin)).toMatchObject({
    data: { errors: [{ field: 'logoFileId', msg: '标志不存在，请重新上传' }] },
  });
});

test('whoever sees a part of an application’s projects reads their names alone, and leaves the application to those who see all', async () => {
  const [ownProject, theirs, third] = [await aProject(app), await aProject(app), await aProject(app)];
  const { id } = await register(['profile'], { projectIds: [ownProject, theirs, third] });
  const roleId = await aRole(app, { scope: 'all', permissions: ['app:list', 'app:edit'] });
  const manager = await aUser(app, { roleId, projects: [ownProject] });
  const [project] = await app.sql<{ name: string }>('select name from project where id = $1', [ownProject]);
  const { rows } = await app.list(appApi.getAppList, {}, manager.token);
  expect(rows).toMatchObject([{ id, projectIds: [ownProject], projectNames: [project?.name], otherProjects: 2 }]);
  expect(JSON.stringify(rows)).not.toContain(theirs);
  const refused = { status: 403, msg: expect.stringContaining('也用于你范围以外的项目') };
  expect(await app.tryCall(appApi.editApp, { id, version: 1, description: '改' }, manager.token)).toMatchObject(
    refused,
  );
  expect(await app.tryCall(appApi.updateAppStatus, { id, status: 'disabled' }, manager.token)).toMatchObject(refused);
  expect(await app.tryCall(appApi.resetAppSecret, { id }, manager.token)).toMatchObject(refused);
  expect(await rowOf(id)).toMatchObject({ projectIds: [ownProject, theirs, third], otherProjects: 0, version: 1 });
});
