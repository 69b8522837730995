import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loginApi } from '#features/login/contract.ts';
import { userApi } from '#features/user/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aUser, password, type TestUser } from '#server/testing/rows.ts';
import { stepOf } from './totp.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

/** Returns the code that an authenticator shows at an instant, by default now. */
function codeAt(secret: string, instant = Date.now()): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: instant });
}

/**
 * Adds a user with two-step login. The time step of the confirming code is used up, as for a user who logs in later.
 */
async function twoStep(): Promise<TestUser & { secret: string; recoveryCodes: string[] }> {
  const user = await aUser(app);
  const { secret } = await app.call(userApi.addUserTotp, { password }, user.token);
  const { recoveryCodes } = await app.call(userApi.confirmUserTotp, { code: codeAt(secret) }, user.token);
  await app.sql('update user_totp set last_step = 0 where user_id = $1', [user.id]);
  return { ...user, secret, recoveryCodes };
}

async function ticketOf(account: string, from?: string): Promise<string> {
  const answer = await app.tryCall(loginApi.accountLogin, { account, password }, undefined, from);
  expect(answer).toMatchObject({ status: 200, code: 0 });
  expect(Object.keys(answer.data as object)).toEqual(['ticket']);
  return (answer.data as { ticket: string }).ticket;
}

const verify = (ticket: string, code: string, from?: string) =>
  app.tryCall(loginApi.verifyTotp, { ticket, code }, undefined, from);

describe('codes are those of RFC 6238, appendix B (SHA-1; six digits are the last six of its eight)', () => {
  // The ASCII text 12345678901234567890 as base32.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  test.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('at %i seconds', (seconds, code) => {
    expect(stepOf(secret, code.slice(2), seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  test('one step of drift is taken on either side, two are not', () => {
    const at = 1_234_567_890_000;
    const near = (steps: number) => stepOf(secret, codeAt(secret, at + steps * 30_000), at);
    expect([near(-1), near(0), near(1)]).toEqual([-1, 0, 1].map((by) => Math.floor(at / 30_000) + by));
    expect([near(-2), near(2)]).toEqual([null, null]);
  });
});

test('until a code has proven the authenticator, the password alone logs in', async () => {
  const user = await aUser(app);
  await app.call(userApi.addUserTotp, { password }, user.token);
  expect(await app.login(user.account, password)).not.toBe('');
  const wrong = await app.tryCall(userApi.confirmUserTotp, { code: '000000' }, user.token);
  expect(wrong).toMatchObject({ status: 400, data: { errors: [{ field: 'code' }] } });
  expect((await app.call(userApi.getUserProfile, {}, user.token)).totp).toBeNull();
});

test('with two steps on, the password gives a ticket and the code the session', async () => {
  const user = await twoStep();
  const ticket = await ticketOf(user.account);
  const answer = await verify(ticket, codeAt(user.secret));
  expect(answer.code).toBe(0);
  const { token } = answer.data as { token: string };
  expect((await app.call(userApi.getUserInfo, {}, token)).account).toBe(user.account);
  expect((await verify(ticket, codeAt(user.secret))).status).toBe(400);
});

test('a code works once, also when it is sent twice at the same moment', async () => {
  const user = await twoStep();
  const code = codeAt(user.secret);
  const tickets = [await ticketOf(user.account), await ticketOf(user.account)];
  const answers = await Promise.all(tickets.map((ticket) => verify(ticket, code)));
  expect(answers.map((answer) => answer.code).sort()).toEqual([-1, 0]);
  expect(answers.find((answer) => answer.code === -1)?.msg).toBe('验证码不正确或已用过');
});

test('each of ten recovery codes works once, in any spelling of it', async () => {
  const user = await twoStep();
  expect(new Set(user.recoveryCodes).size).toBe(10);
  const [one = '', two = ''] = user.recoveryCodes;
  expect((await verify(await ticketOf(user.account), one.toUpperCase().replace('-', ' '))).code).toBe(0);
  expect((await verify(await ticketOf(user.account), one)).code).toBe(-1);
  const last = await verify(await ticketOf(user.account), two);
  const { token } = last.data as { token: string };
  expect((await app.call(userApi.getUserProfile, {}, token)).totp).toMatchObject({ recoveryCodes: 8 });
});

test('a ticket is bound to its address, lives five minutes, and bears five wrong codes', async () => {
  const user = await twoStep();
  const away = await ticketOf(user.account, '127.0.0.51');
  expect(await verify(away, codeAt(user.secret), '127.0.0.52')).toMatchObject({
    status: 400,
    msg: '登录已过期，请重新输入密码',
  });
  const old = await ticketOf(user.account, '127.0.0.51');
  await app.sql(`update login_ticket set expires_at = now() - interval '1 second'`);
  expect((await verify(old, codeAt(user.secret), '127.0.0.51')).msg).toBe('登录已过期，请重新输入密码');
  const tried = await ticketOf(user.account, '127.0.0.53');
  for (let n = 0; n < 5; n++) expect((await verify(tried, '000000', '127.0.0.53')).status).toBe(400);
  expect((await verify(tried, codeAt(user.secret), '127.0.0.53')).status).not.toBe(200);
  const locked = { account: user.account, password };
  expect((await app.tryCall(loginApi.accountLogin, locked, undefined, '127.0.0.53')).status).toBe(429);
});

test('wrong codes from many addresses lock the second step of the account, a reset of the account opens it', async () => {
  const user = await twoStep();
  for (let n = 0; n < 10; n++) {
    const from = `127.0.1.${n + 1}`;
    await verify(await ticketOf(user.account, from), '000000', from);
  }
  const from = '127.0.1.77';
  expect(await verify(await ticketOf(user.account, from), codeAt(user.secret), from)).toMatchObject({ status: 429 });
  await app.call(userApi.unlockUser, { id: user.id }, app.admin);
  expect((await verify(await ticketOf(user.account, from), codeAt(user.secret), from)).code).toBe(0);
});

test('of thirty wrong codes at once from many addresses ten are judged', async () => {
  const user = await twoStep();
  const from = Array.from({ length: 30 }, (_, n) => `127.0.2.${n + 1}`);
  const tickets = await Promise.all(from.map((address) => ticketOf(user.account, address)));
  const answers = await Promise.all(tickets.map((ticket, n) => verify(ticket, 'aaaaa-bbbbb', from[n])));
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
});

test.each([
  ['letters', 'abc'],
  ['a code of five digits', '12345'],
  ['script', '<script>1</script>'],
  ['a number', 123456],
  ['a long text', '1'.repeat(500)],
])('%s is refused as a code', async (_, code) => {
  const user = await twoStep();
  expect(await verify(await ticketOf(user.account), code as string)).toMatchObject({ status: 400, code: -1 });
});

test('the secret is stored encrypted and in no log, recovery codes as hashes', async () => {
  const user = await twoStep();
  const rows = [
    await app.sql('select * from user_totp where user_id = $1', [user.id]),
    await app.sql('select * from user_recovery_code where user_id = $1', [user.id]),
    await app.sql(`select * from change_log where table_name in ('user_totp', 'user_recovery_code')`),
    await app.sql(`select * from cmd_log where path like '%Totp'`),
  ];
  const text = JSON.stringify(rows);
  for (const secret of [user.secret, ...user.recoveryCodes, ...user.recoveryCodes.map((code) => code.replace('-', ''))])
    expect(text).not.toContain(secret);
});

test('turning it off needs the password; an administrator can lift it for somebody who lost everything', async () => {
  const user = await twoStep();
  expect(await app.tryCall(userApi.deleteUserTotp, { password: 'wrong' }, user.token)).toMatchObject({
    status: 400,
    data: { errors: [{ field: 'password' }] },
  });
  await app.call(userApi.deleteUserTotp, { password }, user.token);
  expect(await app.login(user.account, password)).not.toBe('');
  const other = await twoStep();
  await app.call(userApi.resetUserTotp, { id: other.id }, app.admin);
  expect((await app.tryCall(userApi.getUserInfo, {}, other.token)).status).toBe(401);
  expect(await app.login(other.account, password)).not.toBe('');
});

const wrongPassword = { status: 400, data: { errors: [{ field: 'password', msg: '密码不正确' }] } };
const missingPassword = { status: 400, data: { errors: [{ field: 'password' }] } };

test('setting up a second step needs the password, and gives no secret without it', async () => {
  const user = await aUser(app);
  const setUp = (input: object) => app.tryCall(userApi.addUserTotp, input, user.token);
  expect(await setUp({})).toMatchObject(missingPassword);
  expect(await setUp({ password: 'wrong' })).toMatchObject(wrongPassword);
  expect(await app.sql('select 1 from user_totp where user_id = $1', [user.id])).toEqual([]);
  expect((await setUp({ password })).code).toBe(0);
});

describe('phone and e-mail of one’s own', () => {
  const contactOf = async (id: string) =>
    (
      await app.sql<{ mobile: string; email: string | null }>('select mobile, email from "user" where id = $1', [id])
    )[0];
  const withPhone = async () => {
    const user = await aUser(app, { role: 'admin' });
    await app.sql(`update "user" set mobile = '13800002001', email = 'own@example.org' where id = $1`, [user.id]);
    return user;
  };

  test('change with the password alone; what stays as it is needs none', async () => {
    const user = await withPhone();
    const edit = (change: object) =>
      app.tryCall(
        userApi.editUserProfile,
        { version: 1, mobile: '13800002001', email: 'own@example.org', gender: 1, ...change },
        user.token,
      );
    for (const change of [{ mobile: '13800002002' }, { email: 'thief@example.org' }, { email: null }]) {
      expect(await edit(change)).toMatchObject(missingPassword);
      expect(await edit({ ...change, password: 'wrong' })).toMatchObject(wrongPassword);
    }
    expect(await contactOf(user.id)).toEqual({ mobile: '13800002001', email: 'own@example.org' });
    await app.call(userApi.unlockUser, { id: user.id }, app.admin);
    expect((await edit({ gender: 2 })).code).toBe(0);
    expect((await edit({ version: 2, mobile: '13800002002', email: null, password })).code).toBe(0);
    expect(await contactOf(user.id)).toEqual({ mobile: '13800002002', email: null });
  });

  test('are behind the same limit as the other proofs: of twenty wrong passwords at once five are judged', async () => {
    const user = await withPhone();
    const edit = { version: 1, mobile: '13800002009', password: 'wrong' };
    const tries = Array.from({ length: 20 }, () => app.tryCall(userApi.editUserProfile, edit, user.token));
    const answers = await Promise.all(tries);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
    expect(await app.tryCall(userApi.addUserTotp, { password }, user.token)).toMatchObject({ status: 429 });
  });

  test('are no easier to change in the list of accounts, where somebody else’s are the right’s alone', async () => {
    const [user, other] = [await withPhone(), await withPhone()];
    const edit = (id: string, change: object) =>
      app.tryCall(userApi.editUser, { id, version: 1, ...change }, user.token);
    expect(await edit(user.id, { mobile: '13800002003' })).toMatchObject(missingPassword);
    expect(await edit(user.id, { email: null, password: 'wrong' })).toMatchObject(wrongPassword);
    expect((await edit(user.id, { mobile: '13800002001', remark: '夜班' })).code).toBe(0);
    expect((await edit(user.id, { version: 2, mobile: '13800002003', password })).code).toBe(0);
    expect((await edit(other.id, { mobile: '13800002004' })).code).toBe(0);
    expect(await contactOf(user.id)).toMatchObject({ mobile: '13800002003' });
    expect(await contactOf(other.id)).toMatchObject({ mobile: '13800002004' });
  });
});

test('while two steps are on, a new authenticator cannot take the place of the old one', async () => {
  const user = await twoStep();
  const again = await app.tryCall(userApi.addUserTotp, { password }, user.token);
  expect(again).toMatchObject({ status: 400, msg: '两步登录已开启，要换验证器请先关闭' });
});

test('one sees one’s own sessions with device and place, ends them one by one, and nobody else’s', async () => {
  const user = await aUser(app);
  const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/147.0 Safari/537.36';
  const answer = await app.ask({
    path: loginApi.accountLogin.path,
    body: { account: user.account, password },
    headers: { 'User-Agent': agent },
  });
  const { token } = answer.data as { token: string };
  const list = await app.call(userApi.getUserSessionList, {}, user.token);
  expect(list).toHaveLength(2);
  expect(list.map((one) => one.current)).toEqual([true, false]);
  expect(list[1]).toMatchObject({ device: 'Chrome 147 · Windows 10/11', ip: '127.0.0.1', place: '本机' });
  const otherUser = await aUser(app);
  const theirs = await app.tryCall(userApi.deleteUserSession, { id: list[1]?.id }, otherUser.token);
  expect(theirs.status).toBe(404);
  await app.call(userApi.deleteUserSession, { id: list[1]?.id ?? '' }, user.token);
  expect((await app.tryCall(userApi.getUserInfo, {}, token)).status).toBe(401);
  expect((await app.tryCall(userApi.getUserInfo, {}, user.token)).code).toBe(0);
});

test('five wrong passwords within a session lock what asks for it again; the session and the login stay, and the log tells of each', async () => {
  const user = await twoStep();
  const change = (oldPassword: string) =>
    app.tryCall(userApi.editUserPassword, { oldPassword, newPassword: 'another-Harbour-79' }, user.token);
  const turnOff = (given: string, from?: string) =>
    app.tryCall(userApi.deleteUserTotp, { password: given }, user.token, from);
  for (let n = 0; n < 3; n++) expect((await change('wrong')).status).toBe(400);
  for (let n = 0; n < 2; n++) expect((await turnOff('wrong', `127.0.2.${n + 1}`)).status).toBe(400);
  const held = { status: 429, code: -1, msg: '连续输错密码，请 15 分钟后再试' };
  expect(await change(password)).toMatchObject(held);
  expect(await turnOff(password, '127.0.2.9')).toMatchObject(held);
  expect((await app.call(userApi.getUserProfile, {}, user.token)).totp).not.toBeNull();
  expect(await ticketOf(user.account)).not.toBe('');
  const log = await app.sql(
    `select count(*)::int as n from login_log where user_id = $1 and result = 'failure' and reason = 'passwordAgain'`,
    [user.id],
  );
  expect(log).toEqual([{ n: 5 }]);
  await app.call(userApi.unlockUser, { id: user.id }, app.admin);
  expect((await change(password)).code).toBe(0);
});

test('five wrong codes while turning two steps on hold that back, and a right password before forgets the wrong ones', async () => {
  const user = await aUser(app);
  const { secret } = await app.call(userApi.addUserTotp, { password }, user.token);
  const confirm = (code: string) => app.tryCall(userApi.confirmUserTotp, { code }, user.token);
  const wrong = codeAt(secret, 0);
  for (let n = 0; n < 4; n++) expect((await confirm(wrong)).status).toBe(400);
  const change = { oldPassword: password, newPassword: 'another-Harbour-80' };
  expect((await app.tryCall(userApi.editUserPassword, change, user.token)).code).toBe(0);
  for (let n = 0; n < 5; n++) expect((await confirm(wrong)).status).toBe(400);
  expect(await confirm(codeAt(secret))).toMatchObject({ status: 429, msg: '连续输错验证码，请 15 分钟后再试' });
  expect((await app.call(userApi.getUserProfile, {}, user.token)).totp).toBeNull();
});
