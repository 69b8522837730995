import { afterAll, beforeAll, expect, test } from 'vitest';
import { cmdLogApi } from '#features/cmdLog/contract.ts';
import { testApi } from '#features/equipmentTest/contract.ts';
import { repairApi } from '#features/repair/contract.ts';
import { trialApi } from '#features/trial/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDevice, aProject, aRole, aUser, type TestUser } from '#server/testing/rows.ts';
import { TestWatch } from '#server/testing/watch.ts';
import { fieldApi } from '#shared/contract/field.ts';
import type { InputOf } from '#shared/endpoint.ts';

let app: TestApp;
let operator: TestUser;
const open: TestWatch[] = [];
beforeAll(async () => {
  app = await startApp();
  operator = await aUser(app, { role: 'operator' });
});
afterAll(async () => {
  for (const watch of open) watch.close();
  await app.stop();
});

const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString();

/** Adds a watch in use that was last pressed this many days ago, null: never. */
async function worn(project: string, days: number | null, fields: Record<string, unknown> = {}) {
  const customer = await aCustomer(app, { project, ...fields });
  const { id, sn } = await aDevice(app, { customer, project });
  await app.sql(`update equipment set state = 'in_use' where id = $1`, [id]);
  if (days !== null)
    await app.sql(`update device_state set pressed_at = now() - make_interval(days => $2::int) where device_id = $1`, [
      id,
      days,
    ]);
  return { id, sn, customer };
}

async function watchOf(sn: string) {
  const watch = await TestWatch.open(app.ports.watch, sn);
  open.push(watch);
  return watch;
}

const list = (projectId: string, filters: InputOf<typeof trialApi.getTrialList> = {}, token = operator.token) =>
  app.list(trialApi.getTrialList, { projectId, limit: 50, ...filters }, token);
const idsOf = async (projectId: string, filters: InputOf<typeof trialApi.getTrialList> = {}) =>
  (await list(projectId, filters)).rows.map(({ id }) => id);
const share = (projectId: string) => app.call(trialApi.getTrialShare, { projectId }, operator.token);

test('whoever lives alone comes first, then the longest without a press; what was pressed lately or is of another kind is not asked for', async () => {
  const project = await aProject(app);
  const near = await worn(project, 31);
  const never = await worn(project, null);
  const alone = await worn(project, 40, { livingState: 'alone', name: '胡独居', mobile: '13812345678' });
  await worn(project, 29);
  const idle = await worn(project, null);
  await app.sql(`update equipment set state = 'repair' where id = $1`, [idle.id]);
  const paused = await worn(project, null);
  await app.sql(`update customer set service_state = 'paused' where id = $1`, [paused.customer]);
  const mat = await aDevice(app, { project, model: 'thingsboard', customer: await aCustomer(app, { project }) });
  await app.sql(`update equipment set state = 'in_use' where id = $1`, [mat.id]);

  const { rows, count } = await list(project);
  expect([rows.map(({ id }) => id), count]).toEqual([[alone.id, never.id, near.id], 3]);
  expect(rows[0]).toMatchObject({ customerName: '胡独居', mobile: '138****5678', livingState: 'alone', tries: 0 });
  expect(await idsOf(project, { alone: true })).toEqual([alone.id]);
  expect(await idsOf(project, { keyword: '胡独' })).toEqual([alone.id]);
  expect(await idsOf(project, { keyword: never.sn })).toEqual([never.id]);
  expect(await share(project)).toMatchObject({ total: 4, due: 3, later: 0, days: 30 });
});

/** Adds watches in use of one customer, `pressed` of them pressed 31 days ago and more, one day apart. */
async function wornByOne(project: string, count: number, pressed: number, fields: Record<string, unknown> = {}) {
  const customer = await aCustomer(app, { project, ...fields });
  await app.sql(
    `with made as (
       insert into equipment (sn, name, model_id, state, customer_id, department_id, project_id)
       select 'T' || nextval('id_seq'), '手表', m.id, 'in_use', c.id, c.department_id, c.project_id
       from customer c, model m, generate_series(1, $2::int) where c.id = $1 and m.code = 'watch' returning id, project_id)
     insert into device_state (device_id, project_id, pressed_at)
     select id, project_id, case when n <= $3::int then now() - make_interval(days => (30 + n)::int) end
     from (select id, project_id, row_number() over (order by id) as n from made) m`,
    [customer, count, pressed],
  );
}

test('however many are due, who lives alone comes first, pages continue each other, and they are counted up to 10,000 unless exactly', async () => {
  const project = await aProject(app);
  await wornByOne(project, 10_050, 4);
  await wornByOne(project, 5, 2, { livingState: 'alone' });
  const page = await list(project, { limit: 12 });
  expect(page.count).toBe(10_001);
  expect((await list(project, { limit: 0, exact: true })).count).toBe(10_055);
  const days = ({ rows }: typeof page) =>
    rows.map(({ pressedAt }) => pressedAt && Math.floor((Date.now() - Date.parse(pressedAt)) / 86_400_000));
  expect(page.rows.map(({ livingState }) => livingState)).toEqual([...Array(5).fill('alone'), ...Array(7).fill(null)]);
  expect(days(page).slice(0, 6)).toEqual([null, null, null, 32, 31, null]);
  const pages = await Promise.all([1, 2, 3, 4].map((page) => list(project, { page, limit: 3 })));
  expect(pages.flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(page.rows.map(({ id }) => id));

  const sorted = (order: 'asc' | 'desc', limit = 7) =>
    list(project, { sort: [{ field: 'pressedAt', order }], limit }).then(days);
  expect(await sorted('asc')).toEqual([34, 33, 32, 32, 31, 31, null]);
  expect(await sorted('desc')).toEqual([31, 31, 32, 32, 33, 34, null]);
});

test('how long may pass without a press is a parameter', async () => {
  const project = await aProject(app);
  const equipment = await worn(project, 10);
  expect(await idsOf(project)).toEqual([]);
  await app.sql(`update dictionary set amount = 7 where type = 'trial' and value = 'days'`);
  expect(await idsOf(project)).toEqual([equipment.id]);
  expect((await share(project)).days).toBe(7);
  await app.sql(`update dictionary set amount = 30 where type = 'trial' and value = 'days'`);
});

test('a press in the test window ticks the line and counts for the month', async () => {
  const project = await aProject(app);
  const { id, sn } = await worn(project, null);
  const watch = await watchOf(sn);
  await app.call(testApi.startEquipmentTest, { id }, operator.token);
  await watch.press();
  expect(await idsOf(project)).toEqual([]);
  const { rows } = await list(project, { state: ['done'] });
  expect(rows).toMatchObject([{ id, pressedAt: expect.any(String) }]);
  expect(await share(project)).toMatchObject({ total: 1, done: 1, due: 0 });
});

test('any press counts, a message without one does not, and a try before it is over', async () => {
  const project = await aProject(app);
  const { id, sn } = await worn(project, null);
  const watch = await watchOf(sn);
  await watch.answered(watch.send('LK'));
  expect(await idsOf(project)).toEqual([id]);
  const input = { equipmentId: id, after: null, result: 'no_answer' as const, nextAt: hours(4) };
  await app.call(trialApi.noteTrial, input, operator.token);
  await watch.press();
  expect(await idsOf(project, { state: ['later'] })).toEqual([]);
  expect((await list(project, { state: ['done'] })).rows).toMatchObject([{ id, trialId: null, nextAt: null }]);
  expect(await app.tryCall(trialApi.noteTrial, input, operator.token)).toMatchObject({
    status: 409,
    msg: '老人已经按过，不用再试',
  });
});

test('who was not reached is tried again at its time, with how often and by whom', async () => {
  const project = await aProject(app);
  const { id } = await worn(project, null);
  const input = { equipmentId: id, result: 'no_answer' as const, nextAt: hours(4) };
  const first = await app.call(trialApi.noteTrial, { ...input, after: null }, operator.token);
  expect(await idsOf(project)).toEqual([]);
  expect((await list(project, { state: ['later'] })).rows).toMatchObject([
    { id, trialId: first.id, result: 'no_answer', tries: 1, triedBy: operator.name, nextAt: input.nextAt },
  ]);
  await app.sql(`update trial set next_at = now() - interval '1 minute' where id = $1`, [first.id]);
  expect(await idsOf(project)).toEqual([id]);
  const second = { ...input, result: 'inconvenient' as const, note: '住院', after: first.id };
  await app.call(trialApi.noteTrial, second, operator.token);
  expect((await list(project, { state: ['later'] })).rows).toMatchObject([
    { result: 'inconvenient', tries: 2, note: '住院' },
  ]);
});

test('a broken device goes to repair with its order, and comes back to be tried when it is mended', async () => {
  const project = await aProject(app);
  const { id } = await worn(project, null);
  const input = { equipmentId: id, after: null, result: 'broken' as const, note: '按键没有反应' };
  await app.call(trialApi.noteTrial, input, operator.token);
  expect(await idsOf(project)).toEqual([]);
  const { rows } = await app.list(repairApi.getRepairList, { equipmentId: id }, app.admin);
  expect(rows).toMatchObject([{ state: 'open', fault: '试按：按键没有反应', reportedBy: operator.name }]);
  const { id: order = '', version = 0 } = rows[0] ?? {};
  await app.call(repairApi.editRepair, { id: order, version, state: 'repaired', result: '换了按键' }, app.admin);
  await app.sql(`update equipment set state = 'in_use' where id = $1`, [id]);
  expect((await list(project)).rows).toMatchObject([{ id, trialId: null }]);
});

test('whoever is to call sees the whole number, as long as nobody has pressed; each look counts and is in the log', async () => {
  const project = await aProject(app);
  const { id, sn, customer } = await worn(project, null, { mobile: '13812345678' });
  const caller = await aUser(app, { role: 'operator' });
  const reveal = (token = caller.token, device = id) => app.tryCall(trialApi.revealTrialPhone, { id: device }, token);
  const behindMask = { object: 'customer', id: customer, field: 'mobile', reason: '试按' };
  expect((await app.tryCall(fieldApi.revealField, behindMask, caller.token)).status).toBe(403);
  expect((await reveal()).data).toEqual({ value: '13812345678' });
  const [entry] = (await app.list(cmdLogApi.getCmdLogList, { action: 'reveal', account: caller.account }, app.admin))
    .rows;
  expect(entry).toMatchObject({ objectType: 'equipment', objectId: id, objectName: sn, result: 'success' });
  expect(JSON.stringify(entry)).not.toContain('13812345678');

  await app.sql('update project set reveal_limit = 1 where id = $1', [project]);
  expect((await reveal()).status).toBe(429);
  const lister = await aRole(app, { scope: 'all', permissions: ['equipment:list', 'pii:reveal'] });
  expect((await reveal((await aUser(app, { roleId: lister })).token)).status).toBe(403);

  const resting = await worn(project, null);
  await app.sql(`update customer set service_state = 'paused' where id = $1`, [resting.customer]);
  expect(await reveal(operator.token, resting.id)).toMatchObject({
    status: 409,
    msg: '这位老人现在不用试按，请刷新列表',
  });
  await app.sql('update device_state set pressed_at = now() where device_id = $1', [id]);
  expect(await reveal(operator.token)).toMatchObject({ status: 409, msg: '老人已经按过，不用再试' });
});

test('without a time it is tried again a day later, and devices are listed by several ways in which they stand', async () => {
  const project = await aProject(app);
  const [late, due, done] = [await worn(project, 40), await worn(project, 50), await worn(project, 0)];
  await app.call(trialApi.noteTrial, { equipmentId: late.id, result: 'no_answer' }, operator.token);
  const [row] = (await list(project, { state: ['later'] })).rows;
  expect(Date.parse(row?.nextAt ?? '') - Date.now()).toBeGreaterThan(23 * 3_600_000);
  expect((await idsOf(project, { state: ['due', 'later', 'done'] })).toSorted()).toEqual(
    [late.id, due.id, done.id].toSorted(),
  );
});

test('of two who call at once the second one is told of the first', async () => {
  const project = await aProject(app);
  const { id } = await worn(project, null);
  const other = await aUser(app, { role: 'operator' });
  const input = { equipmentId: id, after: null, result: 'no_answer', nextAt: hours(4) };
  const answers = await Promise.all(
    [operator, other].map(({ token }) => app.tryCall(trialApi.noteTrial, input, token)),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.msg).toMatch(/^坐席\d+ 刚刚记录了「未接通」，请刷新列表$/);
});

test.each([
  [{ result: 'no_answer', nextAt: hours(-1) }, '下次试按的时间已经过去'],
  [{ result: 'inconvenient', nextAt: hours(24 * 91) }, '下次试按须在 90 天内'],
  [{ result: 'broken', note: '  ' }, '请写明故障'],
])('%o is refused', async (input, msg) => {
  const { id } = await worn(await aProject(app), null);
  const answer = await app.tryCall(trialApi.noteTrial, { equipmentId: id, after: null, ...input }, operator.token);
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(msg)]);
});

test('without the right to test the list is looked at, and nothing is recorded', async () => {
  const project = await aProject(app);
  const { id } = await worn(project, null);
  const roleId = await aRole(app, { scope: 'all', permissions: ['equipment:list'] });
  const { token } = await aUser(app, { roleId });
  expect((await list(project, {}, token)).rows).toHaveLength(1);
  const input = { equipmentId: id, after: null, result: 'no_answer', nextAt: hours(4) };
  expect(await app.tryCall(trialApi.noteTrial, input, token)).toMatchObject({ status: 403 });
});
