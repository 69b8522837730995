import { afterAll, beforeAll, expect, test } from 'vitest';
import { archiveApi } from '#features/archive/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aUser, type TestUser } from '#server/testing/rows.ts';
import { warningApi as api } from '../contract.ts';
import { notifyOverdue } from './overdue.ts';
import { aWarning } from './testing.ts';

let app: TestApp;
let nurse: TestUser;
let other: TestUser;
beforeAll(async () => {
  app = await startApp();
  nurse = await aUser(app, { role: 'health' });
  other = await aUser(app, { role: 'health' });
});
afterAll(() => app.stop());

const one = async (fields: Partial<Parameters<typeof aWarning>[0]> = {}) => {
  const customerId = fields.customerId ?? (await aCustomer(app));
  return { customerId, id: await aWarning({ ...fields, customerId }) };
};
const detail = (id: string, by = nurse) => app.call(api.getEarlyWarning, { id }, by.token);
const storedText = async (table: string, id: string) =>
  JSON.stringify(
    await app.sql(`select to_jsonb(t) as row from ${table} t where ${table === 'warn' ? 'id' : 'warn_id'} = $1`, [id]),
  );

test('is taken by one: the second gets 409 with the name', async () => {
  const { id } = await one();
  const row = await app.call(api.claimEarlyWarning, { id }, nurse.token);
  expect(row).toMatchObject({ state: 'handling', handlerId: nurse.id, handlerName: nurse.name });
  expect(await app.call(api.claimEarlyWarning, { id }, nurse.token)).toMatchObject({ version: row.version });
  expect(await app.tryCall(api.claimEarlyWarning, { id }, other.token)).toMatchObject({
    status: 409,
    msg: `已由 ${nurse.name} 接`,
    data: { handlerId: nurse.id, handlerName: nurse.name },
  });
  expect(await app.sql('select from warn_timer where warn_id = $1', [id])).toEqual([]);
});

test('is closed with a result and a note of five characters, which is stored encrypted alone', async () => {
  const { id } = await one();
  await app.call(api.claimEarlyWarning, { id }, nurse.token);
  const close = { id, result: 'phone' as const, note: '配偶说前天起没吃降压药' };
  const refused = await app.tryCall(api.finishEarlyWarning, { ...close, note: '好的' }, nurse.token);
  expect(refused).toMatchObject({ status: 400, data: { errors: [{ field: 'note', msg: '处理说明至少5个字' }] } });
  expect(await app.tryCall(api.finishEarlyWarning, { ...close, note: '  好的     ' }, nurse.token)).toMatchObject({
    status: 400,
    data: { errors: [{ field: 'note' }] },
  });
  expect(await app.tryCall(api.finishEarlyWarning, close, other.token)).toMatchObject({ status: 409 });
  const done = await app.call(api.finishEarlyWarning, close, nurse.token);
  expect(done).toMatchObject({ state: 'done', result: 'phone', handlerName: nurse.name });
  const { steps } = await detail(id);
  expect(steps.at(-1)).toMatchObject({ kind: 'closed', note: close.note, data: { resultText: '电话随访' } });
  for (const table of ['warn', 'warn_step', 'health_warn']) expect(await storedText(table, id)).not.toContain('降压药');
  expect(await app.tryCall(api.claimEarlyWarning, { id }, other.token)).toMatchObject({
    status: 409,
    msg: `已由 ${nurse.name} 结案`,
  });
});

test('is not ignored without a reason, the field named', async () => {
  const { id } = await one();
  for (const reason of ['', '   '])
    expect(await app.tryCall(api.ignoreEarlyWarning, { id, reason }, nurse.token)).toMatchObject({
      status: 400,
      data: { errors: [{ field: 'reason' }] },
    });
  const row = await app.call(api.ignoreEarlyWarning, { id, reason: '测前刚吃过饭' }, nurse.token);
  expect(row).toMatchObject({ state: 'ignored', result: null, handlerId: nurse.id });
});

test('stands before ended ones, by level and the longest wait', async () => {
  const customerId = await aCustomer(app);
  const [late, urgent, early] = [
    await aWarning({ customerId, metric: 'heart_rate', minutes: 5 }),
    await aWarning({ customerId, metric: 'systolic', level: 2, minutes: 1 }),
    await aWarning({ customerId, metric: 'spo2', minutes: 30 }),
  ];
  const ended = await aWarning({ customerId, metric: 'glucose', minutes: 2 });
  await app.call(api.ignoreEarlyWarning, { id: ended, reason: '测前进食' }, nurse.token);
  const { rows, count } = await app.list(api.getEarlyWarningList, { customerId }, nurse.token);
  expect([rows.map(({ id }) => id), count]).toEqual([[urgent, early, late, ended], 4]);
  expect(rows[0]).toMatchObject({ sentence: '收缩压 172，连续 2 次高于 160', limit: 160, beside: [early, late] });
  const second = await app.list(api.getEarlyWarningList, { customerId, limit: 2, page: 2 }, nurse.token);
  expect(second.rows.map(({ id }) => id)).toEqual([late, ended]);
});

test('stands on the time line of the archive, for those who see warnings', async () => {
  const { customerId, id } = await one();
  await app.call(api.ignoreEarlyWarning, { id, reason: '测前刚吃过饭' }, nurse.token);
  const timeline = async ({ token }: TestUser) =>
    (await app.list(archiveApi.getArchiveTimeline, { customerId, kind: ['healthWarn'] }, token)).rows;
  expect(await timeline(nurse)).toMatchObject([
    { title: '收缩压 172，连续 2 次高于 160', text: '已忽略', level: 3, url: `/healthy/early_warning?id=${id}` },
  ]);
  expect(await timeline(await aUser(app, { role: 'operator' }))).toEqual([]);
});

test('is filtered by the state that is shown', async () => {
  const { customerId, id } = await one({ minutes: 90 });
  const states = async () => {
    const found = [];
    for (const state of ['pending', 'handling', 'done', 'ignored', 'recovered', 'overdue'] as const)
      if ((await app.list(api.getEarlyWarningList, { customerId, state: [state] }, nurse.token)).count > 0)
        found.push(state);
    return found;
  };
  expect(await states()).toEqual(['pending', 'overdue']);
  await app.sql(`update warn set status = 'done', recovered_at = now(), finished_at = now() where id = $1`, [id]);
  expect(await states()).toEqual(['recovered']);
  const { rows } = await app.list(api.getEarlyWarningList, { customerId, metric: ['systolic'] }, nurse.token);
  expect(rows).toMatchObject([{ id, state: 'recovered', handlerId: null }]);
});

test('is found by the name of its person, its rule and its whole number', async () => {
  const { customerId, id } = await one();
  await one();
  const [{ no, customerName, ruleName } = { no: '', customerName: '', ruleName: '' }] = (
    await app.list(api.getEarlyWarningList, { customerId }, nurse.token)
  ).rows;
  const found = async (keyword: string) =>
    (await app.list(api.getEarlyWarningList, { keyword, limit: 200 }, nurse.token)).rows.map((row) => row.id);
  expect(await found(no.toLowerCase())).toEqual([id]);
  expect(await found(customerName)).toContain(id);
  expect((await found(ruleName)).length).toBeGreaterThan(1);
  expect(await found('没有的人')).toEqual([]);
});

test('past its deadline tells the responsible and health staff once', async () => {
  const { id } = await one({ minutes: 90, due: 60 });
  await one({ minutes: 90, due: 120 });
  const notices = () =>
    app.sql<{ n: number }>(
      `select count(*)::int as n from notice_receipt i join notice n on n.id = i.notice_id where n.title like '%逾期未接%' and i.user_id = $1`,
      [nurse.id],
    );
  expect(await notifyOverdue()).toBe(1);
  expect(await notices()).toEqual([{ n: 1 }]);
  expect(await Promise.all([notifyOverdue(), notifyOverdue()])).toEqual([0, 0]);
  expect(await notices()).toEqual([{ n: 1 }]);
  const { overdue, steps } = await detail(id);
  expect([overdue, steps.at(-1)?.note]).toEqual([true, expect.stringContaining(`已通知`)]);
});

test('of one person are taken together, each answered', async () => {
  const customerId = await aCustomer(app);
  const [first, second] = [
    await aWarning({ customerId, metric: 'heart_rate' }),
    await aWarning({ customerId, metric: 'systolic' }),
  ];
  await app.call(api.claimEarlyWarning, { id: second }, other.token);
  const answers = await app.call(api.batchClaim, { ids: [first, second] }, nurse.token);
  expect(answers).toMatchObject([
    { id: first, state: 'handling' },
    { id: second, msg: `已由 ${other.name} 接` },
  ]);
});

test('is given to a colleague, for whom it waits', async () => {
  const { id } = await one();
  await app.call(api.claimEarlyWarning, { id }, nurse.token);
  const row = await app.call(api.assignEarlyWarning, { id, userId: other.id }, nurse.token);
  expect(row).toMatchObject({ state: 'pending', handlerId: other.id });
  const operator = await aUser(app, { role: 'operator' });
  expect(await app.tryCall(api.assignEarlyWarning, { id, userId: operator.id }, nurse.token)).toMatchObject({
    status: 400,
    data: { errors: [{ field: 'userId' }] },
  });
  expect(await app.sql('select from warn_timer where warn_id = $1', [id])).toEqual([]);
});

test('raised by health staff is the same row at the desk, waits there, and is theirs no more', async () => {
  const { id } = await one();
  await app.call(api.claimEarlyWarning, { id }, nurse.token);
  const row = await app.call(api.raiseEarlyWarning, { id, reason: '说胸口发闷' }, nurse.token);
  expect(row).toMatchObject({ id, family: 'sos', level: 1, state: 'pending', repeatCount: 0, dueAt: null });
  expect(await app.sql(`select from warn_timer where warn_id = $1 and kind = 'claim'`, [id])).not.toEqual([]);
  expect(await app.tryCall(api.claimEarlyWarning, { id }, nurse.token)).toMatchObject({ status: 409 });
});

test('shows values, course, limits and earlier ones to those who see the person, as a look in the command log', async () => {
  const { customerId, id: former } = await one({ minutes: 60 });
  await app.call(api.ignoreEarlyWarning, { id: former, reason: '袖带松了' }, nurse.token);
  const id = await aWarning({ customerId });
  const shown = await detail(id);
  expect(shown.evidence).toMatchObject({ kind: 'band', samples: [{ value: 166 }, { value: 172 }] });
  expect(shown.evidence.limits.map(({ level }) => level)).toContain(2);
  expect(shown.before).toMatchObject([{ id: former, state: 'ignored' }]);
  expect(Object.keys(shown.series)).toEqual(['systolic', 'diastolic']);
  const looks = await app.sql(`select from cmd_log where path = $1 and user_id = $2`, [
    api.getEarlyWarning.path,
    nurse.id,
  ]);
  expect(looks).not.toEqual([]);

  const elsewhere = await aUser(app, { role: 'health', department: await aDepartment(app) });
  expect(await app.tryCall(api.getEarlyWarning, { id }, elsewhere.token)).toMatchObject({ status: 404 });
  const operator = await aUser(app, { role: 'operator' });
  expect(await app.tryCall(api.getEarlyWarning, { id }, operator.token)).toMatchObject({ status: 403 });
});
