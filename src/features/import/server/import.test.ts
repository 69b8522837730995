import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerApi } from '#features/customer/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aDevice, aRole, aUser, next } from '#server/testing/rows.ts';
import { downloadRows, upload, workbookOf } from '#server/testing/sheet.ts';
import type { Cell } from '#server/workbook.ts';
import { checkCharacter } from '#shared/idCard.ts';
import { importApi } from '#shared/import.ts';
import { jobApi } from '#shared/job.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

/** A right ID number that no other test uses. */
function anIdNo(): string {
  const digits = `3301021940${String(100 + (next() % 20)).slice(1)}15${String(100 + next()).slice(-3)}`.replace(
    /^(.{10})\d\d(\d\d)/,
    '$101$2',
  );
  return digits + checkCharacter(digits);
}

const head = ['姓名', '身份证号', '手机号', '居住情况', '慢性病'];
const contactHead = ['老人身份证号', '联系人姓名', '关系', '联系人手机', '有钥匙'];

async function importRows(rows: Cell[][], contacts: Cell[][] = [], token = app.admin, fields = {}): Promise<string> {
  const file = await workbookOf([
    { name: '客户', rows: [head, ...rows] },
    ...(contacts.length > 0 ? [{ name: '联系人', rows: [contactHead, ...contacts] }] : []),
  ]);
  const answer = await upload(app, customerApi.importCustomer.path, file, fields, token);
  expect(answer, answer.msg).toMatchObject({ code: 0 });
  return String(answer.data.jobId);
}

const preview = (jobId: string, token = app.admin) => app.call(importApi.getImportPreview, { jobId }, token);
const confirm = (jobId: string, mode: 'valid' | 'all' = 'all') =>
  app.call(importApi.confirmImport, { jobId, mode }, app.admin);
const undo = (jobId: string) => app.call(importApi.undoImport, { jobId }, app.admin);

async function person(idNo: string) {
  const [row] = await app.sql<{ id: string; name: string; mobile: string; living_state: string; deleted: boolean }>(
    `select id::text, name, mobile, living_state, deleted_at is not null as deleted from customer where id_no_tail = $1 order by id desc limit 1`,
    [idNo.slice(-4)],
  );
  return row;
}

test('the template has the headings that the import reads, and its instructions', async () => {
  const { fileId } = await app.call(customerApi.getImportTemplate, {}, app.admin);
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
      { row: 6, column: '身份证号', msg: expect.stringContaining('至少填写一项') },
    ]),
  );
  const { errorFileId } = await app.call(jobApi.getJob, { id: jobId }, app.admin);
  const book = await downloadRows(app, errorFileId ?? '');
  expect(book.slice(1).map((row) => row[0])).toEqual([3, 4, 5, 6]);
  const refused = await app.tryCall(importApi.confirmImport, { jobId, mode: 'all' }, app.admin);
  expect(refused).toMatchObject({ status: 400, code: -1 });
  expect(await person(idNo)).toBeUndefined();
  expect(await confirm(jobId, 'valid')).toMatchObject({ phase: 'imported', written: 1, state: 'done' });
  expect(await person(idNo)).toMatchObject({ name: '吴阿根', living_state: 'alone' });
  expect(await app.tryCall(importApi.confirmImport, { jobId, mode: 'valid' }, app.admin)).toMatchObject({
    status: 409,
  });
});

test('an import that is given up before it is confirmed writes nothing, waits for nobody and cannot be confirmed later', async () => {
  const idNo = anIdNo();
  const jobId = await importRows([['作罢的', idNo, '13800001114', '', '']]);
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
  expect(await person(idNo)).toBeUndefined();
});

test('an import that has been written is over and cannot be cancelled', async () => {
  const jobId = await importRows([['写入的', anIdNo(), '13800001115', '', '']]);
  await confirm(jobId);
  expect(await app.tryCall(jobApi.cancelJob, { id: jobId }, app.admin)).toMatchObject({ status: 409 });
  expect(await preview(jobId)).toMatchObject({ phase: 'imported', state: 'done' });
});

test('people come with their contacts, and the same file once more changes nothing', async () => {
  const idNo = anIdNo();
  const rows = [['周慧芳', idNo, '13800002222', '独居', '糖尿病']];
  const contacts = [[idNo, '周建国', '儿子', '13900002222', '是']];
  await confirm(await importRows(rows, contacts));
  const [kept] = await app.sql(
    `select c.name, c.relation, c.has_key from customer_contact c join customer p on p.id = c.customer_id where p.id_no_tail = $1`,
    [idNo.slice(-4)],
  );
  expect(kept).toEqual({ name: '周建国', relation: 'son', has_key: true });
  const changes = async () =>
    (await app.sql(`select 1 from change_log where table_name in ('customer', 'customer_contact')`)).length;
  const before = await changes();
  for (const duplicates of ['overwrite', 'skip']) {
    const again = await importRows(rows, contacts, app.admin, { duplicates });
    await confirm(again);
  }
  expect(await changes()).toBe(before);
});

test('an undo removes new rows logically, gives overwritten ones their former values, and refuses what was touched since', async () => {
  const [known, fresh, touched] = [anIdNo(), anIdNo(), anIdNo()];
  await aCustomer(app, { name: '陈永康', idNo: known, mobile: '13800003331', livingState: 'spouse' });
  const jobId = await importRows([
    ['陈永健', known, '13800009999', '独居', ''],
    ['新来的', fresh, '13800003332', '', ''],
    ['动过的', touched, '13800003333', '', ''],
  ]);
  expect(await confirm(jobId)).toMatchObject({ inserts: 2, updates: 1, written: 3 });
  expect(await person(known)).toMatchObject({ name: '陈永健', mobile: '13800009999', living_state: 'alone' });
  const held = await person(touched);
  await aDevice(app, { customer: held?.id ?? '' });
  const state = await undo(jobId);
  expect(state).toMatchObject({ phase: 'undone', undone: 2, refused: 1, state: 'done' });
  expect(state.errors).toEqual([{ row: 4, column: '客户', msg: '已绑定设备，没有撤销' }]);
  expect(await person(known)).toMatchObject({ name: '陈永康', mobile: '13800003331', living_state: 'spouse' });
  expect(await person(fresh)).toMatchObject({ deleted: true });
  expect(await person(touched)).toMatchObject({ deleted: false });
  const found = await app.list(customerApi.getCustomerList, { keyword: '陈永康' }, app.admin);
  expect(found.count).toBe(1);
  expect(await app.tryCall(importApi.undoImport, { jobId }, app.admin)).toMatchObject({ status: 409 });
});

test('an overwritten row that somebody edited since keeps the edit', async () => {
  const known = anIdNo();
  const id = await aCustomer(app, { name: '赵秋菊', idNo: known, mobile: '13800004441' });
  const jobId = await importRows([['赵秋香', known, '13800004442', '', '']]);
  await confirm(jobId);
  await app.sql(`update customer set mobile = '13800004443' where id = $1`, [id]);
  expect(await undo(jobId)).toMatchObject({ undone: 0, refused: 1 });
  expect(await person(known)).toMatchObject({ name: '赵秋香', mobile: '13800004443' });
});

test('skip leaves known people as they are', async () => {
  const known = anIdNo();
  await aCustomer(app, { name: '黄金宝', idNo: known });
  const jobId = await importRows([['黄金富', known, '', '', '']], [], app.admin, { duplicates: 'skip' });
  expect(await confirm(jobId)).toMatchObject({ skips: 1, written: 0 });
  expect(await person(known)).toMatchObject({ name: '黄金宝' });
});

test('somebody outside the scope is not overwritten, and an import is its owner’s alone', async () => {
  const [inside, known] = [await aDepartment(app), anIdNo()];
  await aCustomer(app, { name: '杨玉梅', idNo: known });
  const roleId = await aRole(app, { scope: 'department', rights: ['customer:list', 'customer:import'] });
  const user = await aUser(app, { roleId, department: inside });
  const jobId = await importRows([['杨玉兰', known, '', '', '']], [], user.token);
  expect((await preview(jobId, user.token)).errors).toEqual([{ row: 2, column: '身份证号', msg: '该身份证号已存在' }]);
  expect(await app.tryCall(importApi.getImportPreview, { jobId }, app.admin)).toMatchObject({ status: 404 });
});

test.each([
  ['no workbook', new Blob(['姓名,身份证号']), '仅支持 xlsx 文件'],
  ['an empty file', new Blob([]), '请选择文件'],
])('%s is refused in words', async (_, file, msg) => {
  const answer = await upload(app, customerApi.importCustomer.path, file);
  expect(answer).toMatchObject({ status: 400, code: -1 });
  expect(answer.msg).toContain(msg);
});

test('a workbook without the headings fails and says which are missing', async () => {
  const file = await workbookOf([{ name: '客户', rows: [['名字'], ['吴阿根']] }]);
  const answer = await upload(app, customerApi.importCustomer.path, file);
  const job = await app.call(jobApi.getJob, { id: String(answer.data.jobId) }, app.admin);
  expect(job).toMatchObject({ state: 'failed', message: '工作表「客户」缺少列：姓名' });
});
