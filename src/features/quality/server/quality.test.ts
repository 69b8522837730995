import { afterAll, beforeAll, expect, test } from 'vitest';
import { closingApi } from '#features/closing/contract.ts';
import { deskApi } from '#features/desk/contract.ts';
import { followUpApi } from '#features/followUp/contract.ts';
import { noticeApi } from '#features/notice/contract.ts';
import { projectApi } from '#features/project/contract.ts';
import { qualityApi } from '#features/quality/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aProject, aUser, type TestUser } from '#server/testing/rows.ts';
import { aConnectedCall, ending } from '#server/testing/warns.ts';
import { todayInChina } from '#shared/idCard.ts';
import { drawSamples } from './sampling.ts';

let app: TestApp;
let operator: TestUser;
let leader: TestUser;
beforeAll(async () => {
  app = await startApp();
  operator = await aUser(app, { role: 'operator' });
  leader = await aUser(app, { role: 'leader' });
});
afterAll(() => app.stop());

const points = { response: 18, contact: 20, family: 10, handling: 25, record: 17 };

/** Adds a warn that a user claimed and closed; `after`: s until the claim, `climbed`: it had reached the leader. */
async function closed({ by = operator, after = 20, climbed = false, project = '' } = {}): Promise<string> {
  const customerId = await aCustomer(app, project ? { project } : {});
  const body = {
    customerId,
    type: 'sos' as const,
    level: 1 as const,
    occurredAt: new Date().toISOString(),
    note: '来电',
  };
  const { id } = await app.call(warnApi.addWarn, body, app.admin);
  await app.sql(`update warn set received_at = now() - make_interval(secs => $2), escalation = $3 where id = $1`, [
    id,
    after,
    climbed ? 1 : 0,
  ]);
  await app.call(warnApi.claimWarn, { id }, by.token);
  await aConnectedCall(app, id, by.token);
  await app.call(closingApi.closeWarn, { id, ...ending }, by.token);
  return id;
}

const share = async (project: string, qualityShare: number) => {
  const [row] = await app.sql<{ version: number }>('select version from project where id = $1', [project]);
  await app.call(projectApi.editProjectConfig, { id: project, version: row?.version ?? 1, qualityShare }, app.admin);
};
const listed = async (input = {}, token = leader.token) =>
  (await app.list(qualityApi.getSampleList, { limit: 200, ...input }, token)).rows;
const sampleOf = async (warnId: string, token = leader.token) =>
  (await listed({}, token)).find((sample) => sample.warnId === warnId);
const score = (id: string, overrides = {}, token = leader.token) =>
  app.tryCall(qualityApi.scoreSample, { id, points, passed: true, ...overrides }, token);

test('all that climbed are looked at again, of the others the project’s share, and each once however often it runs', async () => {
  const [none, all] = [await aProject(app), await aProject(app)];
  await share(none, 0);
  await share(all, 100);
  const climbed = await closed({ project: none, climbed: true });
  const quiet = await closed({ project: none });
  const chosen = await closed({ project: all });
  await Promise.all([drawSamples(), drawSamples()]);
  await drawSamples();
  expect(await sampleOf(climbed)).toMatchObject({ rule: 'escalated', state: 'waiting', operatorId: operator.id });
  expect(await sampleOf(chosen)).toMatchObject({ rule: 'share', total: null, passed: null });
  expect(await sampleOf(quiet)).toBeUndefined();
  expect((await listed()).filter((one) => one.warnId === climbed)).toHaveLength(1);
});

test('a share of a quarter chooses about a quarter, the same ones each time, and no tests', async () => {
  const project = await aProject(app);
  await share(project, 25);
  const customer = await aCustomer(app, { project });
  await app.sql(
    `insert into warn (no, type, family, level, subject, customer_id, department_id, project_id, received_at, last_at, waiting_since, last_step_at,
       status, handler_id, finished_at, test)
     select 'S' || nextval('id_seq'), 'sos', 'sos', 1, 'c:' || c.id, c.id, c.department_id, c.project_id, now(), now(), now(), now(),
       'done', $2::bigint, now(), n > 400 from customer c, generate_series(1, 500) n where c.id = $1`,
    [customer, operator.id],
  );
  const count = async () =>
    (
      await app.sql<{ n: number; tests: number }>(
        `select count(*)::int as n, count(*) filter (where w.test)::int as tests from quality_sample s join warn w on w.id = s.warn_id where s.project_id = $1`,
        [project],
      )
    )[0];
  await drawSamples();
  const first = await count();
  expect(first?.tests).toBe(0);
  expect(first?.n).toBeGreaterThan(60);
  expect(first?.n).toBeLessThan(140);
  await drawSamples();
  expect(await count()).toEqual(first);
});

test('a case is passed or sent back with points and a reason, the operator is told, reads it and says so', async () => {
  const warnId = await closed({ climbed: true });
  await drawSamples();
  const id = (await sampleOf(warnId))?.id ?? '';
  // As after a transfer and a second claim: the first claim counts.
  await app.sql(`update warn set claimed_at = received_at + interval '694 seconds' where id = $1`, [warnId]);
  // A follow-up call comes after the close.
  await app.sql('update warn set follow_up_at = now() where id = $1', [warnId]);
  await aConnectedCall(app, warnId, operator.token);
  const facts = await app.call(qualityApi.getSample, { id }, leader.token);
  expect(facts.claimSeconds).toBeLessThan(facts.claimLimit);
  expect(facts).toMatchObject({
    claimLimit: 60,
    calls: 1,
    reached: 1,
    escalation: 1,
    result: '电话安抚',
  });
  expect(await score(id, { points: { ...points, family: 16 } })).toMatchObject({
    status: 400,
    msg: '「告知家属」为0至15分',
  });
  expect(await score(id, { passed: false })).toMatchObject({ status: 400, msg: '退回时请写明原因，至少5个字' });
  expect(await app.tryCall(qualityApi.seeSample, { id }, operator.token)).toMatchObject({ status: 409 });
  expect(await score(id, { passed: false, comment: '没有按顺序联系家属' })).toMatchObject({ code: 0 });
  const mine = (await listed({}, operator.token)).find((one) => one.id === id);
  expect(mine).toMatchObject({
    state: 'returned',
    passed: false,
    total: 90,
    comment: '没有按顺序联系家属',
    seenAt: null,
  });
  const inbox = (await app.list(noticeApi.getMyNoticeList, {}, operator.token)).rows.map(({ title }) => title);
  expect(inbox.join()).toContain('质检退回');
  await app.call(qualityApi.seeSample, { id }, operator.token);
  expect((await sampleOf(warnId))?.seenAt).not.toBeNull();
  expect(await app.tryCall(qualityApi.seeSample, { id }, leader.token)).toMatchObject({ status: 403 });
  await app.call(qualityApi.seeSample, { id, reply: '女儿在飞机上，打了两次' }, operator.token);
  expect(await sampleOf(warnId)).toMatchObject({ reply: '女儿在飞机上，打了两次' });
  const told = (await app.list(noticeApi.getMyNoticeList, {}, leader.token)).rows.map(({ title }) => title);
  expect(told).toContain(`${operator.name} 对质检结论作了说明`);
});

test('of two who score at once one wins, and a second look names the version that it has seen', async () => {
  const warnId = await closed({ climbed: true });
  await drawSamples();
  const id = (await sampleOf(warnId))?.id ?? '';
  const other = await aUser(app, { role: 'leader' });
  const both = await Promise.all([score(id), score(id, {}, other.token)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const first = both[0].status === 200 ? leader : other;
  const late = both.find(({ status }) => status === 409);
  expect([late?.msg, late?.data]).toMatchObject([
    `${first.name} 已评过`,
    { version: expect.any(Number), updatedBy: first.name, updatedAt: expect.any(String) },
  ]);
  // Continuing in the form uses the version of the conflict.
  const told = (late?.data as { version: number } | undefined)?.version;
  expect(told).toBe((await sampleOf(warnId))?.version);
  const version = (await sampleOf(warnId))?.version ?? 0;
  expect(await score(id, { version: version - 1, passed: false, comment: '再看一遍退回' })).toMatchObject({
    status: 409,
  });
  expect(await score(id, { version, passed: false, comment: '再看一遍退回' })).toMatchObject({ code: 0 });
});

test('nobody scores their own work, operators none at all and see no work of others, and a reopened case waits', async () => {
  const own = await closed({ by: leader, climbed: true });
  const theirs = await closed({ climbed: true });
  await drawSamples();
  expect(await score((await sampleOf(own))?.id ?? '')).toMatchObject({ status: 403, msg: '不能给自己处理的告警评分' });
  expect(await score((await sampleOf(theirs))?.id ?? '', {}, operator.token)).toMatchObject({ status: 403 });
  expect(await sampleOf(own, operator.token)).toBeUndefined();
  await app.call(closingApi.reopenWarn, { id: theirs, reason: '家属来电，情况不同' }, leader.token);
  expect(await score((await sampleOf(theirs))?.id ?? '')).toMatchObject({ status: 409, msg: '告警已重开，结束后再评' });
});

test('a follow-up counts once it is done and once, for who did it, however often somebody wrote about it', async () => {
  const one = await aUser(app, { role: 'operator' });
  const warnId = await closed({ by: one, after: 10 });
  await app.sql(`update warn set follow_up_at = now() where id = $1`, [warnId]);
  const owed = async () =>
    (
      await app.sql<{ id: string; version: number }>('select id::text, version from follow_up where warn_id = $1', [
        warnId,
      ])
    )[0];
  const figure = async () => {
    const span = {
      from: new Date(Date.now() - 3_600_000).toISOString(),
      to: new Date(Date.now() + 60_000).toISOString(),
    };
    const { rows } = await app.list(qualityApi.getOperatorFigures, span, leader.token);
    return rows.find(({ userId }) => userId === one.id)?.followUps;
  };
  const finish = async (result: 'visit' | 'reached') => {
    const { id = '', version = 0 } = (await owed()) ?? {};
    await app.call(followUpApi.finishFollowUp, { id, version, result, note: '老人平安' }, one.token);
  };
  await finish('visit');
  expect(await figure()).toBe(0);
  await finish('reached');
  expect(await figure()).toBe(1);
});

test('follow-ups of plans count for who did them, in the span in which they were done, for those who see the person', async () => {
  const [one, project] = [await aUser(app, { role: 'operator' }), await aProject(app)];
  await aCustomer(app, { project });
  const day = (n: number) => todayInChina(Date.now() + n * 86_400_000);
  const { id: planId } = await app.call(
    followUpApi.addPlan,
    {
      ...{ kind: 'care', name: '冬季关怀', filter: { projectId: project }, shareAmong: [one.id] },
      ...{ from: day(-1), until: day(1) },
    },
    leader.token,
  );
  const [owed] = await app.sql<{ id: string; version: number }>(
    'select id::text, version from follow_up where plan_id = $1',
    [planId],
  );
  const figure = async (from: number, to: number, by = leader) => {
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const { rows } = await app.list(qualityApi.getOperatorFigures, { from: at(from), to: at(to) }, by.token);
    return rows.find(({ userId }) => userId === one.id)?.followUps;
  };
  expect(await figure(-1, 1)).toBeUndefined();
  const { id = '', version = 0 } = owed ?? {};
  await app.call(followUpApi.finishFollowUp, { id, version, result: 'reached', note: '一切都好' }, one.token);
  expect([await figure(-1, 1), await figure(-30, -24)]).toEqual([1, undefined]);
  const elsewhere = await aUser(app, { role: 'leader', projects: [await aProject(app)] });
  expect(await figure(-1, 1, elsewhere)).toBeUndefined();
});

test('a leader chooses a case by its number, once; what is open, unknown or out of scope is refused, and the score is told with the case', async () => {
  const [none, other] = [await aProject(app), await aProject(app)];
  await share(none, 0);
  const warnId = await closed({ project: none });
  const noOf = async (id: string) => (await app.call(deskApi.getWarn, { id }, app.admin)).no;
  const choose = (warnNo: string, token = leader.token) => app.tryCall(qualityApi.chooseSample, { warnNo }, token);
  const no = await noOf(warnId);
  const score90 = { state: 'passed', total: 90, scoredByName: leader.name };
  const told = (token: string) => app.call(qualityApi.getWarnScore, { warnId }, token);
  const first = await choose(` ${no} `);
  const { id = '' } = first.data as { id?: string };
  expect([first.data, (await choose(no)).data]).toEqual([
    { id, known: false },
    { id, known: true },
  ]);
  expect(await sampleOf(warnId)).toMatchObject({ id, rule: 'chosen', state: 'waiting', operatorId: operator.id });
  expect(await told(leader.token)).toBeNull();
  expect((await score(id)).code).toBe(0);
  expect(await told(leader.token)).toMatchObject(score90);
  expect(await told(operator.token)).toMatchObject(score90);
  expect(await told((await aUser(app, { role: 'operator' })).token)).toBeNull();

  // As in the list of warns: the serial alone for today's, with the date for an older one.
  const serial = no.split('-').at(-1) ?? '';
  const twin = await closed({ project: none });
  await app.sql(`update warn set no = 'JK-' || substr($2, 5) where id = $1`, [twin, no]);
  const several = await choose(serial);
  expect([several.status, several.msg]).toEqual([
    400,
    `编号 ${serial} 有 2 条：${no}、JK-${no.slice(4)}，请填写完整编号`,
  ]);
  await app.sql(`update warn set no = 'JK-20200101-' || id where id = $1`, [twin]);
  expect((await choose(serial)).data).toEqual({ id, known: true });
  expect((await choose(no.slice(8))).data).toEqual({ id, known: true });

  const refused = [400, '没有这个编号的告警，或不在你的范围'];
  const of = async (asked: ReturnType<typeof choose>) => asked.then(({ status, msg }) => [status, msg]);
  expect(await of(choose('X-1'))).toEqual(refused);
  const elsewhere = await aUser(app, { role: 'leader', projects: [other] });
  expect(await of(choose(no, elsewhere.token))).toEqual(refused);
  expect((await choose(no, operator.token)).status).toBe(403);
  await app.call(closingApi.reopenWarn, { id: warnId, reason: '家属来电，情况不同' }, leader.token);
  expect(await of(choose(no))).toEqual([400, '告警还没有结束，结束后再抽检']);
});

test('figures of operators count what each took, in time or late, with median and 90th percentile', async () => {
  const [one, two] = [await aUser(app, { role: 'operator' }), await aUser(app, { role: 'operator' })];
  for (const after of [10, 20, 30, 40, 300]) await closed({ by: one, after });
  const span = {
    from: new Date(Date.now() - 3_600_000).toISOString(),
    to: new Date(Date.now() + 60_000).toISOString(),
  };
  const { rows } = await app.list(qualityApi.getOperatorFigures, span, leader.token);
  const row = rows.find(({ userId }) => userId === one.id);
  expect(row).toMatchObject({
    taken: 5,
    first: 5,
    inTime: 4,
    calls: 5,
    reached: 5,
    falseCount: 0,
    followUps: 0,
    scored: 0,
  });
  expect(Math.round(row?.medianSeconds ?? 0)).toBeGreaterThanOrEqual(30);
  expect(Math.round(row?.medianSeconds ?? 0)).toBeLessThan(40);
  expect(row?.p90Seconds).toBeGreaterThan(180);
  expect(rows.some(({ userId }) => userId === two.id)).toBe(false);
  expect((await app.list(qualityApi.getOperatorFigures, span, one.token)).rows.map(({ userId }) => userId)).toEqual([
    one.id,
  ]);
  const long = { ...span, from: new Date(Date.now() - 100 * 86_400_000).toISOString() };
  expect(await app.tryCall(qualityApi.getOperatorFigures, long, leader.token)).toMatchObject({
    status: 400,
    msg: '一次最多查看93天',
  });
});
