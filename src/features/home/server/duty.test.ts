import { afterAll, beforeAll, expect, test } from 'vitest';
import { handoverApi } from '#features/handover/contract.ts';
import { homeApi } from '#features/home/contract.ts';
import { noticeApi } from '#features/notice/contract.ts';
import { sendNotice } from '#features/notice/server/service.ts';
import { shiftApi } from '#features/shift/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import { system } from '#server/core/viewer.ts';
import { command } from '#server/feature/command.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aUser, type TestUser } from '#server/testing/rows.ts';
import { forbidden } from '#shared/codes.ts';

let app: TestApp;
let leader: TestUser;
beforeAll(async () => {
  app = await startApp();
  leader = await aUser(app, { role: 'leader' });
});
afterAll(() => app.stop());

const hour = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString();

/** Puts a user on the roster around now, or by offsets in hours. */
const rostered = async (user: TestUser, from = -1, until = 7) => {
  const { patterns } = await app.call(shiftApi.getRosterChoice, {}, leader.token);
  const patternId = patterns.find(({ name }) => name === '早班')?.id ?? null;
  const turn = { userId: user.id, patternId, seat: '03', from: inHours(from), until: inHours(until) };
  await app.call(shiftApi.editRoster, turn, leader.token);
  return turn;
};
const turnOf = async ({ token }: TestUser) => (await app.call(homeApi.getHomeShift, {}, token)).turn;
const watch = async (token: string) => (await app.call(homeApi.getHome, {}, token)).watch?.rows ?? [];

/** Raises an alarm of the customer the given number of times. */
async function raised(customerId: string, times = 1): Promise<string> {
  const alarm = { customerId, type: 'sos', level: 1, occurredAt: inHours(0), note: '求助' } as const;
  let id = '';
  for (let index = 0; index < times; index++) ({ id } = await app.call(warnApi.addWarn, alarm, app.admin));
  return id;
}

/** Ends an alarm as 已送医 now, or with another result, some hours ago, or as a test. */
const ended = (id: string, { result = 'hospital', hoursAgo = 0, test = false } = {}) =>
  app.sql(
    `update warn set status = 'done', claimed_at = now(), finished_at = now() - make_interval(hours => $3), result = $2,
       test = $4, follow_up_at = now() + interval '1 day' where id = $1`,
    [id, result, hoursAgo, test],
  );

test('who is on the roster now has a turn with its end, and who is not has none', async () => {
  const [now, later, unassigned] = [await aUser(app), await aUser(app), await aUser(app)];
  const turn = await rostered(now);
  await rostered(later, 2, 8);
  expect(await turnOf(now)).toEqual({ shift: '早班', seat: '03', from: turn.from, until: turn.until, sheets: [] });
  expect(await turnOf(later)).toBeNull();
  expect(await turnOf(unassigned)).toBeNull();
});

test('the turn names each open sheet of the two by whose signature it waits for, and the one taken over', async () => {
  const [giver, taker] = [await aUser(app), await aUser(app)];
  await rostered(giver);
  await rostered(taker);
  const sheets = async (user: TestUser) =>
    (await turnOf(user))?.sheets.map(({ id, kind, name }) => ({ id, kind, name }));
  const { id } = await app.call(handoverApi.startHandover, { userId: taker.id }, giver.token);
  expect(await sheets(giver)).toEqual([{ id, kind: 'give', name: taker.name }]);
  expect(await sheets(taker)).toEqual([]);
  await app.call(handoverApi.signHandover, { id }, giver.token);
  expect(await sheets(giver)).toEqual([{ id, kind: 'given', name: taker.name }]);
  expect(await sheets(taker)).toEqual([{ id, kind: 'take', name: giver.name }]);
  await app.call(handoverApi.signHandover, { id }, taker.token);
  expect(await sheets(giver)).toEqual([]);
  expect(await sheets(taker)).toEqual([{ id, kind: 'taken', name: giver.name }]);
});

test('who was taken to hospital is watched for 72 hours after the end, with the alarm and its follow-up', async () => {
  const user = await aUser(app);
  const [customerId, other] = [await aCustomer(app), await aCustomer(app)];
  const id = await raised(customerId);
  await ended(id);
  const long = await raised(other);
  await ended(long, { hoursAgo: 73 });
  const rows = await watch(user.token);
  const [row] = (await app.list(warnListApi.getWarnList, { customerId }, user.token)).rows;
  expect(rows.find((one) => one.customerId === customerId)).toEqual({
    customerId,
    name: row?.customerName,
    hospital: { warnId: id, finishedAt: row?.finishedAt, followUpAt: row?.followUpAt },
    pressed: null,
  });
  expect(rows.some((one) => one.customerId === other)).toBe(false);
  await app.sql(`update warn set finished_at = now() - interval '71 hours' where id = $1`, [long]);
  expect((await watch(user.token)).some((one) => one.customerId === other)).toBe(true);
});

test('who pressed three times within 24 hours is watched, over alarms that ended and the one that is open', async () => {
  const user = await aUser(app);
  const [often, twice, earlier] = [await aCustomer(app), await aCustomer(app), await aCustomer(app)];
  await ended(await raised(often, 2), { result: 'phone' });
  const open = await raised(often, 2);
  await raised(twice, 2);
  const old = await raised(earlier, 3);
  await app.sql(`update warn_step set at = at - interval '25 hours' where warn_id = $1`, [old]);
  const rows = await watch(user.token);
  const { rows: alarms } = await app.list(warnListApi.getWarnList, { customerId: often, type: ['sos'] }, user.token);
  const times = alarms.reduce((sum, { repeatCount }) => sum + repeatCount + 1, 0);
  expect(rows.find(({ customerId }) => customerId === often)?.pressed).toMatchObject({ warnId: open, times });
  expect(times).toBe(4);
  expect(rows.filter(({ customerId }) => customerId === twice || customerId === earlier)).toEqual([]);
});

test('somebody taken to hospital who had pressed again and again is watched once, for both', async () => {
  const user = await aUser(app);
  const customerId = await aCustomer(app);
  await ended(await raised(customerId, 3));
  const rows = (await watch(user.token)).filter((row) => row.customerId === customerId);
  expect(rows).toMatchObject([{ hospital: {}, pressed: { times: 3 } }]);
});

test('neither tests and drills, nor alarms beyond the scope, nor who is not served any more are watched', async () => {
  const department = await aDepartment(app);
  const near = await aUser(app, { department });
  const [test, dead, far] = [
    await aCustomer(app, { department }),
    await aCustomer(app, { department }),
    await aCustomer(app),
  ];
  await ended(await raised(test, 3), { test: true });
  await ended(await raised(dead, 3));
  await app.sql(`update customer set service_state = 'deceased' where id = $1`, [dead]);
  await ended(await raised(far, 3));
  expect(await watch(near.token)).toEqual([]);
});

test('the newest notices that people wrote stand with the number of unread ones, which is the length of the inbox’s list', async () => {
  const reader = await aUser(app);
  const publish = async (title: string) => {
    const audience = { kind: 'user' as const, ids: [reader.id] };
    const draft = { title, type: 'notice', content: '<p>今晚停机。</p>', audience };
    const { id } = await app.call(noticeApi.addNotice, draft, app.admin);
    await app.call(noticeApi.publishNotice, { id }, app.admin);
    return id;
  };
  const [read, second, third] = [await publish('停机'), await publish('寒潮'), await publish('演练')];
  await app.call(noticeApi.readNotice, { id: third ?? '' }, reader.token);
  const message = { title: '低电量', content: '<p>一台设备电量低。</p>', userIds: [reader.id] };
  await command(system('test'), (ctx) => sendNotice(ctx, system('test'), { ...message, departmentId: '1' }));
  const { unread, rows } = await app.call(homeApi.getHomeNotice, {}, reader.token);
  const inbox = { unread: true, automatic: false };
  expect(unread).toBe((await app.list(noticeApi.getMyNoticeList, inbox, reader.token)).count);
  expect((await app.list(noticeApi.getMyNoticeList, { unread: true }, reader.token)).count).toBe(unread + 1);
  expect((await app.list(noticeApi.getNoticeList, { keyword: message.title }, app.admin)).count).toBe(0);
  expect(rows.map(({ id, open }) => [id, open])).toEqual([
    [second, true],
    [read, true],
    [third, false],
  ]);
});

test('the steps of a new platform count accounts beside the viewer’s own and turns, of the scope', async () => {
  const department = await aDepartment(app);
  const viewer = await aUser(app, { department, role: 'leader' });
  const steps = () => app.call(homeApi.getHomeSetup, {}, viewer.token);
  expect(await steps()).toMatchObject({ accounts: 0, turns: 0 });
  const colleague = await aUser(app, { department });
  await rostered(colleague);
  await rostered(await aUser(app));
  expect(await steps()).toMatchObject({ accounts: 1, turns: 1 });
});

test('turn and watch are refused to who takes no alarms', async () => {
  const { token } = await aUser(app, { role: 'health' });
  expect((await app.tryCall(homeApi.getHomeShift, {}, token)).code).toBe(forbidden);
  expect((await app.call(homeApi.getHome, {}, token)).watch).toBeNull();
});
