import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerApi } from '#features/customer/contract.ts';
import { decryptHealth } from '#features/customer/server/service.ts';
import { customerEntryApi } from '#features/customerEntry/contract.ts';
import { decrypt } from '#server/core/crypto.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, anIdNo, aProject, aUser } from '#server/testing/rows.ts';
import { todayInChina } from '#shared/idCard.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const son = { name: '吴建国', relation: 'son', mobile: '13900001234', order: 1, isEmergency: true };
const add = (input: object, token = app.admin) => app.tryCall(customerEntryApi.addCustomer, input, token);
const first = ({ data }: { data: unknown }) =>
  (data as { errors?: { field: string; rule: string; msg: string }[] }).errors?.[0];

async function row(id: string) {
  const [stored] = await app.sql(
    'select *, birth_date::text, start_date::text, responsible_id::text, department_id::text from customer where id = $1',
    [id],
  );
  return stored as Record<string, unknown>;
}

test('everything that is entered stands in the record, free words about health and home encrypted', async () => {
  const idNo = anIdNo('19410506');
  const department = await aDepartment(app);
  const project = await aProject(app, department);
  const nurse = await aUser(app, { role: 'area' });
  const { id } = await app.call(
    customerEntryApi.addCustomer,
    {
      ...{ name: '吴阿根', idType: 'id_card', idNo, phone: '0570-8801234', regionCode: '330802001' },
      ...{
        street: '望湖街道',
        community: '柳岸新村',
        address: '12幢2单元301',
        building: '12幢',
        floor: '3',
        room: '301',
      },
      ...{ entryNote: '邻居有钥匙', lat: 28.97, lng: 118.87, livingState: 'alone', category: ['aged', 'alone'] },
      ...{ ethnicity: '01', marital: '3', education: '8', departmentId: department, projectId: project },
      ...{
        responsibleId: nurse.id,
        startDate: '2025-03-01',
        carePlan: '每周两次助浴',
        contacts: [{ ...son, hours: '晚上' }],
      },
      communication: { dialect: '衢州话', hearing: 'poor', reads: false, keys: '邻居 302' },
      ...{
        chronic: ['hypertension', '冠心病', '舞蹈症'],
        allergies: ['磺胺', { kind: 'medicine', name: '青霉素', reaction: '皮疹' }],
      },
      medicines: [{ name: '氨氯地平', dose: '5mg', times: ['07:00'], frequency: '每日一次' }],
      ...{ flags: ['心脏病史'], bloodType: 'A', rh: 'negative', doctor: '李医生', doctorPhone: '0570-8800000' },
    },
    app.admin,
  );
  const stored = await row(id);
  expect(stored).toMatchObject({
    ...{
      gender: 2,
      birth_date: '1941-05-06',
      phone: '0570-8801234',
      region_code: '330802001',
      floor: '3',
      room: '301',
    },
    ...{ category: ['aged', 'alone'], ethnicity: '01', marital: '3', education: '8', responsible_id: nurse.id },
    ...{
      start_date: '2025-03-01',
      chronic: ['hypertension', 'coronary'],
      service_state: 'active',
      department_id: department,
    },
  });
  expect(
    [stored.id_no_cipher, stored.entry_cipher, stored.care_plan_cipher].map((item) => decrypt(String(item))),
  ).toEqual([idNo, '邻居有钥匙', '每周两次助浴']);
  expect(decryptHealth(String(stored.health_cipher))).toMatchObject({
    conditions: ['高血压', '冠心病', '舞蹈症'],
    allergies: ['磺胺', '青霉素（皮疹）'],
    medicines: ['氨氯地平 5mg 每日一次'],
    ...{ flags: ['心脏病史'], bloodType: 'A', rh: 'negative', communication: { hearing: 'poor', keys: '邻居 302' } },
  });
  expect(JSON.stringify(stored)).not.toMatch(/助浴|邻居有钥匙|青霉素|氨氯地平/);
  for (const part of [idNo, idNo.slice(-4)])
    expect(
      (await app.list(customerApi.getCustomerList, { idNo: part }, app.admin)).rows.map((item) => item.id),
    ).toContain(id);
});

test('somebody new is served from today with an emergency contact, and waits for it otherwise', async () => {
  const served = await aCustomer(app, { contacts: [son] });
  const waiting = await aCustomer(app, { contacts: [{ ...son, isEmergency: false }] });
  expect([await row(served), await row(waiting)]).toMatchObject([
    { service_state: 'active', start_date: todayInChina(Date.now()) },
    { service_state: 'pending', start_date: null },
  ]);
});

test.each([
  [{ idNo: '330102194105061220' }, 'idNo', '身份证号校验位不正确'],
  [{ idNo: '330102194113061223' }, 'idNo', '身份证号中的出生日期无效'],
  [{ idNo: '330102410506122' }, 'idNo', '15位身份证号已停用，请换成18位'],
  [{ birthDate: '2999-01-01' }, 'birthDate', '出生日期不能晚于今天'],
  [{ idType: 'passport', idNo: 'E12345678' }, 'birthDate', '请填写出生日期'],
  [{ mobile: undefined }, 'mobile', '手机号和固定电话至少填写一个'],
  [{ phone: '8801234' }, 'phone', '请输入正确的固定电话'],
  [{ regionCode: '339999' }, 'regionCode', '区划不存在'],
  [{ lat: 28.9 }, 'lat', '经纬度须同时填写'],
  [{ responsibleId: '1' }, 'responsibleId', '责任人不存在或不在你的范围'],
  [{ marital: 'x' }, 'marital', '婚姻状况不在可选范围内'],
  [
    { medicines: [{ name: '氨氯地平', since: '2025-02-01', until: '2025-01-31' }] },
    'medicines.0.until',
    '用药截止不能早于用药起始',
  ],
  [{ ethnicity: '57' }, 'ethnicity', '民族不在可选范围内'],
  [{ bloodType: 'A型' }, 'bloodType', '血型不在可选范围内'],
  [{ contacts: [son, { ...son, name: '吴建华' }] }, 'contacts.1.order', '有两位联系人的顺序都是 1'],
])('what is wrong is refused and named: %j', async (wrong, field, msg) => {
  const answer = await add({ name: '吴阿根', mobile: '13800001111', ...wrong });
  expect([answer.status, first(answer)]).toMatchObject([400, { field, msg }]);
  const checked = await app.tryCall(
    customerEntryApi.checkCustomer,
    { name: '吴阿根', mobile: '13800001111', ...wrong },
    app.admin,
  );
  expect((checked.data as { errors: object[] }).errors).toContainEqual(expect.objectContaining({ field, msg }));
});

test('birth date and sex that contradict the ID number are refused', async () => {
  const idNo = anIdNo('19410506');
  for (const [wrong, field] of [
    [{ birthDate: '1941-05-07' }, 'birthDate'],
    [{ gender: 1 }, 'gender'],
  ] as const)
    expect(first(await add({ name: '吴阿根', mobile: '13800001111', idNo, ...wrong }))).toMatchObject({
      field,
      rule: 'conflict',
    });
});

test('a project whose quota is full takes nobody, and the check says so before', async () => {
  const department = await aDepartment(app);
  const project = await aProject(app, department);
  await app.sql('update project set quota_customer = 0 where id = $1', [project]);
  const input = { name: '吴阿根', mobile: '13800002222', departmentId: department, projectId: project };
  expect(first(await add(input))).toMatchObject({ field: 'projectId', rule: 'quota' });
  const { errors } = await app.call(customerEntryApi.checkCustomer, input, app.admin);
  expect(errors).toMatchObject([{ field: 'projectId', rule: 'quota' }]);
});

test('contacts may be of the network of care', async () => {
  const relations = ['grid_worker', 'police', 'doctor', 'property'];
  const contacts = relations.map((relation, index) => ({ name: '周全', relation, mobile: '110', order: index + 1 }));
  const id = await aCustomer(app, { contacts });
  const stored = await app.sql('select relation from customer_contact where customer_id = $1 order by "order"', [id]);
  expect(stored.map(({ relation }) => relation)).toEqual(relations);
});

test('only somebody who is not served yet is deleted, with contacts', async () => {
  const [served, waiting] = [await aCustomer(app, { contacts: [son] }), await aCustomer(app)];
  const remove = (ids: string[]) => app.tryCall(customerApi.deleteCustomer, { ids }, app.admin);
  expect(await remove([waiting, served])).toMatchObject({ status: 409, msg: expect.stringContaining('服务中') });
  expect(await row(waiting)).toMatchObject({ deleted_at: null });
  expect(await remove([waiting])).toMatchObject({ code: 0 });
  expect((await app.list(customerApi.getCustomerList, { ids: [waiting] }, app.admin)).count).toBe(0);
});
