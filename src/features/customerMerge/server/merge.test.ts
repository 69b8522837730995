import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { customerApi } from '#features/customer/contract.ts';
import { customerHistoryApi } from '#features/customerHistory/contract.ts';
import { customerMergeApi } from '#features/customerMerge/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { Live } from '#server/testing/live.ts';
import { aCustomer, aDepartment, aDevice, aProject, aUser } from '#server/testing/rows.ts';

let app: TestApp;
let department: string;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  department = await aDepartment(app);
});

const someone = (fields: Record<string, unknown> = {}) => aCustomer(app, { department, ...fields });
const merge = (keepId: string, dropId: string, fields = {}) =>
  app.tryCall(customerMergeApi.mergeCustomer, { keepId, dropId, fields }, app.admin);
const rowOf = async (id: string) => (await app.sql('select * from customer where id = $1', [id]))[0] ?? {};

async function anAlarm(customer: string, status: string, type = 'sos'): Promise<string> {
  const [row] = await app.sql<{ id: string }>(
    `insert into warn (no, type, family, level, subject, customer_id, department_id, project_id, received_at, last_at, waiting_since, last_step_at, status)
     select 'M' || nextval('id_seq'), $2, 'sos', 1, 'c:' || c.id, c.id, c.department_id, c.project_id, now(), now(), now(), now(), $3
     from customer c where c.id = $1 returning id::text`,
    [customer, type, status],
  );
  return row?.id ?? '';
}

test('two people become one, field by field, and what is known of one alone is not lost', async () => {
  const keep = await someone({
    name: '王桂兰',
    idNo: '330102194103020024',
    mobile: '13800005678',
    livingState: 'alone',
    allergies: ['青霉素'],
  });
  const drop = await someone({
    name: '王桂栏',
    mobile: '13900004321',
    phone: '0570-8801234',
    livingState: 'spouse',
    allergies: ['磺胺'],
    chronic: ['stroke'],
    bloodType: 'A',
    entryNote: '邻居有钥匙',
  });
  await app.sql(`update customer set tag = '{key_care}', ethnicity = '03', education = '8' where id = $1`, [drop]);
  await app.sql(`update customer set ethnicity = '混血' where id = $1`, [keep]);
  const seen = await app.call(customerMergeApi.getCustomerMerge, { keepId: keep, dropId: drop }, app.admin);
  expect(seen.fields).toEqual([
    { field: 'name', title: '姓名', keep: '王桂兰', drop: '王桂栏', preset: 'keep' },
    {
      field: 'idNo',
      title: '证件、出生日期与性别',
      keep: '**************0024 1941-03-02 女',
      drop: null,
      preset: 'keep',
    },
    { field: 'mobile', title: '手机号', keep: '138****5678', drop: '139****4321', preset: 'keep' },
    { field: 'phone', title: '固定电话', keep: null, drop: '0570-****1234', preset: 'drop' },
    expect.objectContaining({ field: 'home' }),
    { field: 'entryNote', title: '入户方式', keep: null, drop: '已登记（不显示内容）', preset: 'drop' },
    { field: 'livingState', title: '居住情况', keep: '独居', drop: '与配偶居住', preset: 'keep' },
    { field: 'ethnicity', title: '民族', keep: '混血', drop: '回族', preset: 'keep' },
    { field: 'education', title: '文化程度', keep: null, drop: '小学', preset: 'drop' },
  ]);
  expect(seen).toMatchObject({ keep: { name: '王桂兰' }, drop: { name: '王桂栏' }, refusal: null });

  expect(await merge(keep, drop, { mobile: 'drop', livingState: 'drop' })).toMatchObject({ code: 0, data: null });
  const stored = await rowOf(keep);
  expect(stored).toMatchObject({
    name: '王桂兰',
    mobile: '13900004321',
    phone: '0570-8801234',
    living_state: 'spouse',
    tag: ['key_care'],
    chronic: ['stroke'],
    version: 2,
  });
  expect(stored.entry_cipher).not.toBeNull();
  const { data } = await app.tryCall(customerApi.getCustomerList, { departmentId: department }, app.admin);
  expect(data).toMatchObject([{ id: keep }]);
  const dropped = await rowOf(drop);
  expect(dropped).toMatchObject({ merged_into: Number(keep).toString() });
  const { rows: history } = await app.list(customerHistoryApi.getCustomerHistory, { id: keep, limit: 100 }, app.admin);
  expect(history.filter(({ section }) => section === '合并')).toMatchObject([
    { changes: [{ label: '并入', old: null, new: `王桂栏（${dropped.no}）` }] },
  ]);
});

test('the ID number, birth date and sex of the one who goes stand with the one who stays, where nothing else was known', async () => {
  const keep = await someone({ name: '李德福' });
  const drop = await someone({ name: '李德福', idNo: '330102194103020040' });
  const result = await merge(keep, drop);
  expect(result.code).toBe(0);
  const { data } = await app.tryCall(
    customerApi.getCustomerList,
    { departmentId: department, idNo: '0040' },
    app.admin,
  );
  expect(data).toMatchObject([{ id: keep, gender: 2, idNo: '**************0040' }]);
});

test('contacts, devices with their history, alarms and files go over; what is there twice stands once', async () => {
  const son = { name: '王建国', relation: 'son', mobile: '13800000001', order: 1 };
  const keep = await someone({ contacts: [son] });
  const daughter = { name: '王敏', relation: 'daughter', mobile: '13800000002', order: 2, isEmergency: true };
  const drop = await someone({ contacts: [{ ...son, hasKey: true }, daughter] });
  const device = await aDevice(app, { customer: drop });
  const [open, closed] = [await anAlarm(drop, 'handling'), await anAlarm(drop, 'done', 'fall')];
  const unrelated = await someone();
  const others = await anAlarm(unrelated, 'pending', 'smoke');
  await app.sql(
    `insert into file (hash, name, size, type, subject, subject_id, department_id, project_id, rights)
     select 'h', '病历.pdf', 1, 'application/pdf', 'customer', id, department_id, project_id, '{}' from customer where id = $1`,
    [drop],
  );
  await app.sql(
    `insert into reading (device_id, metric, at, value, project_id, customer_id)
     select $1, 'heart_rate', now(), 72, project_id, id from customer where id = $2`,
    [device.id, drop],
  );
  expect((await merge(keep, drop)).code).toBe(0);
  expect(await app.sql('select customer_id, subject from warn where id = $1', [others])).toEqual([
    { customer_id: unrelated, subject: `c:${unrelated}` },
  ]);

  const contacts = await app.sql(
    `select name, "order", has_key as key, is_emergency as first from customer_contact where customer_id = $1 and deleted_at is null order by "order"`,
    [keep],
  );
  expect(contacts).toEqual([
    { name: '王建国', order: 1, key: true, first: false },
    { name: '王敏', order: 3, key: false, first: true },
  ]);
  const [held] = await app.sql(
    `select (select array_agg(customer_id::text) from equipment where id = $1) as devices,
       (select array_agg(customer_id::text) from equipment_binding where equipment_id = $1) as bindings,
       (select array_agg(customer_id::text || ' ' || subject order by id) from warn where id in ($2, $3)) as warns,
       (select array_agg(subject_id::text) from file where subject = 'customer' and name = '病历.pdf') as files,
       (select array_agg(c.merged_into::text) from reading r join customer c on c.id = r.customer_id where r.device_id = $1) as readings`,
    [device.id, open, closed],
  );
  // A desk that shows the alarm refetches a row only for a new version.
  expect(await app.sql('select version from warn where id = $1', [open])).toEqual([{ version: 2 }]);
  expect(held).toEqual({
    devices: [keep],
    bindings: [keep],
    warns: [`${keep} c:${keep}`, `${keep} c:${keep}`],
    files: [keep],
    readings: [keep],
  });
});

test('an open alarm that is called after a device is told with its new person, in a new version; a closed one is not', async () => {
  const [keep, drop] = [await someone(), await someone()];
  const { id: device } = await aDevice(app, { customer: drop });
  const [open, closed] = [await anAlarm(drop, 'pending', 'low_batt'), await anAlarm(drop, 'done', 'offline')];
  await app.sql(
    `update warn set family = 'device', subject = 'e:' || $2, equipment_id = $2::bigint where id = any($1)`,
    [[open, closed], device],
  );
  const live = await Live.open(app.url, app.admin);
  expect((await merge(keep, drop)).code).toBe(0);
  const event = await live.waitFor('the alarm', ({ data }) => data.warn?.id === open);
  expect(event.data).toMatchObject({ kind: 'changed', warn: { customerId: keep, version: 2 } });
  live.close();
  const rows = await app.sql(
    'select customer_id::text as customer, subject, version from warn where id = any($1) order by id',
    [[open, closed]],
  );
  expect(rows).toEqual([2, 1].map((version) => ({ customer: keep, subject: `e:${device}`, version })));
});

test('two open alarms of one type hold a merge back, and nothing has changed', async () => {
  const [keep, drop] = [await someone(), await someone()];
  await anAlarm(keep, 'pending');
  const second = await anAlarm(drop, 'handling');
  const refusal = '请先处理其中一条告警';
  const pair = { keepId: keep, dropId: drop };
  expect(await app.call(customerMergeApi.getCustomerMerge, pair, app.admin)).toMatchObject({ openWarns: 1, refusal });
  expect(await merge(keep, drop)).toMatchObject({ status: 409, msg: refusal });
  expect(await rowOf(drop)).toMatchObject({ deleted_at: null, merged_into: null });

  await app.sql(`update warn set status = 'done' where id = $1`, [second]);
  expect((await merge(keep, drop)).code).toBe(0);
});

test('leaves go over, and two that have not ended hold a merge back', async () => {
  const [keep, drop] = [await someone(), await someone()];
  const leave = (customer: string, returned: string) =>
    app.sql(
      `insert into customer_leave (customer_id, kind, from_at, expected_return, returned_at) values ($1, 'outing', now() - interval '2 hours', now(), ${returned})`,
      [customer],
    );
  await leave(keep, 'null');
  await leave(drop, 'now()');
  await leave(drop, 'null');
  expect(await merge(keep, drop)).toMatchObject({ status: 409, msg: expect.stringContaining('请先办完其中一项') });
  await app.sql('update customer_leave set returned_at = now() where customer_id = $1', [drop]);
  expect((await merge(keep, drop)).code).toBe(0);
  expect(await app.sql('select 1 from customer_leave where customer_id = $1', [keep])).toHaveLength(3);
});

test('with the state of the one who goes comes what follows from it, and where it cannot follow nothing is merged', async () => {
  const [keep, drop, waiting] = [await someone(), await someone(), await someone()];
  const state = (id: string, name: string) =>
    app.sql(`update customer set service_state = $2, state_since = '2026-01-02', state_reason = '搬走' where id = $1`, [
      id,
      name,
    ]);
  await state(keep, 'active');
  await state(drop, 'ended');
  await app.sql(
    `insert into customer_leave (customer_id, kind, from_at, expected_return) values ($1, 'outing', now() - interval '1 hour', now())`,
    [keep],
  );
  expect(await merge(keep, waiting, { serviceState: 'drop' })).toMatchObject({ status: 409 });
  expect(await rowOf(waiting)).toMatchObject({ deleted_at: null });
  expect(await merge(keep, drop, { serviceState: 'drop' })).toMatchObject({ code: 0 });
  expect(await rowOf(keep)).toMatchObject({ service_state: 'ended', state_reason: '搬走' });
  const follows = await app.sql(
    `select (select count(*)::int from customer_leaving where customer_id = $1) as leaving,
       (select count(*)::int from customer_leave where customer_id = $1 and returned_at is null) as away`,
    [keep],
  );
  expect(follows).toEqual([{ leaving: 1, away: 0 }]);
});

test('who goes leaves no checklist of an end with somebody who is served', async () => {
  const [keep, drop] = [await someone(), await someone()];
  await app.sql(`update customer set service_state = 'active' where id = $1`, [keep]);
  await app.sql(`update customer set service_state = 'ended', state_since = '2026-01-02' where id = $1`, [drop]);
  await app.sql('insert into customer_leaving (customer_id, keys_back_at) values ($1, now())', [drop]);
  expect(await merge(keep, drop)).toMatchObject({ code: 0 });
  expect(await app.sql('select 1 from customer_leaving where customer_id = $1', [keep])).toEqual([]);
});

test('who went into somebody who goes in turn is found through the last one', async () => {
  const [first, second, third] = [await someone(), await someone(), await someone()];
  expect(await merge(second, first)).toMatchObject({ code: 0 });
  expect(await merge(third, second)).toMatchObject({ code: 0 });
  expect([await rowOf(first), await rowOf(second)]).toMatchObject([{ merged_into: third }, { merged_into: third }]);
  expect(await merge(third, first)).toMatchObject({ status: 404 });
  expect(await merge(third, third)).toMatchObject({ status: 400, msg: '不能并入自己' });
});

test('two people are merged with the right alone, and only where both are in scope', async () => {
  const project = await aProject(app, department);
  const [keep, drop] = [await someone({ project }), await someone()];
  const operator = await aUser(app, { role: 'operator', department });
  expect(
    await app.tryCall(customerMergeApi.mergeCustomer, { keepId: keep, dropId: drop }, operator.token),
  ).toMatchObject({
    status: 403,
  });
  const area = await aUser(app, { role: 'area', department, projects: [project] });
  expect(await app.tryCall(customerMergeApi.mergeCustomer, { keepId: keep, dropId: drop }, area.token)).toMatchObject({
    status: 404,
  });
});
