import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pushApi } from '#features/push/contract.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aProject, aRole, aUser, next } from '#server/testing/rows.ts';

let app: TestApp;
let secret: string;
beforeAll(async () => {
  app = await startApp();
  const added = await app.call(pushApi.editPushSource, { source: 'cloud', mapping: { body: 'own' } }, app.admin);
  secret = added.secret ?? '';
});
afterAll(() => app.stop());

interface Sent {
  source?: string;
  at?: number;
  nonce?: string;
  key?: string;
  signature?: string;
}

function push(
  body: unknown,
  { source = 'cloud', at = Date.now(), nonce = `n${next()}`, key = secret, signature }: Sent = {},
) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const timestamp = String(Math.floor(at / 1000));
  const signed = createHmac('sha256', key).update(`${timestamp}\n${nonce}\n${text}`).digest('hex');
  return app.ask({
    path: `/open/push/${source}`,
    body: text,
    headers: {
      'Content-Type': 'application/json',
      'X-Requested-With': null,
      'X-Timestamp': timestamp,
      'X-Nonce': nonce,
      'X-Signature': signature ?? signed,
    },
  });
}

async function registered(): Promise<{ customer: string; sn: string }> {
  const customer = await aCustomer(app);
  const sn = `PUSH-${next()}-0001`;
  const input = { sn, model: 'mqtt', customerId: customer, identifiers: [{ protocol: 'push', number: sn }] };
  const answer = await app.ask({ path: '/api/equipment/addEquipment', body: input, token: app.admin });
  expect(answer.code).toBe(0);
  return { customer, sn };
}

const warns = async (customerId: string) => (await app.list(warnListApi.getWarnList, { customerId }, app.admin)).rows;

test('a signed push is answered after its alarm is stored', async () => {
  const { customer, sn } = await registered();
  expect((await push({ sn, id: '1', alarms: ['sos'] })).status).toBe(200);
  expect(await warns(customer)).toMatchObject([{ type: 'sos', status: 'pending', equipmentSn: sn }]);
});

test('a push finds a device of another protocol by its SN', async () => {
  const customer = await aCustomer(app);
  const sn = `WATCH-${next()}-77`;
  const input = { sn, model: 'watch', customerId: customer };
  expect((await app.ask({ path: '/api/equipment/addEquipment', body: input, token: app.admin })).code).toBe(0);
  expect((await push({ sn, id: '3', alarms: ['sos'] })).status).toBe(200);
  expect(await warns(customer)).toMatchObject([{ type: 'sos', equipmentSn: sn }]);
});

test('the same message in two pushes is stored once', async () => {
  const { customer, sn } = await registered();
  for (let n = 0; n < 2; n++) expect((await push({ sn, id: '9', alarms: ['sos'] })).status).toBe(200);
  expect(await warns(customer)).toMatchObject([{ repeatCount: 0 }]);
});

test.each<[string, Sent]>([
  ['another key', { key: 'wrong' }],
  ['a signature that is none', { signature: 'zz' }],
  ['a clock six minutes behind', { at: Date.now() - 360_000 }],
  ['a clock six minutes ahead', { at: Date.now() + 360_000 }],
  ['a source that nobody knows', { source: 'other' }],
])('a push with %s gets 401 and stores nothing', async (_, sent) => {
  const { customer, sn } = await registered();
  expect((await push({ sn, alarms: ['sos'] }, sent)).status).toBe(401);
  expect(await warns(customer)).toEqual([]);
});

test('a push without a signature gets 401', async () => {
  expect((await app.ask({ path: '/open/push/cloud', body: { sn: 'x' } })).status).toBe(401);
});

test('a push that comes again as it was gets 401', async () => {
  const { sn } = await registered();
  const nonce = `again${next()}`;
  expect((await push({ sn, id: '1' }, { nonce })).status).toBe(200);
  expect((await push({ sn, id: '1' }, { nonce })).status).toBe(401);
});

test('a disabled source gets 401, a body without a device 400', async () => {
  const added = await app.call(pushApi.editPushSource, { source: 'gone', mapping: { body: 'own' } }, app.admin);
  await app.call(pushApi.editPushSource, { source: 'gone', status: 'disabled', version: added.version }, app.admin);
  expect((await push({ sn: 'x' }, { source: 'gone', key: added.secret ?? '' })).status).toBe(401);
  expect((await push('not json')).status).toBe(400);
});

test('a sign that no database text takes does not bring a push back for ever', async () => {
  expect((await push({ sn: 'bad\u0000number', id: '1', alarms: ['sos'] })).status).toBeLessThan(500);
  const { customer, sn } = await registered();
  expect((await push({ sn, id: 'a\u0000b', note: '\u0000', alarms: ['sos'] })).status).toBe(200);
  expect(await warns(customer)).toHaveLength(1);
});

test('a secret is shown once, is stored encrypted, and may be given', async () => {
  expect(secret.length).toBeGreaterThan(30);
  const { rows } = await app.list(pushApi.getPushSourceList, {}, app.admin);
  expect(JSON.stringify(rows)).not.toContain(secret);
  const stored = await app.sql<{ secret_cipher: string }>('select secret_cipher from push_source');
  for (const { secret_cipher } of stored.filter((source) => source.secret_cipher))
    expect(secret_cipher).toMatch(/^k1:[0-9a-f]{8}:/);
  expect(JSON.stringify(await app.sql('select * from push_source'))).not.toContain(secret);
  const edited = await app.call(pushApi.editPushSource, { source: 'mine', secret: 'a secret of my own' }, app.admin);
  expect(edited.secret).toBeNull();
  const stale = await app.tryCall(pushApi.editPushSource, { source: 'mine', name: 'x', version: 7 }, app.admin);
  expect(stale.status).toBe(409);
});

test('a source serves everybody: only somebody whose scope has no limit sets its secret', async () => {
  const [department, project] = [await aDepartment(app), await aProject(app)];
  const roleId = await aRole(app, { scope: 'department_below', permissions: ['push:log', 'push:edit'] });
  const [admin] = await app.sql<{ id: string }>(`select id::text from role where key = 'admin'`);
  const { version } = await app.call(pushApi.editPushSource, { source: 'shared' }, app.admin);
  const set = async (place: object) => {
    const { token } = await aUser(app, { roleId, ...place });
    const change = { source: 'shared', version, secret: 'a secret of a stranger' };
    const added = await app.tryCall(pushApi.editPushSource, { source: `own-${next()}` }, token);
    return [added.status, (await app.tryCall(pushApi.editPushSource, change, token)).status];
  };
  expect(await set({ department })).toEqual([403, 403]);
  expect(await set({ projects: [project] })).toEqual([403, 403]);
  expect(await set({ roleId: admin?.id, projects: [project] })).toEqual([403, 403]);
  expect(await set({})).toEqual([200, 200]);
});

test('while nothing can be stored a push gets 503 and may come again with the same nonce', async () => {
  const { lanes } = await import('#server/ingest/startIngest.ts');
  const { sn } = await registered();
  const added = lanes();
  const paused = added?.paused;
  if (!added || !paused) throw new Error('no lanes');
  added.paused = () => true;
  const nonce = `held${next()}`;
  expect((await push({ sn, id: '1' }, { nonce })).status).toBe(503);
  added.paused = paused;
  expect((await push({ sn, id: '1' }, { nonce })).status).toBe(200);
});

test('a call for help of a number that nobody registered rings as any other', async () => {
  const sn = `NOBODY-${next()}`;
  expect((await push({ sn, id: '1', alarms: ['sos'] })).status).toBe(200);
  const { rows } = await app.list(warnListApi.getWarnList, { equipmentSn: sn }, app.admin);
  expect(rows).toMatchObject([{ type: 'unknown', family: 'sos', level: 1 }]);
});

test('wrongly signed pushes to a source are looked at thirty times a minute, and another source is still heard', async () => {
  const added = await app.call(pushApi.editPushSource, { source: 'beside', mapping: { body: 'own' } }, app.admin);
  const wrong = await Promise.all(Array.from({ length: 60 }, () => push({}, { source: 'guessed', key: 'guess' })));
  const statuses = wrong.map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(30);
  expect(statuses.filter((status) => status === 429)).toHaveLength(30);
  const answer = await push({ sn: 'beside', alarms: [] }, { source: 'beside', key: added.secret ?? '' });
  expect([200, 400]).toContain(answer.status);
});

const nightMapping = {
  body: 'json',
  number: ['/sn'],
  night: { from: '/from', to: '/to', light: '/light', awakenings: '/wakes', score: '/score', unit: 'min' },
};

test('a maker’s night is stored with its message; one of another zone, or with its end first, is in the log with the reason', async () => {
  const { secret: key } = await app.call(pushApi.editPushSource, { source: 'mats', mapping: nightMapping }, app.admin);
  const { sn } = await registered();
  const night = {
    sn,
    from: '2026-11-19T21:46:00+08:00',
    to: '2026-11-20T06:20:00+08:00',
    light: 294,
    wakes: 4,
    score: 81,
  };
  const sentBy = (body: object) => push(body, { source: 'mats', key: key ?? '' });
  expect((await sentBy(night)).status).toBe(200);
  const nights = () =>
    app.sql<{ light: number; awakenings: number; score: number }>(
      `select n.light, n.awakenings, n.score, n.from_at = '2026-11-19T13:46:00Z' as right from sleep_maker_night n join equipment e on e.id = n.device_id where e.sn = $1`,
      [sn],
    );
  expect(await nights()).toEqual([{ light: 294 * 60, awakenings: 4, score: 81, right: true }]);
  const wrong = [
    { ...night, to: '2026-11-19T20:00:00+08:00' },
    { ...night, from: '2026-11-19T21:46:00+09:00', to: '2026-11-20T06:20:00+09:00' },
  ];
  for (const body of wrong) expect((await sentBy(body)).status).toBe(400);
  const { rows } = await app.list(pushApi.getPushLogList, { source: 'mats', state: ['refused'] }, app.admin);
  expect(rows.map(({ error }) => error).sort()).toEqual([
    '夜晚汇总被拒绝：夜晚的时区与项目不同',
    '夜晚汇总被拒绝：夜晚的结束早于开始',
  ]);
  expect((await nights()).length).toBe(1);
});

test.each([
  [{ from: '/from' }, 'mapping.night.to'],
  [{ from: '/from', to: '/to', sleep: '/x' }, 'mapping.night.sleep'],
  [{ from: '/from', to: '/to', unit: 'h' }, 'mapping.night.unit'],
])('a mapping whose night is %j is refused', async (night, field) => {
  const mapping = { ...nightMapping, night };
  const answer = await app.tryCall(pushApi.editPushSource, { source: 'wrong', mapping }, app.admin);
  expect(answer).toMatchObject({ status: 400, data: { errors: [{ field }] } });
});
