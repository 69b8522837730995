import { afterAll, beforeAll, expect, test } from 'vitest';
import { closingApi } from '#features/closing/contract.ts';
import { deskApi } from '#features/desk/contract.ts';
import { dispatchApi } from '#features/dispatch/contract.ts';
import { fireDue } from '#features/escalation/server/service.ts';
import { noticeApi } from '#features/notice/contract.ts';
import { phoneCallApi } from '#features/phoneCall/contract.ts';
import { projectApi } from '#features/project/contract.ts';
import { roleApi } from '#features/role/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aProject, aUser, next, type TestUser } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';
import { aConnectedCall, anArrival, ending } from '#server/testing/warns.ts';
import { keysOf, type WarnResult, warnResults } from '#shared/codes.ts';

let app: TestApp;
let operator: TestUser;
let colleague: TestUser;
let leader: TestUser;
beforeAll(async () => {
  app = await startApp();
  [operator, colleague] = [await aUser(app), await aUser(app)];
  leader = await aUser(app, { role: 'leader' });
});
afterAll(() => app.stop());

const contacts = [
  { name: '李小明', relation: 'son' as const, mobile: '13900001111', order: 1 },
  { name: '邻居王婶', relation: 'neighbour' as const, mobile: '13900002222', order: 2 },
];

interface Alarm {
  id: string;
  mobile: string;
}

async function alarm(options: { project?: string; department?: string } = {}, level: 1 | 3 = 1): Promise<Alarm> {
  const mobile = `137${10_000_000 + next()}`;
  const customerId = await aCustomer(app, { contacts, mobile, ...options });
  const input = {
    customerId,
    type: 'sos' as const,
    level,
    occurredAt: new Date().toISOString(),
    note: 'x',
  };
  return { id: (await app.call(warnApi.addWarn, input, app.admin)).id, mobile };
}

async function claimedWarn(level: 1 | 3 = 1): Promise<Alarm> {
  const warn = await alarm({}, level);
  await app.call(warnApi.claimWarn, { id: warn.id }, operator.token);
  return warn;
}

const detail = (id: string, user = operator) => app.call(deskApi.getWarn, { id }, user.token);
const falsely = (id: string, confirmedBy: 'elder' | 'family' | 'leader' | 'drill', user = operator) =>
  app.tryCall(closingApi.falseWarn, { id, reason: 'mis_touch', confirmedBy }, user.token);
const ring = (
  id: string,
  to: { phone?: string; contactId?: string },
  result: 'ok' | 'no_answer' | 'need_help' = 'ok',
) => app.call(phoneCallApi.addWarnCall, { id, ...to, result }, operator.token);

test.each([
  ['elder', 'call'],
  ['family', 'call'],
  ['leader', 'leader'],
  ['drill', 'drill'],
] as const)(
  'without anything on record 误报 on the word of %s is refused and says what it needs',
  async (by, needs) => {
    const { id } = await claimedWarn();
    expect(await falsely(id, by)).toMatchObject({ status: 409, code: -1, data: { needs } });
    expect((await detail(id)).status).toBe('handling');
  },
);

test('the elder stands for 误报 once a connected call to their own number is on record', async () => {
  const { id, mobile } = await claimedWarn();
  for (const result of ['no_answer', 'need_help'] as const) await ring(id, { phone: mobile }, result);
  await ring(id, { phone: '120' });
  expect((await falsely(id, 'elder')).data).toMatchObject({ needs: 'call' });
  await ring(id, { phone: mobile });
  expect((await detail(id)).proof).toEqual({ elder: true, family: false, drill: false });
  expect((await falsely(id, 'family')).data).toMatchObject({ needs: 'call' });
  expect(await falsely(id, 'elder')).toMatchObject({ code: 0, data: { status: 'false', falseReason: 'mis_touch' } });
});

test('the family stands for it after a call to one of them, a neighbour does not', async () => {
  const { id } = await claimedWarn();
  const { customer } = await detail(id);
  const [son, neighbour] = customer?.contacts ?? [];
  await ring(id, { contactId: neighbour?.id });
  expect((await falsely(id, 'family')).data).toMatchObject({ needs: 'call' });
  await ring(id, { contactId: son?.id });
  expect((await falsely(id, 'elder')).data).toMatchObject({ needs: 'call' });
  expect((await falsely(id, 'family')).code).toBe(0);
});

test('a waiting alarm is ended by nobody but a leader, whatever is on record', async () => {
  const { id, mobile } = await alarm();
  await ring(id, { phone: mobile });
  expect(await falsely(id, 'elder')).toMatchObject({ status: 409, data: { needs: 'leader' } });
  expect((await falsely(id, 'elder', leader)).code).toBe(0);
  const other = await alarm();
  expect((await falsely(other.id, 'elder', leader)).data).toMatchObject({ needs: 'call' });
  expect((await falsely(other.id, 'leader', leader)).code).toBe(0);
});

test('a request stands at the alarm, which waits, rings and climbs until a leader answers', async () => {
  const { id } = await alarm();
  const asking = { id, reason: 'pet' as const, note: '猫踩到按钮' };
  const row = await app.call(closingApi.askFalseWarn, asking, operator.token);
  expect(row).toMatchObject({
    status: 'pending',
    falseAsked: { userId: operator.id, userName: operator.name, reason: 'pet', note: '猫踩到按钮' },
  });
  expect((await app.tryCall(closingApi.askFalseWarn, asking, colleague.token)).status).toBe(409);
  await app.sql(`update warn_timer set due_at = now() - interval '1 second' where warn_id = $1 and rung < 2`, [id]);
  await fireDue();
  // The server's own timer may have fired first.
  await until('the rung', async () => (await detail(id)).escalation === 1);
  expect(await detail(id)).toMatchObject({ status: 'pending', falseAsked: { reason: 'pet' } });
  const listed = await app.list(warnListApi.getWarnList, { falseAsked: true, limit: 200 }, leader.token);
  expect(listed.rows.map((item) => item.id)).toContain(id);
  expect((await app.call(warnListApi.getWarnCount, {}, leader.token)).falseAsked).toBe(listed.count);
  expect((await app.tryCall(closingApi.answerFalseWarn, { id, accept: true }, operator.token)).status).toBe(403);
  const ended = await app.call(closingApi.answerFalseWarn, { id, accept: true }, leader.token);
  expect(ended).toMatchObject({ status: 'false', falseReason: 'pet', falseAsked: null });
});

test('a request stands in the inbox of the leaders of its place without naming the person, and of nobody else', async () => {
  const department = await aDepartment(app);
  const [boss, elsewhere] = [
    await aUser(app, { role: 'leader', department }),
    await aUser(app, { role: 'leader', department: await aDepartment(app) }),
  ];
  const { id } = await alarm({ department });
  const { no, customerName } = await app.call(closingApi.askFalseWarn, { id, reason: 'pet' }, operator.token);
  const inbox = async (user: TestUser) =>
    (await app.list(noticeApi.getMyNoticeList, {}, user.token)).rows.filter((row) => row.content.includes(no));
  const [notice] = await inbox(boss);
  expect(notice).toMatchObject({ title: expect.stringContaining('误报待核实：'), level: 'important' });
  expect(notice?.content).toContain('宠物');
  expect(JSON.stringify(notice)).not.toContain(customerName);
  for (const user of [elsewhere, operator, colleague]) expect(await inbox(user)).toEqual([]);
  const { people } = (await detail(id)).steps.at(-1)?.data ?? {};
  expect(people).toContainEqual({ id: boss.id, name: boss.name, channel: 'inbox', state: 'undelivered' });
});

test('a request in a place without a leader is told to whoever else may answer it', async () => {
  const department = await aDepartment(app);
  const area = await aUser(app, { role: 'area', department });
  const [role] = await app.sql<{ id: string }>(`select id::text from role where key = 'leader'`);
  const setRole = (status: 'enabled' | 'disabled') =>
    app.call(roleApi.updateRoleStatus, { id: role?.id ?? '', status }, app.admin);
  await setRole('disabled');
  const { id } = await alarm({ department });
  await app.call(closingApi.askFalseWarn, { id, reason: 'pet' }, operator.token);
  await setRole('enabled');
  const { rows } = await app.list(noticeApi.getMyNoticeList, {}, area.token);
  expect(rows.map((row) => row.title)).toEqual([expect.stringContaining('误报待核实：')]);
});

test('a refused request needs a reason, is told to whoever asked, goes on as before and does not give the case more time', async () => {
  const { id } = await claimedWarn();
  await app.call(closingApi.askFalseWarn, { id, reason: 'mis_touch' }, operator.token);
  expect((await app.tryCall(closingApi.askFalseWarn, { id, reason: 'pet' }, colleague.token)).data).toMatchObject({
    handlerName: operator.name,
  });
  await app.sql(`update warn_timer set due_at = now() + interval '5 seconds' where warn_id = $1`, [id]);
  expect((await app.tryCall(closingApi.answerFalseWarn, { id, accept: false }, leader.token)).status).toBe(400);
  const refused = { id, accept: false, note: '请先上门看一下' };
  expect(await app.call(closingApi.answerFalseWarn, refused, leader.token)).toMatchObject({
    status: 'handling',
    handlerId: operator.id,
    falseAsked: null,
  });
  const [due] = await app.sql<{ left: number }>(
    'select extract(epoch from due_at - now())::float8 as left from warn_timer where warn_id = $1',
    [id],
  );
  expect(due?.left).toBeLessThan(6);
  expect((await detail(id)).steps.at(-1)).toMatchObject({ note: refused.note, data: { falseRefused: 'mis_touch' } });
  const { no, customerName } = await detail(id);
  const inbox = async (user: TestUser) =>
    (await app.list(noticeApi.getMyNoticeList, {}, user.token)).rows.filter(({ title }) => title.includes(no));
  const [notice] = await inbox(operator);
  expect(notice).toMatchObject({ title: `误报未获同意：主动呼救 ${no}`, level: 'important' });
  expect(notice?.content).toContain(`${leader.name} 不同意`);
  expect(JSON.stringify(notice)).not.toMatch(new RegExp(`${customerName}|${refused.note}`));
  expect(await inbox(colleague)).toEqual([]);
  expect((await app.tryCall(closingApi.answerFalseWarn, refused, leader.token)).status).toBe(409);
});

test('many alarms are taken and marked false by a leader only, and each is answered for itself', async () => {
  const ids = [(await alarm()).id, (await claimedWarn()).id, '999999999'];
  for (const endpoint of [warnListApi.batchClaim, warnListApi.batchFalse])
    expect((await app.tryCall(endpoint, { ids, reason: 'mis_touch' }, operator.token)).status).toBe(403);
  const claimed = await app.call(warnListApi.batchClaim, { ids }, leader.token);
  expect(claimed).toMatchObject([
    { id: ids[0], status: 'handling', handlerId: leader.id },
    { id: ids[1], msg: `已由 ${operator.name} 接警` },
    { id: ids[2], msg: '告警不存在或不在你的范围' },
  ]);
  const ended = await app.call(warnListApi.batchFalse, { ids, reason: 'mis_touch', note: '同一台设备' }, leader.token);
  expect(ended).toMatchObject([{ status: 'false' }, { status: 'false' }, { msg: '告警不存在或不在你的范围' }]);
});

test('what lies outside a leader’s scope stays as it was in a batch', async () => {
  const { id } = await alarm({ department: await aDepartment(app) });
  const other = await aUser(app, { role: 'leader', department: await aDepartment(app) });
  await app.call(warnListApi.batchFalse, { ids: [id], reason: 'mis_touch' }, other.token);
  expect((await detail(id, { ...operator, token: app.admin })).status).toBe('pending');
});

test('a batch holds as many alarms as the strictest project allows', async () => {
  const project = await aProject(app);
  const item = (await app.list(projectApi.getProjectList, { keyword: '', limit: 200 }, app.admin)).rows.find(
    ({ id }) => id === project,
  );
  expect(item?.batchLimit).toBe(10);
  const config = { id: project, version: item?.version ?? 1, batchLimit: 1 };
  await app.call(projectApi.editProjectConfig, config, app.admin);
  const ids = [(await alarm({ project })).id, (await alarm()).id];
  const refused = await app.tryCall(warnListApi.batchFalse, { ids, reason: 'mis_touch' }, leader.token);
  expect(refused).toMatchObject({ status: 400, msg: '一次最多1条' });
  const bound = await aUser(app, { role: 'leader', projects: [project] });
  expect((await app.call(warnListApi.getWarnCount, {}, bound.token)).batchLimit).toBe(1);
});

test('what the platform’s administrator had to be called for is not ended without a report', async () => {
  const report = '夜班两个坐席都在处理火警，班长接管后接警。';
  const late = async () => {
    const { id } = await alarm();
    await app.sql(`update warn_timer set due_at = now() - interval '1 second' where warn_id = $1`, [id]);
    await fireDue();
    await app.call(warnApi.claimWarn, { id }, operator.token);
    return id;
  };
  const id = await late();
  expect(await detail(id)).toMatchObject({ reportNeeded: true, missing: expect.arrayContaining(['事件报告']) });
  await aConnectedCall(app, id, operator.token);
  for (const incidentReport of [undefined, '晚了'])
    expect(
      (await app.tryCall(closingApi.closeWarn, { id, ...ending, incidentReport }, operator.token)).data,
    ).toMatchObject({
      errors: [{ field: 'incidentReport' }],
    });
  await app.call(closingApi.closeWarn, { id, ...ending, incidentReport: report }, operator.token);
  expect((await detail(id)).incidentReport).toBe(report);
  const wrong = await late();
  expect((await falsely(wrong, 'leader', leader)).data).toMatchObject({ errors: [{ field: 'incidentReport' }] });
  const batch = await app.call(warnListApi.batchFalse, { ids: [wrong], reason: 'pet' }, leader.token);
  expect(batch).toMatchObject([{ id: wrong, msg: expect.stringContaining('事件报告') }]);
  await app.call(closingApi.askFalseWarn, { id: wrong, reason: 'pet', incidentReport: report }, operator.token);
  await app.call(closingApi.answerFalseWarn, { id: wrong, accept: true }, leader.token);
  expect(await detail(wrong)).toMatchObject({ status: 'false', incidentReport: report });
  const soon = await claimedWarn();
  expect((await detail(soon.id)).reportNeeded).toBe(false);
});

const close = (id: string, input: object, user = operator) =>
  app.tryCall(closingApi.closeWarn, { id, ...ending, noContactReason: '老人来电', ...input }, user.token);
const refusedFields = ({ data }: { data: unknown }) =>
  (data as { errors?: { field: string }[] } | null)?.errors?.map(({ field }) => field);

const harmless: WarnResult[] = ['phone', 'mis_touch', 'none', 'test', 'equipment_fault'];
const attended: WarnResult[] = ['on_site', 'family', 'community', 'fire', 'visited'];

test('a level-1 alarm of a person does not close as harmless on the mere word of whoever handles it, a leader’s included', async () => {
  const { id } = await claimedWarn();
  await ring(id, { phone: '120' });
  await ring(id, { phone: contacts[0]?.mobile ?? '' }, 'no_answer');
  for (const result of harmless) {
    for (const user of [operator, leader]) expect(refusedFields(await close(id, { result }, user))).toEqual(['result']);
  }
  expect((await close(id, { result: 'mis_touch' })).msg).toContain('不能以「误触」结案：没有接通老人或联系人的通话');
  expect((await detail(id)).status).toBe('handling');
  expect((await falsely(id, 'leader', leader)).code).toBe(0);
});

test('a connected call to the person or a contact, or an arrival, lets it close as harmless', async () => {
  const proofs = [
    (id: string) => aConnectedCall(app, id, operator.token),
    (id: string) => ring(id, { phone: contacts[1]?.mobile ?? '' }, 'need_help'),
    (id: string) => anArrival(app, id, operator.token),
  ];
  for (const [index, prove] of proofs.entries()) {
    const { id } = await claimedWarn();
    await prove(id);
    expect(await close(id, { result: harmless[index] })).toMatchObject({ code: 0, data: { status: 'done' } });
  }
});

test('a lower alarm, one of nobody here and one of a drill as a test close without a call', async () => {
  const { id: low } = await claimedWarn(3);
  expect((await close(low, { result: 'none' })).code).toBe(0);
  const call = {
    type: 'sos',
    level: 1,
    occurredAt: new Date().toISOString(),
    note: 'x',
    phone: '13712340000',
  } as const;
  const { id: unknown } = await app.call(warnApi.addWarn, call, operator.token);
  await app.call(warnApi.claimWarn, { id: unknown }, operator.token);
  expect((await close(unknown, { result: 'none' })).code).toBe(0);
  const { id: drilled } = await claimedWarn();
  await app.sql('update warn set test = true where id = $1', [drilled]);
  expect(refusedFields(await close(drilled, { result: 'phone' }))).toEqual(['result']);
  expect((await close(drilled, { result: 'test' })).code).toBe(0);
});

test('results that say that somebody was there need an arrival on record, whatever the level', async () => {
  const { id } = await claimedWarn(3);
  await aConnectedCall(app, id, operator.token);
  const sent = await app.call(dispatchApi.dispatchWarn, { id, name: '社区站', kind: 'community' }, operator.token);
  const dispatchId = String(sent.data.dispatchId);
  await app.call(dispatchApi.updateWarnDispatch, { id, dispatchId, state: 'done' }, operator.token);
  for (const result of attended) expect(refusedFields(await close(id, { result }))).toEqual(['result']);
  await app.call(dispatchApi.updateWarnDispatch, { id, dispatchId, state: 'arrived' }, operator.token);
  await app.call(dispatchApi.updateWarnDispatch, { id, dispatchId, state: 'done' }, operator.token);
  expect((await close(id, { result: 'visited' })).code).toBe(0);
});

test('the family counts as told once a contact was reached, by id or by number; else the reason is asked for', async () => {
  const { id, mobile } = await claimedWarn();
  await ring(id, { phone: mobile });
  await ring(id, { phone: contacts[0]?.mobile ?? '' }, 'no_answer');
  const notice = await close(id, { familyTold: true });
  expect([refusedFields(notice), notice.status]).toEqual([['familyTold'], 400]);
  const step = await ring(id, { phone: contacts[0]?.mobile ?? '' });
  expect(step.data).toMatchObject({ contactName: contacts[0]?.name, party: 'family' });
  expect((await close(id, { familyTold: true })).code).toBe(0);
});

test('the case says beforehand which results closing refuses, and why; nothing of a case that has ended', async () => {
  const { id } = await claimedWarn();
  const { refused } = await detail(id);
  const results = refused.results.map(({ result }) => result);
  expect(results.sort()).toEqual([...harmless, ...attended].sort());
  expect(refused.familyTold).toContain('未告知');
  for (const { result, why } of refused.results) expect((await close(id, { result })).msg).toContain(why);
  await anArrival(app, id, operator.token);
  expect((await detail(id)).refused.results).toEqual([]);
  for (const result of keysOf(warnResults))
    expect(refusedFields(await close(id, { result, note: '短' }))).toEqual(['note']);
  await close(id, {});
  expect((await detail(id)).refused).toEqual({ results: [], familyTold: null });
});
