import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { consentApi } from '#features/consent/contract.ts';
import { deskApi } from '#features/desk/contract.ts';
import { phoneCallApi } from '#features/phoneCall/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDevice } from '#server/testing/rows.ts';
import { shareApi } from '#shared/contract/share.ts';

let app: TestApp;
let warnId: string;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

/** Attempts are counted by address: each test uses another one. */
let address = 1;
beforeEach(async () => {
  address++;
  const customer = await aCustomer(app, {
    name: '吴阿根',
    gender: 1,
    birthDate: '1940-03-05',
    mobile: '13912345678',
    community: '梧桐苑',
    address: '9幢2单元602',
    contacts: [{ name: '陈敏', relation: 'daughter', mobile: '13900004402', order: 1, isEmergency: true }],
    allergies: ['青霉素'],
  });
  await aDevice(app, { customer });
  const facts = { type: 'sos' as const, level: 1 as const, occurredAt: new Date().toISOString() };
  const made = await app.call(warnApi.addWarn, { ...facts, customerId: customer, note: '邻居周伯来电' }, app.admin);
  warnId = made.id;
  await app.call(warnApi.claimWarn, { id: warnId }, app.admin);
  const [contact] = await app.sql<{ id: string }>('select id::text from customer_contact where customer_id = $1', [
    customer,
  ]);
  const call = { id: warnId, phone: '13900004402', contactId: contact?.id ?? '', result: 'ok' as const, seconds: 48 };
  await app.call(phoneCallApi.addWarnCall, call, app.admin);
  await app.call(deskApi.addWarnNote, { id: warnId, note: '老人有糖尿病' }, app.admin);
});

const share = (options: { hours?: number; withCode?: boolean } = {}) =>
  app.call(shareApi.addShare, { warnId, hours: 24, withCode: false, ...options }, app.admin);
const open = (token: string, code?: string) =>
  app.ask({
    path: shareApi.openShare.path,
    body: { token, ...(code === undefined ? {} : { code }) },
    from: `127.0.1.${address}`,
  });
const list = () => app.call(shareApi.getShareList, { warnId }, app.admin);
const dead = { status: 400, msg: '链接无效或已过期' };

test('a link shows the sheet without whole name, flat, number, health, colleague or anything that was typed', async () => {
  const { token } = await share();
  const { data } = await open(token);
  expect(data).toMatchObject({
    codeWanted: false,
    sheet: {
      type: '主动呼救',
      status: '处理中',
      person: expect.stringMatching(/^吴\* · 男 · \d+ 岁$/),
      area: '梧桐苑',
    },
  });
  const text = JSON.stringify(data);
  expect(text).toContain('呼叫 女儿 接通正常');
  expect(text).not.toMatch(/阿根|陈敏|周伯|139[01*]|2单元|青霉素|糖尿病|管理员/);
});

test('each look is counted and entered in the command log, where the link cannot be read', async () => {
  const { id, token } = await share();
  await open(token);
  await open(token);
  expect(await list()).toMatchObject([{ id, views: 2, state: 'open', withCode: false, createdByName: '管理员' }]);
  const logged = await app.sql<{ object_id: string; input: object }>(
    `select object_id, input from cmd_log where path = '/api/share/openShare' and object_id = $1`,
    [id],
  );
  expect(logged).toHaveLength(2);
  expect(JSON.stringify(logged)).not.toContain(token);
});

test('a link with a code asks for it, refuses a wrong one, and dies after ten of them', async () => {
  const { token, code } = await share({ withCode: true });
  expect(code).toMatch(/^\d{4}$/);
  expect((await open(token)).data).toMatchObject({ codeWanted: true, sheet: null, id: null });
  const wrong = code === '0000' ? '0001' : '0000';
  expect(await open(token, wrong)).toMatchObject({ status: 400, msg: '提取码不正确' });
  expect((await open(token, code ?? '')).data).toMatchObject({ sheet: { person: expect.stringContaining('吴*') } });
  for (let times = 1; times < 10; times++) await open(token, wrong);
  expect(await open(token, code ?? '')).toMatchObject(dead);
  expect(await list()).toMatchObject([{ state: 'locked', views: 1 }]);
});

test('of two hundred wrong codes at once ten are judged, and right ones at the same time cost the link nothing', async () => {
  const withCode = await share({ withCode: true });
  const opened = await Promise.all(Array.from({ length: 15 }, () => open(withCode.token, withCode.code ?? '')));
  expect(opened.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  expect((await open(withCode.token, withCode.code ?? '')).status).toBe(200);

  const { token, code } = await share({ withCode: true });
  const wrong = code === '0000' ? '0001' : '0000';
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      app.ask({ path: shareApi.openShare.path, body: { token, code: wrong }, from: `127.0.2.${n + 1}` }),
    ),
  );
  expect(answers.filter(({ msg }) => msg === '提取码不正确')).toHaveLength(10);
  expect(answers.filter(({ msg }) => msg === dead.msg)).toHaveLength(190);
  const [row] = await app.sql(
    'select wrong_tries as n from share where token_hash is not null order by id desc limit 1',
  );
  expect(row).toEqual({ n: 10 });
});

test('an unknown, altered, expired or revoked link gets one and the same sentence', async () => {
  const { id, token } = await share();
  expect(await open('x'.repeat(32))).toMatchObject(dead);
  expect(await open('short')).toMatchObject(dead);
  await app.call(shareApi.revokeShare, { id }, app.admin);
  await app.call(shareApi.revokeShare, { id }, app.admin);
  expect(await open(token)).toMatchObject(dead);
  const other = await share();
  await app.sql('update share set expires_at = now() where id = $1', [other.id]);
  expect(await open(other.token)).toMatchObject(dead);
  expect((await list()).map(({ state }) => state)).toEqual(['expired', 'revoked']);
});

test('a link lives 72 hours at most, and an alarm has ten of them at most', async () => {
  const input = { warnId, hours: 73, withCode: false };
  expect(await app.tryCall(shareApi.addShare, input, app.admin)).toMatchObject({ msg: '有效期为1至72小时' });
  const made = await Promise.all(
    Array.from({ length: 11 }, () => app.tryCall(shareApi.addShare, { ...input, hours: 72 }, app.admin)),
  );
  expect(made.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(made.find(({ status }) => status === 409)?.msg).toContain('请先撤销不用的');
});

test('an alarm about health is shown to nobody outside once the consent to health information is withdrawn', async () => {
  const customerId = await aCustomer(app, { consent: [] });
  const facts = { type: 'heart' as const, level: 2 as const, occurredAt: new Date().toISOString(), note: '来电' };
  const made = await app.call(warnApi.addWarn, { ...facts, customerId }, app.admin);
  const asked = { warnId: made.id, hours: 24, withCode: false };
  const { token } = await app.call(shareApi.addShare, asked, app.admin);
  const signed = { purpose: 'health', signedBy: '本人', relation: 'self', signedAt: facts.occurredAt } as const;
  const { id } = await app.call(consentApi.addConsent, { customerId, ...signed }, app.admin);
  expect((await open(token)).code).toBe(0);
  await app.call(consentApi.withdrawConsent, { id, reason: '本人要求' }, app.admin);
  expect(await open(token)).toMatchObject(dead);
  expect(await app.tryCall(shareApi.addShare, asked, app.admin)).toMatchObject({
    status: 409,
    msg: '客户对健康信息的同意已撤回或到期，不能分享',
  });
});
