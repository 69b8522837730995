import { createHash } from 'node:crypto';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loginApi } from '#features/login/contract.ts';
import { openApi } from '#features/open/contract.ts';
import { userApi } from '#features/user/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aDepartment, anAccount, password } from '#server/testing/rows.ts';
import { adminPassword } from '#server/testing/template.ts';
import { until } from '#server/testing/until.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ bare: true, env: { CAPTCHA: 'on', ADMIN_PASSWORD: '' } });
});
afterAll(() => app.stop());

interface LoginAttempt {
  account?: string;
  password?: string;
  from?: string;
  answer?: (correct: string) => string;
  captchaId?: string;
  headers?: Record<string, string>;
}

let drawn = 0;
/** Requests a captcha, each from another address. */
async function captcha(): Promise<{ id: string; answer: string }> {
  drawn += 1;
  const from = `127.1.${Math.floor(drawn / 250)}.${(drawn % 250) + 1}`;
  const { data } = await app.tryCall(loginApi.getCaptcha, {}, undefined, from);
  const { captchaId } = data as { captchaId: string };
  const [row] = await app.sql<{ answer: string }>('select answer from captcha where id = $1', [captchaId]);
  return { id: captchaId, answer: row?.answer ?? '' };
}

async function attemptLogin({ account = 'nobody', from, ...rest }: LoginAttempt = {}) {
  const { id, answer } = await captcha();
  const body = {
    account,
    password: rest.password ?? password,
    captchaId: rest.captchaId ?? id,
    captcha: rest.answer ? rest.answer(answer) : answer,
  };
  return app.ask({ path: loginApi.accountLogin.path, body, from, ...(rest.headers ? { headers: rest.headers } : {}) });
}

/** Creates a user with a session, started without the login call, which needs a captcha here. */
async function loggedInUser(options: Parameters<typeof anAccount>[1] = {}) {
  const user = await anAccount(app, options);
  const { data } = await attemptLogin({ account: user.account });
  return { ...user, token: (data as { token: string }).token };
}

test('the login page and the public page speak for the only project; of several they tell strangers nothing', async () => {
  const publicInfo = async () => {
    const { name, phone, help } = await app.call(loginApi.getServiceInfo, {});
    const open = await app.call(openApi.getOpenInfo, {});
    expect([open.name, open.phone]).toEqual([name, phone]);
    return { name, phone, help };
  };
  const add = (code: string) =>
    app.sql(
      `insert into project (code, name, department_id, hotline, login_help) select $1, $1 || '院', department_id, '8023', '找信息科' from project where code = 'default'`,
      [code],
    );
  await add('north');
  expect(await publicInfo()).toEqual({ name: 'north院', phone: '8023', help: '找信息科' });
  await add('south');
  expect(await publicInfo()).toEqual({ name: '居家养老监护平台', phone: null, help: '忘记密码请联系管理员重置。' });
  await app.sql(`delete from project where code <> 'default'`);
});

test('the login page speaks of demo data while they are there, whatever the deployment is set to', async () => {
  const demo = async () => (await app.call(loginApi.getServiceInfo, {})).demo;
  expect(await demo()).toBe(false);
  const id = await aDepartment(app);
  await app.sql('update department set demo = true where id = $1', [id]);
  expect(await demo()).toBe(true);
  await app.sql('delete from department where id = $1', [id]);
  expect(await demo()).toBe(false);
});

test('a captcha is answered in either case, once', async () => {
  const { account } = await loggedInUser();
  expect(await attemptLogin({ account, answer: (correct) => ` ${correct.toLowerCase()} ` })).toMatchObject({ code: 0 });
  const used = await captcha();
  const body = { account, password, captchaId: used.id, captcha: used.answer };
  expect(await app.ask({ path: loginApi.accountLogin.path, body })).toMatchObject({ code: 0 });
  expect(await app.ask({ path: loginApi.accountLogin.path, body })).toMatchObject({ status: 400, code: -1 });
});

test('a wrong answer uses the captcha up, too', async () => {
  const { account } = await loggedInUser();
  const { id, answer } = await captcha();
  const with_ = (captchaAnswer: string) =>
    app.ask({
      path: loginApi.accountLogin.path,
      body: { account, password, captchaId: id, captcha: captchaAnswer },
    });
  expect(await with_('????')).toMatchObject({ status: 400, msg: '验证码不正确或已过期' });
  expect(await with_(answer)).toMatchObject({ status: 400, msg: '验证码不正确或已过期' });
});

test('a captcha is good for two minutes', async () => {
  const { id } = await captcha();
  const [row] = await app.sql<{ seconds: number }>(
    'select extract(epoch from expires_at - now())::float8 as seconds from captcha where id = $1',
    [id],
  );
  expect(row?.seconds).toBeGreaterThan(100);
  expect(row?.seconds).toBeLessThanOrEqual(120);
  const { account } = await loggedInUser();
  const old = await captcha();
  await app.sql(`update captcha set expires_at = now() - interval '1 second' where id = $1`, [old.id]);
  const body = { account, password, captchaId: old.id, captcha: old.answer };
  expect(await app.ask({ path: loginApi.accountLogin.path, body })).toMatchObject({ status: 400 });
});

test('the picture of a captcha holds points alone: no stroke and no text from which a machine could read it', async () => {
  const { image } = await app.call(loginApi.getCaptcha, {});
  expect(image).toMatch(/^data:image\/webp;base64,/);
  const picture = sharp(Buffer.from(image.split(',')[1] ?? '', 'base64'));
  expect(await picture.metadata()).toMatchObject({ format: 'webp', width: 224, height: 80 });
  expect((await picture.stats()).entropy).toBeGreaterThan(4);
});

test('an address is drawn 120 captchas in a minute, and no other is kept waiting', async () => {
  const from = '127.0.0.13';
  const answers = await Promise.all(
    Array.from({ length: 125 }, () => app.tryCall(loginApi.getCaptcha, {}, undefined, from)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(120);
  expect(answers.find(({ status }) => status !== 200)).toMatchObject({
    status: 429,
    msg: '取验证码太频繁，请一分钟后再试',
  });
  expect((await app.tryCall(loginApi.getCaptcha, {}, undefined, '127.0.0.14')).code).toBe(0);
});

test('an unknown account, a wrong password and a disabled account get the same answer', async () => {
  const existing = await loggedInUser();
  const disabled = await loggedInUser();
  await app.sql(`update "user" set status = 'disabled' where id = $1`, [disabled.id]);
  const answers = [
    await attemptLogin({ account: 'nobody.here', from: '127.0.0.11' }),
    await attemptLogin({ account: existing.account, password: 'wrong', from: '127.0.0.11' }),
    await attemptLogin({ account: disabled.account, from: '127.0.0.11' }),
  ];
  for (const { status, text } of answers) expect([status, text]).toEqual([answers[0]?.status, answers[0]?.text]);
  expect(answers[0]).toMatchObject({ status: 400, code: -1, msg: '账号或密码不正确' });
});

test('an account whose time has passed cannot log in, is out where it was in, and the log says why', async () => {
  const user = await loggedInUser();
  await app.sql(`update "user" set expires_at = now() - interval '1 second' where id = $1`, [user.id]);
  expect(await app.tryCall(userApi.getUserInfo, {}, user.token)).toMatchObject({ status: 401, code: 40026 });
  expect(await attemptLogin({ account: user.account, from: '127.0.0.12' })).toMatchObject({
    status: 400,
    msg: '账号或密码不正确',
  });
  const [entry] = await app.sql<{ reason: string }>(
    'select reason from login_log where user_id = $1 order by id desc limit 1',
    [user.id],
  );
  expect(entry?.reason).toBe('expired');
});

test('five wrong passwords lock the pair of account and address, and no other', async () => {
  const { account } = await loggedInUser();
  const other = await loggedInUser();
  const wrong = (from: string, headers?: Record<string, string>) =>
    attemptLogin({ account, password: 'wrong', from, ...(headers ? { headers } : {}) });
  for (let index = 0; index < 5; index++)
    expect((await wrong('127.0.0.21', { 'X-Forwarded-For': `10.0.0.${index}` })).status).toBe(400);
  expect(await attemptLogin({ account, from: '127.0.0.21', headers: { 'X-Forwarded-For': '10.9.9.9' } })).toMatchObject(
    {
      status: 429,
      msg: '连续输错密码，请 15 分钟后再试',
    },
  );
  expect((await attemptLogin({ account: account.toUpperCase(), from: '127.0.0.21' })).status).toBe(429);
  expect((await attemptLogin({ account, from: '127.0.0.22' })).code).toBe(0);
  expect((await attemptLogin({ account: other.account, from: '127.0.0.21' })).code).toBe(0);
});

test('of thirty wrong passwords at once five are judged', async () => {
  const { account } = await loggedInUser();
  const wrong = { account, password: 'wrong', from: '127.0.0.31' };
  const answers = await Promise.all(Array.from({ length: 30 }, () => attemptLogin(wrong)));
  expect(Map.groupBy(answers, ({ status }) => status).get(400)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(25);
});

test('of twenty wrong old passwords at once five are judged', async () => {
  const user = await loggedInUser();
  const change = () =>
    app.tryCall(userApi.editUserPassword, { oldPassword: 'wrong', newPassword: 'another-Harbour-78' }, user.token);
  const answers = await Promise.all(Array.from({ length: 20 }, change));
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
});

test('sixty failures of one address, of whatever account or captcha, lock the address and no other', async () => {
  const { account } = await loggedInUser();
  const from = '127.0.0.32';
  for (let index = 0; index < 10; index++) await attemptLogin({ account, from });
  const failing = (index: number) =>
    attemptLogin(index % 2 ? { account: `guess${index}`, from } : { from, answer: () => '????' });
  const answers = await Promise.all(Array.from({ length: 64 }, (_, index) => failing(index)));
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(60);
  expect((await attemptLogin({ account, from })).status).toBe(429);
  expect((await attemptLogin({ account, from: '127.0.0.33' })).code).toBe(0);
});

/** Returns the key of the row that counts an account's failures from all addresses. */
const keyOf = (account: string) => createHash('sha256').update(`account\0${account}`).digest('base64url');

test('a try counts for its account before it is judged', async () => {
  const { account } = await loggedInUser();
  await attemptLogin({ account, password: 'wrong', from: '127.0.0.34' });
  const holder = new pg.Client({ connectionString: app.databaseUrl });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select 1 from login_guard where key = $1 for update', [keyOf(account)]);
  const answer = attemptLogin({ account, password: 'wrong', from: '127.0.0.35' });
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await until('the try to be counted', async () => (await app.sql(waiting)).length > 0);
  const log = () => app.sql(`select reason from login_log where account = $1 and ip = '127.0.0.35'`, [account]);
  expect(await log()).toEqual([]);
  await holder.query('rollback');
  await holder.end();
  expect((await answer).status).toBe(400);
  expect(await log()).toEqual([{ reason: 'password' }]);
});

test('a right login is no wrong one of its account from anywhere', async () => {
  const { account } = await loggedInUser();
  await attemptLogin({ account, password: 'wrong', from: '127.0.0.36' });
  expect((await attemptLogin({ account })).code).toBe(0);
  expect(await app.sql('select failures from login_guard where key = $1', [keyOf(account)])).toEqual([{ failures: 1 }]);
});

test('an account that does not exist is locked in the same way', async () => {
  for (let index = 0; index < 5; index++) await attemptLogin({ account: 'ghost', from: '127.0.0.23' });
  expect((await attemptLogin({ account: 'ghost', from: '127.0.0.23' })).status).toBe(429);
});

test('a right login forgets the wrong ones before it', async () => {
  const { account } = await loggedInUser();
  for (let round = 0; round < 2; round++) {
    for (let index = 0; index < 4; index++) await attemptLogin({ account, password: 'wrong', from: '127.0.0.24' });
    expect((await attemptLogin({ account, from: '127.0.0.24' })).code).toBe(0);
  }
});

test('a token is random and stored as its hash alone; each login and failure is in the log', async () => {
  const user = await loggedInUser();
  expect(Buffer.from(user.token, 'base64url').length).toBe(32);
  const rows = await app.sql<{ token_hash: Buffer }>('select * from session where user_id = $1', [user.id]);
  expect(rows.map((row) => row.token_hash)).toEqual([createHash('sha256').update(user.token).digest()]);
  expect(JSON.stringify(rows)).not.toContain(user.token);
  await attemptLogin({ account: user.account, password: 'wrong' });
  const log = await app.sql('select result, reason from login_log where account = $1 order by at', [user.account]);
  expect(log).toEqual([
    { result: 'success', reason: null },
    { result: 'failure', reason: 'password' },
  ]);
});

test('passwords are stored as argon2id', async () => {
  await loggedInUser();
  const rows = await app.sql<{ password_hash: string }>('select password_hash from "user"');
  for (const { password_hash } of rows) expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('a session that is validated says when to ask again, and ends with the logout', async () => {
  const { token } = await loggedInUser();
  const { exp_time } = await app.call(loginApi.validateToken, {}, token);
  expect(exp_time).toBeGreaterThan(Date.now() / 1000);
  await app.call(loginApi.userLogout, {}, token);
  expect(await app.tryCall(loginApi.validateToken, {}, token)).toMatchObject({ status: 401, code: 40026 });
});

test('a session ends after seven days without use', async () => {
  const { id, token } = await loggedInUser({ role: 'leader' });
  const [row] = await app.sql<{ days: number }>(
    'select extract(epoch from expires_at - now())::float8 / 86400 as days from session where user_id = $1',
    [id],
  );
  expect(row?.days).toBeCloseTo(7, 2);
  await app.sql(`update session set expires_at = now() - interval '1 second' where user_id = $1`, [id]);
  expect((await app.tryCall(loginApi.validateToken, {}, token)).status).toBe(401);
});

test.each([
  ['disabled', `status = 'disabled'`],
  ['deleted', 'deleted_at = now()'],
  ['expired', `expires_at = now() - interval '1 second'`],
])('the sessions of somebody %s end at once', async (_, change) => {
  const { id, token } = await loggedInUser();
  await app.sql(`update "user" set ${change} where id = $1`, [id]);
  expect((await app.tryCall(loginApi.validateToken, {}, token)).status).toBe(401);
});

test('until the printed password is changed everything else answers 403 and 请先修改密码', async () => {
  const { token } = await loggedInUser({ role: 'admin', mustChange: true });
  const refused = { status: 403, code: 40050, msg: '请先修改密码' };
  expect(await app.ask({ path: '/api/warn/getWarnList', body: {}, token })).toMatchObject(refused);
  expect(await app.ask({ method: 'GET', path: '/api/events', token })).toMatchObject(refused);
  expect((await app.call(userApi.getUserInfo, {}, token)).mustChangePassword).toBe(true);
  await app.call(userApi.editUserPassword, { oldPassword: password, newPassword: 'another-Harbour-77' }, token);
  expect((await app.ask({ path: '/api/warn/getWarnList', body: {}, token })).code).toBe(0);
});

test('changing the password needs the old one, refuses weak ones and ends the other sessions', async () => {
  const user = await loggedInUser({ mustChange: false });
  const second = ((await attemptLogin({ account: user.account })).data as { token: string }).token;
  const change = (oldPassword: string, newPassword: string) =>
    app.tryCall(userApi.editUserPassword, { oldPassword, newPassword }, user.token);
  expect(await change('wrong', 'another-Harbour-78')).toMatchObject({ status: 400, msg: '原密码不正确' });
  for (const weak of ['short', 'password1', '88888888', `xx${user.account}yy123`, `${user.name}-2026-x`, password])
    expect((await change(password, weak)).status, weak).toBe(400);
  expect((await change(password, '长一点的中文密码也可以')).code).toBe(0);
  expect((await app.tryCall(loginApi.validateToken, {}, user.token)).code).toBe(0);
  expect((await app.tryCall(loginApi.validateToken, {}, second)).status).toBe(401);
});

test('the first administrator of a start without ADMIN_PASSWORD must change the printed password', async () => {
  const rows = await app.sql(`select must_change_password, built_in from "user" where account = 'admin'`);
  expect(rows).toEqual([{ must_change_password: true, built_in: true }]);
  expect((await attemptLogin({ account: 'admin', password: adminPassword })).code).not.toBe(0);
});
