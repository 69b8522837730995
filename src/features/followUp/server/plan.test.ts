import { afterAll, beforeAll, expect, test } from 'vitest';
import { followUpApi } from '#features/followUp/contract.ts';
import { trialApi } from '#features/trial/contract.ts';
import { userApi } from '#features/user/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDevice, aProject, aRole, aUser, type TestUser } from '#server/testing/rows.ts';
import { TestWatch } from '#server/testing/watch.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { todayInChina } from '#shared/idCard.ts';
import { recordLatePresses, runPlans } from './worker.ts';

let app: TestApp;
let leader: TestUser;
let callers: TestUser[];
beforeAll(async () => {
  app = await startApp();
  leader = await aUser(app, { role: 'leader' });
  callers = await Promise.all([1, 2, 3].map(() => aUser(app, { role: 'operator' })));
});
afterAll(() => app.stop());

type Plan = InputOf<typeof followUpApi.addPlan>;
const day = (offset: number) => todayInChina(Date.now() + offset * 86_400_000);
const idsOf = (some: readonly TestUser[]) => some.map(({ id }) => id);

function planInput(projectId: string, plan: Partial<Plan> = {}): Plan {
  const days = { from: day(-1), until: day(9) };
  return { kind: 'care', name: '秋季关怀', filter: { projectId }, ...days, shareAmong: idsOf(callers), ...plan };
}
const add = (input: Plan, by = leader) => app.call(followUpApi.addPlan, input, by.token);
const planOf = async (id: string) =>
  (await app.list(followUpApi.getPlanList, { limit: 200 }, leader.token)).rows.find((row) => row.id === id);
const rowsOf = async (planId: string, view: 'due' | 'later' | 'done' = 'later') =>
  (await app.list(followUpApi.getFollowUpList, { planId, view, limit: 200 }, leader.token)).rows;
const open = async (planId: string) => [...(await rowsOf(planId)), ...(await rowsOf(planId, 'due'))];
const shares = async (planId: string) =>
  Object.values(Object.groupBy(await open(planId), ({ assigneeId }) => assigneeId ?? '')).map((rows) => rows?.length);

const several = (project: string, count: number, overrides: Record<string, unknown> = {}) =>
  Promise.all(Array.from({ length: count }, () => aCustomer(app, { project, ...overrides })));

/** Adds a watch in use by a customer of the project. */
async function worn(project: string) {
  const customer = await aCustomer(app, { project });
  const { id, sn } = await aDevice(app, { customer, project });
  await app.sql(`update equipment set state = 'in_use' where id = $1`, [id]);
  return { customer, id, sn };
}

test('a plan finds the people of its filter and shares them out evenly, spread over its days', async () => {
  const project = await aProject(app);
  await several(project, 7, { livingState: 'alone' });
  await several(project, 2, { livingState: 'spouse' });
  const gone = await aCustomer(app, { project, livingState: 'alone' });
  await app.sql(`update customer set service_state = 'paused' where id = $1`, [gone]);
  const { id, counts } = await add(planInput(project, { filter: { projectId: project, livingState: ['alone'] } }));
  expect(counts).toEqual({ total: 7, open: 7, visit: 0, done: 0 });
  expect((await shares(id)).toSorted()).toEqual([2, 2, 3]);
  const days = new Set((await open(id)).map(({ due }) => due.slice(0, 10)));
  expect(days.size).toBeGreaterThan(4);
  expect(await planOf(id)).toMatchObject({ name: '秋季关怀', people: callers.map(({ name }) => name), counts });
});

test('whoever comes under a plan later gets a row as it runs, and nobody has two', async () => {
  const project = await aProject(app);
  await several(project, 2);
  const { id } = await add(planInput(project));
  await several(project, 1);
  await runPlans();
  await runPlans();
  expect((await planOf(id))?.counts.total).toBe(3);
});

test('what is left with somebody who is disabled is shared anew among the others', async () => {
  const project = await aProject(app);
  await several(project, 6);
  const leaving = await aUser(app, { role: 'operator' });
  const [first, second] = callers as [TestUser, TestUser];
  const { id } = await add(planInput(project, { shareAmong: idsOf([first, second, leaving]) }));
  expect(await shares(id)).toEqual([2, 2, 2]);
  await app.sql(`update "user" set status = 'disabled' where id = $1`, [leaving.id]);
  await runPlans();
  expect(await shares(id)).toEqual([3, 3]);
  const whose = (await open(id)).map(({ assigneeId }) => assigneeId);
  expect(new Set(whose)).toEqual(new Set(idsOf([first, second])));
});

test('what lies outside somebody’s scope never falls to them, and to nobody where none of the plan’s people sees it', async () => {
  const [here, there] = [await aProject(app), await aProject(app)];
  const near = await aUser(app, { role: 'operator', projects: [here] });
  const far = await aUser(app, { role: 'operator', projects: [there] });
  const mine = await several(here, 4);
  const both = planInput(here, { shareAmong: idsOf([near, far]) });
  const { id } = await add(both);
  expect((await open(id)).map(({ assigneeId }) => assigneeId)).toEqual([near.id, near.id, near.id, near.id]);
  const { id: strange } = await add({ ...both, shareAmong: [far.id] });
  expect((await open(strange)).map(({ assigneeId }) => assigneeId)).toEqual([null, null, null, null]);
  await app.sql(`update customer set project_id = $2 where id = any($1::bigint[])`, [mine, there]);
  await runPlans();
  expect(new Set((await open(id)).map(({ assigneeId }) => assigneeId))).toEqual(new Set([far.id]));
});

test('a draft makes no rows until it begins, changes in all until then, and is the only one that is deleted', async () => {
  const project = await aProject(app);
  await several(project, 3);
  const { id, counts } = await add({ ...planInput(project), draft: true });
  expect(counts.total).toBe(0);
  await runPlans();
  expect(await planOf(id)).toMatchObject({ state: 'draft', counts: { total: 0 } });
  expect(await app.call(followUpApi.editPlan, { id, version: 1 }, leader.token)).toEqual({ id, version: 1 });
  const change = { id, version: 1, kind: 'weather' as const, script: '空调开着吗' };
  const { version } = await app.call(followUpApi.editPlan, change, leader.token);
  expect((await app.call(followUpApi.startPlan, { id, version }, leader.token)).counts.total).toBe(3);
  expect(await open(id)).toMatchObject(Array(3).fill({ kind: 'weather', script: '空调开着吗' }));
  const begun = await planOf(id);
  const one = { id, version: begun?.version ?? 0 };
  expect(await app.tryCall(followUpApi.editPlan, { ...one, kind: 'care' }, leader.token)).toMatchObject({
    status: 409,
    msg: '计划已开始，类别、范围和开始日期不能再改',
  });
  expect(await app.tryCall(followUpApi.deletePlan, one, leader.token)).toMatchObject({ status: 409 });
  const second = await add({ ...planInput(project), draft: true });
  await app.call(followUpApi.deletePlan, { id: second.id, version: 1 }, leader.token);
  expect(await planOf(second.id)).toBeUndefined();
});

test('a plan that is ended drops what it has left, and what is done stays done', async () => {
  const project = await aProject(app);
  await several(project, 3);
  const { id } = await add(planInput(project, { from: day(-1), until: day(0) }));
  const [first] = await open(id);
  const done = { id: first?.id ?? '', version: 1, result: 'reached' as const, note: '很好' };
  await app.call(followUpApi.finishFollowUp, done, leader.token);
  const one = { id, version: (await planOf(id))?.version ?? 0 };
  expect(await app.call(followUpApi.endPlan, one, leader.token)).toEqual({ dropped: 2 });
  await runPlans();
  expect(await open(id)).toEqual([]);
  expect(await planOf(id)).toMatchObject({ state: 'ended', counts: { total: 1, done: 1 } });
});

test('birthdays of a plan’s days are due on their day, of 29 February too, and no others', async () => {
  const project = await aProject(app);
  const soon = day(5);
  const born = await aCustomer(app, { project, birthDate: `1941-${soon.slice(5)}` });
  const leap = await aCustomer(app, { project, birthDate: '1940-02-29' });
  await aCustomer(app, { project, birthDate: `1941-${day(40).slice(5)}` });
  const { id } = await add(planInput(project, { kind: 'birthday' }));
  const near = (await open(id)).filter(({ customerId }) => customerId !== leap);
  expect(near).toMatchObject([{ customerId: born, due: `${soon}T01:00:00.000Z` }]);
  const year = await add(planInput(project, { kind: 'birthday', until: day(364) }));
  const due = (await open(year.id)).find(({ customerId }) => customerId === leap)?.due ?? '';
  expect(due).toMatch(/-02-2[89]T01:00/);
});

test('a plan is extended and handed on; what an older version says is refused', async () => {
  const project = await aProject(app);
  await several(project, 4);
  const [first, second] = callers as [TestUser, TestUser];
  const { id } = await add(planInput(project, { shareAmong: [first.id] }));
  const change = { id, version: 1, until: day(20), shareAmong: [second.id] };
  expect(await app.call(followUpApi.editPlan, change, leader.token)).toEqual({ id, version: 2 });
  expect(await planOf(id)).toMatchObject({ until: day(20), shareAmong: [second.id] });
  expect(new Set((await open(id)).map(({ assigneeId }) => assigneeId))).toEqual(new Set([second.id]));
  expect(await app.tryCall(followUpApi.editPlan, change, leader.token)).toMatchObject({ status: 409 });
});

test('devices that were bound a week ago, and those that are offline for a day, are asked about', async () => {
  const project = await aProject(app);
  const [fresh, quiet] = [await worn(project), await worn(project)];
  await app.sql(`update equipment_binding set bound_at = now() - interval '6 days' where equipment_id = $1`, [
    fresh.id,
  ]);
  await app.sql(`update equipment_binding set bound_at = now() - interval '60 days' where equipment_id = $1`, [
    quiet.id,
  ]);
  await app.sql(
    `update device_state set online = false, last_seen_at = now() - interval '30 hours', offline_since = now() - interval '26 hours' where device_id = $1`,
    [quiet.id],
  );
  const install = await add(planInput(project, { kind: 'install' }));
  expect(await open(install.id)).toMatchObject([{ customerId: fresh.customer, equipmentId: fresh.id }]);
  const offline = await add(planInput(project, { kind: 'offline' }));
  expect(await rowsOf(offline.id, 'due')).toMatchObject([{ customerId: quiet.customer, equipmentId: quiet.id }]);
});

test('what alarms of its days owe falls to a plan for it', async () => {
  const project = await aProject(app);
  const customerId = await aCustomer(app, { project });
  const alarm = {
    customerId,
    type: 'sos' as const,
    level: 1 as const,
    occurredAt: new Date().toISOString(),
    note: '求助',
  };
  const { id: warn } = await app.call(warnApi.addWarn, alarm, app.admin);
  await app.sql(
    `update warn set status = 'done', finished_at = now(), handler_id = $2, follow_up_at = now() + interval '1 day' where id = $1`,
    [warn, leader.id],
  );
  const { id } = await add(planInput(project, { kind: 'after_alarm' }));
  expect(await open(id)).toMatchObject([{ warnId: warn, assigneeId: callers[0]?.id }]);
});

test('of a monthly test press those are left who have not pressed; a press is known by its window and does it by itself', async () => {
  const project = await aProject(app);
  const [presses, waits] = [await worn(project), await worn(project)];
  const pressed = await worn(project);
  await app.sql(`update device_state set pressed_at = now() - interval '1 minute' where device_id = $1`, [pressed.id]);
  // No plan calls customers with a device that counts as pressed in the trial list, not even a later plan.
  const ahead = await add(planInput(project, { kind: 'test_press', from: day(1) }));
  expect(ahead.counts.open).toBe(2);
  const { id, counts } = await add(planInput(project, { kind: 'test_press', from: day(0) }));
  expect(counts.open).toBe(2);
  const [first] = await open(id);
  const said = { id: first?.id ?? '', version: 1, result: 'reached', note: '说按过了' };
  expect(await app.tryCall(followUpApi.finishFollowUp, said, leader.token)).toMatchObject({
    status: 409,
    msg: '还没有收到这台设备的按键，按下后会自动完成',
  });
  const watch = await TestWatch.open(app.ports.watch, presses.sn);
  await app.ask({
    path: '/api/equipment/startEquipmentTest',
    token: (callers[0] as TestUser).token,
    body: { id: presses.id },
  });
  await watch.press();
  watch.close();
  await runPlans();
  expect((await open(id)).map(({ equipmentId }) => equipmentId)).toEqual([waits.id]);
  expect(await rowsOf(id, 'done')).toMatchObject([{ equipmentId: presses.id, result: 'reached', note: '已按' }]);
  const { rows } = await app.list(warnListApi.getWarnList, { customerId: presses.customer, limit: 10 }, app.admin);
  expect(rows).toMatchObject([{ test: true, silent: true, level: 4 }]);
});

test('what the list of trials and the monthly test press say of a device is the same, whichever it was noted in', async () => {
  const project = await aProject(app);
  const [first, second, third] = await Promise.all([1, 2, 3].map(() => worn(project)));
  const [one, two, three] = [first?.id ?? '', second?.id ?? '', third?.id ?? ''];
  const { id } = await add(planInput(project, { kind: 'test_press', from: day(0) }));
  const sooner = await add(planInput(project, { kind: 'test_press', from: day(0) }));
  const all = async (planId: string, device: string) =>
    (await app.list(followUpApi.getFollowUpList, { planId, view: 'all', limit: 50 }, leader.token)).rows.find(
      ({ equipmentId }) => equipmentId === device,
    );
  const trialOf = async (device: string, state: 'due' | 'later' | 'done' = 'later') =>
    (await app.list(trialApi.getTrialList, { projectId: project, state: [state], limit: 50 }, leader.token)).rows.find(
      (row) => row.id === device,
    );
  const at = new Date(Date.now() + 5 * 3_600_000).toISOString();

  const noted = { equipmentId: one, result: 'no_answer' as const, nextAt: at, note: '没人接' };
  await app.call(trialApi.noteTrial, noted, leader.token);
  for (const plan of [id, sooner.id])
    expect(await all(plan, one)).toMatchObject({
      ...{ state: 'open', result: 'no_answer', due: at, tries: 1, note: '没人接' },
    });
  await app.call(
    trialApi.noteTrial,
    { equipmentId: one, result: 'inconvenient', nextAt: at, note: '住院' },
    leader.token,
  );
  expect(await all(id, one)).toMatchObject({ state: 'open', result: null, tries: 1, note: '老人不便：住院' });
  await app.call(trialApi.noteTrial, { equipmentId: one, result: 'broken', note: '按不下去' }, leader.token);
  expect(await all(id, one)).toMatchObject({ state: 'visit', result: 'visit', note: '设备故障：按不下去' });

  const row = await all(id, two);
  const called = { id: row?.id ?? '', version: row?.version ?? 0, result: 'no_answer' as const, nextAt: at };
  await app.call(followUpApi.finishFollowUp, called, leader.token);
  expect(await trialOf(two)).toMatchObject({ result: 'no_answer', tries: 1, nextAt: at, triedBy: leader.name });
  expect(await all(sooner.id, two)).toMatchObject({ state: 'open', due: at, tries: 1 });
  const again = {
    id: called.id,
    version: (await all(id, two))?.version ?? 0,
    result: 'visit' as const,
    note: '听不清',
  };
  await app.call(followUpApi.finishFollowUp, again, leader.token);
  expect(await trialOf(two)).toMatchObject({ result: 'visit', tries: 2, nextAt: null, note: '听不清' });
  expect(await all(sooner.id, two)).toMatchObject({ state: 'visit', note: '听不清' });

  await app.call(trialApi.noteTrial, { equipmentId: three, result: 'no_answer', nextAt: at }, leader.token);
  const late = await add(planInput(project, { kind: 'test_press', from: day(0) }));
  expect(await all(late.id, three)).toMatchObject({ state: 'open', due: at });
  expect(await all(late.id, two)).toMatchObject({ state: 'visit', note: '听不清' });

  const watch = await TestWatch.open(app.ports.watch, second?.sn ?? '');
  await watch.press();
  watch.close();
  await recordLatePresses();
  expect([await trialOf(two), (await trialOf(two, 'done'))?.trialId]).toEqual([undefined, null]);
  expect(await all(late.id, two)).toMatchObject({ state: 'done', result: 'reached' });
});

test('a plan is made of people who can do it, ends after it begins, and is a leader’s to make', async () => {
  const project = await aProject(app);
  const viewer = await aUser(app, { role: 'viewer' });
  const tried = (plan: Partial<Plan>, by = leader) =>
    app.tryCall(followUpApi.addPlan, planInput(project, plan), by.token);
  expect((await tried({ shareAmong: [viewer.id] })).text).toContain('有人不能回访或不在你的范围');
  expect((await tried({ until: day(-3) })).text).toContain('截止日期不能早于开始日期');
  expect((await tried({ from: '2020-01-01', until: '2020-01-31' })).text).toContain('截止日期已经过去');
  expect((await tried({ from: day(-40) })).text).toContain('开始日期最早为31天前');
  expect((await tried({ name: '   ' })).text).toContain('名称为2至40个字');
  const elsewhere = await aUser(app, { role: 'leader', projects: [await aProject(app)] });
  expect((await tried({ shareAmong: [elsewhere.id] }, elsewhere)).text).toContain('项目不存在或不在你的范围');
  expect((await tried({ filter: { projectId: '1' } })).text).toContain('项目不存在或不在你的范围');
  expect((await tried({ filter: { departmentId: '1' } })).text).toContain('部门不存在或不在你的范围');
  expect((await tried({ until: day(400) })).text).toContain('计划最长一年');
  expect((await tried({}, callers[0])).status).toBe(403);
});

test('a plan that reaches beyond somebody’s scope is changed by others alone, and seen without their people and rows', async () => {
  const [here, there] = [await aProject(app), await aProject(app)];
  const [near, far] = [
    await aUser(app, { role: 'leader', projects: [here] }),
    await aUser(app, { role: 'leader', projects: [there] }),
  ];
  const caller = await aUser(app, { role: 'operator', projects: [here] });
  await several(here, 2);
  const wide = await add(planInput(here, { shareAmong: [caller.id] }));
  const own = await add(planInput(here, { shareAmong: [caller.id] }), near);
  const draft = await add({ ...planInput(here), draft: true });
  const seenBy = async (user: TestUser, id: string) =>
    (await app.list(followUpApi.getPlanList, { limit: 200 }, user.token)).rows.find((row) => row.id === id);
  const none = { total: 0, open: 0, visit: 0, done: 0 };
  expect(await seenBy(far, wide.id)).toMatchObject({ editable: false, people: [], shareAmong: [], counts: none });
  expect(await seenBy(near, wide.id)).toMatchObject({ editable: false, people: [caller.name], counts: { total: 2 } });
  expect(await seenBy(far, own.id)).toBeUndefined();
  expect(await seenBy(leader, own.id)).toMatchObject({ editable: true, people: [caller.name], counts: { total: 2 } });

  const change = (endpoint: Parameters<TestApp['tryCall']>[0], id: string, input: object, user: TestUser) =>
    app.tryCall(endpoint, { id, version: 1, ...input }, user.token);
  for (const [id, user, status] of [
    [wide.id, far, 403],
    [wide.id, near, 403],
    [own.id, far, 404],
  ] as const) {
    const answers = await Promise.all([
      change(followUpApi.endPlan, id, {}, user),
      change(followUpApi.editPlan, id, { name: '改名的计划' }, user),
      change(followUpApi.editPlan, id, { shareAmong: [user.id] }, user),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([status, status, status]);
  }
  expect((await change(followUpApi.startPlan, draft.id, {}, far)).status).toBe(403);
  expect((await change(followUpApi.deletePlan, draft.id, {}, near)).status).toBe(403);
  expect((await open(wide.id)).map(({ assigneeId }) => assigneeId)).toEqual([caller.id, caller.id]);
  expect((await change(followUpApi.endPlan, own.id, {}, near)).data).toEqual({ dropped: 2 });
});

test('a plan of somebody’s own records is theirs with the scope 仅本人, and a wider one of theirs is not any more', async () => {
  const [wide, own] = ['department', 'self'] as const;
  const rights = ['followUp:list', 'followUp:plan', 'followUp:finish'];
  const roleId = await aRole(app, { scope: wide, permissions: rights });
  const user = await aUser(app, { roleId });
  const input = { kind: 'care' as const, name: '秋季关怀', filter: { ageFrom: 120 }, from: day(0), until: day(2) };
  const made = () => add({ ...input, shareAmong: [user.id] }, user);
  const before = await made();
  await app.sql('update role set data_scope = $2 where id = $1', [roleId, own]);
  await app.call(userApi.reloadCache, {}, app.admin);
  const after = await made();
  const end = ({ id }: { id: string }, by = user) => app.tryCall(followUpApi.endPlan, { id, version: 1 }, by.token);
  expect(await Promise.all([end(before), end(after)])).toMatchObject([{ status: 403 }, { code: 0 }]);
  expect((await end(before, leader)).code).toBe(0);
});

test('two people of one plan become one, who keeps both rows', async () => {
  const project = await aProject(app);
  const [keepId, dropId] = (await several(project, 2)) as [string, string];
  const { id } = await add(planInput(project));
  await app.sql('update follow_up set customer_id = $2 where customer_id = $1', [dropId, keepId]);
  await runPlans();
  expect((await open(id)).map(({ customerId }) => customerId).filter((one) => one === keepId)).toHaveLength(2);
});

test('today is the day where the plan’s people are, also while it is another one in Greenwich', async () => {
  const project = await aProject(app);
  const zone = new Date().getUTCHours() < 12 ? 'Etc/GMT+12' : 'Etc/GMT-14';
  await app.sql('update project set time_zone = $2 where id = $1', [project, zone]);
  await several(project, 1);
  const local = (n: number) => new Date(Date.now() + n * 86_400_000).toLocaleDateString('sv-SE', { timeZone: zone });
  expect(local(0)).not.toBe(new Date().toISOString().slice(0, 10));
  const over = await app.tryCall(
    followUpApi.addPlan,
    planInput(project, { from: local(-1), until: local(-1) }),
    leader.token,
  );
  expect(over.text).toContain('截止日期已经过去');
  const { id, counts } = await add(planInput(project, { from: local(0), until: local(0) }));
  expect(counts.total).toBe(1);
  const [due = ''] = (await open(id)).map((row) => row.due);
  expect(new Date(due).toLocaleString('sv-SE', { timeZone: zone }).slice(0, 10)).toBe(local(0));
});
