import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerApi } from '#features/customer/contract.ts';
import { customerEntryApi } from '#features/customerEntry/contract.ts';
import { customerMergeApi } from '#features/customerMerge/contract.ts';
import { equipmentApi } from '#features/equipment/contract.ts';
import { homeApi } from '#features/home/contract.ts';
import { leaveApi } from '#features/leave/contract.ts';
import { noticeApi } from '#features/notice/contract.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aDevice, aProject, aRole, aUser } from '#server/testing/rows.ts';
import { TestWatch } from '#server/testing/watch.ts';
import { keysOf, warnFamilies } from '#shared/codes.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { todayInChina } from '#shared/idCard.ts';
import { remindResponsible } from './reminder.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const contacts = [{ name: '陈敏', relation: 'daughter', mobile: '13800000002', order: 1, isEmergency: true }];
/** Returns a day in the projects' time zone, some days from today. */
const day = (from: number) => todayInChina(Date.now() + from * 86_400_000);
const someone = (fields: Record<string, unknown> = {}) => aCustomer(app, { contacts, ...fields });

type Change = Partial<InputOf<typeof customerApi.updateCustomerState>>;
const to = (id: string, change: Change, token = app.admin) =>
  app.tryCall(customerApi.updateCustomerState, { id, ...change }, token);
const pauseInput: Change = { state: 'paused', reason: '住院', returnDate: day(3) };
const end: Change = { state: 'ended', date: day(0), reason: '搬到外地' };
const death: Change = { state: 'deceased', date: day(-1), reason: '家属告知', place: 'hospital', cause: 'illness' };
const listed = async (id: string) => (await app.list(customerApi.getCustomerList, { ids: [id] }, app.admin)).rows[0];
const stateOf = (customerId: string) => app.call(leaveApi.getCustomerState, { customerId }, app.admin);

async function alarms(customerId: string) {
  const all = { customerId, family: keysOf(warnFamilies), limit: 50 };
  const { rows } = await app.list(warnListApi.getWarnList, all, app.admin);
  return Object.fromEntries(rows.map((row) => [row.type, row]));
}

test('each state asks for what belongs to it, and says in words what is missing', async () => {
  const id = await someone();
  const wrong: [Change, string][] = [
    [{ ...pauseInput, reason: ' ' }, '请填写原因'],
    [{ ...pauseInput, returnDate: undefined }, '请填写预计返回日期'],
    [{ ...pauseInput, returnDate: day(-1) }, '预计返回日期不能早于今天'],
    [{ ...pauseInput, date: day(1) }, '日期不能晚于今天'],
    [{ ...end, date: undefined }, '请填写终止日期'],
    [{ ...end, reason: undefined }, '请填写原因'],
    [{ ...death, date: undefined }, '请填写身故日期'],
    [{ ...death, date: day(1) }, '日期不能晚于今天'],
  ];
  for (const [change, msg] of wrong) expect(await to(id, change)).toMatchObject({ status: 400, msg });
  expect(await to(id, { state: 'sleeping' as never })).toMatchObject({ status: 400 });
  expect(await stateOf(id)).toMatchObject({ serviceState: 'active', version: 1 });
});

test('a service ends on its first day at the earliest, and a death lies after the birth', async () => {
  const id = await someone({ birthDate: '1940-05-06' });
  await app.call(customerEntryApi.editCustomer, { id, version: 1, startDate: day(-10) }, app.admin);
  expect(await to(id, { ...end, date: day(-11) })).toMatchObject({ status: 400, msg: '终止日期不能早于服务开始日期' });
  expect(await to(id, { ...death, date: '1940-05-05' })).toMatchObject({
    status: 400,
    msg: '身故日期不能早于出生日期',
  });
  expect(await to(id, { ...end, date: day(-10) })).toMatchObject({ code: 0 });
  const { version } = await app.call(customerApi.getCustomer, { id }, app.admin);
  const later = await app.tryCall(customerEntryApi.editCustomer, { id, version, startDate: day(-9) }, app.admin);
  expect(later).toMatchObject({ status: 400, msg: '服务开始日期不能晚于终止日期' });
});

test('a service is paused, given another return, resumed, ended, begun again and over with a death; nothing else follows', async () => {
  const id = await someone({ name: '徐金宝' });
  await to(id, { ...pauseInput, date: day(-2) });
  expect(await stateOf(id)).toMatchObject({
    ...{ serviceState: 'paused', since: day(-2), reason: '住院', returnDate: day(3), leaving: null },
  });
  await to(id, { ...pauseInput, returnDate: day(9), reason: '还要一周' });
  expect(await stateOf(id)).toMatchObject({ since: day(-2), reason: '还要一周', returnDate: day(9) });
  expect(await to(id, { state: 'active' })).toMatchObject({ code: 0 });
  expect(await stateOf(id)).toMatchObject({ serviceState: 'active', since: day(0), reason: null, returnDate: null });
  expect(await to(id, { state: 'active' })).toMatchObject({ status: 409, msg: '「徐金宝」已经是服务中' });
  expect(await to(id, { state: 'pending' })).toMatchObject({ status: 409, msg: '「徐金宝」是服务中，不能改为待开通' });
  expect(await to(id, end)).toMatchObject({ code: 0 });
  expect(await to(id, pauseInput)).toMatchObject({ status: 409, msg: '「徐金宝」是终止，不能改为暂停' });
  expect(await to(id, { state: 'active' })).toMatchObject({ code: 0 });
  expect(await to(id, death)).toMatchObject({ code: 0 });
  expect(await stateOf(id)).toMatchObject({ serviceState: 'deceased', place: 'hospital', cause: 'illness' });
  for (const change of [pauseInput, end]) expect(await to(id, change)).toMatchObject({ status: 409 });
  expect((await app.list(customerApi.getCustomerList, { ids: [id], serviceState: ['active'] }, app.admin)).count).toBe(
    0,
  );
});

test('a service begins only where somebody can be called in need', async () => {
  const id = await aCustomer(app, { contacts: [] });
  await app.sql(`update customer set service_state = 'pending' where id = $1`, [id]);
  expect(await to(id, { state: 'active' })).toMatchObject({
    ...{ status: 409, msg: '请先登记一位紧急联系人，再开通服务' },
  });
  expect(await to(id, pauseInput)).toMatchObject({ status: 409 });
  await app.sql(
    `insert into customer_contact (customer_id, "order", name, relation, mobile, is_emergency) values ($1, 1, '陈敏', 'daughter', '13800000002', true)`,
    [id],
  );
  expect(await to(id, { state: 'active' })).toMatchObject({ code: 0 });
});

test('an SOS of somebody who is paused, has left or has died rings with that beside the name; their devices’ batteries are nobody’s work', async () => {
  for (const [change, mark] of [
    [pauseInput, 'paused'],
    [end, 'ended'],
    [death, 'deceased'],
  ] as const) {
    const id = await someone();
    const { sn } = await aDevice(app, { customer: id });
    await to(id, change);
    const watch = await TestWatch.open(app.ports.watch, sn);
    await watch.press('00010001');
    watch.close();
    const rows = await alarms(id);
    expect(Object.keys(rows)).toEqual(['sos']);
    expect(rows.sos).toMatchObject({ status: 'pending', silent: false, serviceState: mark });
  }
});

test('with the end of a service open device and health work is closed by the system with a step and follow-ups are dropped, an SOS never', async () => {
  const id = await someone();
  const { id: device, sn } = await aDevice(app, { customer: id });
  const watch = await TestWatch.open(app.ports.watch, sn);
  await watch.press('00210001');
  watch.close();
  await app.sql(
    `update warn set family = 'health', type = 'health', level = 2 where customer_id = $1 and type = 'fall'`,
    [id],
  );
  await app.sql(
    `insert into warn (no, type, family, level, subject, customer_id, department_id, project_id, received_at, last_at, waiting_since, last_step_at, status, finished_at, follow_up_at)
     select 'F' || id, 'smoke', 'sos', 1, 'c:' || id, id, department_id, project_id, now(), now(), now(), now(), 'done', now(), now() + interval '1 day' from customer where id = $1`,
    [id],
  );
  expect(await to(id, pauseInput)).toMatchObject({ code: 0 });
  expect(await alarms(id)).toMatchObject({
    ...{ sos: { status: 'pending' }, health: { status: 'pending' }, low_batt: { status: 'done', result: 'none' } },
    smoke: { followUpAt: expect.any(String) },
  });
  expect(await to(id, { ...end, unbind: true })).toMatchObject({ code: 0 });
  const rows = await alarms(id);
  expect(rows).toMatchObject({
    sos: { status: 'pending', serviceState: 'ended' },
    health: { status: 'done', result: 'none' },
    smoke: { followUpAt: null },
  });
  const steps = await app.sql('select kind, user_id, note from warn_step where warn_id = $1 order by id', [
    rows.health?.id,
  ]);
  expect(steps.at(-1)).toEqual({ kind: 'closed', user_id: null, note: '服务状态改为「终止」，由系统结案' });
  const timers = await app.sql('select 1 from warn_timer where warn_id = $1 and done_at is null', [rows.health?.id]);
  expect(timers).toEqual([]);
  expect((await app.list(equipmentApi.getEquipmentList, { customerId: id }, app.admin)).count).toBe(0);
  const [binding] = await app.sql('select reason from equipment_binding where equipment_id = $1', [device]);
  expect(binding).toEqual({ reason: '服务终止' });
});

test('a device that is not taken off stays bound, and that it is silent is nobody’s worry', async () => {
  const project = await aProject(app);
  const id = await someone({ project });
  const device = await aDevice(app, { customer: id, project });
  const { token } = await aUser(app, { role: 'engineer', projects: [project] });
  await app.sql(
    `with heard as (update equipment set state = 'activated', activated_at = now() - interval '2 days' where id = $1)
     update device_state set online = false, last_seen_at = now() - interval '2 days', offline_since = now() - interval '2 days' where device_id = $1`,
    [device.id],
  );
  const silent = async () => (await app.call(homeApi.getHomeOffline, {}, token)).count;
  expect(await silent()).toBe(1);
  await to(id, end);
  expect(await silent()).toBe(0);
  expect(await stateOf(id)).toMatchObject({ equipmentCount: 1 });
});

test('what is to be done after the end is ticked off one by one, the archive sealed last, and forgotten when the person is back', async () => {
  const id = await someone();
  const tick = (input: Partial<InputOf<typeof leaveApi.tickLeaving>>) =>
    app.tryCall(leaveApi.tickLeaving, { customerId: id, done: true, ...input }, app.admin);
  expect(await tick({ item: 'keysBack' })).toMatchObject({ status: 409, msg: '服务没有结束，没有要办的手续' });
  await to(id, death);
  const nothing = { devicesBack: null, keysBack: null, relativesTold: null, belongings: null, archiveSealed: null };
  expect((await stateOf(id)).leaving).toMatchObject(nothing);
  expect(await tick({ item: 'relativesTold' })).toMatchObject({ status: 400, msg: '请填写告知了谁' });
  expect(await tick({ item: 'keysBack', at: new Date(Date.now() + 3_600_000).toISOString() })).toMatchObject({
    ...{ status: 400, msg: '时间不能晚于现在' },
  });
  const at = '2026-01-02T03:04:05.000Z';
  await tick({ item: 'relativesTold', relatives: '女儿陈敏', at });
  await tick({ item: 'keysBack' });
  await tick({ item: 'keysBack', done: false });
  expect((await stateOf(id)).leaving).toMatchObject({ ...nothing, relativesTold: at, relatives: '女儿陈敏' });

  expect(await to(id, { state: 'active' })).toMatchObject({ status: 400, msg: '请写明更正的原因' });
  await tick({ item: 'archiveSealed' });
  const back: Change = { state: 'active', reason: '登记错了人' };
  expect(await to(id, back)).toMatchObject({ status: 409, msg: '档案已封存，不能再更正' });
  await tick({ item: 'archiveSealed', done: false });
  expect(await to(id, back)).toMatchObject({ code: 0 });
  expect(await stateOf(id)).toMatchObject({ serviceState: 'active', place: null, cause: null, leaving: null });
});

test('a sealed archive is read only, for one and for many, until the seal is taken back', async () => {
  const [id, other] = [await someone({ name: '裘宝林' }), await someone()];
  const seal = (done: boolean) =>
    app.call(leaveApi.tickLeaving, { customerId: id, item: 'archiveSealed', done }, app.admin);
  await to(id, end);
  const isSealed = async () => [
    (await app.call(customerApi.getCustomer, { id }, app.admin)).sealed,
    (await listed(id))?.sealed,
  ];
  expect(await isSealed()).toEqual([false, false]);
  await seal(true);
  expect(await isSealed()).toEqual([true, true]);
  const { version } = await stateOf(id);
  const edit = () => app.tryCall(customerEntryApi.editCustomer, { id, version, community: '石桥' }, app.admin);
  const tag = (ids: string[]) => app.tryCall(customerApi.editCustomerTag, { ids, add: ['new'] }, app.admin);
  const move = { ids: [id], departmentId: await aDepartment(app), reason: '划给新网格' };
  const refused = { status: 409, msg: '档案已封存，不能修改' };
  expect(await edit()).toMatchObject(refused);
  expect(await tag([id])).toMatchObject(refused);
  const tick = { customerId: id, item: 'keysBack' as const, done: true };
  expect(await app.tryCall(leaveApi.tickLeaving, tick, app.admin)).toMatchObject(refused);
  expect(await app.tryCall(customerApi.moveCustomer, move, app.admin)).toMatchObject(refused);
  expect(await tag([other, id])).toMatchObject({ status: 409, msg: '「裘宝林」档案已封存，不能修改' });
  const merge = { keepId: other, dropId: id };
  expect(await app.tryCall(customerMergeApi.mergeCustomer, merge, app.admin)).toMatchObject({ status: 409 });
  expect(await listed(other)).toMatchObject({ tag: [] });
  await seal(false);
  expect(await edit()).toMatchObject({ code: 0 });
  expect(await tag([other, id])).toMatchObject({ data: { count: 2 } });
});

test('of two who change one person at once the second is told, and so is who saw an older version', async () => {
  const id = await someone();
  const answers = await Promise.all([to(id, end), to(id, end)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { version } = await stateOf(id);
  await to(id, { state: 'active' });
  const late = await to(id, { ...pauseInput, version });
  expect(late).toMatchObject({ status: 409, data: { version: version + 1 } });
  expect(late.msg).toMatch(/^数据已被 .+ 修改，请刷新$/);
});

test('who may only look changes no state, and a person of another project is not there', async () => {
  const [project, otherProject] = [await aProject(app), await aProject(app)];
  const id = await someone({ project: otherProject });
  const viewer = await aUser(app, { role: 'viewer' });
  expect(await to(id, end, viewer.token)).toMatchObject({ status: 403 });
  const roleId = await aRole(app, { scope: 'all', permissions: ['customer:list', 'customer:edit'] });
  const { token } = await aUser(app, { roleId, projects: [project] });
  const missing = { status: 404, msg: '客户不存在或不在你的范围' };
  expect(await to(id, end, token)).toMatchObject(missing);
  expect(await app.tryCall(leaveApi.getCustomerState, { customerId: id }, token)).toMatchObject(missing);
  expect(await stateOf(id)).toMatchObject({ serviceState: 'active' });
});

test('once the return is over whoever is responsible is told once a day until it is answered; without one the administrators', async () => {
  const { id: me, token } = await aUser(app);
  const id = await someone({ name: '林水生' });
  await app.sql('update customer set responsible_id = $2 where id = $1', [id, me]);
  const sentNotices = async () => {
    await Promise.all([remindResponsible(), remindResponsible()]);
    await remindResponsible();
    return (await app.list(noticeApi.getMyNoticeList, {}, token)).rows.map(({ title }) => title);
  };
  await to(id, pauseInput);
  const late = (days: number) => app.sql('update customer set return_date = $2 where id = $1', [id, day(-days)]);
  await late(0);
  expect(await sentNotices()).toEqual([]);
  await late(2);
  expect(await sentNotices()).toEqual(['「林水生」预计返回日期已过 2 天']);
  await app.sql(`update customer_reminder set step = $2 where subject_id = $1`, [id, day(-1)]);
  expect(await sentNotices()).toHaveLength(2);
  await app.sql(`update customer_reminder set step = step || 'x' where subject_id = $1`, [id]);
  await to(id, { ...pauseInput, returnDate: day(5) });
  expect(await sentNotices()).toHaveLength(2);
  await late(1);
  await app.sql(`update "user" set status = 'disabled' where id = $1`, [me]);
  await remindResponsible();
  const { rows } = await app.list(noticeApi.getMyNoticeList, {}, app.admin);
  expect(rows[0]?.title).toBe('「林水生」预计返回日期已过 1 天');
});
