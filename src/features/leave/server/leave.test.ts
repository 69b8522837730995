import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerApi } from '#features/customer/contract.ts';
import { remindResponsible } from '#features/customer/server/service.ts';
import { leaveApi } from '#features/leave/contract.ts';
import { noticeApi } from '#features/notice/contract.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDevice, aProject, aRole, aUser } from '#server/testing/rows.ts';
import { TestWatch } from '#server/testing/watch.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { todayInChina } from '#shared/idCard.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const contacts = [{ name: '陈敏', relation: 'daughter', mobile: '13800000002', order: 1, isEmergency: true }];
const someone = (fields: Record<string, unknown> = {}) => aCustomer(app, { contacts, ...fields });
/** Returns a day in the projects' time zone, some days from today. */
const day = (from: number) => todayInChina(Date.now() + from * 86_400_000);

type Change = Partial<InputOf<typeof customerApi.updateCustomerState>>;
const setState = (id: string, change: Change) =>
  app.tryCall(customerApi.updateCustomerState, { id, ...change }, app.admin);
const stateOf = (customerId: string) => app.call(leaveApi.getCustomerState, { customerId }, app.admin);
const listed = async (id: string) => (await app.list(customerApi.getCustomerList, { ids: [id] }, app.admin)).rows[0];
async function sosOf(customerId: string) {
  const { rows } = await app.list(warnListApi.getWarnList, { customerId, family: ['sos'], limit: 50 }, app.admin);
  return rows.find(({ type }) => type === 'sos');
}

const hours = (from: number) => new Date(Date.now() + from * 3_600_000).toISOString();
type Leave = Partial<InputOf<typeof leaveApi.addLeave>>;
const leave = (customerId: string, overrides: Leave = {}, token = app.admin) =>
  app.tryCall(
    leaveApi.addLeave,
    { customerId, kind: 'outing', from: hours(-2), expectedReturn: hours(2), ...overrides },
    token,
  );
const back = (id: string, at?: string) => app.tryCall(leaveApi.returnLeave, { id, ...(at && { at }) }, app.admin);
const leaveId = ({ data }: { data: unknown }) => (data as { id: string }).id;

test('who goes out is shown as away with the hour of the return, and served and rung for like anybody; 销假 ends it', async () => {
  const id = await someone();
  const { sn } = await aDevice(app, { customer: id });
  const input = { expectedReturn: hours(3), companion: '女儿', phone: '13800001234' };
  const added = await leave(id, input);
  expect(added).toMatchObject({ code: 0 });
  const away = { kind: 'outing', expectedReturn: input.expectedReturn };
  expect(await listed(id)).toMatchObject({ serviceState: 'active', away });
  const watch = await TestWatch.open(app.ports.watch, sn);
  await watch.press();
  watch.close();
  expect(await sosOf(id)).toMatchObject({ status: 'pending', serviceState: 'active', away });
  const { rows, count } = await app.list(leaveApi.getLeaveList, { customerId: id, open: true }, app.admin);
  expect([rows[0], count]).toMatchObject([{ ...away, returnedAt: null, companion: '女儿', phone: '138****1234' }, 1]);
  expect(await leave(id)).toMatchObject({ status: 409, msg: '已有未销假的请假，请先销假' });

  expect(await back(leaveId(added), hours(1))).toMatchObject({ status: 400, msg: '返回时间不能晚于现在' });
  expect(await back(leaveId(added), hours(-3))).toMatchObject({ status: 400, msg: '返回时间不能早于离开时间' });
  expect(await back(leaveId(added))).toMatchObject({ code: 0 });
  expect(await back(leaveId(added))).toMatchObject({ status: 409, msg: '已经销假' });
  expect((await listed(id))?.away).toBeNull();
  expect(await sosOf(id)).toMatchObject({ away: null });
});

test('销假 keeps when the customer came back, and a stay in hospital ends on that day', async () => {
  const id = await someone();
  const out = leaveId(await leave(id, { from: hours(-3) }));
  const at = hours(-1);
  expect(await back(out, at)).toMatchObject({ code: 0 });
  const returns = async () => (await app.list(leaveApi.getLeaveList, { customerId: id }, app.admin)).rows[0];
  expect(await returns()).toMatchObject({ id: out, returnedAt: at });
  const stay = leaveId(await leave(id, { kind: 'hospital', from: hours(-72), expectedReturn: hours(24) }));
  await back(stay, hours(-48));
  expect(await stateOf(id)).toMatchObject({ serviceState: 'active', since: day(-2) });
});

test('a stay in hospital pauses the service from its beginning, and 销假 resumes it; so does the other way round', async () => {
  const id = await someone();
  const stay = await leave(id, { kind: 'hospital', from: hours(-48), expectedReturn: hours(72) });
  expect(await stateOf(id)).toMatchObject({ serviceState: 'paused', since: day(-2), returnDate: day(3) });
  expect(await leave(id)).toMatchObject({ status: 409 });
  await back(leaveId(stay));
  expect(await stateOf(id)).toMatchObject({ serviceState: 'active', returnDate: null });
  await leave(id, { kind: 'hospital', expectedReturn: hours(72) });
  await setState(id, { state: 'active' });
  expect(await listed(id)).toMatchObject({ serviceState: 'active', away: null });
  await leave(id);
  await setState(id, { state: 'ended', date: day(0), reason: '搬到外地' });
  expect((await listed(id))?.away).toBeNull();
  expect(await leave(id)).toMatchObject({ status: 409, msg: expect.stringContaining('不能请假') });
});

test('a leave that cannot be is refused, of two at once one, and without the right or in another project none', async () => {
  const id = await someone();
  const wrong: [Leave, string][] = [
    [{ from: hours(1) }, '离开时间不能晚于现在'],
    [{ expectedReturn: hours(-2.5) }, '预计返回须晚于离开时间'],
    [{ expectedReturn: hours(-1) }, '预计返回不能早于现在'],
    [{ phone: '电话' }, '号码格式不正确'],
  ];
  for (const [overrides, msg] of wrong) expect(await leave(id, overrides)).toMatchObject({ status: 400, msg });
  const both = await Promise.all([leave(id), leave(id)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await leave(id, {}, (await aUser(app, { role: 'viewer' })).token)).toMatchObject({ status: 403 });
  const roleId = await aRole(app, { scope: 'all', permissions: ['customer:list', 'customer:edit'] });
  const { token } = await aUser(app, { roleId, projects: [await aProject(app)] });
  expect(await leave(id, {}, token)).toMatchObject({ status: 404 });
  expect((await app.list(leaveApi.getLeaveList, { customerId: id }, token)).count).toBe(0);
});

test('whoever is responsible is told once of somebody out for an hour too long, or away a day too long', async () => {
  const { id: me, token } = await aUser(app);
  const sentNotices = async () => {
    await remindResponsible();
    return (await app.list(noticeApi.getMyNoticeList, {}, token)).rows.map(({ title }) => title);
  };
  const someoneAway = async (name: string, kind: 'outing' | 'home_visit') => {
    const id = await someone({ name });
    await app.sql('update customer set responsible_id = $2 where id = $1', [id, me]);
    return leaveId(await leave(id, { kind }));
  };
  const out = await someoneAway('葛凤仙', 'outing');
  const visit = await someoneAway('奚宝根', 'home_visit');
  const late = (id: string, h: number) =>
    app.sql("update customer_leave set from_at = now() - interval '9 days', expected_return = $2 where id = $1", [
      id,
      hours(-h),
    ]);
  await late(out, 0.9);
  await late(visit, 23);
  expect(await sentNotices()).toEqual([]);
  await late(out, 1.1);
  expect(await sentNotices()).toEqual(['「葛凤仙」外出超时未归']);
  await late(visit, 25);
  expect(await sentNotices()).toEqual(['「奚宝根」探亲超时未归', '「葛凤仙」外出超时未归']);
  expect(await sentNotices()).toHaveLength(2);
});
