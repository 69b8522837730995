import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { customerApi } from '#features/customer/contract.ts';
import { projectApi } from '#features/project/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aDevice, anIdNo, aProject, aRole, aUser } from '#server/testing/rows.ts';
import type { InputOf } from '#shared/endpoint.ts';

let app: TestApp;
let department: string;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  department = await aDepartment(app);
});

type Filters = InputOf<typeof customerApi.getCustomerList>;

const someone = (fields: Record<string, unknown> = {}) => aCustomer(app, { department, ...fields });

/** Returns the names of this test's customers that the filters select, and their count. */
async function idsFoundBy(filters: Filters) {
  const { rows, count } = await app.list(
    customerApi.getCustomerList,
    { limit: 50, departmentId: department, ...filters },
    app.admin,
  );
  expect(count).toBe(rows.length);
  return rows.map(({ name }) => name);
}

test('a row has all that the list shows, masked, and how many there are without rows', async () => {
  const idNo = anIdNo('19410302');
  const project = await aProject(app, department);
  const contacts = [
    { name: '陈明', relation: 'son', mobile: '13800000001', order: 1 },
    { name: '陈敏', relation: 'daughter', mobile: '13800000002', order: 2, isEmergency: true },
    { name: '陈红', relation: 'daughter', mobile: '13800000003', order: 3, isEmergency: true },
  ];
  const place = { regionCode: '330802', street: '望湖街道', community: '柳岸新村', address: '3幢' };
  const id = await someone({
    name: '王桂兰',
    project,
    idNo,
    mobile: '13800005678',
    livingState: 'alone',
    contacts,
    ...place,
  });
  await aDevice(app, { customer: id });
  await app.sql(
    `insert into warn (no, type, family, level, subject, customer_id, department_id, project_id, received_at, last_at, waiting_since, last_step_at, created_at, status)
     select 'W' || nextval('id_seq'), 'sos', 'sos', 1, 'c:' || c.id || n, c.id, c.department_id, c.project_id, now(), now(), now(), now(), now() - n * interval '20 days', case n when 0 then 'pending' else 'done' end
     from customer c, generate_series(0, 3) n where c.id = $1`,
    [id],
  );
  const { rows, count } = await app.list(customerApi.getCustomerList, { departmentId: department }, app.admin);
  expect([rows, count]).toMatchObject([
    [
      {
        id,
        name: '王桂兰',
        photoFileId: null,
        gender: Number(idNo[16]) % 2 === 1 ? 1 : 2,
        mobile: '138****5678',
        idNo: `**************${idNo.slice(-4)}`,
        address: '望湖街道柳岸新村',
        livingState: 'alone',
        category: [],
        abilityLevel: null,
        equipmentCount: 1,
        onlineCount: 0,
        emergencyContact: { name: '陈敏', relation: 'daughter' },
        openWarnCount: 1,
        warnCount30: 2,
        departmentId: department,
        projectId: project,
        responsibleName: null,
        tag: [],
        serviceState: 'active',
        returnDate: null,
        version: 1,
      },
    ],
    1,
  ]);
  expect(rows[0]?.departmentName).toMatch(/^部门/);
  expect(await app.list(customerApi.getCustomerList, { departmentId: department, limit: 0 }, app.admin)).toEqual({
    rows: [],
    count: 1,
  });
});

test('a person is found by any part of the name, initials, pinyin from three letters, and the ends of numbers', async () => {
  const idNo = anIdNo('19410302');
  await someone({ name: '单雄信', mobile: '13912340987', idNo });
  await someone({ name: '李德福', mobile: undefined, phone: '0570-5556677' });
  for (const keyword of ['单', '雄信', '单雄信', 'sxx', 'sx', 'shanxiong', 'xiongxin', '0987', '40987', idNo.slice(-4)])
    expect([keyword, await idsFoundBy({ keyword })]).toEqual([keyword, ['单雄信']]);
  expect(await idsFoundBy({ keyword: '6677' })).toEqual(['李德福']);
  expect(await idsFoundBy({ keyword: '1234' })).toEqual([]);
  expect(await idsFoundBy({ mobile: '3912340' })).toEqual(['单雄信']);
});

test('a space within a name, or within what is asked for, keeps nobody from being found', async () => {
  await someone({ name: '玛依拉 江' });
  for (const keyword of ['拉江', '依拉江', '拉 江', '依拉 江', '玛依'])
    expect([keyword, await idsFoundBy({ keyword })]).toEqual([keyword, ['玛依拉 江']]);
  expect(await idsFoundBy({ keyword: '江拉' })).toEqual([]);
});

test('an ID number is asked for whole or by its last four, and nothing else', async () => {
  const idNo = anIdNo('19410302');
  await someone({ name: '赵长根', idNo });
  expect(await idsFoundBy({ idNo })).toEqual(['赵长根']);
  expect(await idsFoundBy({ idNo: idNo.toLowerCase() })).toEqual(['赵长根']);
  expect(await idsFoundBy({ idNo: idNo.slice(-4) })).toEqual(['赵长根']);
  for (const wrong of ['12345', idNo.slice(0, 17), 'abc', '33'])
    expect(await app.tryCall(customerApi.getCustomerList, { idNo: wrong }, app.admin)).toMatchObject({
      status: 400,
      msg: '身份证号须为完整号码或后4位',
      data: { errors: [{ field: 'idNo' }] },
    });
});

test('every filter of the list selects by its own column, any of several values', async () => {
  const { id: userId } = await aUser(app);
  const project = await aProject(app, department);
  const today = new Date().getFullYear();
  const young = await someone({
    name: '周慧芳',
    project,
    birthDate: `${today - 70}-01-01`,
    gender: 2,
    livingState: 'spouse',
    regionCode: '330802',
  });
  const old = await someone({
    name: '吴阿根',
    birthDate: `${today - 90}-01-01`,
    gender: 1,
    livingState: 'alone',
    abilityLevel: 3,
    regionCode: '110101',
  });
  await app.sql(
    `update customer set category = '{alone,aged}', chronic = '{diabetes}', tag = '{key_care}', responsible_id = $2, service_state = 'paused',
       assessed_until = '2020-01-01', ethnicity = '15', marital = '3', education = '8' where id = $1`,
    [old, userId],
  );
  await app.sql(`update customer set assessed_until = '2999-01-01' where id = $1`, [young]);
  await someone({ name: '徐金宝' });
  const cases: [Filters, string[]][] = [
    [{ ageFrom: 80 }, ['吴阿根']],
    [{ ageTo: 80 }, ['周慧芳']],
    [{ ageFrom: 70, ageTo: 90 }, ['吴阿根', '周慧芳']],
    [{ gender: [1] }, ['吴阿根']],
    [{ gender: [1, 2] }, ['吴阿根', '周慧芳']],
    [{ regionCode: '330000' }, ['周慧芳']],
    [{ regionCode: '330800' }, ['周慧芳']],
    [{ regionCode: '330802' }, ['周慧芳']],
    [{ regionCode: '110101' }, ['吴阿根']],
    [{ projectId: project }, ['周慧芳']],
    [{ livingState: ['alone', 'spouse'] }, ['吴阿根', '周慧芳']],
    [{ ethnicity: ['01', '15'] }, ['吴阿根']],
    [{ marital: ['3'] }, ['吴阿根']],
    [{ education: ['7', '8'] }, ['吴阿根']],
    [{ abilityLevel: [3, 4] }, ['吴阿根']],
    [{ category: ['aged', 'low_income'] }, ['吴阿根']],
    [{ chronic: ['diabetes'] }, ['吴阿根']],
    [{ tag: ['key_care'] }, ['吴阿根']],
    [{ assessed: ['none'] }, ['徐金宝']],
    [{ assessed: ['valid'] }, ['周慧芳']],
    [{ assessed: ['expired', 'none'] }, ['徐金宝', '吴阿根']],
    [{ serviceState: ['paused'] }, ['吴阿根']],
    [{ responsibleId: userId }, ['吴阿根']],
    [{ livingState: ['alone'], gender: [2] }, []],
    [{ sort: [{ field: 'age', order: 'asc' }] }, ['周慧芳', '吴阿根', '徐金宝']],
    [{ sort: [{ field: 'age', order: 'desc' }] }, ['吴阿根', '周慧芳', '徐金宝']],
    [{ sort: [{ field: 'name', order: 'asc' }] }, ['吴阿根', '徐金宝', '周慧芳']],
    [{}, ['徐金宝', '吴阿根', '周慧芳']],
  ];
  for (const [filters, names] of cases) expect([filters, await idsFoundBy(filters)]).toEqual([filters, names]);
});

test('people are found by their devices and alarms, of which test alarms are none', async () => {
  const customerId = await someone({ name: '孙月娥' });
  await someone({ name: '马国梁' });
  const { id: device, sn } = await aDevice(app, { customer: customerId });
  expect(await idsFoundBy({ equipmentSn: sn })).toEqual(['孙月娥']);
  expect(await idsFoundBy({ hasEquipment: true })).toEqual(['孙月娥']);
  expect(await idsFoundBy({ hasEquipment: false })).toEqual(['马国梁']);
  expect(await idsFoundBy({ equipmentOnline: ['never'] })).toEqual(['孙月娥']);
  expect(await idsFoundBy({ equipmentOnline: ['offline', 'online'] })).toEqual([]);
  await app.sql(
    `insert into device_state (device_id, project_id, online, last_seen_at) select id, project_id, false, now() - interval '1 day' from equipment where id = $1
     on conflict (device_id) do update set online = false, last_seen_at = excluded.last_seen_at`,
    [device],
  );
  expect(await idsFoundBy({ equipmentOnline: ['offline'] })).toEqual(['孙月娥']);
  const alarm = { customerId, type: 'sos', level: 1, occurredAt: new Date().toISOString(), note: '来电求助' };
  const { data } = await app.ask({ path: '/api/warn/addWarn', body: alarm, token: app.admin });
  expect(await idsFoundBy({ warnWithinDays: 7 })).toEqual(['孙月娥']);
  await app.sql('update warn set test = true where id = $1', [(data as { id: string }).id]);
  expect(await idsFoundBy({ warnWithinDays: 7 })).toEqual([]);
});

test('people are counted whole without a filter, in scope, and what filters leave up to 10,000 unless it is to be exact', async () => {
  const project = await aProject(app, department);
  await app.sql(
    `insert into customer (no, name, department_id, project_id, gender) select 'M' || nextval('id_seq'), '客户', $1, $2, 2 from generate_series(1, 10050)`,
    [department, project],
  );
  const count = async (filters: Filters, token = app.admin) =>
    (await app.list(customerApi.getCustomerList, { limit: 0, departmentId: department, ...filters }, token)).count;
  expect(await count({})).toBe(10_050);
  expect(await count({ gender: [2] })).toBe(10_001);
  expect(await count({ gender: [2], exact: true })).toBe(10_050);

  const roleId = await aRole(app, { scope: 'department', permissions: ['customer:list'] });
  const near = await aUser(app, { roleId, department });
  const far = await aUser(app, { roleId, department: await aDepartment(app) });
  const elsewhere = await aUser(app, { roleId, department, projects: [await aProject(app, department)] });
  expect(await count({}, near.token)).toBe(10_050);
  expect(await count({}, far.token)).toBe(0);
  expect(await count({}, elsewhere.token)).toBe(0);

  // Deleted, moved and unassigned in one statement each.
  await app.sql(
    'update customer set deleted_at = now() where id in (select id from customer where project_id = $1 limit 30)',
    [project],
  );
  await app.sql('delete from customer where deleted_at is not null and project_id = $1', [project]);
  const other = await aDepartment(app);
  await app.sql(
    'update customer set department_id = $2 where id in (select id from customer where project_id = $1 limit 20)',
    [project, other],
  );
  expect([await count({}), await count({ departmentId: other })]).toEqual([10_000, 20]);
  const figures = await app.list(projectApi.getProjectList, { limit: 200 }, app.admin);
  expect(figures.rows.find(({ id }) => id === project)?.customerCount).toBe(10_020);
  await app.sql('delete from customer where project_id = $1', [project]);
  expect(await count({})).toBe(0);
});

test('a choice field finds customers in scope by keyword or id, in a project, for whoever searches customers', async () => {
  const [here, there] = [await aProject(app, department), await aProject(app, department)];
  const id = await someone({ name: '查一找', project: here, mobile: '13800007731' });
  const other = await someone({ name: '查一找', project: there });
  const find = (input: InputOf<typeof customerApi.findCustomer>, token = app.admin) =>
    app.call(customerApi.findCustomer, input, token);
  const idsOf = (found: { id: string }[]) => found.map((customer) => customer.id).toSorted();
  expect(idsOf(await find({ keyword: '查一找' }))).toEqual([id, other].toSorted());
  expect(await find({ keyword: '7731', projectId: here })).toMatchObject([
    { id, name: '查一找', phone: '138****7731', projectId: here },
  ]);
  expect(idsOf(await find({ keyword: '查一找', projectId: there }))).toEqual([other]);
  expect(idsOf(await find({ id }))).toEqual([id]);
  expect(await find({})).toEqual([]);
  for (const permission of ['customer:list', 'warn:add']) {
    const roleId = await aRole(app, { scope: 'department', permissions: [permission] });
    const { token } = await aUser(app, { roleId, department });
    expect(idsOf(await find({ id }, token))).toEqual([id]);
    const elsewhere = await aUser(app, { roleId, department: await aDepartment(app) });
    expect(await find({ id }, elsewhere.token)).toEqual([]);
  }
  const none = await aUser(app, { roleId: await aRole(app, { scope: 'all', permissions: [] }) });
  expect(await app.tryCall(customerApi.findCustomer, { id }, none.token)).toMatchObject({ status: 403 });
});
