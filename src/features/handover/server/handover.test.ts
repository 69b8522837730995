import { afterAll, beforeAll, expect, test } from 'vitest';
import { closingApi } from '#features/closing/contract.ts';
import { deskApi } from '#features/desk/contract.ts';
import { handoverApi } from '#features/handover/contract.ts';
import { loginApi } from '#features/login/contract.ts';
import { noticeApi } from '#features/notice/contract.ts';
import { phoneCallApi } from '#features/phoneCall/contract.ts';
import { shiftApi } from '#features/shift/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aUser, type TestUser } from '#server/testing/rows.ts';
import { aConnectedCall, ending } from '#server/testing/warns.ts';

let app: TestApp;
let leader: TestUser;
beforeAll(async () => {
  app = await startApp();
  leader = await aUser(app, { role: 'leader' });
});
afterAll(() => app.stop());

/** Adds an alarm and claims it; `after`: s from its reception to the claim. */
async function aClaimedWarn(by: TestUser, customer: Record<string, unknown> = {}, after = 0): Promise<string> {
  const body = {
    customerId: await aCustomer(app, customer),
    type: 'sos' as const,
    level: 1 as const,
    occurredAt: new Date().toISOString(),
    note: '来电',
  };
  const { id } = await app.call(warnApi.addWarn, body, app.admin);
  await app.sql('update warn set received_at = received_at - make_interval(secs => $2) where id = $1', [id, after]);
  await app.call(warnApi.claimWarn, { id }, by.token);
  return id;
}

const start = (by: TestUser, to: TestUser, note?: string) =>
  app.call(handoverApi.startHandover, { userId: to.id, ...(note && { note }) }, by.token);
const sign = (id: string, by: TestUser, note?: string) =>
  app.tryCall(handoverApi.signHandover, { id, ...(note && { note }) }, by.token);
const handlerOf = async (id: string) => (await app.call(deskApi.getWarn, { id }, app.admin)).handlerId;
const two = async () => [await aUser(app), await aUser(app)] as const;

test('a sheet fills itself with what its giver did in the turn, holds and owes, and whom to watch', async () => {
  const [giver, taker] = await two();
  const from = new Date(Date.now() - 3_600_000).toISOString();
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const { patterns } = await app.call(shiftApi.getRosterChoice, {}, leader.token);
  const patternId = patterns.find(({ name }) => name === '早班')?.id ?? null;
  await app.call(shiftApi.editRoster, { userId: giver.id, patternId, seat: '03', from, until }, leader.token);
  // 90 s are more than the project's limit.
  const open = await aClaimedWarn(giver, {}, 90);
  const [ended, other] = [await aClaimedWarn(giver), await aClaimedWarn(giver)];
  await aConnectedCall(app, ended, giver.token);
  await app.call(phoneCallApi.addWarnCall, { id: ended, phone: '13900001112', result: 'no_answer' }, giver.token);
  await app.call(closingApi.closeWarn, { id: ended, ...ending }, giver.token);
  await app.call(warnApi.transferWarn, { id: other, userId: taker.id, reason: '他更熟悉' }, giver.token);
  const [due] = await app.sql<{ id: string }>(
    `insert into follow_up (kind, customer_id, assignee_id, due_at)
     select 'care', customer_id, $2::bigint, now() + n * interval '20 hours' from warn, generate_series(0, 1) n where warn.id = $1
     returning id::text`,
    [ended, giver.id],
  );
  await app.sql(
    `insert into customer_leave (customer_id, kind, from_at, expected_return)
     select customer_id, 'hospital', now(), now() + interval '3 days' from warn where id = $1`,
    [open],
  );
  const sheet = await start(giver, taker, '门铃坏了，先打电话');
  expect(sheet).toMatchObject({
    ...{ state: 'open', giverId: giver.id, takerId: taker.id, from, shift: '早班', seat: '03', signatures: [] },
    counts: {
      ...{ claimed: 3, timedOut: 1, closed: 1, falseCount: 0, escalated: 0, transferredIn: 0, transferredOut: 1 },
      ...{ calls: 2, reached: 1, followUpsDone: 0, followUpsLeft: 1 },
    },
    openWarnIds: [open],
    followUpIds: [due?.id],
    notes: [{ kind: 'note', userId: giver.id, note: '门铃坏了，先打电话' }],
  });
  expect(sheet.counts.received).toBeGreaterThanOrEqual(3);
  expect(sheet.openWarns).toMatchObject([{ id: open, type: 'sos', level: 1, progress: '已接警' }]);
  expect(sheet.openWarns[0]?.due).toEqual(expect.any(String));
  expect(sheet.watch.map(({ why }) => why)).toContain('hospital');
  // A transfer long after a timely claim counts as late for neither user.
  await app.sql(`update warn set waiting_since = waiting_since - interval '694 seconds' where id = $1`, [other]);
  await app.call(warnApi.claimWarn, { id: other }, taker.token);
  const theirs = await start(taker, giver);
  expect(theirs.counts).toMatchObject({ transferredIn: 1, transferredOut: 0, claimed: 1, timedOut: 0 });
});

test('with the second signature cases and follow-ups that are due become the taker’s, each with a step', async () => {
  const [giver, taker] = await two();
  const [warn, done] = [await aClaimedWarn(giver), await aClaimedWarn(giver)];
  const followUpAt = new Date(Date.now() + 3_600_000).toISOString();
  await aConnectedCall(app, done, giver.token);
  await app.call(closingApi.closeWarn, { id: done, ...ending, followUpAt }, giver.token);
  const { id } = await start(giver, taker);
  expect(await sign(id, taker)).toMatchObject({ status: 409, msg: `请 ${giver.name} 先签字` });
  expect(await sign(id, leader)).toMatchObject({ status: 403, msg: '只有交班人和接班人可以签字' });
  expect(await sign(id, giver)).toMatchObject({ code: 0 });
  expect(await sign(id, giver)).toMatchObject({ status: 409, msg: `你已签字，等 ${taker.name} 签字接班` });
  const inbox = (await app.list(noticeApi.getMyNoticeList, {}, taker.token)).rows.map(({ title }) => title);
  expect(inbox).toContain(`交接班：${giver.name} 等你签字接班`);
  // An alarm claimed between the two signatures renews the sheet: the giver must sign again.
  const late = await aClaimedWarn(giver);
  expect(await sign(id, taker)).toMatchObject({
    status: 409,
    msg: `未结告警或待回访有变化，交接班单已更新，请 ${giver.name} 重新签字`,
  });
  expect([await handlerOf(warn), await handlerOf(late)]).toEqual([giver.id, giver.id]);
  const shown = await app.call(handoverApi.getHandover, { id }, taker.token);
  expect(shown).toMatchObject({
    ...{ state: 'open', openWarnIds: [warn, late], counts: { claimed: 3, closed: 1 }, signatures: [] },
  });
  expect(await sign(id, taker)).toMatchObject({ status: 409, msg: `请 ${giver.name} 先签字` });
  const [again] = (await app.list(noticeApi.getMyNoticeList, {}, giver.token)).rows;
  expect(again?.title).toBe('交接班单已更新，请重新签字');
  for (const old of [{ openWarnIds: [warn] }, { to: new Date(Date.parse(shown.to) - 1).toISOString() }])
    expect(await app.tryCall(handoverApi.signHandover, { id, ...old }, giver.token)).toMatchObject({
      ...{ status: 409, msg: '交接班单已更新，请核对后再签字' },
    });
  // Actions of the giver after the signature are not part of the signed sheet.
  await sign(id, giver);
  await app.call(phoneCallApi.addWarnCall, { id: warn, phone: '13900001111', result: 'no_answer' }, giver.token);
  const both = await Promise.all([sign(id, taker, '都清楚了'), sign(id, taker)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const sheet = await app.call(handoverApi.getHandover, { id }, giver.token);
  expect(sheet).toMatchObject({ state: 'signed', openWarnIds: [warn, late], counts: shown.counts });
  expect([sheet.to, sheet.counts]).toEqual([shown.to, shown.counts]);
  expect(sheet.signatures.map(({ userId }) => userId)).toEqual([giver.id, taker.id]);
  expect([await handlerOf(warn), await handlerOf(late)]).toEqual([taker.id, taker.id]);
  const { steps, status } = await app.call(deskApi.getWarn, { id: warn }, taker.token);
  expect(status).toBe('handling');
  expect(steps.filter(({ kind }) => kind === 'transferred')).toMatchObject([
    { userId: taker.id, note: `交接班，${giver.name} 交给 ${taker.name}`, data: { userId: taker.id } },
  ]);
  const owed = await app.sql('select assignee_id::text as id from follow_up where warn_id = $1', [done]);
  expect(owed).toEqual([{ id: taker.id }]);
  const passed = (await app.call(deskApi.getWarn, { id: done }, taker.token)).steps.map((step) => step.note);
  expect(passed).toContain(`交接班，回访由 ${giver.name} 交给 ${taker.name}`);
});

test('a taker who cannot take one of the cases is told which, and then none changes hands', async () => {
  const department = await aDepartment(app);
  const giver = await aUser(app, { role: 'leader' });
  const taker = await aUser(app, { department });
  const [ownWarn, strange] = [await aClaimedWarn(giver, { department }), await aClaimedWarn(giver)];
  const { id, openWarns } = await start(giver, taker);
  await sign(id, giver);
  const no = openWarns.find((warn) => warn.id === strange)?.no;
  expect(await sign(id, taker)).toMatchObject({
    status: 409,
    msg: `${taker.name} 不能接告警 ${no}：不在其数据范围。请 ${giver.name} 先转派，再签字`,
  });
  expect([await handlerOf(ownWarn), await handlerOf(strange)]).toEqual([giver.id, giver.id]);
  await app.call(warnApi.releaseWarn, { id: strange, reason: '请他人接警' }, giver.token);
  expect((await sign(id, taker)).status).toBe(409);
  expect(await sign(id, giver)).toMatchObject({ code: 0 });
  expect(await sign(id, taker)).toMatchObject({ code: 0 });
  expect(await handlerOf(ownWarn)).toBe(taker.id);
});

test('a signed sheet stays as it is, in the database too, and takes corrections; the next one is another', async () => {
  const [giver, taker] = await two();
  const { id } = await start(giver, taker);
  expect((await start(giver, leader)).id).toBe(id);
  expect((await start(giver, taker)).takerId).toBe(taker.id);
  await app.call(handoverApi.addHandoverNote, { id, note: '三号楼停电，多留意' }, leader.token);
  await sign(id, giver);
  await sign(id, taker);
  expect(await sign(id, taker)).toMatchObject({ status: 409, msg: '双方已签字，不能再改' });
  const { notes } = await app.call(handoverApi.addHandoverNote, { id, note: '外呼少记一次' }, taker.token);
  expect(notes.map(({ kind, userId }) => [kind, userId])).toEqual([
    ['instruction', leader.id],
    ['correction', taker.id],
  ]);
  for (const text of [
    `update handover set seat = '09' where id = $1`,
    'delete from handover where id = $1',
    `update handover_note set note = 'x' where handover_id = $1`,
    'delete from handover_note where handover_id = $1',
  ])
    await expect(app.sql(text, [id])).rejects.toThrow('does not change');
  expect((await start(giver, taker)).id).not.toBe(id);
});

test('a sheet counts device faults for a signer who may not open them, and says which names a signer may not see', async () => {
  const department = await aDepartment(app);
  const giver = await aUser(app, { role: 'operator' });
  const taker = await aUser(app, { department });
  const case1 = await aClaimedWarn(giver);
  const [{ customer } = { customer: '' }] = await app.sql<{ customer: string }>(
    'select customer_id::text as customer from warn where id = $1',
    [case1],
  );
  await app.sql(`insert into follow_up (kind, customer_id, assignee_id, due_at) values ('care', $1, $2, now())`, [
    customer,
    giver.id,
  ]);
  await app.sql(
    `insert into customer_leave (customer_id, kind, from_at, expected_return) values ($1, 'hospital', now() - interval '2 days', now() - interval '1 day')`,
    [customer],
  );
  const fault = await aClaimedWarn(leader);
  await app.sql(`update warn set family = 'device', type = 'offline' where id = $1`, [fault]);
  const ownSheet = await start(giver, taker);
  expect(ownSheet.faults).toContainEqual({ title: '设备离线', count: 1 });
  expect(ownSheet.openWarns).toMatchObject([{ id: case1, hidden: false, customerName: expect.any(String) }]);
  const theirs = await app.call(handoverApi.getHandover, { id: ownSheet.id }, taker.token);
  expect(theirs.faults).toEqual(ownSheet.faults);
  const hidden = { customerName: null, hidden: true };
  expect(theirs.openWarns).toMatchObject([{ id: case1, no: null, ...hidden }]);
  expect(theirs.followUps).toMatchObject([hidden]);
  expect(theirs.watch.find(({ customerId }) => customerId === customer)).toMatchObject(hidden);
});

test('the sheet counts what the seat list counts: no tests and no device work', async () => {
  const [giver, taker] = await two();
  const [real, test1, device] = [await aClaimedWarn(giver), await aClaimedWarn(giver), await aClaimedWarn(giver)];
  for (const id of [real, test1, device])
    await app.call(phoneCallApi.addWarnCall, { id, phone: '13900001111', result: 'no_answer' }, giver.token);
  await app.sql('update warn set test = true where id = $1', [test1]);
  await app.sql(`update warn set family = 'device', type = 'offline' where id = $1`, [device]);
  const { counts } = await start(giver, taker);
  const seat = (await app.call(warnApi.getSeatFigures, {}, leader.token)).find(({ userId }) => userId === giver.id);
  expect([counts.claimed, counts.calls]).toEqual([1, 1]);
  expect(seat).toMatchObject({ taken: counts.claimed, calls: counts.calls, falseCount: counts.falseCount });
});

test('one hands over to a colleague, not to oneself, nobody outside and nobody who takes no alarms', async () => {
  const [giver, outsider] = [await aUser(app), await aUser(app, { department: await aDepartment(app) })];
  const refused = async (userId: string, by = giver) => {
    const { status, msg } = await app.tryCall(handoverApi.startHandover, { userId }, by.token);
    return [status, msg];
  };
  expect(await refused(giver.id)).toEqual([400, '接班人须是另一个人']);
  const outside = [400, '这个人不在你的范围，或没有接警的权限'];
  expect(await refused(giver.id, outsider)).toEqual(outside);
  expect(await refused((await aUser(app, { role: 'viewer' })).id)).toEqual(outside);
});

test('sheets are listed to giver and taker, and to the leader of their scope', async () => {
  const [giver, taker] = await two();
  const [other, boss] = [await aUser(app), await aUser(app, { role: 'leader', department: await aDepartment(app) })];
  const { id } = await start(giver, taker);
  const listed = async (by: TestUser) =>
    (await app.list(handoverApi.getHandoverList, { state: 'open', limit: 200 }, by.token)).rows.some(
      (row) => row.id === id,
    );
  expect(await Promise.all([giver, taker, leader, other, boss].map(listed))).toEqual([true, true, true, false, false]);
  expect(await app.tryCall(handoverApi.getHandover, { id }, other.token)).toMatchObject({
    status: 404,
    msg: '交接班单不存在或不在你的范围',
  });
});

test('leaving with a case that was not handed over is told to the leader', async () => {
  const [giver, idle] = await two();
  const id = await aClaimedWarn(giver);
  await app.call(loginApi.userLogout, {}, giver.token);
  await app.call(loginApi.userLogout, {}, idle.token);
  const inbox = (await app.list(noticeApi.getMyNoticeList, {}, leader.token)).rows.map(({ title }) => title);
  expect(inbox.filter((title) => title.startsWith('未交接离席'))).toEqual([`未交接离席：${giver.name}，1 条告警未结`]);
  expect(await handlerOf(id)).toBeNull();
});
