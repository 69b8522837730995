import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerApi } from '#features/customer/contract.ts';
import { customerEntryApi } from '#features/customerEntry/contract.ts';
import { customerImportApi } from '#features/customerImport/contract.ts';
import { decrypt, searchHash } from '#server/core/crypto.ts';
import type { Cell } from '#server/files/workbook.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aDevice, anIdNo, aProject, aRole, aUser } from '#server/testing/rows.ts';
import { downloadRows, upload, workbookOf } from '#server/testing/sheet.ts';
import { until } from '#server/testing/until.ts';
import { zipOf } from '#server/testing/zip.ts';
import { importApi } from '#shared/contract/import.ts';
import { jobApi } from '#shared/contract/job.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const head = ['姓名', '身份证号', '手机号', '居住情况', '慢性病', '入户方式'];
const contactHead = ['老人身份证号', '联系人姓名', '关系', '联系人手机', '有钥匙'];

async function importRows(rows: Cell[][], contacts: Cell[][] = [], token = app.admin, fields = {}): Promise<string> {
  const file = await workbookOf([
    { name: '客户', rows: [head, ...rows] },
    ...(contacts.length > 0 ? [{ name: '联系人', rows: [contactHead, ...contacts] }] : []),
  ]);
  const answer = await upload(app, customerImportApi.importCustomer.path, file, fields, token);
  expect(answer, answer.msg).toMatchObject({ code: 0 });
  return String(answer.data.jobId);
}

/** Waits for the job to rest: a busy machine answers an upload before its file is read. */
const over = (jobId: string) =>
  until(
    'the job to rest',
    async () => (await app.sql("select 1 from job where id = $1 and state not in ('waiting', 'running')", [jobId]))[0],
    60_000,
  );

async function preview(jobId: string, token = app.admin) {
  await over(jobId);
  return app.call(importApi.getImportPreview, { jobId }, token);
}

async function confirm(jobId: string, mode: 'valid' | 'all' = 'all') {
  await over(jobId);
  return app.call(importApi.confirmImport, { jobId, mode }, app.admin);
}

async function undo(jobId: string) {
  await over(jobId);
  return app.call(importApi.undoImport, { jobId }, app.admin);
}

async function customerByIdNo(idNo: string) {
  const [row] = await app.sql<{ id: string; name: string; mobile: string; living_state: string; deleted: boolean }>(
    `select id::text, name, mobile, living_state, deleted_at is not null as deleted from customer where id_no_hash = $1 order by id desc limit 1`,
    [searchHash(idNo)],
  );
  return row;
}

test('the template has the headings that the import reads, and its instructions', async () => {
  const { fileId } = await app.call(customerImportApi.getImportTemplate, {}, app.admin);
  const [headings] = await downloadRows(app, fileId);
  expect(headings).toEqual(expect.arrayContaining(head));
});

test('errors are told by row and heading, as the spreadsheet has them, and stand in an error workbook', async () => {
  const idNo = anIdNo();
  const jobId = await importRows([
    ['吴阿根', idNo, '13800001111', '独居', '高血压、冠心病'],
    ['王桂兰', '330102194001010011', '13800001112', '', ''],
    ['李', anIdNo(), '12345', '月球', ''],
    ['吴阿根', idNo, '13800001113', '', ''],
    ['无证件', '', '', '', ''],
  ]);
  const seen = await preview(jobId);
  expect(seen).toMatchObject({ phase: 'preview', total: 5, inserts: 1, invalid: 4 });
  expect(seen.errors).toEqual(
    expect.arrayContaining([
      { row: 3, column: '身份证号', msg: '身份证号校验位不正确' },
      { row: 4, column: '姓名', msg: '请输入2-20位姓名' },
      { row: 4, column: '手机号', msg: '请输入正确的手机号' },
      { row: 4, column: '居住情况', msg: expect.stringContaining('居住情况') },
      { row: 5, column: '身份证号', msg: '与第 2 行重复' },
      { row: 6, column: '手机号', msg: '手机号和固定电话至少填写一个' },
    ]),
  );
  await over(jobId);
  const { errorFileId } = await app.call(jobApi.getJob, { id: jobId }, app.admin);
  const book = await downloadRows(app, errorFileId ?? '');
  expect(book.slice(1).map((row) => row[0])).toEqual([3, 4, 5, 6]);
  const refused = await app.tryCall(importApi.confirmImport, { jobId, mode: 'all' }, app.admin);
  expect(refused).toMatchObject({ status: 400, code: -1 });
  expect(await customerByIdNo(idNo)).toBeUndefined();
  expect(await confirm(jobId, 'valid')).toMatchObject({ phase: 'imported', written: 1, state: 'done' });
  expect(await customerByIdNo(idNo)).toMatchObject({ name: '吴阿根', living_state: 'alone' });
  expect(await app.tryCall(importApi.confirmImport, { jobId, mode: 'valid' }, app.admin)).toMatchObject({
    status: 409,
  });
});

test('coded columns are filled in and exported by their labels, and another word is refused', async () => {
  const idNo = anIdNo();
  const rows = [
    ['姓名', '身份证号', '手机号', '民族', '婚姻状况', '文化程度', '血型', 'RH 血型'],
    ['吴阿根', idNo, '13800001191', '汉', '丧偶', '小学', 'A 型', '阴性'],
    ['王桂兰', anIdNo(), '13800001192', '火星族', '已婚', '初中', 'B', '阳性'],
  ];
  const answer = await upload(
    app,
    customerImportApi.importCustomer.path,
    await workbookOf([{ name: '客户', rows }]),
    {},
    app.admin,
  );
  const jobId = String(answer.data.jobId);
  expect((await preview(jobId)).errors).toEqual([{ row: 3, column: '民族', msg: '民族不在可选范围内' }]);
  await confirm(jobId, 'valid');
  const id = (await until('the row', () => customerByIdNo(idNo))).id;
  const { fileId } = await app.call(
    customerApi.exportCustomer,
    { columns: ['name', 'ethnicity', 'marital', 'education'], filters: { ids: [id] } },
    app.admin,
  );
  expect((await downloadRows(app, fileId ?? ''))[2]).toEqual(['吴阿根', '汉族', '丧偶', '小学']);
  const { health } = await app.call(customerApi.getCustomer, { id }, app.admin);
  expect(health).toMatchObject({ bloodType: 'A', rh: 'negative' });
});

test('an import names a project by name or code, also one being prepared; one that has ended or is out of sight is refused', async () => {
  const [project, ended] = [await aProject(app), await aProject(app)];
  const [row] = await app.sql<{ code: string }>('select code from project where id = $1', [project]);
  await app.sql("update project set status = 'preparing', name = '长者安居项目' where id = $1", [project]);
  const [closedProject] = await app.sql<{ code: string }>(
    "update project set status = 'closed' where id = $1 returning code",
    [ended],
  );
  const rows = ['长者安居项目', row?.code, closedProject?.code, '没有的项目'].map((name, index) => [
    `项目${'甲乙丙丁'[index]}`,
    `1391234${String(1000 + index)}`,
    name ?? '',
  ]);
  const file = await workbookOf([{ name: '客户', rows: [['姓名', '手机号', '项目'], ...rows] }]);
  const { data } = await upload(app, customerImportApi.importCustomer.path, file);
  const jobId = String(data.jobId);
  expect((await preview(jobId)).errors).toEqual([
    { row: 4, column: '项目', msg: '项目已结项，不能新增客户' },
    { row: 5, column: '项目', msg: '项目不存在或不在你的范围' },
  ]);
  expect(await confirm(jobId, 'valid')).toMatchObject({ written: 2 });
  const { count } = await app.list(customerApi.getCustomerList, { projectId: project }, app.admin);
  expect(count).toBe(2);
});

const wrongRows = [
  ['没有的区划', { mobile: '13912340001', regionCode: '330898' }, 'regionCode', '区划代码', '区划不存在'],
  [
    '没有出生日期的护照',
    { mobile: '13912340002', idType: 'passport', idNo: 'E1234567' },
    'birthDate',
    '出生日期',
    '请填写出生日期',
  ],
  ['没有任何电话', {}, 'mobile', '手机号', '手机号和固定电话至少填写一个'],
] as const;

test.each(wrongRows)('%s is refused alike by the form and by the import', async (_, fields, field, column, msg) => {
  const answer = await app.tryCall(customerEntryApi.addCustomer, { name: '规则一致', ...fields }, app.admin);
  expect(answer).toMatchObject({ status: 400, msg, data: { errors: [{ field, msg }] } });
  const cells: Record<string, string> = {
    mobile: '手机号',
    regionCode: '区划代码',
    idType: '证件类型',
    idNo: '身份证号',
  };
  const keys = Object.keys(fields);
  const values = Object.values(fields).map((value) => (value === 'passport' ? '护照' : value));
  const sheet = [
    ['姓名', ...keys.map((key) => cells[key] ?? '')],
    ['规则一致', ...values],
  ];
  const { data } = await upload(
    app,
    customerImportApi.importCustomer.path,
    await workbookOf([{ name: '客户', rows: sheet }]),
  );
  expect((await preview(String(data.jobId))).errors).toEqual([{ row: 2, column, msg }]);
});

test('a row that overwrites somebody known need not bring the phone that is there', async () => {
  const idNo = anIdNo();
  await confirm(await importRows([['覆盖的人', idNo, '13912340003', '', '']]));
  const again = await importRows([['覆盖的人', idNo, '', '独居', '']], [], app.admin, { duplicates: 'overwrite' });
  expect((await preview(again)).errors).toEqual([]);
  await confirm(again);
  expect(await customerByIdNo(idNo)).toMatchObject({ mobile: '13912340003', living_state: 'alone' });
});

test('an import that is given up before it is confirmed writes nothing, waits for nobody and cannot be confirmed later', async () => {
  const idNo = anIdNo();
  const jobId = await importRows([['作罢的', idNo, '13800001114', '', '']]);
  await over(jobId);
  await app.call(jobApi.cancelJob, { id: jobId }, app.admin);
  expect(await app.call(jobApi.getJob, { id: jobId }, app.admin)).toMatchObject({
    state: 'cancelled',
    message: '已放弃，没有写入任何行',
    result: { phase: 'dropped' },
  });
  expect(await preview(jobId)).toMatchObject({ phase: 'dropped', total: 1, written: 0 });
  expect(await app.tryCall(importApi.confirmImport, { jobId, mode: 'all' }, app.admin)).toMatchObject({
    status: 409,
    msg: '这次导入已经放弃，请重新上传',
  });
  expect(await app.tryCall(jobApi.cancelJob, { id: jobId }, app.admin)).toMatchObject({ status: 409 });
  expect(await customerByIdNo(idNo)).toBeUndefined();
});

test('an import that has been written is over and cannot be cancelled', async () => {
  const jobId = await importRows([['写入的', anIdNo(), '13800001115', '', '']]);
  await confirm(jobId);
  expect(await app.tryCall(jobApi.cancelJob, { id: jobId }, app.admin)).toMatchObject({ status: 409 });
  expect(await preview(jobId)).toMatchObject({ phase: 'imported', state: 'done' });
});

const lyingBook = (size: number, declaredSize: number) =>
  zipOf([{ name: 'xl/workbook.xml', content: Buffer.alloc(size), declaredSize }]);

test('a file that says less than it unpacks to is found out while it is unpacked, and its import fails in words', async () => {
  const answer = await upload(app, customerImportApi.importCustomer.path, lyingBook(130_000_000, 1000));
  expect(answer).toMatchObject({ code: 0 });
  await over(String(answer.data.jobId));
  expect(await app.call(jobApi.getJob, { id: String(answer.data.jobId) }, app.admin)).toMatchObject({
    state: 'failed',
    message: expect.stringContaining('解开后太大'),
  });
});

test('people come with their contacts, and the same file once more changes nothing', async () => {
  const idNo = anIdNo();
  const rows = [['周慧芳', idNo, '13800002222', '独居', '糖尿病']];
  const contacts = [[idNo, '周建国', '儿子', '13900002222', '是']];
  await confirm(await importRows(rows, contacts));
  const [stored] = await app.sql(
    `select c.name, c.relation, c.has_key from customer_contact c join customer p on p.id = c.customer_id where p.id_no_hash = $1`,
    [searchHash(idNo)],
  );
  expect(stored).toEqual({ name: '周建国', relation: 'son', has_key: true });
  const changes = async () =>
    (await app.sql(`select 1 from change_log where table_name in ('customer', 'customer_contact')`)).length;
  const previous = await changes();
  for (const duplicates of ['overwrite', 'skip']) {
    const again = await importRows(rows, contacts, app.admin, { duplicates });
    await confirm(again);
  }
  expect(await changes()).toBe(previous);
});

test('an undo removes new rows logically, gives overwritten ones their former values, and refuses what was touched since', async () => {
  const [existingIdNo, newIdNo, touched] = [anIdNo(), anIdNo(), anIdNo()];
  await aCustomer(app, { name: '陈永康', idNo: existingIdNo, mobile: '13800003331', livingState: 'spouse' });
  const jobId = await importRows([
    ['陈永健', existingIdNo, '13800009999', '独居', ''],
    ['新来的', newIdNo, '13800003332', '', ''],
    ['动过的', touched, '13800003333', '', ''],
  ]);
  expect(await confirm(jobId)).toMatchObject({ inserts: 2, updates: 1, written: 3 });
  expect(await customerByIdNo(existingIdNo)).toMatchObject({
    name: '陈永健',
    mobile: '13800009999',
    living_state: 'alone',
  });
  const held = await customerByIdNo(touched);
  await aDevice(app, { customer: held?.id ?? '' });
  const state = await undo(jobId);
  expect(state).toMatchObject({ phase: 'undone', undone: 2, refused: 1, state: 'done' });
  expect(state.errors).toEqual([{ row: 4, column: '客户', msg: '已绑定设备，没有撤销' }]);
  expect(await customerByIdNo(existingIdNo)).toMatchObject({
    name: '陈永康',
    mobile: '13800003331',
    living_state: 'spouse',
  });
  expect(await customerByIdNo(newIdNo)).toMatchObject({ deleted: true });
  expect(await customerByIdNo(touched)).toMatchObject({ deleted: false });
  const listed = await app.list(customerApi.getCustomerList, { keyword: '陈永康' }, app.admin);
  expect(listed.count).toBe(1);
  expect(await app.tryCall(importApi.undoImport, { jobId }, app.admin)).toMatchObject({ status: 409 });
});

test('an undo leaves people there who have been on leave or have left, and says so', async () => {
  const [away, left] = [anIdNo(), anIdNo()];
  const jobId = await importRows([
    ['请假的', away, '13800006661', '', ''],
    ['离开的', left, '13800006662', '', ''],
  ]);
  await confirm(jobId);
  await app.sql(
    `insert into customer_leave (customer_id, kind, from_at, expected_return) values ($1, 'outing', now(), now() + interval '1 hour')`,
    [(await customerByIdNo(away))?.id],
  );
  await app.sql('insert into customer_leaving (customer_id) values ($1)', [(await customerByIdNo(left))?.id]);
  const { undone, refused, errors } = await undo(jobId);
  expect({ undone, refused }).toEqual({ undone: 0, refused: 2 });
  expect(new Set(errors.map(({ msg }) => msg))).toEqual(new Set(['已有请假记录，没有撤销', '已有退住手续，没有撤销']));
  expect([await customerByIdNo(away), await customerByIdNo(left)]).toMatchObject([
    { deleted: false },
    { deleted: false },
  ]);
});

test('an undo gives encrypted columns their former values too, which no difference holds', async () => {
  const [full, bare] = [anIdNo(), anIdNo()];
  const entryNote = '门禁一零二四';
  const previous = [
    await aCustomer(app, { idNo: full, mobile: '13800005551', entryNote, chronic: ['高血压'] }),
    await aCustomer(app, { idNo: bare, mobile: '13800005552' }),
  ];
  const sealed = async () => {
    const rows = await app.sql<{ entry: string | null; health: string }>(
      'select entry_cipher as entry, health_cipher as health from customer where id = any($1::bigint[]) order by id',
      [previous],
    );
    return rows.map(({ entry, health }) => [entry && decrypt(entry), decrypt(health).includes('高血压')]);
  };
  const jobId = await importRows([
    ['换锁的人', full, '', '', '糖尿病', '门禁二零四八'],
    ['新锁的人', bare, '', '', '高血压', '门禁四零九六'],
  ]);
  await confirm(jobId);
  expect(await sealed()).toEqual([
    ['门禁二零四八', false],
    ['门禁四零九六', true],
  ]);
  expect(await undo(jobId)).toMatchObject({ undone: 2, refused: 0 });
  expect(await sealed()).toEqual([
    [entryNote, true],
    [null, false],
  ]);
});

test('an overwritten row that somebody edited since keeps the edit', async () => {
  const existingIdNo = anIdNo();
  const id = await aCustomer(app, { name: '赵秋菊', idNo: existingIdNo, mobile: '13800004441' });
  const jobId = await importRows([['赵秋香', existingIdNo, '13800004442', '', '']]);
  await confirm(jobId);
  await app.sql(`update customer set mobile = '13800004443' where id = $1`, [id]);
  expect(await undo(jobId)).toMatchObject({ undone: 0, refused: 1 });
  expect(await customerByIdNo(existingIdNo)).toMatchObject({ name: '赵秋香', mobile: '13800004443' });
});

test('skip leaves known people as they are', async () => {
  const existingIdNo = anIdNo();
  await aCustomer(app, { name: '黄金宝', idNo: existingIdNo });
  const jobId = await importRows([['黄金富', existingIdNo, '', '', '']], [], app.admin, { duplicates: 'skip' });
  expect(await confirm(jobId)).toMatchObject({ skips: 1, written: 0 });
  expect(await customerByIdNo(existingIdNo)).toMatchObject({ name: '黄金宝' });
});

test('somebody outside the scope is not overwritten, and an import is its owner’s alone', async () => {
  const [inside, existingIdNo] = [await aDepartment(app), anIdNo()];
  await aCustomer(app, { name: '杨玉梅', idNo: existingIdNo });
  const roleId = await aRole(app, { scope: 'department', permissions: ['customer:list', 'customer:import'] });
  const user = await aUser(app, { roleId, department: inside });
  const jobId = await importRows([['杨玉兰', existingIdNo, '13800001119', '', '']], [], user.token);
  expect((await preview(jobId, user.token)).errors).toEqual([{ row: 2, column: '身份证号', msg: '该身份证号已存在' }]);
  expect(await app.tryCall(importApi.getImportPreview, { jobId }, app.admin)).toMatchObject({ status: 404 });
});

test.each([
  ['no table', new Blob([new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0, 0])]), '仅支持 xlsx 和 CSV 文件'],
  ['an empty file', new Blob([]), '请选择文件'],
])('%s is refused in words', async (_, file, msg) => {
  const answer = await upload(app, customerImportApi.importCustomer.path, file);
  expect(answer).toMatchObject({ status: 400, code: -1 });
  expect(answer.msg).toContain(msg);
});

test('a workbook without the headings fails and says which are missing', async () => {
  const file = await workbookOf([{ name: '客户', rows: [['名字'], ['吴阿根']] }]);
  const answer = await upload(app, customerImportApi.importCustomer.path, file);
  await over(String(answer.data.jobId));
  const job = await app.call(jobApi.getJob, { id: String(answer.data.jobId) }, app.admin);
  expect(job).toMatchObject({ state: 'failed', message: '工作表「客户」缺少列：姓名' });
});
