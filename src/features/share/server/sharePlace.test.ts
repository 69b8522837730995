import { afterAll, beforeAll, expect, test } from 'vitest';
import { consentApi } from '#features/consent/contract.ts';
import { lostApi } from '#features/lost/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDevice, aRole, aUser } from '#server/testing/rows.ts';
import { shareApi } from '#shared/contract/share.ts';
import type { InputOf } from '#shared/endpoint.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const dead = { status: 400, msg: '链接无效或已过期' };
let address = 1;
const open = (token: string, code?: string) =>
  app.ask({
    path: shareApi.openShare.path,
    body: { token, ...(code === undefined ? {} : { code }) },
    from: `127.0.3.${address}`,
  });

/** A person with a watch that found a place this many minutes ago. */
async function aWearer(minutes = 5, name = '吴阿根'): Promise<string> {
  address++;
  const customer = await aCustomer(app, { name });
  const { id } = await aDevice(app, { customer });
  await app.sql(
    `update device_state set lat = 28.9, lng = 118.8, accuracy = 25, position_source = 'gnss', position_at = now() - make_interval(mins => $2) where device_id = $1`,
    [id, minutes],
  );
  return customer;
}

const share = (input: Partial<InputOf<typeof shareApi.addShare>>) =>
  app.call(shareApi.addShare, { kind: 'place', withCode: false, ...input }, app.admin);
const tryShare = (input: Partial<InputOf<typeof shareApi.addShare>>) =>
  app.tryCall(shareApi.addShare, { kind: 'place', withCode: false, ...input }, app.admin);
const hoursLeft = (expiresAt: string) => Math.round((Date.parse(expiresAt) - Date.now()) / 3_600_000);

async function withdraw(customerId: string): Promise<void> {
  const [row] = await app.sql<{ id: string }>(
    `select id::text from consent where customer_id = $1 and purpose = 'location'`,
    [customerId],
  );
  await app.call(consentApi.withdrawConsent, { id: row?.id ?? '', reason: '本人要求' }, app.admin);
}

async function aLost(): Promise<{ customerId: string; warnId: string }> {
  const customerId = await aWearer();
  const facts = { seenAt: new Date(Date.now() - 60_000).toISOString(), clothes: '蓝色外套', seenNote: '在菜场' };
  const { warnId } = await app.call(lostApi.openLost, { customerId, ...facts }, app.admin);
  await app.call(warnApi.claimWarn, { id: warnId }, app.admin);
  return { customerId, warnId };
}

test('a place has its age, no whole name and no photo; it lives 2 hours, 12 at most', async () => {
  const customerId = await aWearer();
  const { token, expiresAt } = await share({ customerId });
  expect(hoursLeft(expiresAt)).toBe(2);
  const { data, text } = await open(token);
  const place = { lat: 28.9, accuracy: 25, source: 'gnss', stale: false };
  expect(data).toMatchObject({ sheet: null, lost: null, place: { name: '吴*', photo: null, place } });
  expect((data as { place: { place: { age: number } } }).place.place.age).toBeGreaterThanOrEqual(300);
  expect(text).not.toContain('阿根');
  expect(hoursLeft((await share({ customerId, hours: 12 })).expiresAt)).toBe(12);
  expect(await tryShare({ customerId, hours: 13 })).toMatchObject({ status: 400, msg: '位置链接的有效期为1至12小时' });
});

test('an old place says so', async () => {
  const { token } = await share({ customerId: await aWearer(90) });
  const { data } = await open(token);
  expect(data).toMatchObject({ place: { place: { stale: true } } });
});

test('a place is old by the interval to which the device was set, as on the map', async () => {
  const customerId = await aWearer(30);
  const { token } = await share({ customerId });
  const isStale = async () => ((await open(token)).data as { place: { place: { stale: boolean } } }).place.place.stale;
  const set = (seconds: number) =>
    app.sql(
      `insert into equipment_command (equipment_id, command, params, valid_until, state)
       select id, 'interval', jsonb_build_object('seconds', $2::int), now(), 'acknowledged' from equipment where customer_id = $1`,
      [customerId, seconds],
    );
  await set(1800);
  expect(await isStale()).toBe(false);
  await set(600);
  expect(await isStale()).toBe(true);
});

test('name and photo need a reason, which is in the command log', async () => {
  const customerId = await aWearer();
  expect(await tryShare({ customerId, whole: true })).toMatchObject({ status: 400 });
  const { id, token } = await share({ customerId, whole: true, reason: '交派出所协查' });
  expect((await open(token)).data).toMatchObject({ place: { name: '吴阿根' } });
  const logged = await app.sql(
    `select input ->> 'reason' as reason from cmd_log where object_id = $1 and action = 'addShare'`,
    [id],
  );
  expect(logged).toEqual([{ reason: '交派出所协查' }]);
});

test('a person who has not agreed, or took it back, is not shared, and open links end at once', async () => {
  const customerId = await aWearer();
  const { token } = await share({ customerId });
  const lost = await aLost();
  const sheet = await share({ kind: 'lost', warnId: lost.warnId });
  for (const id of [customerId, lost.customerId]) await withdraw(id);
  expect(await open(token)).toMatchObject(dead);
  expect(await open(sheet.token)).toMatchObject(dead);
  expect(await tryShare({ customerId })).toMatchObject({ status: 409, msg: '定位同意已撤回，不能分享' });
  expect(await tryShare({ kind: 'lost', warnId: lost.warnId })).toMatchObject({ status: 409 });
  expect(await app.call(shareApi.getShareList, { customerId }, app.admin)).toMatchObject([{ state: 'revoked' }]);
});

test('a person whose service is over is not shared, and open links end', async () => {
  const customerId = await aWearer();
  const { token } = await share({ customerId });
  const lost = await aLost();
  await app.sql(`update customer set service_state = 'ended' where id = any($1)`, [[customerId, lost.customerId]]);
  expect(await open(token)).toMatchObject(dead);
  const refused = { status: 409, msg: '服务已终止，不能分享' };
  expect(await tryShare({ customerId })).toMatchObject(refused);
  expect(await tryShare({ kind: 'lost', warnId: lost.warnId })).toMatchObject(refused);
});

test('a consent that runs out ends a link without a further act', async () => {
  const customerId = await aWearer();
  const { token } = await share({ customerId });
  await app.sql(`update consent set until = current_date - 2 where customer_id = $1`, [customerId]);
  expect(await open(token)).toMatchObject(dead);
});

test('the sheet of a lost person has clothes and ring, lives 72 hours at most, and ends with the search', async () => {
  const { warnId } = await aLost();
  expect(await tryShare({ kind: 'lost', warnId, hours: 73 })).toMatchObject({ status: 400, msg: '有效期为1至72小时' });
  const { token } = await share({ kind: 'lost', warnId, hours: 72 });
  const { data } = await open(token);
  const shown = { name: '吴*', clothes: '蓝色外套', seenNote: '在菜场', photo: null, place: { stale: false } };
  expect(data).toMatchObject({ sheet: null, place: null, lost: shown });
  expect((data as { lost: { ring: { metres: number } } }).lost.ring.metres).toBeGreaterThanOrEqual(275);
  await app.call(lostApi.closeLost, { id: warnId, result: 'found', note: '在公园找到' }, app.admin);
  expect(await open(token)).toMatchObject(dead);
  expect(await app.call(shareApi.getShareList, { warnId }, app.admin)).toMatchObject([
    { kind: 'lost', state: 'revoked', views: 1 },
  ]);
  expect(await tryShare({ kind: 'lost', warnId })).toMatchObject({ status: 409, msg: '走失已结束，不能分享' });
});

test('a place with a code asks for it, and dies after ten wrong ones', async () => {
  const { token, code } = await share({ customerId: await aWearer(), withCode: true });
  expect((await open(token)).data).toMatchObject({ codeWanted: true, place: null });
  const wrong = code === '0000' ? '0001' : '0000';
  for (let times = 0; times < 10; times++) expect(await open(token, wrong)).toMatchObject({ status: 400 });
  expect(await open(token, code ?? '')).toMatchObject(dead);
});

test('each kind needs its own permission', async () => {
  const { customerId, warnId } = await aLost();
  const userWith = async (permission: string) =>
    aUser(app, {
      roleId: await aRole(app, { scope: 'all', permissions: [permission, 'warn:list', 'customer:list'] }),
    });
  const [desk, map] = await Promise.all([userWith('warn:share'), userWith('location:share')]);
  const add = (input: object, token: string) =>
    app.tryCall(shareApi.addShare, { withCode: false, warnId, ...input } as InputOf<typeof shareApi.addShare>, token);
  expect((await add({ kind: 'sheet' }, desk.token)).status).toBe(200);
  expect((await add({ kind: 'lost' }, desk.token)).status).toBe(403);
  expect((await add({ kind: 'lost' }, map.token)).status).toBe(200);
  expect((await add({ kind: 'sheet' }, map.token)).status).toBe(403);
  const seen = await app.call(shareApi.getShareList, { warnId }, map.token);
  expect(seen.map(({ kind }) => kind)).toEqual(['lost']);
  expect(await app.tryCall(shareApi.revokeShare, { id: seen[0]?.id ?? '' }, desk.token)).toMatchObject({ status: 404 });
  const { token: operator } = await aUser(app);
  expect((await add({ kind: 'place', customerId }, operator)).status).toBe(403);
  expect(await app.tryCall(shareApi.getShareList, { warnId }, operator)).toMatchObject({ status: 403 });
});
