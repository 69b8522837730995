import { createHash, createHmac, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { appApi } from '#features/app/contract.ts';
import { userApi } from '#features/user/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aUser } from '#server/testing/rows.ts';

const callback = 'https://partner.example.cn/callback?from=anhao';
let app: TestApp;
let partner: { id: string; appid: string; secret: string };

/** Calls an endpoint as the administrator; throws on failure. */
const admin: TestApp['call'] = (endpoint, input) => app.call(endpoint, input, app.admin);

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

beforeEach(async () => {
  partner = await admin(appApi.addApp, {
    name: `伙伴 ${randomBytes(3).toString('hex')}`,
    redirectUris: [callback, 'http://127.0.0.1:9/back'],
    scopes: ['profile', 'sso', 'news:read'],
  });
});

function codeQuery(overrides: Record<string, string> = {}) {
  return new URLSearchParams({ appid: partner.appid, redirect_uri: callback, state: 's&=1 中', ...overrides });
}

function askCode(overrides: Record<string, string> = {}, token = app.admin) {
  return app.ask({ method: 'POST', path: `/api/oauth2/getUserCode?${codeQuery(overrides)}`, body: {}, token });
}

async function aCode(overrides: Record<string, string> = {}): Promise<string> {
  const answer = await askCode(overrides);
  expect(answer.code).toBe(0);
  return (answer.data as { code: string }).code;
}

/** Calls the token endpoint as an application's server. */
async function exchange(form: Record<string, string>): Promise<{ status: number; body: Record<string, unknown> }> {
  const all = {
    grant_type: 'authorization_code',
    appid: partner.appid,
    secret: partner.secret,
    redirect_uri: callback,
    ...form,
  };
  const answer = await fetch(new URL('/api/oauth2/token', app.url), {
    method: 'POST',
    headers: { 'X-Requested-With': 'x' },
    body: new URLSearchParams(all),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

async function userinfo(token: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await fetch(new URL('/api/oauth2/userinfo', app.url), {
    headers: { Authorization: `Bearer ${token}` },
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

function hmac(text: string, secret = partner.secret): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

test('a code is signed over appid, code and raw state with the application secret', async () => {
  const { data } = await askCode();
  const { code, sign } = data as { code: string; sign: string };
  expect(sign).toBe(hmac(`appid=${partner.appid}&code=${code}&state=s&=1 中`));
});

test('a code becomes a token of the person once; the second use revokes what the first gave', async () => {
  const code = await aCode();
  const first = await exchange({ code });
  expect(first).toMatchObject({ status: 200, body: { token_type: 'Bearer' } });
  expect(first.body.expires_in).toBeGreaterThan(7000);
  expect(Object.keys(first.body).sort()).toEqual(['access_token', 'expires_in', 'scope', 'token_type']);
  const token = String(first.body.access_token);
  expect(await userinfo(token)).toMatchObject({ status: 200, body: { account: 'admin', name: '管理员' } });
  expect(await exchange({ code })).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  expect((await userinfo(token)).status).toBe(401);
});

test('of many exchanges of one code at the same time exactly one gets a token', async () => {
  const code = await aCode();
  const answers = await Promise.all(Array.from({ length: 12 }, () => exchange({ code })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a code is worth nothing after 60 seconds', async () => {
  const code = await aCode();
  await app.sql("update app_code set expires_at = expires_at - interval '61 seconds' where used_at is null");
  expect(await exchange({ code })).toMatchObject({
    status: 400,
    body: { error: 'invalid_grant', msg: '授权码已失效' },
  });
});

test('an unknown or disabled application and an address that is not registered exactly are refused before any code', async () => {
  const wrongs: Record<string, string>[] = [
    { appid: 'ah000' },
    { redirect_uri: 'https://partner.example.cn/callback' },
    { redirect_uri: `${callback}&x=1` },
    { redirect_uri: 'https://evil.example.cn/callback?from=anhao' },
  ];
  for (const wrong of wrongs) {
    expect(await askCode(wrong)).toMatchObject({ status: 400, code: -1 });
  }
  await admin(appApi.updateAppStatus, { id: partner.id, status: 'disabled' });
  expect(await askCode()).toMatchObject({ status: 400, msg: '没有这个应用，或它已停用' });
});

const wrongSecret = { status: 400, body: { error: 'invalid_client' } };

test('an exchange with a wrong secret, another address or another application is refused', async () => {
  const other = await admin(appApi.addApp, { name: '另一个', redirectUris: [callback], scopes: ['profile'] });
  expect(await exchange({ code: await aCode(), secret: 'wrong' })).toMatchObject(wrongSecret);
  expect((await exchange({ code: await aCode(), redirect_uri: 'http://127.0.0.1:9/back' })).status).toBe(400);
  expect((await exchange({ code: await aCode(), appid: other.appid, secret: other.secret })).status).toBe(400);
});

test('with PKCE only the verifier that fits the challenge is answered with a token', async () => {
  const verifier = randomBytes(40).toString('base64url');
  const code_challenge = createHash('sha256').update(verifier).digest('base64url');
  const challenge = { code_challenge, code_challenge_method: 'S256' };
  expect((await exchange({ code: await aCode(challenge) })).status).toBe(400);
  expect((await exchange({ code: await aCode(challenge), code_verifier: verifier.replace(/^./, '_') })).status).toBe(
    400,
  );
  expect((await exchange({ code: await aCode(challenge), code_verifier: verifier })).status).toBe(200);
});

test.each<Record<string, string>>([{ code_challenge_method: 'plain' }, {}])(
  'PKCE with %o in place of S256 is refused',
  async (method) => {
    const answer = await askCode({ code_challenge: randomBytes(40).toString('base64url'), ...method });
    expect(answer).toMatchObject({ status: 400, code: -1 });
  },
);

async function revoked(form: Record<string, string>): Promise<number> {
  const body = new URLSearchParams({ appid: partner.appid, secret: partner.secret, ...form });
  return (await fetch(new URL('/api/oauth2/revoke', app.url), { method: 'POST', body })).status;
}

test('an application ends its own token by asking, and nobody else’s', async () => {
  const token = String((await exchange({ code: await aCode() })).body.access_token);
  const other = await admin(appApi.addApp, { name: '第三个', redirectUris: [callback], scopes: ['profile'] });
  expect(await revoked({ token, secret: 'wrong' })).toBe(401);
  expect(await revoked({ token, appid: other.appid, secret: other.secret })).toBe(200);
  expect((await userinfo(token)).status).toBe(200);
  expect(await revoked({})).toBe(400);
  expect(await revoked({ token })).toBe(200);
  expect((await userinfo(token)).status).toBe(401);
  expect(await revoked({ token: 'unknown' })).toBe(200);
});

test('a forced logout ends what applications hold in the person’s name', async () => {
  const user = await aUser(app);
  const code = async () => ((await askCode({}, user.token)).data as { code: string }).code;
  const [token, unused] = [String((await exchange({ code: await code() })).body.access_token), await code()];
  expect((await userinfo(token)).status).toBe(200);
  await app.call(userApi.logoutUser, { id: user.id }, app.admin);
  expect((await userinfo(token)).status).toBe(401);
  expect((await exchange({ code: unused })).status).toBe(400);
});

test.each([
  ['disabled', "status = 'disabled'"],
  ['expired', "expires_at = now() - interval '1 second'"],
])('a token of somebody whose account is %s is no token any more, nor do they get a ticket', async (_, change) => {
  const user = await aUser(app);
  await askCode({}, user.token);
  await app.sql("update app_consent set scopes = '{sso}', trusted = false where user_id = $1", [user.id]);
  const code = ((await askCode({}, user.token)).data as { code: string }).code;
  const personal = String((await exchange({ code })).body.access_token);
  const clientGrant = String((await exchange({ grant_type: 'client_credentials', scope: 'sso' })).body.access_token);
  const ticket = async (token: string) =>
    (await app.ask({ path: '/api/oauth2/ticket', body: { account: user.account }, token })).status;
  expect([await ticket(personal), await ticket(clientGrant)]).toEqual([200, 200]);
  await app.sql(`update "user" set ${change} where id = $1`, [user.id]);
  expect([await ticket(personal), await ticket(clientGrant)]).toEqual([401, 403]);
});

test('after a rotation the old secret is good for the overlap and no longer', async () => {
  const old = partner.secret;
  const { secret } = await admin(appApi.resetAppSecret, { id: partner.id });
  expect((await exchange({ code: await aCode(), secret: old })).status).toBe(200);
  expect((await exchange({ code: await aCode(), secret })).status).toBe(200);
  await app.sql('update app set previous_until = now() where id = $1', [partner.id]);
  expect(await exchange({ code: await aCode(), secret: old })).toMatchObject(wrongSecret);
});

test('disabling an application ends its tokens at once', async () => {
  const { body } = await exchange({ code: await aCode() });
  await admin(appApi.updateAppStatus, { id: partner.id, status: 'disabled' });
  expect((await userinfo(String(body.access_token))).status).toBe(401);
});

test('an application of its own right gets only the scopes that are registered', async () => {
  const clientGrant = await exchange({ grant_type: 'client_credentials', scope: 'news:read' });
  expect(clientGrant).toMatchObject({ status: 200, body: { scope: 'news:read' } });
  expect((await exchange({ grant_type: 'client_credentials', scope: 'fhir:read' })).status).toBe(400);
  expect((await userinfo(String(clientGrant.body.access_token))).status).toBe(403);
});

test('addresses must be https outside private networks, or http on the same machine, without credentials', async () => {
  for (const bad of [
    'http://partner.example.cn/x',
    'https://a:b@partner.example.cn/',
    'javascript:alert(1)',
    '不是网址啊啊啊',
    'https://10.0.0.1/',
    'https://[fd00::1]/back',
  ]) {
    const answer = await app.tryCall(appApi.addApp, { name: '坏地址', redirectUris: [bad], scopes: [] }, app.admin);
    expect(answer, bad).toMatchObject({ status: 400, data: { errors: [{ field: 'redirectUris.0' }] } });
  }
});

test('no secret of an application is readable in the database, the list or the change log', async () => {
  const { rows } = await app.list(appApi.getAppList, { limit: 200 }, app.admin);
  expect(JSON.stringify(rows)).not.toContain(partner.secret);
  const stored = await app.sql(
    'select a::text as row from app a union all select changes::text from change_log union all select input::text from cmd_log',
  );
  expect(JSON.stringify(stored)).not.toContain(partner.secret);
});

async function aTicket(account = 'admin'): Promise<{ status: number; ticket: string }> {
  const { body } = await exchange({ grant_type: 'client_credentials' });
  const answer = await fetch(new URL('/api/oauth2/ticket', app.url), {
    method: 'POST',
    headers: { Authorization: `Bearer ${body.access_token}`, 'X-Requested-With': 'x' },
    body: new URLSearchParams({ account }),
  });
  return { status: answer.status, ticket: String(((await answer.json()) as { ticket?: string }).ticket) };
}

test('a signed ticket of somebody who authorised the application becomes a session once', async () => {
  expect((await aTicket()).status).toBe(403);
  await aCode();
  const { ticket } = await aTicket();
  const ts = String(Math.floor(Date.now() / 1000));
  const sign = hmac(`appid=${partner.appid}&ticket=${ticket}&ts=${ts}`);
  const open = (overrides: Record<string, string> = {}) =>
    app.tryCall(appApi.openTicket, { ticket, appid: partner.appid, ts, sign, ...overrides });
  const refused = { status: 400, msg: '链接无效或已过期' };
  expect(await open({ sign: sign.replace(/^./, (first) => (first === '0' ? '1' : '0')) })).toMatchObject(refused);
  const old = String(Number(ts) - 301);
  expect(await open({ ts: old, sign: hmac(`appid=${partner.appid}&ticket=${ticket}&ts=${old}`) })).toMatchObject(
    refused,
  );
  const entered = await open();
  expect(entered.code).toBe(0);
  expect(await open()).toMatchObject(refused);
  expect(await newestLogin()).toMatchObject({ account: 'admin', result: 'success' });
});

async function newestLogin() {
  const [row] = await app.sql('select account, result, reason from login_log order by id desc limit 1');
  return row;
}

test('a ticket does not stand for the second step of somebody who has one, and the log says so', async () => {
  const user = await aUser(app);
  await askCode({}, user.token);
  const { ticket } = await aTicket(user.account);
  await app.sql(`insert into user_totp (user_id, secret_cipher, confirmed_at) values ($1, 'x', now())`, [user.id]);
  const ts = String(Math.floor(Date.now() / 1000));
  const sign = hmac(`appid=${partner.appid}&ticket=${ticket}&ts=${ts}`);
  const answer = await app.tryCall(appApi.openTicket, { ticket, appid: partner.appid, ts, sign });
  expect(answer).toMatchObject({ status: 403, msg: '你已开启两步登录，请用账号和密码登录' });
  expect(await newestLogin()).toEqual({ account: user.account, result: 'failure', reason: 'vouched' });
});

test('a token lasts no longer than the login in which the person gave the application leave', async () => {
  const user = await aUser(app);
  await app.sql(`update session set ends_at = now() + interval '90 seconds' where user_id = $1`, [user.id]);
  const { data } = await askCode({}, user.token);
  const { status, body } = await exchange({ code: (data as { code: string }).code });
  expect(status).toBe(200);
  expect(body.expires_in).toBeLessThanOrEqual(90);
  expect((await userinfo(String(body.access_token))).status).toBe(200);
  await app.sql(`update app_token set expires_at = expires_at - interval '91 seconds' where user_id = $1`, [user.id]);
  expect((await userinfo(String(body.access_token))).status).toBe(401);
});
