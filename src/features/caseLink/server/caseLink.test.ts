import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { channelApi } from '#features/channel/contract.ts';
import { closingApi } from '#features/closing/contract.ts';
import { deskApi } from '#features/desk/contract.ts';
import { dispatchApi } from '#features/dispatch/contract.ts';
import { phoneCallApi } from '#features/phoneCall/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { config, settleConfig } from '#server/core/runtime.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { Live } from '#server/testing/live.ts';
import { openLoopback } from '#server/testing/loopback.ts';
import { aBed, aCustomer, aUser } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';
import { caseLinkApi } from '#shared/contract/caseLink.ts';

let app: TestApp;
let warnId: string;
let contactId: string;
beforeAll(async () => {
  openLoopback();
  app = await startApp();
  settleConfig({ ...config(), publicUrl: 'https://care.example.cn/' });
});
afterAll(() => app.stop());

/** Source address; each test uses another one because attempts are counted by address. */
let address = 1;
beforeEach(async () => {
  address++;
  const contacts = [{ name: '陈敏', relation: 'daughter', mobile: '13900004402', order: 1, isEmergency: true }];
  const facts = { name: '吴阿根', gender: 1, birthDate: '1940-03-05', mobile: '13912345678', contacts };
  const customer = await aCustomer(app, {
    ...facts,
    community: '梧桐苑',
    address: '9幢2单元602',
    allergies: ['青霉素'],
  });
  const [contact] = await app.sql<{ id: string }>('select id::text from customer_contact where customer_id = $1', [
    customer,
  ]);
  contactId = contact?.id ?? '';
  const call = { type: 'sos' as const, level: 1 as const, occurredAt: new Date().toISOString(), note: '邻居来电' };
  warnId = (await app.call(warnApi.addWarn, { ...call, customerId: customer }, app.admin)).id;
  await app.call(warnApi.claimWarn, { id: warnId }, app.admin);
});

const ask = (endpoint: { path: string }, body: object) =>
  app.ask({ path: endpoint.path, body, from: `127.0.2.${address}` });
const forContact = () => app.call(caseLinkApi.addCaseLink, { warnId, contactId }, app.admin);
const steps = async () => (await app.call(deskApi.getWarn, { id: warnId }, app.admin)).steps;
const dead = { status: 400, msg: '链接无效或已过期' };

async function sent(note = '钥匙在门垫下') {
  const input = { id: warnId, name: '周师傅', phone: '13900009999', kind: 'community' as const, note };
  const { data } = await app.call(dispatchApi.dispatchWarn, input, app.admin);
  const dispatchId = String(data.dispatchId);
  return { dispatchId, ...(await app.call(caseLinkApi.addCaseLink, { warnId, dispatchId }, app.admin)) };
}

test('a link shows family type, time and community and nothing more, and begins with the public address', async () => {
  const { token, url } = await forContact();
  expect(url).toBe(`https://care.example.cn/#/open?case=${token}`);
  const { data } = await ask(caseLinkApi.getCase, { token });
  expect(data).toMatchObject({
    ...{ kind: 'family', type: '主动呼救', level: 1, state: '已由值守人员接警', drill: false, over: false },
    ...{ place: '梧桐苑', toName: '陈敏', answer: null, dispatch: null },
  });
  expect(JSON.stringify(data)).not.toMatch(/阿根|9幢|139|青霉素|邻居/);
});

test('of somebody in a bed family and responder read the bed before everything else, the family not the home', async () => {
  const [warn] = await app.sql<{ customer: string }>('select customer_id::text as customer from warn where id = $1', [
    warnId,
  ]);
  await aBed(app, { customer: warn?.customer ?? '', institution: '长桥颐养院' });
  const family = (await ask(caseLinkApi.getCase, { token: (await forContact()).token })).data;
  expect(family).toMatchObject({ place: '康养楼 101-1 长桥颐养院' });
  const responder = (await ask(caseLinkApi.getCase, { token: (await sent()).token })).data;
  expect(responder).toMatchObject({ place: '康养楼 101-1 长桥颐养院 登记住址 梧桐苑 9幢2单元602' });
});

test('the family reads that nobody has claimed the alarm until somebody has, and a drill by its name', async () => {
  const { token } = await forContact();
  const reads = async () => (await ask(caseLinkApi.getCase, { token })).data;
  await app.call(warnApi.releaseWarn, { id: warnId, reason: '接错了' }, app.admin);
  await app.sql('update warn set test = true where id = $1', [warnId]);
  expect(await reads()).toMatchObject({ state: '尚未有人接警', drill: true });
  await app.call(warnApi.claimWarn, { id: warnId }, app.admin);
  expect(await reads()).toMatchObject({ state: '已由值守人员接警' });
});

test('what family answers stands in the timeline with the answer, is live on the desk, and is the moment they know', async () => {
  const live = await Live.open(app.url, app.admin);
  const { token } = await forContact();
  expect((await ask(caseLinkApi.answerCase, { token, answer: 'going', note: '二十分钟到' })).data).toMatchObject({
    answer: 'going',
  });
  await live.waitFor('the answer', ({ data }) => data.warn?.id === warnId && data.warn.progress === '陈敏：我去处理');
  live.close();
  const [last] = (await steps()).filter(({ data }) => data.answer === 'going');
  expect(last).toMatchObject({
    kind: 'note',
    note: '二十分钟到',
    userId: null,
    data: { by: '陈敏', answerText: '我去处理' },
  });
  expect((await app.call(deskApi.getWarn, { id: warnId }, app.admin)).clock.familyTold).not.toBeNull();
});

test('the same said twice stands there once, another word anew, and twenty are enough', async () => {
  const { token } = await forContact();
  for (let times = 0; times < 3; times++) await ask(caseLinkApi.answerCase, { token, answer: 'unreachable' });
  await ask(caseLinkApi.answerCase, { token, answer: 'going' });
  const answers = (await steps()).flatMap(({ data }) => (data.answer ? [data.answer] : []));
  expect(answers.sort()).toEqual(['going', 'unreachable']);
  await app.sql('update warn_link set answers = 20');
  expect(await ask(caseLinkApi.answerCase, { token, answer: 'mis_touch' })).toMatchObject({ status: 409 });
});

test('a responder sees where to go while they are sent, reports forward only, and an operator’s 取消 ends it', async () => {
  const { token, dispatchId } = await sent();
  const { data } = await ask(caseLinkApi.getCase, { token });
  expect(data).toMatchObject({
    kind: 'responder',
    place: expect.stringContaining('9幢2单元602'),
    dispatch: { note: '钥匙在门垫下' },
  });
  expect((await ask(caseLinkApi.reportArrival, { token, state: 'on_way', lat: 28.9, lng: 118.8 })).status).toBe(200);
  expect(await ask(caseLinkApi.reportArrival, { token, state: 'accepted' })).toMatchObject({ status: 409 });
  await ask(caseLinkApi.reportArrival, { token, state: 'arrived' });
  await ask(caseLinkApi.reportArrival, { token, state: 'arrived' });
  const moved = (await steps()).filter(({ kind }) => kind === 'dispatch_state');
  expect(moved.map((step) => [step.data.state, step.data.place ?? null])).toEqual(
    expect.arrayContaining([
      ['on_way', { lat: 28.9, lng: 118.8 }],
      ['arrived', null],
    ]),
  );
  expect(moved).toHaveLength(2);
  expect(await ask(caseLinkApi.answerCase, { token, answer: 'going' })).toMatchObject(dead);
  expect((await app.call(deskApi.getWarn, { id: warnId }, app.admin)).progress).not.toContain('我去处理');
  expect((await app.call(deskApi.getWarn, { id: warnId }, app.admin)).clock.arrived).not.toBeNull();
  await app.call(dispatchApi.updateWarnDispatch, { id: warnId, dispatchId, state: 'cancelled' }, app.admin);
  expect(await ask(caseLinkApi.reportArrival, { token, state: 'done' })).toMatchObject({
    status: 409,
    msg: '派单已取消，不用再去，谢谢',
  });
  const after = await ask(caseLinkApi.getCase, { token });
  expect(JSON.stringify(after.data)).not.toMatch(/9幢|门垫/);
});

test('a responder is sent the link by SMS, and sees how to get in and whom to ring while the case is open, in no text', async () => {
  const got: { to: string; text: string }[] = [];
  const server = createServer(async (request, response) => {
    got.push(JSON.parse(await text(request)));
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const send = async (phone: string | null = '13900009999') => {
    const input = { id: warnId, name: '周师傅', kind: 'community' as const, ...(phone && { phone }) };
    return (await app.call(dispatchApi.dispatchWarn, input, app.admin)).data;
  };
  expect(await send(null)).toMatchObject({ linkRefused: '没有填电话' });
  expect(await send('0570-5550771')).toMatchObject({ linkRefused: '不是手机号，收不到短信' });
  expect(await send()).toMatchObject({ linkRefused: '项目没有启用短信渠道' });
  expect((await app.call(deskApi.getWarn, { id: warnId }, app.admin)).linkRefusal).toBe('项目没有启用短信渠道');
  const [row] = await app.sql<{ project: string; customer: string }>(
    'select project_id::text as project, customer_id::text as customer from warn where id = $1',
    [warnId],
  );
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const config = { speaks: 'free', url, body: '{"to":"{mobile}","text":"{text}"}' };
  const channel = { projectId: row?.project ?? '', kind: 'sms' as const, name: `短信${address}`, config };
  await app.call(channelApi.addChannel, channel, app.admin);
  await app.sql('update customer_contact set has_key = true where customer_id = $1', [row?.customer]);
  await app.sql(`update customer set address_note = '东门进' where id = $1`, [row?.customer]);
  expect(await send()).toMatchObject({ linkSent: 'sms' });
  await until('the message', () => got.length === 1);
  expect(got[0]?.to).toBe('13900009999');
  expect(got[0]?.text).not.toMatch(/9幢|东门|陈敏|阿根/);
  const token = /case=([\w-]{32})/.exec(got[0]?.text ?? '')?.[1] ?? '';
  const notes = async () => (await steps()).map(({ note }) => note);
  await until('the step', async () => (await notes()).includes('短信已发给 周师傅'));
  expect(await notes()).not.toContain('周师傅 打开了派单链接');
  const { data } = await ask(caseLinkApi.getCase, { token });
  expect(data).toMatchObject({
    place: expect.stringContaining('9幢2单元602'),
    dispatch: { entry: '东门进', contacts: [{ name: '陈敏', relation: '女儿', phone: '13900004402', hasKey: true }] },
  });
  await ask(caseLinkApi.getCase, { token });
  expect((await notes()).filter((note) => note === '周师傅 打开了派单链接')).toHaveLength(1);
  const { notifications } = await app.call(deskApi.getWarn, { id: warnId }, app.admin);
  expect(notifications).toContainEqual(
    expect.objectContaining({ state: 'read', to: expect.objectContaining({ kind: 'responder', name: '周师傅' }) }),
  );
  await app.sql(`update warn set status = 'done', finished_at = now() where id = $1`, [warnId]);
  expect(JSON.stringify((await ask(caseLinkApi.getCase, { token })).data)).not.toMatch(/9幢|东门|13900004402/);
  await app.call(channelApi.updateChannelStatus, { id: await channelOf(row?.project), status: 'disabled' }, app.admin);
  server.closeAllConnections();
  server.close();
});

async function channelOf(project: string | undefined): Promise<string> {
  const [row] = await app.sql<{ id: string }>('select id::text from channel where project_id = $1 order by id desc', [
    project,
  ]);
  return row?.id ?? '';
}

test('a position that a responder sends is on the desk, and their page says that it was seen once the handler’s page showed it', async () => {
  const { token, dispatchId } = await sent();
  const place = { lat: 28.93, lng: 118.88, accuracy: 12 };
  const { data } = await ask(caseLinkApi.reportPosition, { token, ...place });
  expect(data).toMatchObject({ report: { seen: false } });
  const detail = await app.call(deskApi.getWarn, { id: warnId }, app.admin);
  expect(detail.dispatches.find(({ id }) => id === dispatchId)?.position).toMatchObject(place);
  const step = detail.steps.find(({ data }) => data.place);
  expect(step).toMatchObject({ note: '周师傅 发来位置', data: { place } });
  const confirm = (token: string) =>
    app.call(deskApi.confirmWarnReport, { id: warnId, stepIds: [step?.id ?? ''] }, token);
  const leader = await aUser(app, { role: 'leader' });
  expect(await confirm(leader.token)).toEqual({ confirmed: 0 });
  expect((await ask(caseLinkApi.getCase, { token, again: true })).data).toMatchObject({ report: { seen: false } });
  expect(await confirm(app.admin)).toEqual({ confirmed: 1 });
  expect(await confirm(app.admin)).toEqual({ confirmed: 0 });
  expect((await ask(caseLinkApi.getCase, { token, again: true })).data).toMatchObject({ report: { seen: true } });
  expect((await ask(caseLinkApi.reportArrival, { token, state: 'arrived' })).data).toMatchObject({
    report: { seen: false },
  });
  await app.sql(`update warn set status = 'done', finished_at = now() where id = $1`, [warnId]);
  const after = await app.call(deskApi.getWarn, { id: warnId }, leader.token);
  expect(JSON.stringify([after.steps, after.dispatches])).not.toContain('118.88');
});

test('after the case has ended nothing is asked, a day later the link is dead, as an unknown or altered one', async () => {
  const { token } = await forContact();
  await app.call(phoneCallApi.addWarnCall, { id: warnId, contactId, result: 'ok', seconds: 20 }, app.admin);
  const end = { id: warnId, result: 'phone' as const, note: '老人平安，误碰按键', familyTold: true };
  await app.call(closingApi.closeWarn, end, app.admin);
  expect((await ask(caseLinkApi.getCase, { token })).data).toMatchObject({ over: true, state: '已处理' });
  expect(await ask(caseLinkApi.answerCase, { token, answer: 'going' })).toMatchObject({
    status: 409,
    msg: '告警已结束，不用再应答，谢谢',
  });
  await app.sql(`update warn set finished_at = now() - interval '25 hours' where id = $1`, [warnId]);
  expect(await ask(caseLinkApi.getCase, { token })).toMatchObject(dead);
  expect(await ask(caseLinkApi.getCase, { token: 'x'.repeat(32) })).toMatchObject(dead);
  expect(await ask(caseLinkApi.answerCase, { token: 'short', answer: 'going' })).toMatchObject(dead);
  const late = await app.tryCall(caseLinkApi.addCaseLink, { warnId, contactId }, app.admin);
  expect(late).toMatchObject({ status: 409 });
});

test('a link is made for a contact of this person or a dispatch of this alarm alone, and family moves no dispatch', async () => {
  const other = await aCustomer(app, {
    contacts: [{ name: '别人', relation: 'son', mobile: '13900004403', order: 1, isEmergency: true }],
  });
  const [foreign] = await app.sql<{ id: string }>('select id::text from customer_contact where customer_id = $1', [
    other,
  ]);
  const make = (input: object) => app.tryCall(caseLinkApi.addCaseLink, { warnId, ...input }, app.admin);
  expect(await make({ contactId: foreign?.id ?? '' })).toMatchObject({ status: 400, msg: '没有这个联系人' });
  expect(await make({ dispatchId: '1' })).toMatchObject({ status: 400, msg: '没有这个派单，或已经结束' });
  expect(await make({})).toMatchObject({ status: 400 });
  const { token } = await forContact();
  expect(await ask(caseLinkApi.reportArrival, { token, state: 'arrived' })).toMatchObject(dead);
  const logged = await app.sql(
    `select input from cmd_log where path like '/api/open/%' or path like '/api/caseLink/%'`,
  );
  expect(JSON.stringify(logged)).not.toContain(token);
});
