import { afterAll, beforeAll, expect, test } from 'vitest';
import { consentApi } from '#features/consent/contract.ts';
import { customerApi } from '#features/customer/contract.ts';
import { customerEntryApi } from '#features/customerEntry/contract.ts';
import { customerImportApi } from '#features/customerImport/contract.ts';
import { searchHash } from '#server/core/crypto.ts';
import type { Cell } from '#server/files/workbook.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aDevice, anIdNo, aProject, aUser } from '#server/testing/rows.ts';
import { downloadRows, upload, workbookOf } from '#server/testing/sheet.ts';
import { importApi } from '#shared/contract/import.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const head = ['姓名', '身份证号', '手机号', '居住情况', '慢性病'];
const contactHead = ['老人身份证号', '联系人姓名', '关系', '联系人手机', '有钥匙'];

/** Uploads sheets by name, and returns the job once the file is read. */
async function readSheets(sheets: Record<string, Cell[][]>, fields = {}): Promise<string> {
  const file = await workbookOf(Object.entries(sheets).map(([name, rows]) => ({ name, rows })));
  const { data, msg } = await upload(app, customerImportApi.importCustomer.path, file, fields);
  expect(data, msg).toBeTruthy();
  return String(data.jobId);
}

const read = (customers: Cell[][], contacts: Cell[][] = []) =>
  readSheets({ 客户: [head, ...customers], ...(contacts.length > 0 && { 联系人: [contactHead, ...contacts] }) });
const previewOf = (jobId: string) => app.call(importApi.getImportPreview, { jobId }, app.admin);
const confirm = (jobId: string) => app.call(importApi.confirmImport, { jobId, mode: 'valid' }, app.admin);
const undo = (jobId: string) => app.call(importApi.undoImport, { jobId }, app.admin);

async function departmentName(id: string): Promise<string> {
  const [row] = await app.sql<{ name: string }>('select name from department where id = $1', [id]);
  return row?.name ?? '';
}

async function customerByIdNo(idNo: string) {
  const [row] = await app.sql<{ id: string }>('select id::text from customer where id_no_hash = $1', [
    searchHash(idNo),
  ]);
  return row;
}

test('people and their contacts are counted apart: in the preview, the result and the undo', async () => {
  const [first, second] = [anIdNo(), anIdNo()];
  const customerRows = [
    ['樊一苇', first, '13800008801', '', ''],
    ['樊二苇', second, '13800008802', '', ''],
    ['樊', '', '', '', ''],
  ];
  const contacts = ['甲', '乙', '丙'].map((one, index) => [first, `樊小${one}`, '儿子', `1390000880${index}`, '否']);
  const jobId = await read(customerRows, contacts);
  const preview = await previewOf(jobId);
  expect(preview.message).toBe('读到 客户 3 人 · 联系人 3 人，其中 1 行有错误，请确认如何导入');
  expect(preview.sheets).toMatchObject([
    { title: '客户', unit: '人', total: 3, inserts: 2, invalid: 1 },
    { title: '联系人', unit: '人', total: 3, inserts: 3, invalid: 0 },
  ]);
  expect((await confirm(jobId)).message).toBe('导入完成：新增 客户 2 人 · 联系人 3 人，覆盖 0 人，跳过 0 人');
  expect((await undo(jobId)).message).toBe('撤销了 客户 2 人 · 联系人 3 人');
});

test('an undo has one figure for what it left: rows that were never written are not among it', async () => {
  const [held, takenIdNo] = [anIdNo(), anIdNo()];
  const jobId = await read([
    ['占用的', held, '13800008811', '', ''],
    ['撞上的', takenIdNo, '13800008812', '', ''],
  ]);
  await previewOf(jobId);
  await aCustomer(app, { name: '抢先的', idNo: takenIdNo });
  expect(await confirm(jobId)).toMatchObject({ written: 1, refused: 1 });
  await aDevice(app, { customer: (await customerByIdNo(held))?.id ?? '' });
  const state = await undo(jobId);
  expect(state).toMatchObject({ undone: 0, refused: 1, message: '撤销了 0 人，客户 1 人没有撤销' });
});

test('what bounds an import is known before there is a file: rows, bytes and the quotas of projects', async () => {
  const project = await aProject(app, await aDepartment(app));
  await app.sql('update project set quota_customer = 30, quota_equipment = 40 where id = $1', [project]);
  await aCustomer(app, { project });
  const [named] = await app.sql<{ name: string }>('select name from project where id = $1', [project]);
  const limit = await app.call(importApi.getImportLimit, { path: customerImportApi.importCustomer.path }, app.admin);
  expect(limit).toMatchObject({ rows: 20_000, bytes: 20_971_520 });
  expect(limit.quotas).toContainEqual({ project: named?.name, quota: 30, used: 1, unit: '人' });
  await app.sql(`update dictionary set amount = 300 where type = 'export_limit' and value = 'import_most'`);
  const lowered = await app.call(importApi.getImportLimit, { path: '/api/equipment/importEquipment' }, app.admin);
  expect(lowered.rows).toBe(300);
  expect(lowered.quotas).toContainEqual({ project: named?.name, quota: 40, used: 0, unit: '台' });
  await app.sql(`update dictionary set amount = 20000 where type = 'export_limit' and value = 'import_most'`);
  const viewer = await aUser(app, { role: 'viewer' });
  expect(
    await app.tryCall(importApi.getImportLimit, { path: customerImportApi.importCustomer.path }, viewer.token),
  ).toMatchObject({ status: 403 });
});

test('a sheet brings all that the entry form takes: category, home and bed, care, consent, a contact who is served too', async () => {
  const department = await aDepartment(app);
  const place = await departmentName(department);
  await app.sql(
    `insert into customer_bed (department_id, building, floor, room, bed) values ($1, '1号楼', '3', '301', 'A')`,
    [department],
  );
  const operator = await aUser(app, { role: 'operator', department });
  const [idNo, spouse] = [anIdNo(), anIdNo()];
  const jobId = await readSheets({
    客户: [
      [
        '姓名',
        '身份证号',
        '手机号',
        '部门',
        '人员类别',
        '楼栋',
        '楼层',
        '房间',
        '床位',
        '责任人',
        '服务开始日期',
        '照护计划',
      ],
      [
        '蒲一苇',
        idNo,
        '13800008821',
        place,
        '低保、空巢',
        '12幢',
        '3',
        '301',
        '1号楼301-A',
        operator.name,
        '2026/1/31',
        '低盐',
      ],
      ['蒲二苇', spouse, '13800008822', place, '', '', '', '', '', '', '', ''],
    ].map((row, index) => [
      ...row,
      ...([
        [
          '方言',
          '听力',
          '能否阅读',
          '钥匙',
          'RH 血型',
          '婚姻状况',
          '知情同意',
          '由谁签署',
          '签署人',
          '签署时间',
          '同意有效期至',
        ],
        [
          '衢州话',
          '听力差',
          '不能',
          '邻居',
          '阴性',
          '丧偶',
          '基本服务、定位',
          '女儿',
          '蒲小一',
          '2026-01-31',
          '2099-12-31',
        ],
      ][index] ?? []),
    ]),
    联系人: [
      ['老人身份证号', '联系人姓名', '关系', '联系人手机', '可联系时间', '静默开始', '静默结束', '也是服务对象'],
      [idNo, '蒲二苇', '配偶', '13800008822', '晚上', '22:00', '07:00', spouse],
    ],
  });
  const preview = await previewOf(jobId);
  expect(preview.errors).toEqual([]);
  expect(await confirm(jobId)).toMatchObject({ written: 3, refused: 0 });
  const [one, other] = [await customerByIdNo(idNo), await customerByIdNo(spouse)];
  const record = await app.call(customerApi.getCustomer, { id: one?.id ?? '' }, app.admin);
  expect(record).toMatchObject({
    ...{ category: ['low_income', 'empty_nest'], building: '12幢', floor: '3', room: '301', marital: '3' },
    ...{ bed: { name: '1号楼 301-A' }, responsibleId: operator.id, startDate: '2026-01-31', carePlan: '低盐' },
    communication: { dialect: '衢州话', hearing: 'poor', reads: false, keys: '邻居' },
    health: { rh: 'negative' },
    contacts: [{ name: '蒲二苇', hours: '晚上', linked: { id: other?.id } }],
  });
  const signed = {
    signedBy: '蒲小一',
    relation: 'daughter',
    signedAt: '2026-01-30T16:00:00.000Z',
    until: '2099-12-31',
  };
  expect(record.consent.map(({ purpose }) => purpose).sort()).toEqual(['location', 'service']);
  for (const row of record.consent) expect(row).toMatchObject(signed);
  expect(await undo(jobId)).toMatchObject({ undone: 3, refused: 0 });
  expect(await app.sql('select customer_id from customer_bed where department_id = $1', [department])).toEqual([
    { customer_id: null },
  ]);
});

test('a consent without the service itself, a bed that is taken and a user out of sight are refused at their cells', async () => {
  const department = await aDepartment(app);
  const place = await departmentName(department);
  await app.sql(
    `insert into customer_bed (department_id, building, floor, room, bed, customer_id) values ($1, '1号楼', '1', '101', 'A', $2), ($1, '1号楼', '1', '101', 'B', null)`,
    [department, await aCustomer(app)],
  );
  const rows = [
    ['姓名', '手机号', '部门', '床位', '责任人', '知情同意', '签署时间', '由谁签署', '听力', '人员类别'],
    ['骆一苇', '13800008831', place, '', '', '定位', '2026-01-31', '', '', ''],
    ['骆二苇', '13800008832', place, '1号楼 101-A', '', '', '', '', '', ''],
    ['骆三苇', '13800008833', place, '1号楼 101-B', '', '', '', '', '', ''],
    ['骆四苇', '13800008834', place, '1号楼 101-B', '', '', '', '', '', ''],
    ['骆五苇', '13800008835', place, '', '查无此人', '基本服务', '2999-01-31', '女儿', '很好', '外星人'],
    ['骆六苇', '13800008836', place, '', '', '基本服务', '2999-01-31', '', '', ''],
  ];
  const { errors } = await previewOf(await readSheets({ 客户: rows }));
  expect(errors.map(({ row, column }) => [row, column])).toEqual([
    [2, '知情同意'],
    [3, '床位'],
    [5, '床位'],
    ...['责任人', '人员类别', '听力', '签署人'].map((column) => [6, column]),
    [7, '签署时间'],
  ]);
});

test('a bed and a consent of somebody known are left to the record, and the preview says so', async () => {
  const idNo = anIdNo();
  const id = await aCustomer(app, { name: '屠阿彩', idNo, carePlan: '旧计划', category: ['low_income'] });
  const record = () => app.call(customerApi.getCustomer, { id }, app.admin);
  const { consent } = await record();
  const rows = [
    ['姓名', '身份证号', '床位', '知情同意', '签署时间', '照护计划', '人员类别', '方言'],
    ['屠阿彩', idNo, '1号楼 101-A', '基本服务', '2026-01-31', '新计划', '低保', '衢州话'],
  ];
  const jobId = await readSheets({ 客户: rows }, { duplicates: 'overwrite' });
  const preview = await previewOf(jobId);
  expect(preview.errors).toEqual([]);
  expect(preview.rows[0]?.warnings.map(({ column }) => column)).toEqual(['床位', '知情同意', '签署时间']);
  await confirm(jobId);
  expect(await record()).toMatchObject({
    carePlan: '新计划',
    communication: { dialect: '衢州话' },
    consent,
    bed: null,
  });
  expect(await undo(jobId)).toMatchObject({ undone: 1, refused: 0 });
  expect(await record()).toMatchObject({ carePlan: '旧计划', category: ['low_income'] });
});

test('who is served without a consent to it is said alike in list, record and export, by hand and by sheet', async () => {
  const [bySheet, byHand] = [anIdNo(), anIdNo()];
  await confirm(
    await readSheets({
      客户: [head, ['冉一苇', bySheet, '13800008841', '', '']],
      联系人: [
        [...contactHead, '紧急联系人'],
        [bySheet, '冉小一', '女儿', '13900008841', '否', '是'],
      ],
    }),
  );
  const contact = { name: '冉小二', relation: 'son', mobile: '13900008842', order: 1, isEmergency: true };
  const input = { name: '冉二苇', idNo: byHand, mobile: '13800008842', contacts: [contact] };
  await app.call(customerEntryApi.addCustomer, input, app.admin);
  const ids = [(await customerByIdNo(bySheet))?.id ?? '', (await customerByIdNo(byHand))?.id ?? ''];
  const stateNow = async (id: string) => {
    const { rows } = await app.list(customerApi.getCustomerList, { ids: [id] }, app.admin);
    const record = await app.call(customerApi.getCustomer, { id }, app.admin);
    const { fileId } = await app.call(
      customerApi.exportCustomer,
      { filters: { ids: [id] }, columns: ['serviceState'] },
      app.admin,
    );
    return [
      rows[0]?.serviceState,
      rows[0]?.serviceConsent,
      record.serviceConsent,
      (await downloadRows(app, fileId ?? ''))[2],
    ];
  };
  for (const id of ids) {
    expect(await stateNow(id)).toEqual(['active', 'missing', 'missing', ['服务中（未取得同意）']]);
    const signed = {
      purpose: 'service',
      signedBy: '本人',
      relation: 'self',
      signedAt: '2026-01-02T03:04:05.000Z',
    } as const;
    await app.call(consentApi.addConsent, { customerId: id, ...signed }, app.admin);
    expect(await stateNow(id)).toEqual(['active', 'valid', 'valid', ['服务中']]);
  }
});
