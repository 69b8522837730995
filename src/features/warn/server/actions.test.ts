import { afterAll, beforeAll, expect, test } from 'vitest';
import { closingApi } from '#features/closing/contract.ts';
import { deskApi } from '#features/desk/contract.ts';
import { dispatchApi } from '#features/dispatch/contract.ts';
import { emergencyListApi } from '#features/emergencyList/contract.ts';
import { homeApi } from '#features/home/contract.ts';
import { phoneCallApi } from '#features/phoneCall/contract.ts';
import { projectApi } from '#features/project/contract.ts';
import { sharedSheet } from '#features/share/server/service.ts';
import { warnApi } from '#features/warn/contract.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import { db } from '#server/db/db.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aProject, aRole, aUser, next, type TestUser } from '#server/testing/rows.ts';
import type { InputOf } from '#shared/endpoint.ts';

let app: TestApp;
let first: TestUser;
let second: TestUser;
let leader: TestUser;
beforeAll(async () => {
  app = await startApp();
  [first, second] = [await aUser(app), await aUser(app)];
  leader = await aUser(app, { role: 'leader' });
});
afterAll(() => app.stop());

const son = { name: '李小明', relation: 'son' as const, mobile: '13900001111', order: 1 };

async function alarm(): Promise<string> {
  const customerId = await aCustomer(app, { contacts: [son] });
  const { id } = await app.call(
    warnApi.addWarn,
    { customerId, type: 'sos', level: 1, occurredAt: new Date().toISOString(), note: '来电求助' },
    first.token,
  );
  return id;
}

async function claimedWarn(by = first): Promise<string> {
  const id = await alarm();
  await app.call(warnApi.claimWarn, { id }, by.token);
  return id;
}

const detail = (id: string) => app.call(deskApi.getWarn, { id }, app.admin);
const fine: Omit<InputOf<typeof closingApi.closeWarn>, 'id'> = {
  result: 'hospital',
  note: '120 已接走老人',
  familyTold: false,
  familyNote: '老人要求不告知',
  noContactReason: '120 来电告知',
  followUpAt: new Date(Date.now() + 86_400_000).toISOString(),
};

test('when many take an alarm at once one wins and the others are told who has it', async () => {
  const id = await alarm();
  const users = [first, second, leader, await aUser(app), await aUser(app)];
  const answers = await Promise.all(users.map((user) => app.tryCall(warnApi.claimWarn, { id }, user.token)));
  const winner = users[answers.findIndex((answer) => answer.code === 0)];
  expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1);
  for (const answer of answers.filter((entry) => entry.code !== 0)) {
    expect(answer).toMatchObject({ status: 409, code: -1, msg: `已由 ${winner?.name} 接警` });
    expect(answer.data).toMatchObject({ handlerName: winner?.name, status: 'handling' });
  }
  const { steps, handlerId } = await detail(id);
  expect([handlerId, steps.filter((step) => step.kind === 'claimed').length]).toEqual([winner?.id, 1]);
});

test('taking one that is already mine changes nothing', async () => {
  const id = await claimedWarn();
  const previous = await detail(id);
  const again = await app.call(warnApi.claimWarn, { id }, first.token);
  expect([again.claimedAt, again.status]).toEqual([previous.claimedAt, 'handling']);
  expect((await detail(id)).steps).toHaveLength(previous.steps.length);
});

test('an alarm that is finished cannot be taken; the answer says by whom it was', async () => {
  const id = await claimedWarn();
  await app.call(closingApi.closeWarn, { id, ...fine }, first.token);
  const answer = await app.tryCall(warnApi.claimWarn, { id }, second.token);
  expect(answer).toMatchObject({ status: 409, msg: `告警已由 ${first.name} 结案`, data: { handlerName: first.name } });
});

test('release and transfer give it back with the clock kept', async () => {
  const id = await claimedWarn();
  const clock = async () =>
    (await app.sql('select waiting_since, received_at, created_at from warn where id = $1', [id]))[0];
  const previous = await clock();
  expect(await app.call(warnApi.releaseWarn, { id, reason: '接错' }, first.token)).toMatchObject({
    status: 'pending',
    handlerId: null,
    claimedAt: null,
  });
  const passed = await app.call(warnApi.transferWarn, { id, userId: second.id, reason: '换班' }, leader.token);
  expect(passed).toMatchObject({ status: 'pending', offeredTo: second.id });
  expect(await clock()).toEqual(previous);
  expect((await detail(id)).steps.map((step) => step.kind)).toEqual(['created', 'claimed', 'released', 'transferred']);
});

test('the first claim counts in every response figure, however often the case is given on afterwards', async () => {
  const project = await aProject(app);
  const customerId = await aCustomer(app, { project, contacts: [son] });
  const occurredAt = new Date().toISOString();
  const input = { customerId, type: 'sos', level: 1, occurredAt, note: '来电' } as const;
  const { id } = await app.call(warnApi.addWarn, input, first.token);
  await app.sql(`update warn set received_at = now() - interval '18 seconds' where id = $1`, [id]);
  await app.call(warnApi.claimWarn, { id }, first.token);
  const { clock: previous } = await detail(id);
  await app.call(warnApi.transferWarn, { id, userId: second.id, reason: '换班' }, first.token);
  expect((await detail(id)).clock.claimed).toBe(previous.claimed);
  await app.call(warnApi.claimWarn, { id }, second.token);
  await app.sql(`update warn set claimed_at = received_at + interval '694 seconds' where id = $1`, [id]);
  await app.call(phoneCallApi.addWarnCall, { id, phone: son.mobile, result: 'ok' }, second.token);
  const { clock, receivedAt, firstClaimedAt } = await detail(id);
  expect(clock.claimed).toBe(previous.claimed);
  expect(Date.parse(firstClaimedAt ?? '') - Date.parse(receivedAt)).toBe(previous.claimed);
  const { warn } = await app.call(projectApi.getProject, { id: project }, app.admin);
  expect(warn).toMatchObject({ total: 1, overdue: 0 });
  // The answer of a single alarm has whole milliseconds, a median microseconds.
  expect(warn.claimSeconds).toBeCloseTo((previous.claimed ?? 0) / 1000, 2);
  const alone = await aUser(app, { role: 'leader', projects: [project] });
  const count = await app.call(warnListApi.getWarnCount, {}, alone.token);
  expect([count.responseMean, count.responseMedian]).toEqual([warn.claimSeconds, warn.claimSeconds]);
  expect(count.last?.responseSeconds).toBe(Math.round(warn.claimSeconds ?? 0));
  expect((await app.call(homeApi.getHome, {}, alone.token)).today).toMatchObject({
    ...{ today: 1, onTimeRate: 100, responseMean: warn.claimSeconds },
  });
  expect((await sharedSheet(db, id))?.claimed).toBe(count.last?.responseSeconds);
});

test('an alarm that is given to a department is seen and taken by its people', async () => {
  const department = await aDepartment(app);
  const elsewhereUser = await aUser(app, { department });
  const id = await claimedWarn();
  expect((await app.tryCall(deskApi.getWarn, { id }, elsewhereUser.token)).status).toBe(404);
  await app.call(warnApi.transferWarn, { id, departmentId: department, reason: '归他们管' }, first.token);
  const row = await app.call(warnApi.claimWarn, { id }, elsewhereUser.token);
  expect(row).toMatchObject({ status: 'handling', handlerId: elsewhereUser.id });
});

test('an alarm is transferred only to somebody who can take it, or to a department', async () => {
  const id = await claimedWarn();
  const elsewhere = await aUser(app, { department: await aDepartment(app) });
  const reader = await aUser(app, { role: 'viewer' });
  for (const userId of [elsewhere.id, reader.id, '1'])
    expect(await app.tryCall(warnApi.transferWarn, { id, userId, reason: '转' }, first.token)).toMatchObject({
      status: 400,
      msg: '这个人不能接这条告警',
    });
  const both = { id, userId: second.id, departmentId: '1', reason: '转' };
  expect((await app.tryCall(warnApi.transferWarn, both, first.token)).status).toBe(400);
  expect((await app.tryCall(warnApi.transferWarn, { id, reason: '转' }, first.token)).status).toBe(400);
});

test('only who took it, or a leader, moves a taken alarm on', async () => {
  const id = await claimedWarn();
  const calls = [
    [warnApi.releaseWarn, { id, reason: '接错' }],
    [warnApi.transferWarn, { id, userId: leader.id, reason: '转' }],
    [closingApi.falseWarn, { id, reason: 'mis_touch', confirmedBy: 'elder' }],
    [closingApi.closeWarn, { id, ...fine }],
  ] as const;
  for (const [endpoint, input] of calls)
    expect(await app.tryCall(endpoint, input, second.token), endpoint.path).toMatchObject({
      status: 409,
      data: { handlerName: first.name },
    });
  expect((await app.tryCall(closingApi.closeWarn, { id, ...fine }, leader.token)).code).toBe(0);
});

test('nobody closes what nobody took', async () => {
  const id = await alarm();
  expect(await app.tryCall(closingApi.closeWarn, { id, ...fine }, leader.token)).toMatchObject({
    status: 409,
    msg: '请先接警',
  });
});

test.each([
  ['a result', { result: undefined }, 'result'],
  ['a note of five characters', { note: '已处理' }, 'note'],
  ['more than blanks as note', { note: '    \n    ' }, 'note'],
  ['a reason when nobody was called', { noContactReason: undefined }, 'noContactReason'],
  ['a reason when the family was not told', { familyNote: '  ' }, 'familyNote'],
])('closing needs %s', async (_, change, field) => {
  const id = await claimedWarn();
  const answer = await app.tryCall(closingApi.closeWarn, { id, ...fine, ...change }, first.token);
  expect(answer.status).toBe(400);
  expect((answer.data as { errors: { field: string }[] }).errors.map((entry) => entry.field)).toContain(field);
  expect((await detail(id)).status).toBe('handling');
});

test('a logged call stands for the reason that nobody was called', async () => {
  const id = await claimedWarn();
  const contactId = (await detail(id)).customer?.contacts[0]?.id;
  const step = await app.call(phoneCallApi.addWarnCall, { id, contactId, result: 'ok', note: '已告知' }, first.token);
  expect(step.data).toMatchObject({ contactName: son.name, relation: 'son', phone: son.mobile, result: 'ok' });
  const { noContactReason: _none, ...rest } = fine;
  await app.call(closingApi.closeWarn, { id, ...rest }, first.token);
  const { clock, steps } = await detail(id);
  expect(clock.called).not.toBeNull();
  expect(clock.familyTold).not.toBeNull();
  expect(steps.map((entry) => entry.kind)).toEqual(['created', 'claimed', 'call', 'closed']);
  expect(steps.at(-1)).toMatchObject({ userName: first.name, note: fine.note });
});

test('a call stands on record from the dial on, as an attempt, and its result completes the same step', async () => {
  const id = await claimedWarn();
  const contactId = (await detail(id)).customer?.contacts[0]?.id;
  const dialled = await app.call(phoneCallApi.addWarnCall, { id, contactId }, first.token);
  expect(dialled.data).toMatchObject({ contactName: son.name, result: null, resultText: '拨出中' });
  // A dial without a result stays visible to others and stops the first-call clock; it reached no contact.
  const ringing = await app.call(deskApi.getWarn, { id }, second.token);
  expect(ringing.progress).toBe(`${son.name} 拨出中`);
  expect(ringing.missing).not.toContain('联系记录');
  expect([ringing.clock.called, ringing.clock.familyTold]).toEqual([expect.any(Number), null]);

  const result = { id, stepId: dialled.id, result: 'ok' as const, note: '十分钟到', seconds: 48 };
  expect(await app.tryCall(phoneCallApi.finishWarnCall, result, second.token)).toMatchObject({ status: 409 });
  const done = await app.call(phoneCallApi.finishWarnCall, result, first.token);
  expect(done).toMatchObject({ id: dialled.id, at: dialled.at, note: '十分钟到', data: { result: 'ok', seconds: 48 } });
  const { steps, clock, progress } = await app.call(deskApi.getWarn, { id }, first.token);
  expect(steps.filter((step) => step.kind === 'call')).toEqual([done]);
  expect([clock.familyTold, progress]).toEqual([expect.any(Number), `${son.name} 接通正常`]);
  expect(await app.tryCall(phoneCallApi.finishWarnCall, { ...result, result: 'busy' }, first.token)).toMatchObject({
    status: 409,
    msg: '这次呼叫已有结果',
  });
});

test('a dial that its operator left behind closes nothing off, and is completed by who has the alarm now', async () => {
  const id = await claimedWarn();
  const { id: stepId } = await app.call(phoneCallApi.addWarnCall, { id, phone: '13900001111' }, first.token);
  const { id: elsewhere } = await app.call(deskApi.addWarnNote, { id, note: '家属在外地' }, first.token);
  await app.call(warnApi.releaseWarn, { id, reason: '换班' }, first.token);
  await app.call(warnApi.claimWarn, { id }, second.token);
  for (const wrong of [elsewhere, '1'])
    expect(
      await app.tryCall(phoneCallApi.finishWarnCall, { id, stepId: wrong, result: 'ok' }, second.token),
    ).toMatchObject({
      status: 404,
    });
  const done = await app.call(phoneCallApi.finishWarnCall, { id, stepId, result: 'no_answer' }, second.token);
  expect(done.userName).toBe(first.name);
  const { noContactReason: _none, ...rest } = fine;
  expect((await app.tryCall(closingApi.closeWarn, { id, ...rest }, second.token)).code).toBe(0);
  expect(await app.tryCall(phoneCallApi.finishWarnCall, { id, stepId, result: 'ok' }, second.token)).toMatchObject({
    status: 409,
  });
});

test('a contact of somebody else is not taken for a call', async () => {
  const id = await claimedWarn();
  const other = await detail(await claimedWarn());
  const contactId = other.customer?.contacts[0]?.id ?? '';
  expect(await app.tryCall(phoneCallApi.addWarnCall, { id, contactId, result: 'ok' }, first.token)).toMatchObject({
    status: 400,
    msg: '没有这个联系人',
  });
});

test('a dispatch under way blocks closing and false alarm until it is done or cancelled', async () => {
  const id = await claimedWarn();
  const sent = await app.call(
    dispatchApi.dispatchWarn,
    { id, name: '柳岸服务站', kind: 'station', phone: '057012345678' },
    first.token,
  );
  const dispatchId = String(sent.data.dispatchId);
  for (const state of ['accepted', 'on_way', 'arrived'] as const) {
    await app.call(dispatchApi.updateWarnDispatch, { id, dispatchId, state }, first.token);
    expect(await app.tryCall(closingApi.closeWarn, { id, ...fine }, first.token)).toMatchObject({ status: 400 });
    const mistake = { id, reason: 'mis_touch' as const, confirmedBy: 'leader' as const };
    expect((await app.tryCall(closingApi.falseWarn, mistake, leader.token)).msg).toContain('派单进行中：柳岸服务站');
  }
  expect((await detail(id)).missing).toContain('派单完成或取消');
  await app.call(dispatchApi.updateWarnDispatch, { id, dispatchId, state: 'done' }, first.token);
  await app.call(closingApi.closeWarn, { id, ...fine }, first.token);
  expect((await detail(id)).clock.arrived).not.toBeNull();
});

test('120 is on record as called only after a connected call to it in this case', async () => {
  const id = await claimedWarn();
  const input = { id, name: '120 急救', kind: 'emergency' as const, phone: '120', note: '摔倒不能起' };
  const record = (extra = {}) => app.tryCall(dispatchApi.dispatchWarn, { ...input, ...extra }, first.token);
  expect(await record({ phone: undefined })).toMatchObject({ status: 400, msg: '请填写拨打的号码' });
  expect(await record()).toMatchObject({ status: 409, msg: '没有接通 120 的记录，请先拨打并记下通话结果' });
  const { id: stepId } = await app.call(phoneCallApi.addWarnCall, { id, phone: '120' }, first.token);
  expect(await record()).toMatchObject({ status: 409 });
  await app.call(phoneCallApi.finishWarnCall, { id, stepId, result: 'busy' }, first.token);
  expect(await record()).toMatchObject({ status: 409 });
  await app.call(phoneCallApi.addWarnCall, { id, phone: '120', result: 'ok', note: '已派车' }, first.token);
  expect(await record({ phone: '0570120' })).toMatchObject({ status: 409 });
  expect(await record()).toMatchObject({ code: 0, data: { kind: 'dispatch' } });
  const [reached] = await app.sql('select reached_at from warn where id = $1', [id]);
  expect(reached, 'nobody of the customer was spoken to').toEqual({ reached_at: null });
});

test('a dispatch of another alarm is not moved through this one', async () => {
  const other = await claimedWarn();
  const sent = await app.call(dispatchApi.dispatchWarn, { id: other, name: '社区', kind: 'community' }, first.token);
  const input = { id: await claimedWarn(), dispatchId: String(sent.data.dispatchId), state: 'done' };
  expect((await app.tryCall(dispatchApi.updateWarnDispatch, input, first.token)).status).toBe(404);
});

test('only a leader reopens, within seven days, and not beside another open one', async () => {
  const id = await claimedWarn();
  const again = (token: string) => app.tryCall(closingApi.reopenWarn, { id, reason: '家属来电' }, token);
  expect((await again(leader.token)).status).toBe(409);
  await app.call(closingApi.closeWarn, { id, ...fine }, first.token);
  expect((await again(first.token)).status).toBe(403);
  expect(await again(leader.token)).toMatchObject({ code: 0, data: { status: 'handling', handlerId: leader.id } });
  await app.call(closingApi.closeWarn, { id, ...fine }, leader.token);
  await app.sql(`update warn set finished_at = now() - interval '8 days' where id = $1`, [id]);
  expect(await again(leader.token)).toMatchObject({ status: 409, msg: '结束已超过7天，请登记一条新的告警' });
  await app.sql('update warn set finished_at = now() where id = $1', [id]);
  const customerId = (await detail(id)).customerId ?? '';
  const input = {
    customerId,
    type: 'sos' as const,
    level: 1 as const,
    occurredAt: new Date().toISOString(),
    note: '又按',
  };
  await app.call(warnApi.addWarn, input, first.token);
  expect(await again(leader.token)).toMatchObject({ status: 409, msg: '这位老人已有一条同类告警在处理' });
});

test('a follow-up is due until it is done, or is put off', async () => {
  const id = await claimedWarn();
  const followUpAt = new Date(Date.now() + 86_400_000).toISOString();
  const due = async () => (await app.list(warnListApi.getWarnList, { followUp: true, limit: 200 }, first.token)).rows;
  await app.call(phoneCallApi.addWarnCall, { id, phone: son.mobile, result: 'ok' }, first.token);
  await app.call(closingApi.closeWarn, { id, ...fine, result: 'phone', followUpAt }, first.token);
  expect((await due()).map((row) => row.id)).toContain(id);
  const again = new Date(Date.now() + 2 * 86_400_000).toISOString();
  await app.call(warnApi.finishFollowUp, { id, note: '没人接', again }, first.token);
  expect((await due()).find((row) => row.id === id)?.followUpAt).toBe(again);
  await app.call(warnApi.finishFollowUp, { id, note: '老人已好转' }, first.token);
  expect((await due()).map((row) => row.id)).not.toContain(id);
  expect((await app.tryCall(warnApi.finishFollowUp, { id, note: '再次' }, first.token)).status).toBe(409);
});

test('an alarm is entered by hand for a person, by a phone of theirs, or for an unknown caller', async () => {
  const mobile = `138${10_000_000 + next()}`;
  const customerId = await aCustomer(app, { mobile });
  const base = { type: 'manual' as const, level: 2 as const, occurredAt: new Date().toISOString(), note: '来电' };
  expect(await app.call(warnApi.addWarn, { ...base, phone: mobile }, first.token)).toMatchObject({ customerId });
  const unknownCaller = { ...base, phone: `137${10_000_000 + next()}`, address: '柳岸新村' };
  expect(await app.call(warnApi.addWarn, unknownCaller, first.token)).toMatchObject({
    customerId: null,
    status: 'pending',
  });
  const refused = (change: object) => app.tryCall(warnApi.addWarn, { ...base, ...change }, first.token);
  expect((await refused({})).msg).toBe('请选择客户，或填写来电号码');
  expect((await refused({ customerId: '999999' })).status).toBe(400);
  const later = new Date(Date.now() + 3_600_000).toISOString();
  expect((await refused({ customerId, occurredAt: later })).msg).toBe('告警时间不能晚于现在');
});

test('those who may not take alarms see the person without flat, health and numbers', async () => {
  const customerId = await aCustomer(app, { contacts: [son], allergies: ['青霉素'], livingState: 'alone' });
  const ability = `update customer set ability_level = 2, assessed_until = '2021-03-04' where id = $1`;
  await app.sql(ability, [customerId]);
  const base = { type: 'sos' as const, level: 1 as const, occurredAt: new Date().toISOString(), note: '来电' };
  const { id } = await app.call(warnApi.addWarn, { customerId, ...base }, first.token);
  await app.call(warnApi.claimWarn, { id }, first.token);
  await app.call(phoneCallApi.addWarnCall, { id, phone: '13700008888', result: 'ok' }, first.token);
  await app.call(dispatchApi.dispatchWarn, { id, name: '邻居', kind: 'other', phone: '13700009999' }, first.token);
  const reader = await aUser(app, { roleId: await aRole(app, { scope: 'all', permissions: ['warn:list'] }) });
  const seen = JSON.stringify([
    await app.call(deskApi.getWarn, { id }, reader.token),
    (await app.list(warnListApi.getWarnList, { customerId }, reader.token)).rows,
  ]);
  for (const hidden of ['青霉素', '独居', '2021-03-04', son.mobile, '13700008888', '13700009999', '幢101'])
    expect(seen).not.toContain(hidden);
  expect((await app.tryCall(emergencyListApi.getEmergencyList, {}, reader.token)).status).toBe(403);
  const whole = await app.call(deskApi.getWarn, { id }, first.token);
  expect(whole.customer).toMatchObject({ allergies: ['青霉素'], abilityLevel: 2, assessedUntil: '2021-03-04' });
});
