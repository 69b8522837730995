import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { channelApi } from '#features/channel/contract.ts';
import { customerApi } from '#features/customer/contract.ts';
import { customerEntryApi } from '#features/customerEntry/contract.ts';
import { deskApi } from '#features/desk/contract.ts';
import { notificationApi } from '#features/notification/contract.ts';
import { projectApi } from '#features/project/contract.ts';
import { userApi } from '#features/user/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { openLoopback } from '#server/testing/loopback.ts';
import { aCustomer, aDepartment, aProject, aUser, type TestUser } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';
import { fireDue } from './timers.ts';

let app: TestApp;
let gateway: Server;
/** Numbers to which the gateway sent a message. */
const got: string[] = [];
beforeAll(async () => {
  openLoopback();
  app = await startApp();
  gateway = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    got.push(JSON.parse(body).to);
    response.end('{}');
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(async () => {
  gateway.closeAllConnections();
  gateway.close();
  await app.stop();
});

let mobileCount = 0;
const aMobile = () => `1390000${String(++mobileCount).padStart(4, '0')}`;
const timeIn = (hours: number) =>
  new Date(Date.now() + hours * 3_600_000).toLocaleTimeString('sv-SE', {
    ...{ timeZone: 'Asia/Shanghai', hour: '2-digit', minute: '2-digit' },
  } as Intl.DateTimeFormatOptions);
/** Quiet hours around now, ±2 hours. */
const aroundNow = () => ({ quietFrom: timeIn(-2), quietTo: timeIn(2) });

async function aPlace(target: 'leader' | 'contacts' = 'leader') {
  const place = { department: await aDepartment(app), project: await aProject(app) };
  const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/`;
  const config = { speaks: 'free', url, body: '{"to":"{mobile}"}' };
  const channel = { projectId: place.project, kind: 'sms' as const, name: '短信', config };
  await app.call(channelApi.addChannel, channel, app.admin);
  await app.sql(`insert into channel (project_id, kind, name) values ($1, 'voice', '语音')`, [place.project]);
  const [row] = await app.sql<{ version: number }>('select version from project where id = $1', [place.project]);
  const ladder = [{ after: 60, target, channels: ['sms' as const], instead: ['voice' as const] }];
  await app.call(projectApi.editProjectConfig, { id: place.project, version: row?.version ?? 1, ladder }, app.admin);
  return place;
}
type TestPlace = Awaited<ReturnType<typeof aPlace>>;

async function aLeader({ department, project }: TestPlace, quiet: object = {}): Promise<TestUser & { mobile: string }> {
  const user = await aUser(app, { role: 'leader', department, projects: [project] });
  const mobile = aMobile();
  await app.sql('update "user" set mobile = $2 where id = $1', [user.id, mobile]);
  const { version } = await app.call(userApi.getUserProfile, {}, user.token);
  await app.call(userApi.editUserProfile, { version, mobile, ...quiet }, user.token);
  return { ...user, mobile };
}

/** A warn of a level, with its first rung due. */
async function climbed(customerId: string, level: 1 | 2): Promise<string> {
  const facts = { type: 'sos' as const, level, occurredAt: new Date().toISOString(), note: 'x' };
  const { id } = await app.call(warnApi.addWarn, { ...facts, customerId }, app.admin);
  await app.sql(`update warn_timer set due_at = now() where warn_id = $1 and rung = 1 and done_at is null`, [id]);
  await fireDue();
  return id;
}
const notificationsOf = async (warnId: string, channel: 'sms' | 'voice' = 'sms') =>
  (await app.list(notificationApi.getNotificationList, { warnId, channel: [channel] }, app.admin)).rows;
const held = (warnId: string) =>
  until('the message that waits', async () =>
    (await notificationsOf(warnId)).some(({ reason }) => reason?.startsWith('静默时段，')),
  );

test('below level 1 nobody is written to in their quiet hours: list, desk and timeline say until when, others are told at once', async () => {
  const place = await aPlace();
  const quiet = aroundNow();
  const [asleep, awake] = [await aLeader(place, quiet), await aLeader(place)];
  const id = await climbed(await aCustomer(app, place), 2);
  await held(id);
  await until('the other one', async () => got.includes(awake.mobile));
  const reason = `静默时段，推迟到 ${quiet.quietTo}`;
  expect((await notificationsOf(id)).find(({ to }) => to.id === asleep.id)).toMatchObject({
    state: 'queued',
    tries: 0,
    reason,
  });
  const { steps, notifications } = await app.call(deskApi.getWarn, { id }, app.admin);
  expect(steps.map(({ note }) => note)).toContain(`短信暂不发给 ${asleep.name}：${reason}`);
  expect(notifications).toContainEqual(expect.objectContaining({ channel: 'sms', state: 'queued', reason }));

  await app.sql(`update notification set created_at = now() - interval '1 hour' where warn_id = $1`, [id]);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3_600_000 + 60_000 });
  await app.sql(`update notification set held_until = now(), next_at = now() where warn_id = $1 and state = 'queued'`, [
    id,
  ]);
  await until('the end of the quiet hours', async () => got.includes(asleep.mobile));
  vi.useRealTimers();
  expect(await notificationsOf(id, 'voice')).toEqual([]);
});

test('level 1 never waits, nor does an alarm that becomes it, nor who is on duty by the roster', async () => {
  const place = await aPlace();
  const asleep = await aLeader(place, aroundNow());
  await climbed(await aCustomer(app, place), 1);
  await until('level 1', async () => got.includes(asleep.mobile));
  got.splice(0);
  const id = await climbed(await aCustomer(app, place), 2);
  await held(id);
  expect(got).toEqual([]);
  await app.sql('update warn set level = 1 where id = $1', [id]);
  await until('the alarm that became level 1', async () => got.includes(asleep.mobile));
  got.splice(0);
  await app.sql(
    `insert into shift_turn (user_id, shift, from_at, until_at) values ($1, 'other', now() - interval '1 hour', now() + interval '1 hour')`,
    [asleep.id],
  );
  await climbed(await aCustomer(app, place), 2);
  await until('who is on duty', async () => got.includes(asleep.mobile));
});

test('a message that waits while its alarm ends is over, says so, and goes to no other channel', async () => {
  const place = await aPlace();
  const asleep = await aLeader(place, aroundNow());
  const id = await climbed(await aCustomer(app, place), 2);
  await held(id);
  await app.sql(`update notification set created_at = now() - interval '1 minute' where warn_id = $1`, [id]);
  await app.sql(`update warn set status = 'done', finished_at = now() where id = $1`, [id]);
  await until('the end', async () => (await notificationsOf(id))[0]?.state === 'failed');
  expect(await notificationsOf(id)).toMatchObject([{ reason: '静默时段内告警已结束，没有发送' }]);
  expect([await notificationsOf(id, 'voice'), got.includes(asleep.mobile)]).toEqual([[], false]);
});

test('a contact has quiet hours of their own, which are shown with them, and both ends or none', async () => {
  const place = await aPlace('contacts');
  const quiet = aroundNow();
  const contact = { name: '陈敏', relation: 'daughter', mobile: aMobile(), order: 1, isEmergency: true };
  const customerId = await aCustomer(app, { ...place, contacts: [{ ...contact, ...quiet }] });
  await app.sql(
    `insert into consent (customer_id, purpose, signed_by, relation, signed_at) values ($1, 'family', '本人', 'self', now())`,
    [customerId],
  );
  const id = await climbed(customerId, 2);
  await held(id);
  expect((await notificationsOf(id))[0]).toMatchObject({
    state: 'queued',
    reason: `静默时段，推迟到 ${quiet.quietTo}`,
  });

  const { version, contacts } = await app.call(customerApi.getCustomer, { id: customerId }, app.admin);
  expect(contacts[0]).toMatchObject(quiet);
  const edit = (changes: object) =>
    app.tryCall(
      customerEntryApi.editCustomer,
      { id: customerId, version, contacts: [{ ...contact, id: contacts[0]?.id, ...changes }] },
      app.admin,
    );
  const wrong = async (changes: object) => (await edit(changes)).text;
  expect(await wrong({ quietFrom: '22:00', quietTo: null })).toContain('静默时段要填开始和结束，或都不填');
  expect(await wrong({ quietFrom: '22:00', quietTo: '22:00' })).toContain('静默时段的开始和结束不能相同');
  expect(await wrong({ quietFrom: '06:00', quietTo: '22:00' })).toContain('静默时段最长12小时');
  expect(await wrong({ quietFrom: '25:00', quietTo: '07:00' })).toContain('静默开始请写作 22:00');
  expect(await edit({ quietFrom: null, quietTo: null })).toMatchObject({ code: 0 });
});

test('quiet hours are one’s own to set and to take away in 个人中心', async () => {
  const user = await aLeader(await aPlace(), { quietFrom: '22:00', quietTo: '07:00' });
  const profile = await app.call(userApi.getUserProfile, {}, user.token);
  expect(profile).toMatchObject({ quietFrom: '22:00', quietTo: '07:00' });
  const edit = (changes: object) =>
    app.tryCall(userApi.editUserProfile, { version: profile.version, mobile: user.mobile, ...changes }, user.token);
  expect((await edit({ quietFrom: '7:00', quietTo: '12:00' })).text).toContain('静默开始请写作 22:00');
  expect((await edit({ quietFrom: '22:00' })).text).toContain('静默时段要填开始和结束，或都不填');
  expect(await edit({ quietFrom: null, quietTo: null })).toMatchObject({ code: 0 });
  expect(await app.call(userApi.getUserProfile, {}, user.token)).toMatchObject({ quietFrom: null, quietTo: null });
});
