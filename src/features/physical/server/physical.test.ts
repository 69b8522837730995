import { afterAll, beforeAll, expect, test } from 'vitest';
import { physicalApi } from '#features/physical/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aUser, type TestUser } from '#server/testing/rows.ts';

let app: TestApp;
let doctor: TestUser;
let reviewer: TestUser;
beforeAll(async () => {
  app = await startApp();
  [doctor, reviewer] = [await aUser(app, { role: 'health' }), await aUser(app, { role: 'health' })];
});
afterAll(() => app.stop());

const org = '望湖社区卫生服务中心';
const pressure = [
  { code: '8480-6', value: 150 },
  { code: '8462-4', value: 85 },
];
const build = [
  { code: '8302-2', value: 158 },
  { code: '29463-7', value: 67.8 },
];
const core = [...pressure, ...build];
const woman = (birthDate = '1944-03-02') => aCustomer(app, { gender: 2, birthDate });

/** Input of an examination. */
const entry = (customerId: string, more: object = {}) => ({
  ...{ customerId, date: '2025-11-20', org, kind: 'yearly' as const, items: core },
  ...more,
});
const add = (customerId: string, more: object = {}) =>
  app.call(physicalApi.addPhysical, entry(customerId, more) as never, doctor.token);
const tryAdd = (customerId: string, more: object) =>
  app.tryCall(physicalApi.addPhysical, entry(customerId, more), doctor.token);
const get = (id: string) => app.call(physicalApi.getPhysical, { id }, doctor.token);
const submit = (id: string) => app.call(physicalApi.submitPhysical, { id }, doctor.token);

test('an examination is entered, flagged by the person, submitted, reviewed and only voided then', async () => {
  const customerId = await woman();
  const { id, version, status, abnormal } = await add(customerId, {
    items: [
      ...core,
      { code: '718-7', value: 120 },
      { code: '14682-9', value: 82 },
      { code: 'ecg', text: 'abnormal', note: 'ST-T 改变' },
    ],
    conclusion: '血压偏高',
  });
  expect([status, version, abnormal]).toEqual(['draft', 1, 3]);
  const stored = await get(id);
  const shown = Object.fromEntries(stored.items.map((item) => [item.code, item]));
  expect(shown['718-7']).toMatchObject({ value: 120, low: 115, high: 150, flag: 'normal' });
  expect(shown['14682-9']).toMatchObject({ flag: 'none', low: null });
  expect(shown.ecg).toMatchObject({ text: 'abnormal', note: 'ST-T 改变', flag: 'abnormal' });
  expect(shown['39156-5']).toMatchObject({ flag: 'high' });
  expect(stored).toMatchObject({
    ...{
      flaggedSex: 2,
      flaggedAge: 81,
      catalogue: 1,
      conclusion: '血压偏高',
      pressure: { systolic: 150, diastolic: 85 },
    },
    can: { edit: true, submit: true, review: false, void: false },
  });
  await submit(id);
  expect(await app.tryCall(physicalApi.reviewPhysical, { id }, doctor.token)).toMatchObject({
    ...{ status: 409, msg: '审核人不能是录入或修改过该体检的人' },
  });
  const back = { id, approved: false };
  expect(await app.tryCall(physicalApi.reviewPhysical, back, reviewer.token)).toMatchObject({
    ...{ status: 400, data: { errors: [{ field: 'note' }] } },
  });
  await app.call(physicalApi.reviewPhysical, { ...back, note: '请复测血压' }, reviewer.token);
  expect(await get(id)).toMatchObject({ status: 'draft', reviewNote: '请复测血压' });
  await submit(id);
  expect(await app.call(physicalApi.reviewPhysical, { id }, reviewer.token)).toMatchObject({ status: 'reviewed' });
  const change = { id, version: (await get(id)).version, conclusion: '正常' };
  expect(await app.tryCall(physicalApi.editPhysical, change, doctor.token)).toMatchObject({ status: 409 });
  expect(await app.tryCall(physicalApi.deletePhysical, { ids: [id] }, doctor.token)).toMatchObject({ status: 409 });
  await expect(app.sql(`update physical_form set items = '{}' where physical_id = $1`, [id])).rejects.toThrow(
    'never changes',
  );
  await app.call(physicalApi.voidPhysical, { id, reason: '录错了人' }, reviewer.token);
  expect(await get(id)).toMatchObject({ status: 'void', voidReason: '录错了人', can: { edit: false, void: false } });
});

test.each([
  [{ items: [{ code: '718-7', text: '阴性' }] }, 'items.718-7', '血红蛋白须为数值'],
  [{ items: [{ code: '718-7', value: 400 }] }, 'items.718-7', '血红蛋白应在 10–300 g/L 之间'],
  [{ items: [{ code: '718-7', value: 120, unit: 'kg' }] }, 'items.718-7', '单位「kg」不适用于血红蛋白，应为 g/L'],
  [{ items: [{ code: '9999-9', value: 1 }] }, 'items.9999-9', '没有体检项目「9999-9」'],
  [{ items: [...pressure, ...pressure] }, 'items.8480-6', '收缩压（左）给了两次'],
  [
    {
      items: [
        { code: '8480-6', value: 80 },
        { code: '8462-4', value: 90 },
      ],
    },
    'items.8462-4',
    '舒张压（左）必须低于收缩压',
  ],
  [{ date: '2999-01-01' }, 'date', '体检日期不能晚于今天'],
  [{ date: '1989-12-31' }, 'date', '体检日期不能早于1990年'],
  [{ nextDate: '2025-11-20' }, 'nextDate', '下次体检日期须晚于体检日期'],
])('is refused at its field: %j', async (input, field, msg) => {
  const answer = await tryAdd(await woman(), input);
  expect([answer.status, (answer.data as { errors: unknown[] }).errors[0]]).toMatchObject([400, { field, msg }]);
});

test('the same person, day and institution is answered with the one that is there', async () => {
  const customerId = await woman();
  const { id } = await add(customerId);
  const again = { org: ` ${org.replace('社区', '社区')} ` };
  expect(await tryAdd(customerId, again)).toMatchObject({ status: 409, data: { id } });
  const other = await add(customerId, { org: '市二院' });
  const moved = { id: other.id, version: 1, org };
  expect(await app.tryCall(physicalApi.editPhysical, moved, doctor.token)).toMatchObject({ status: 409, data: { id } });
  await app.call(physicalApi.deletePhysical, { ids: [id] }, doctor.token);
  expect(await app.call(physicalApi.editPhysical, moved, doctor.token)).toMatchObject({ version: 2 });
});

test('a stale edit is refused with what differs', async () => {
  const { id } = await add(await woman());
  const edit = { id, items: [{ code: '718-7', value: 110 }], conclusion: '轻度贫血' };
  await app.call(physicalApi.editPhysical, { ...edit, version: 1 }, doctor.token);
  const late = { id, version: 1, doctor: '周敏' };
  const answer = await app.tryCall(physicalApi.editPhysical, late, reviewer.token);
  expect(answer).toMatchObject({
    ...{ status: 409 },
    data: {
      version: 2,
      updatedBy: doctor.name,
      changes: [
        { field: 'conclusion', old: null, new: null },
        { field: 'items.718-7', old: null, new: 110 },
      ],
    },
  });
  await app.call(physicalApi.editPhysical, { ...late, version: 2 }, reviewer.token);
  const removal = { id, version: 3, items: [{ code: '718-7', value: null }], conclusion: null };
  await app.call(physicalApi.editPhysical, removal, doctor.token);
  const stored = await get(id);
  expect([stored.doctor, stored.conclusion, stored.abnormalItems.map(({ code }) => code)]).toEqual([
    ...['周敏', null, ['8480-6', '39156-5']],
  ]);
  await submit(id);
  expect(await app.tryCall(physicalApi.reviewPhysical, { id }, reviewer.token)).toMatchObject({ status: 409 });
});

test('an annual examination needs its core, and says what is missing; 无 counts as entered', async () => {
  const { id } = await add(await woman(), { items: pressure });
  const answer = await app.tryCall(physicalApi.submitPhysical, { id }, doctor.token);
  expect([answer.status, answer.data]).toMatchObject([
    400,
    { errors: [{ field: 'items.8302-2', msg: '请填写身高' }, { field: 'items.29463-7' }] },
  ]);
  const stored = await get(id);
  expect([stored.can.submit, stored.missing.filter(({ needed }) => needed).length]).toEqual([false, 2]);
  const rest = build.map(({ code }) => ({ code, absent: true }));
  await app.call(physicalApi.editPhysical, { id, version: 1, items: rest }, doctor.token);
  expect(await submit(id)).toMatchObject({ status: 'done' });
  const special = await add(await woman(), { kind: 'special', items: [] });
  expect(await app.tryCall(physicalApi.submitPhysical, { id: special.id }, doctor.token)).toMatchObject({
    status: 400,
  });
});

test('words have no flag, and are no number', async () => {
  const flagOf = (code: string, value: string) =>
    app.tryCall(physicalApi.flagItem, { code, value, sex: 2, age: 70 }, doctor.token);
  for (const value of ['阴性', '±', '1+'])
    expect(await flagOf('urineProtein', value)).toMatchObject({ data: { flag: 'none', low: null, ranges: [] } });
  expect(await flagOf('718-7', '阴性')).toMatchObject({
    ...{ status: 400, data: { errors: [{ field: 'value', msg: '血红蛋白须为数值' }] } },
  });
});

test('free words lie encrypted, and in no log', async () => {
  const words = ['窦性心律不齐', '控制饮食', '血脂异常', '陈医生'];
  const items = [...core, { code: 'ecg', note: words[0] }, { code: 'urineProtein', text: '阳性3加' }];
  await add(await woman(), { items, advice: words[1], conclusion: words[2], doctor: words[3] });
  const rows = await app.sql<{ text: string }>(
    `select to_jsonb(f)::text as text from physical_form f union all select to_jsonb(p)::text from physical p
     union all select to_jsonb(l)::text from cmd_log l where path like '/api/physical/%'
     union all select changes::text from change_log where table_name like 'physical%'`,
  );
  const all = rows.map(({ text }) => text).join();
  for (const word of [...words, '阳性3加']) expect(all).not.toContain(word);
});
